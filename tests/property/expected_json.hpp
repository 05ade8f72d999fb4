// SPDX-License-Identifier: MIT
// Reads a report in its JSON form (contract 12) back into a report, to compare the oracle with the worked cases without
// the tool's own JSON view.
#pragma once

#include <string>

#include "report/report.hpp"

namespace rtm::property {

/// The JSON form does not say how many calls are open: they are 0. `loads_agree` is false if a "load" in the text is
/// not what the ticks beside it make.
struct expected_report {
  host::report report;
  bool loads_agree = true;
};

/// Throws nlohmann::json::exception if the text is not such a report.
[[nodiscard]] expected_report from_json(const std::string& text);

}  // namespace rtm::property
