// SPDX-License-Identifier: MIT
// `rtm record`: what this machine does, until it is enough, into a trace.dat.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/events.hpp"
#include "record/session.hpp"

namespace rtm::host {

struct record_options {
  std::string output = "trace.dat";                  ///< "-": standard output; then a command's is standard error.
  std::optional<std::chrono::nanoseconds> duration;  ///< Absent: until the command ends, or a signal comes.
  std::uint64_t buffer_bytes = 8U << 20;             ///< Of each CPU.
  std::string events{default_events};
  std::vector<std::string> command;  ///< Empty: none.
  std::string tracefs;               ///< Empty: where it is mounted.
  folder_calls folders = system_folder_calls();
};

struct record_progress {
  std::chrono::nanoseconds elapsed{0};
  std::uint64_t events = 0, lost = 0, bytes = 0;
};

/// Why a recording was over.
enum class record_end { duration, command, signal, failure };

struct record_result {
  record_progress sum;
  record_end end = record_end::duration;
  std::vector<ring_stats> stats;
  std::string outcome;                ///< Of the command; empty: there was none.
  bool was_command_told = false;      ///< It ran on when the recording was over, and was told to end.
  bool has_command_succeeded = true;  ///< Exit code 0, or it ended when it was told to, or none was asked for.
};

/// What is told while it runs. `note`: a line for the user.
struct record_listener {
  std::function<void(const std::string&)> note;
  std::function<void(const record_progress&)> progress;  ///< Each second; empty: not wanted.
};

/// Whatever happens, the trace instance is removed. Throws source_error; then no new output file is left.
[[nodiscard]] record_result record(const record_options& options, const record_listener& listener);

/// Tells, and removes, what runs that were killed have left; tells which default events this kernel does not have.
[[nodiscard]] chosen_events prepare_tracefs(const std::string& tracefs, const std::string& events,
                                            const std::function<void(const std::string&)>& note,
                                            const folder_calls& folders = system_folder_calls());

}  // namespace rtm::host
