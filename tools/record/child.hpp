// SPDX-License-Identifier: MIT
// The command whose run is recorded: started when recording has begun, so that none of it is missed.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "record/file.hpp"

namespace rtm::host {

class awaited_signals;

class child_process {
 public:
  /// Makes the process, which waits. `command` is not empty. `output`: what its standard output is. Throws
  /// source_error. Before other threads start.
  child_process(std::vector<std::string> command, const awaited_signals& signals, int output = STDOUT_FILENO);
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;
  /// A command that never started is gone; one that runs is left alone.
  ~child_process();

  /// Lets it run. Throws source_error if the program cannot be started.
  void start();
  /// Has it ended? Does not wait.
  bool has_ended();
  /// Asks it to end unless it has, and gives it some time to do so. False: it still runs.
  bool end();
  /// It ran on, and was asked.
  [[nodiscard]] bool was_told_to_end() const { return was_told_; }

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// As of waitpid; absent: it runs.
  [[nodiscard]] std::optional<int> status() const { return status_; }
  /// "exit code 3", "ended by signal 9 (Killed)", "still runs as process 123".
  [[nodiscard]] std::string outcome() const;

 private:
  std::vector<std::string> command_;
  pid_t pid_ = 0;
  file_handle gate_;    ///< The process runs on when a byte comes, and ends when this is closed.
  file_handle answer_;  ///< An errno, or the end when the program has been started.
  std::optional<int> status_;
  bool was_told_ = false;
};

}  // namespace rtm::host
