// SPDX-License-Identifier: MIT
// Signals as something to wait for. What must be put in order before the program ends (a trace instance, a terminal)
// must not be cut short by one.
#pragma once

#include <signal.h>

#include <initializer_list>
#include <optional>

#include "record/file.hpp"

namespace rtm::host {

/// While it lives, the signals that ask the program to end, and `others`, do nothing by themselves. For threads too, if
/// it lives before they start.
class awaited_signals {
 public:
  explicit awaited_signals(std::initializer_list<int> others);
  awaited_signals(const awaited_signals&) = delete;
  awaited_signals& operator=(const awaited_signals&) = delete;
  ~awaited_signals();

  /// Readable while a signal waits.
  [[nodiscard]] int descriptor() const { return file_.get(); }
  /// The next one that waits.
  [[nodiscard]] std::optional<int> take();
  /// Does it ask the program to end?
  [[nodiscard]] static bool is_end(int signal);
  /// For a child: as it was before.
  void restore() const;

 private:
  sigset_t before_{};
  file_handle file_;
};

}  // namespace rtm::host
