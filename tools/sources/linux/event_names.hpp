// SPDX-License-Identifier: MIT
// What the name of an event in a text means, remembered, because each name comes a million times.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sources/linux/interrupts.hpp"

namespace rtm::host::kernel {

class event_names {
 public:
  struct known {
    meaning means = meaning::nothing;
    source_id vector = 0;  ///< Of vector_entered and vector_exited.
  };

  /// `name`: "sched_switch" or "sched:sched_switch". The reference holds until the next call.
  const known& of(std::string_view name, interrupts& ids) {
    slot& in = slots_[slot_of(name)];
    if (in.name != name) [[unlikely]]
      learn(in, name, ids);
    return in.is;
  }

 private:
  struct slot {
    std::string name;
    known is;
  };

  /// Names that share a slot take it from each other: slower, never wrong, and an input cannot make it grow.
  static std::size_t slot_of(std::string_view name);
  static void learn(slot& in, std::string_view name, interrupts& ids);

  std::array<slot, 256> slots_;
};

}  // namespace rtm::host::kernel
