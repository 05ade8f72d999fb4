// SPDX-License-Identifier: MIT
// A terminal to look at: a server of tmux of its own, with one window in which a command runs.
#pragma once

#include <sys/types.h>

#include <string>

namespace rtm::test {

class tmux_window {
 public:
  tmux_window(const std::string& command, int width, int height);
  tmux_window(const tmux_window&) = delete;
  tmux_window& operator=(const tmux_window&) = delete;
  ~tmux_window();

  void press(const std::string& key) const;
  void resize(int width, int height) const;
  /// What it shows now.
  [[nodiscard]] std::string text() const;
  /// Waits until it shows `part`; as long as the test may take. What it shows then.
  std::string wait_for(const std::string& part) const;
  /// Waits until it does not show `part` any more.
  std::string wait_for_end_of(const std::string& part) const;

 private:
  [[nodiscard]] std::string tmux(const std::string& arguments) const;
  std::string server_;
};

[[nodiscard]] bool has_tmux();

}  // namespace rtm::test

#define RTM_NEED_TMUX() \
  if (!rtm::test::has_tmux()) GTEST_SKIP() << "found no tmux, expected it: `scripts/setup test` installs it"
