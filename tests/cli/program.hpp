// SPDX-License-Identifier: MIT
// Runs the program rtm as a shell would, and says what it printed and how it ended.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace rtm::test {

struct run_options {
  std::string input;                                             ///< Standard input.
  std::vector<std::pair<std::string, std::string>> environment;  ///< Beside a plain one without COLUMNS and NO_COLOR.
};

struct run_result {
  int exit_code = -1;  ///< -1: ended by a signal.
  std::string output;
  std::string error;
};

/// Standard output and standard error go to files.
[[nodiscard]] run_result run_rtm(const std::vector<std::string>& arguments, const run_options& options = {});

/// Standard output goes to `descriptor`, which may be a closed pipe, a full device or a terminal. Negative: it is
/// closed.
[[nodiscard]] run_result run_rtm_into(int descriptor, const std::vector<std::string>& arguments,
                                      const run_options& options = {});

/// A run that goes on until its input ends or a signal comes.
class running_rtm {
 public:
  explicit running_rtm(const std::vector<std::string>& arguments);
  running_rtm(const running_rtm&) = delete;
  running_rtm& operator=(const running_rtm&) = delete;
  ~running_rtm();

  /// Waits until `text` has been printed. False: it ended without.
  bool wait_for(const std::string& text);
  void send(int signal) const;
  [[nodiscard]] pid_t process() const { return child_; }
  /// It has not ended.
  [[nodiscard]] bool is_running() const;
  /// Waits for the end; all that was printed, both outputs together.
  run_result finish();

 private:
  pid_t child_ = 0;
  int output_ = -1;
  std::string text_;
};

}  // namespace rtm::test
