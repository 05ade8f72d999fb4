// SPDX-License-Identifier: MIT
// What exactly was the ledger told? This sink keeps every fact, so that the run can be replayed on the host and laid
// beside QEMU's own log. When it is full it counts what it drops; the ledger goes on.
#pragma once

#include <stdint.h>

#include "rtm/types.hpp"

class fact_log {
 public:
  struct entry {
    uint32_t now;
    uint32_t id;
    rtm::fact_kind kind;
  };

  /// Called by the ledger; the first fact is its start, told as a `reset`.
  void accepted(rtm::fact_kind kind, uint32_t now, uint32_t id) {
    if (count_ == capacity) {
      ++dropped_;
      return;
    }
    entries_[count_++] = {now, id, kind};
  }

  [[nodiscard]] uint32_t count() const { return count_; }
  [[nodiscard]] uint32_t dropped() const { return dropped_; }
  [[nodiscard]] const entry& operator[](uint32_t index) const { return entries_[index]; }

 private:
  static constexpr uint32_t capacity = 16'384;  // twice what the demo needs; the board has 4 MiB

  // All zero, so that the ledger that contains it needs no constructor and lies in .bss.
  uint32_t count_ = 0;
  uint32_t dropped_ = 0;
  entry entries_[capacity] = {};
};
