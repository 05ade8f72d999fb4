// SPDX-License-Identifier: MIT
// A sub-command of `rtm`. To add one: its own file with one `add_..._command`, one line in the table of app.cpp.
#pragma once

#include <CLI/App.hpp>
#include <iosfwd>

namespace rtm::host {

/// What a program says when it ends.
enum exit_code : int {
  good = 0,
  findings = 1,  ///< It worked, and what it found needs attention: an invalid epoch, a failed check.
  unusable = 2,  ///< Bad usage or unreadable input. Nothing has been printed on standard output.
};

/// Where a command leaves its results. It throws source_error for input that cannot be used.
struct command_result {
  std::ostream& out;
  exit_code code = good;
};

/// What FILE may be, for the help of every command.
inline constexpr const char* input_help =
    "A trace of any known kind or a timeline script; - is standard input, tcp:HOST:PORT a connection";

void add_report_command(CLI::App& app, command_result& result);
void add_export_command(CLI::App& app, command_result& result);
void add_replay_command(CLI::App& app, command_result& result);
void add_record_command(CLI::App& app, command_result& result);
void add_top_command(CLI::App& app, command_result& result);
void add_dump_command(CLI::App& app, command_result& result);
void add_diff_command(CLI::App& app, command_result& result);
void add_check_command(CLI::App& app, command_result& result);
void add_evidence_command(CLI::App& app, command_result& result);
void add_verify_command(CLI::App& app, command_result& result);
void add_probe_command(CLI::App& app, command_result& result);
void add_help_command(CLI::App& app, command_result& result);

}  // namespace rtm::host
