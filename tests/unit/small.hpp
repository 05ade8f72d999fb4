// SPDX-License-Identifier: MIT
// A small ledger for tests that speak of one claim at a time, and what can be read out of a ledger as named values, so
// that two states can be compared in one line and a difference says what differs.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "rtm/rtm.h"
#include "rtm/rtm.hpp"

namespace rtm {

/// For messages of GoogleTest.
inline void PrintTo(status s, std::ostream* out) { *out << rtm_status_name(static_cast<rtm_status>(s)); }

namespace test {

struct small : default_capacity {
  static constexpr std::uint32_t tasks = 4;
  static constexpr std::uint32_t isrs = 4;
  static constexpr std::uint32_t swis = 2;
  static constexpr std::uint32_t points = 4;
  static constexpr std::uint32_t depth = 3;
  static constexpr std::uint32_t point_frames = 6;
  static constexpr std::uint32_t point_depth = 4;
};

/// The same with another word and clock.
template <class Word, std::uint32_t ClockBits>
struct small_with : small {
  using word = Word;
  static constexpr std::uint32_t clock_bits = ClockBits;
};
using small_64 = small_with<std::uint64_t, 64>;

/// On the heap, so that AddressSanitizer guards its ends.
template <class Capacity = small>
std::unique_ptr<ledger<Capacity>> started(const timing& how, typename Capacity::word now = 0, task_id base = idle) {
  auto made = std::make_unique<ledger<Capacity>>();
  EXPECT_EQ(made->start(now, base, how), status::ok);
  return made;
}

/// A fact that the test takes for granted.
inline void accept(status answer) { EXPECT_EQ(answer, status::ok); }

/// By name; what is 0 is left out.
using values = std::map<std::string, std::uint64_t>;

inline void add(values& to, const std::string& name, std::uint64_t value) {
  if (value != 0) to[name] = value;
}
inline void add(values& to, const std::string& who, const task_sums& s) {
  add(to, who, s.exclusive);
  add(to, who + " dispatches", s.dispatches);
}
inline void add(values& to, const std::string& who, const call_sums& s) {
  add(to, who, s.exclusive);
  add(to, who + " inclusive", s.inclusive);
  add(to, who + " calls", s.calls);
  add(to, who + " abandoned", s.abandoned);
}
inline void add(values& to, const std::string& who, const call_extremes& e) {
  add(to, who + " exclusive_min", e.exclusive_min);
  add(to, who + " exclusive_max", e.exclusive_max);
  add(to, who + " inclusive_min", e.inclusive_min);
  add(to, who + " inclusive_max", e.inclusive_max);
}

/// Calls `put(name, id)` for every owner, interrupt, Swi and point of the capacity.
template <class Capacity, class Put>
void for_all(Put put) {
  put("idle", idle);
  put("kernel", kernel);
  put("unknown", unknown);
  // As parameters, so that a count of 0 is no comparison that is always false.
  const auto each = [](std::uint32_t count, auto one) {
    for (std::uint32_t i = 0; i < count; ++i) one(i, std::to_string(i));
  };
  each(Capacity::tasks, [&](std::uint32_t i, const std::string& n) { put("task " + n, task_id{i}); });
  each(Capacity::isrs, [&](std::uint32_t i, const std::string& n) { put("isr " + n, isr_id{i}); });
  each(Capacity::swis, [&](std::uint32_t i, const std::string& n) { put("swi " + n, swi_id{i}); });
  each(Capacity::points, [&](std::uint32_t i, const std::string& n) { put("point " + n, point_id{i}); });
}

/// Sums and extremes since the epoch began.
template <class Capacity, class Sink, class Store>
values epoch_values(const ledger<Capacity, Sink, Store>& of) {
  values v;
  for_all<Capacity>([&](const std::string& who, auto id) {
    add(v, who, of.epoch_sums(id));
    if constexpr (!std::is_same_v<decltype(id), task_id>) add(v, who, of.epoch_extremes(id));
  });
  return v;
}

/// Sums since the epoch began, without extremes.
template <class Capacity, class Sink, class Store>
values epoch_sums_of(const ledger<Capacity, Sink, Store>& of) {
  values v;
  for_all<Capacity>([&](const std::string& who, auto id) { add(v, who, of.epoch_sums(id)); });
  return v;
}

template <class Capacity, class Sink, class Store>
values window_values(const ledger<Capacity, Sink, Store>& of, const window_header& window) {
  values v;
  for_all<Capacity>([&](const std::string& who, auto id) { add(v, who, of.window_sums(window, id)); });
  return v;
}

/// The latest closed window; "no window" if there is none.
template <class Capacity, class Sink, class Store>
values latest_values(const ledger<Capacity, Sink, Store>& of) {
  window_header window;
  const status found = of.latest_window(window);
  if (found == status::no_window) return {{"no window", 1}};
  EXPECT_EQ(found, status::ok);
  values v = window_values(of, window);
  EXPECT_TRUE(of.is_latest(window));
  add(v, "index", window.index);
  add(v, "start", window.start_ticks);
  add(v, "length", window.length_ticks);
  add(v, "epoch", window.epoch);
  return v;
}

/// Everything that can be read, after a snapshot.
template <class Capacity, class Sink, class Store>
values all_values(const ledger<Capacity, Sink, Store>& of) {
  values v = epoch_values(of);
  const epoch_header e = of.epoch();
  add(v, "epoch", e.epoch);
  add(v, "start", e.start_ticks);
  add(v, "total", e.total_ticks);
  add(v, "ignored", e.ignored);
  add(v, "valid", e.valid ? 1 : 0);
  for (const auto& [name, value] : window_values(of, of.window_in_progress())) v["in progress: " + name] = value;
  add(v, "in progress: length", of.window_in_progress().length_ticks);
  for (const auto& [name, value] : latest_values(of)) v["latest: " + name] = value;
  return v;
}

}  // namespace test
}  // namespace rtm
