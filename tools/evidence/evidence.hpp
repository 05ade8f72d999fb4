// SPDX-License-Identifier: MIT
// Is a form of evidence filled in, and does it say that all is well? It is TOML: a table a row, see evidence_rows.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evidence/evidence_rows.hpp"

namespace rtm::host {

struct evidence_finding {
  std::uint64_t line = 1;  ///< 1 for what is not there at all.
  std::string text;
};

struct evidence_result {
  std::string name;                        ///< Of the file.
  std::vector<evidence_finding> findings;  ///< In the order of the file.
  std::uint64_t passed = 0;                ///< Rows that are complete and passed.
};

/// `today` as YYYY-MM-DD: nothing was measured later. Throws source_error for what is no such form.
[[nodiscard]] evidence_result check_evidence(const std::string& path, const std::string& today);

/// An empty form.
[[nodiscard]] std::string evidence_template(evidence_target target);

/// A day of the calendar as YYYY-MM-DD.
[[nodiscard]] bool is_date(const std::string& text);

}  // namespace rtm::host
