// SPDX-License-Identifier: MIT
// Reads everything that the latest closed window holds, as an application on another core would.
#pragma once

#include <cstdint>

#include "rtm/window.hpp"
#include "window_model.hpp"

namespace rtm::test {

/// Calls of the ledger that one read makes, from `latest_window` to `is_latest`.
inline constexpr std::uint64_t calls_of_a_read = 1 + owners + isrs + swis + points + 1;

inline void put(sums& to, std::size_t place, const task_sums& s) {
  to.values.at(place) = static_cast<std::uint32_t>(s.exclusive);
  to.values.at(place + 1) = static_cast<std::uint32_t>(s.dispatches);
}
inline void put(sums& to, std::size_t place, const call_sums& s) {
  to.values.at(place) = static_cast<std::uint32_t>(s.exclusive);
  to.values.at(place + 1) = static_cast<std::uint32_t>(s.inclusive);
  to.values.at(place + 2) = static_cast<std::uint32_t>(s.calls);
  if (place >= sums::first_point) to.values.at(place + 3) = static_cast<std::uint32_t>(s.abandoned);
}

/// All sums of one window; `between()` is called before the interrupts are read and before the Swis are. Whether the
/// sums belong together is for `is_latest` to say.
template <class Ledger, class Between>
sums read_sums(const Ledger& ledger, const window_header& window, Between between) {
  sums read;
  for (std::uint32_t i = 0; i < owners; ++i) {
    put(read, sums::of_owner(i), ledger.window_sums(window, task_id{owner_id(i)}));
  }
  between();
  for (std::uint32_t i = 0; i < isrs; ++i) put(read, sums::of_isr(i), ledger.window_sums(window, isr_id{i}));
  between();
  for (std::uint32_t i = 0; i < swis; ++i) put(read, sums::of_swi(i), ledger.window_sums(window, swi_id{i}));
  for (std::uint32_t i = 0; i < points; ++i) put(read, sums::of_point(i), ledger.window_sums(window, point_id{i}));
  return read;
}

}  // namespace rtm::test
