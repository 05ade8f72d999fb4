// SPDX-License-Identifier: MIT
// Streams of known content, as simulated targets send them: small enough to be followed by hand.
#pragma once

#include <string>
#include <vector>

#include "capacities.hpp"
#include "streams.hpp"

namespace rtm::test {

/// Times in ticks of 1 ms, windows of 100.
inline source_info sample_info() {
  source_info info;
  info.clock_bits = 32;
  info.clock_hz = 1000;
  info.window_ticks = 100;
  info.max_gap_ticks = 100;
  info.tasks = {{1, "Control"}, {2, "Diagnosis"}};
  info.isrs = {{3, "CAN_RX"}};
  info.points = {{2, "filter"}};
  return info;
}

/// Idle 0..20, Control 20..130 and from 150, CAN_RX 130..150 with point 2 from 135 to 145; up to 250.
inline std::vector<source_fact> sample_facts(std::uint32_t core = 0, std::uint64_t from = 0) {
  return {{fact_kind::reset, core, from, host::idle_owner},
          {fact_kind::task_switch, core, from + 20, 1},
          {fact_kind::poll, core, from + 100, 0},
          {fact_kind::isr_enter, core, from + 130, 3},
          {fact_kind::point_begin, core, from + 135, 2},
          {fact_kind::point_end, core, from + 145, 2},
          {fact_kind::isr_exit, core, from + 150, 3},
          {fact_kind::poll, core, from + 200, 0},
          {fact_kind::poll, core, from + 250, 0}};
}

inline std::string sample_stream() { return stream_of<small_32>(sample_info(), sample_facts()); }

/// Core 1 begins 1000 ticks later by its own clock.
inline std::string two_core_stream() {
  std::vector<source_fact> facts;
  const auto first = sample_facts(), second = sample_facts(1, 1000);
  for (std::size_t i = 0; i < first.size(); ++i) facts.insert(facts.end(), {first[i], second[i]});
  return stream_of<small_32>(sample_info(), facts);
}

/// An exit that names another frame at 160, then a fact that is ignored, then a new epoch at 300.
inline std::string faulty_stream() {
  auto facts = sample_facts();
  facts.resize(4);
  facts.insert(facts.end(), {{fact_kind::isr_exit, 0, 160, 2},
                             {fact_kind::poll, 0, 170, 0},
                             {fact_kind::reset, 0, 300, host::kernel_owner},
                             {fact_kind::task_switch, 0, 310, 2},
                             {fact_kind::poll, 0, 350, 0}});
  return stream_of<small_32>(sample_info(), facts);
}

/// A clock of 64 bits that is far on, and every kind of fact.
inline std::string wide_stream() {
  source_info info = sample_info();
  info.clock_bits = 64;
  constexpr std::uint64_t t = std::uint64_t{1} << 40;
  return stream_of<wide_64>(info, std::vector<source_fact>{{fact_kind::reset, 0, t, 2},
                                                           {fact_kind::task_activate, 0, t + 1, 1},
                                                           {fact_kind::swi_enter, 0, t + 10, 1},
                                                           {fact_kind::isr_enter, 0, t + 20, 0},
                                                           {fact_kind::isr_exit, 0, t + 30, 0},
                                                           {fact_kind::swi_exit, 0, t + 40, 1},
                                                           {fact_kind::task_wait, 0, t + 50, 2},
                                                           {fact_kind::task_release, 0, t + 60, 2},
                                                           {fact_kind::point_begin, 0, t + 70, 1},
                                                           {fact_kind::task_terminate, 0, t + 80, 2},
                                                           {fact_kind::task_switch, 0, t + 90, host::kernel_owner},
                                                           {fact_kind::poll, 0, t + 120, 0}});
}

/// Two pages of 192 bytes hold 17 facts each: a poll at each 10 ticks up to 330. Of those up to 1000, 67 are lost; the
/// first one for which there is room again is the switch at 1010.
inline std::string lossy_stream() {
  simulated_target<small_32, 2, 192> target(sample_info());
  (void)target.tell({fact_kind::reset, 0, 0, host::idle_owner});
  for (std::uint64_t time = 10; time <= 1000; time += 10) (void)target.tell({fact_kind::poll, 0, time, 0});
  target.drain();
  (void)target.tell({fact_kind::task_switch, 0, 1010, 1});
  for (std::uint64_t time = 1020; time <= 1250; time += 10) {
    (void)target.tell({fact_kind::poll, 0, time, 0});
    target.drain();
  }
  target.finish();
  return target.sent().bytes;
}

/// What a debugger saves of a recorder that kept the newest: its head and its pages.
inline std::string flight_memory() {
  simulated_target<small_32, 2, 192> target(sample_info(), 0, trace::mode::keep_newest);
  (void)target.tell({fact_kind::reset, 0, 0, host::idle_owner});
  for (std::uint64_t time = 10; time <= 1000; time += 10)
    (void)target.tell({fact_kind::task_switch, 0, time, time / 10 % 2 + 1});
  return {reinterpret_cast<const char*>(&target.memory()), sizeof target.memory()};
}

}  // namespace rtm::test
