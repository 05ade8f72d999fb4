// SPDX-License-Identifier: MIT
// Which interrupt runs, on CPUs that have no register that says so? A common entry pushes its number and pops it at the
// end. One for each core, in .bss; written by its core alone, inside of the common entry.
#pragma once

#include <stdint.h>

#include "rtm/types.hpp"

namespace rtm {

class active_stack {
 public:
  static constexpr uint32_t depth = 16;

  void push(uint32_t number) {
    if (active_ < depth) numbers_[active_] = number;
    ++active_;
  }
  void pop() {
    if (active_ != 0) --active_;
  }
  /// The topmost number; no_id if nothing is active, or if more is than fits.
  [[nodiscard]] uint32_t top() const { return active_ == 0 || active_ > depth ? no_id : numbers_[active_ - 1]; }

 private:
  uint32_t active_ = 0;
  uint32_t numbers_[depth] = {};
};

}  // namespace rtm
