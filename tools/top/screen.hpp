// SPDX-License-Identifier: MIT
// A terminal as a screen that is drawn anew: the alternate one, with keys that come at once. Whatever happens, the
// terminal is afterwards as it was.
#pragma once

#include <termios.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "record/file.hpp"

namespace rtm::host {

struct screen_size {
  std::size_t width = 80, height = 24;
};

class screen {
 public:
  /// On standard output, with the keys of the terminal on standard input or, where that is none, of the controlling
  /// one. Throws source_error if standard output is no terminal.
  screen();
  screen(const screen&) = delete;
  screen& operator=(const screen&) = delete;
  ~screen() { leave(); }

  [[nodiscard]] screen_size size() const;
  void draw(const std::vector<std::string>& lines) const;
  /// Readable while a key waits; -1: there are no keys.
  [[nodiscard]] int keys() const { return keys_; }
  /// The next key that waits. Absent: none; then, if the descriptor was readable, the terminal is gone.
  [[nodiscard]] std::optional<char> take_key() const;
  /// The shell's screen, until the program is continued.
  void suspend();

 private:
  void enter();
  void leave();

  file_handle terminal_;
  int keys_ = -1;
  termios before_{};
  bool is_entered_ = false;
};

}  // namespace rtm::host
