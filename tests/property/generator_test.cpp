// SPDX-License-Identifier: MIT
// A comparison is worth what its facts reach. These tests count.
#include <gtest/gtest.h>

#include <map>

#include "engine.hpp"
#include "generator.hpp"
#include "oracle.hpp"
#include "report/words.hpp"

namespace rtm::property {
namespace {

/// How often each situation came up, by its name.
using census = std::map<std::string, std::uint64_t>;

void count_call(census& seen, const std::string& what, const host::call_row& row) {
  seen[what + " calls"] += row.calls;
  seen[what + " open at the end"] += row.open;
  seen[what + " abandoned"] += row.abandoned;
  if (row.calls > 1 && row.exclusive_call->min != row.exclusive_call->max) ++seen[what + " of different lengths"];
  if (row.inclusive > row.exclusive && row.exclusive != 0) ++seen[what + " nested"];
}

void count_epoch(census& seen, const host::epoch_row& epoch) {
  if (epoch.fault) {
    ++seen["fault " + std::string(host::word_of(epoch.fault->kind))];
    ++seen["fault at " + std::string(host::word_of(epoch.fault->fact))];
    if (epoch.fault->depth > 1) ++seen["fault in nested frames"];
  }
  seen["ignored"] += epoch.ignored;
  for (const host::window_row& window : epoch.windows) {
    ++seen[window.complete ? "complete windows" : window.cut_by_fault ? "cut windows" : "partial windows"];
    if (window.isrs.size() > 1) ++seen["windows with several interrupts"];
    if (window.points.size() > 1) ++seen["windows with several points"];
  }
  for (const host::task_row& row : epoch.tasks) seen["dispatches"] += row.dispatches;
  for (const host::call_row& row : epoch.isrs) count_call(seen, "isr", row);
  for (const host::call_row& row : epoch.swis) count_call(seen, "swi", row);
  for (const host::call_row& row : epoch.points) count_call(seen, "point", row);
}

void count_facts(census& seen, const scenario& drawn) {
  std::map<std::uint32_t, oracle> cores;
  const std::uint64_t wrap = clock_mask(drawn.info.clock_bits);
  for (const source_fact& fact : drawn.facts) {
    const auto found = cores.try_emplace(fact.core, drawn.info);
    oracle& core = found.first->second;
    if (found.second) {
      core.tell(fact);
      continue;
    }
    const epoch_state& now = core.current();
    const bool valid = !now.fault;
    if (valid && fact.reading_ticks < core.last_reading() && wrap - core.last_reading() < core.max_gap())
      ++seen["wraps"];
    if (valid && ((fact.reading_ticks - core.last_reading()) & wrap) == core.max_gap()) ++seen["steps of max_gap"];
    if (fact.kind == fact_kind::reset) ++seen[valid ? "resets of a valid epoch" : "resets after a fault"];
    if (valid && fact.kind == fact_kind::isr_enter) {
      for (const open_frame& frame : now.frames) seen["re-entered interrupts"] += frame.id == fact.id && !frame.is_swi;
    }
    if (valid && fact.kind == fact_kind::task_switch && !core.running_points().empty()) ++seen["preempted points"];
    if (valid && fact.kind == fact_kind::point_begin) {
      for (const open_point& point : core.running_points()) seen["recursive points"] += point.id == fact.id;
    }
    core.tell(fact);  // a reset adds an epoch, and `now` is no more
    if (!valid || core.current().fault) continue;
    const std::uint64_t window = drawn.info.window_ticks;
    const std::uint64_t elapsed = core.current().elapsed;
    if (window > 2 && elapsed % window == 0) ++seen["facts at a window's end"];
    if (window > 2 && elapsed % window == 1) ++seen["facts just after a window's end"];
    if (window > 2 && elapsed % window == window - 1) ++seen["facts just before a window's end"];
  }
}

census take_census(const engine_traits& traits) {
  census seen;
  for (std::uint64_t seed = 1; seed < 1500; ++seed) {
    const scenario drawn = generate(seed, 100, {traits, 0, {}, false});
    count_facts(seen, drawn);
    const host::report judged = oracle_report(drawn.info, drawn.facts, {pace::runs, drawn.point_frames});
    for (const auto& core : judged.cores) {
      for (const auto& epoch : core.epochs) count_epoch(seen, epoch);
    }
  }
  return seen;
}

TEST(property_generator, facts_of_150_thousand_reach_every_fault_and_situation) {
  census seen = take_census({});
  for (auto kind = static_cast<int>(status::gap_exceeded); kind <= static_cast<int>(status::point_left_open); ++kind) {
    const std::string name(host::word_of(static_cast<status>(kind)));
    EXPECT_GE(seen["fault " + name], 50U) << name;
  }
  for (int kind = 0; kind <= static_cast<int>(fact_kind::reset); ++kind) {
    const std::string name(host::word_of(static_cast<fact_kind>(kind)));
    EXPECT_GE(seen["fault at " + name], 50U) << name;
  }
  for (const char* situation : {"wraps",
                                "steps of max_gap",
                                "resets of a valid epoch",
                                "resets after a fault",
                                "re-entered interrupts",
                                "preempted points",
                                "recursive points",
                                "facts at a window's end",
                                "facts just after a window's end",
                                "facts just before a window's end",
                                "ignored",
                                "complete windows",
                                "cut windows",
                                "partial windows",
                                "windows with several interrupts",
                                "windows with several points",
                                "dispatches",
                                "isr calls",
                                "swi calls",
                                "point calls",
                                "isr open at the end",
                                "swi open at the end",
                                "point open at the end",
                                "point abandoned",
                                "isr of different lengths",
                                "swi of different lengths",
                                "point of different lengths",
                                "isr nested",
                                "swi nested",
                                "point nested",
                                "fault in nested frames"}) {
    EXPECT_GE(seen[situation], 100U) << situation;
  }
}

TEST(property_generator, facts_for_static_ledgers_meet_all_their_limits) {
  engine_traits traits;
  traits.clock_bits = 32;
  traits.capacity = host::source_capacity{5, 4, 3, 4, 4, 3};
  traits.point_frames = 7;
  census seen = take_census(traits);
  for (const char* limit : {"fault bad_id", "fault stack_full", "fault point_stack_full"}) {
    EXPECT_GE(seen[limit], 50U) << limit;
  }
}

TEST(property_generator, same_seed_yields_the_same_facts_on_every_platform) {
  // If this sum changes, seeds in old reports lose their meaning.
  std::uint64_t sum = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    for (const source_fact& fact : generate(seed, 100, {}).facts) {
      sum = sum * 31 + fact.reading_ticks * 7 + fact.id * 3 + static_cast<std::uint64_t>(fact.kind) + fact.core;
    }
  }
  EXPECT_EQ(sum, 7204646857463581439U);
  EXPECT_EQ(generate(42, 1000, {}).facts, generate(42, 1000, {}).facts);
  EXPECT_NE(generate(42, 1000, {}).facts, generate(43, 1000, {}).facts);
}

}  // namespace
}  // namespace rtm::property
