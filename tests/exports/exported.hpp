// SPDX-License-Identifier: MIT
// A timeline script, exported to each format and read back by way of the tool that is not ours.
#pragma once

#include <filesystem>
#include <string>

#include "report/report.hpp"
#include "told.hpp"

namespace rtm::test {

/// What the ledger says of a script.
[[nodiscard]] host::report ledger_of(const std::string& script);

/// Exports and reads back. Failures of tools are std::runtime_errors, and so are warnings.
[[nodiscard]] told through_perfetto(const std::string& script);
[[nodiscard]] told through_chrome(const std::string& script);
[[nodiscard]] told through_chrome_as_doubles(const std::string& script);
[[nodiscard]] told through_ctf(const std::string& script);

/// What protoc prints of a Perfetto trace.
[[nodiscard]] std::string decoded_by_protoc(const std::filesystem::path& trace);

/// Empty if that export tells what the ledger does; else what differs, or why it cannot be read.
[[nodiscard]] std::string check(told (*through)(const std::string& script), const std::string& script);

}  // namespace rtm::test
