// SPDX-License-Identifier: MIT
// A clock that wraps changes nothing, wherever in a scenario it wraps: before, at and after every fact, inside nested
// frames, at the end of a window, while a point is suspended.
#include <gtest/gtest.h>

#include "check.hpp"
#include "engine.hpp"
#include "oracle.hpp"

namespace rtm::property {
namespace {

/// Everything at once in 64 ticks, with readings from 0: nesting, re-entry, points in frames and tasks, preemption of a
/// task with an open point, a terminating task, windows of 13 ticks that end at facts and between them.
scenario nested_scenario() {
  return from_script(
      "rtm-timeline 1\nwindow 13\ncapacity tasks=2 isrs=2 swis=1 points=2 depth=4 point_depth=2\nstart 0 idle\n"
      "1 task 0\n2 point_begin 0\n4 swi_enter 0\n5 point_begin 1\n7 isr_enter 0\n8 isr_enter 1\n9 isr_enter 1\n"
      "12 isr_exit 1\n13 isr_exit 1\n13 point_begin 0\n16 point_end 0\n17 isr_exit 0\n17 isr_enter 0\n17 isr_exit 0\n"
      "20 point_end 1\n21 swi_exit 0\n24 point_begin 1\n26 task 1\n26 point_begin 0\n27 point_begin 0\n31 poll\n"
      "33 task 0\n35 point_end 1\n36 isr_enter 1\n39 isr_exit 1\n40 point_end 0\n41 point_begin 1\n44 idle\n46 poll\n"
      "47 isr_enter 0\n50 terminate 1\n52 isr_exit 0\n55 poll\n60 kernel\n63 task 0\n64 point_end 1\n64 poll\n");
}

constexpr std::uint64_t scenario_ticks = 64;

scenario started_at(scenario moved, std::uint64_t start) {
  for (source_fact& fact : moved.facts) {
    fact.reading_ticks = (fact.reading_ticks + start) & clock_mask(moved.info.clock_bits);
  }
  return moved;
}

/// The same report, `earlier` ticks earlier. What is left is what may not depend on the clock.
host::report shifted(host::report report, std::uint64_t earlier) {
  for (host::core_report& core : report.cores) {
    for (host::epoch_row& epoch : core.epochs) {
      epoch.start -= earlier;
      for (host::window_row& window : epoch.windows) window.start -= earlier;
    }
  }
  return report;
}

std::vector<std::uint32_t> widths_of(const engine_traits& traits) {
  if (traits.clock_bits) return {*traits.clock_bits};
  return {16, 17, 24, 31, 32, 33, 48, 63, 64};
}

bool has_room_for_it(const engine_traits& traits) {
  const auto& has = traits.capacity;
  return !has || (has->tasks >= 2 && has->isrs >= 2 && has->swis >= 1 && has->points >= 2 && has->depth >= 4 &&
                  has->point_depth >= 2);
}

TEST(property_wrap, nested_scenario_is_legal_and_uses_everything) {
  const scenario given = nested_scenario();
  const host::report judged = oracle_report(given.info, given.facts);
  const host::epoch_row& epoch = judged.cores.at(0).epochs.at(0);
  EXPECT_TRUE(epoch.valid());
  EXPECT_EQ(epoch.total, scenario_ticks);
  EXPECT_EQ(epoch.windows.size(), 5U);
  for (const host::call_row& row : epoch.points) EXPECT_GT(row.calls, 0U);
  EXPECT_EQ(epoch.points.at(0).abandoned, 2U);
  EXPECT_EQ(epoch.isrs.at(1).calls, 3U);
}

TEST(property_wrap, nested_scenario_with_the_wrap_at_every_tick_yields_the_same_report) {
  std::size_t wraps = 0;
  for (const auto& tested : engines_under_test()) {
    SCOPED_TRACE(tested->name());
    const engine_traits traits = tested->traits();
    if (!has_room_for_it(traits)) continue;
    for (const std::uint32_t bits : widths_of(traits)) {
      scenario given = nested_scenario();
      given.info.clock_bits = bits;
      if (traits.capacity) given.info.capacity = *traits.capacity;
      given.point_frames = traits.point_frames;
      const host::report unwrapped = tested->run(given.info, given.facts);
      for (std::uint64_t before = 0; before <= scenario_ticks + 2; ++before) {
        const std::uint64_t start = (clock_mask(bits) - before + 1) & clock_mask(bits);
        const scenario moved = started_at(given, start);
        ASSERT_TRUE(agrees(*tested, moved));
        const auto found = first_difference(unwrapped, shifted(tested->run(moved.info, moved.facts), start));
        ASSERT_FALSE(found) << bits << " bits, wrap at tick " << before << ", " << found->place << ": "
                            << found->expected << ", " << found->actual;
        ++wraps;
      }
    }
  }
  EXPECT_GE(wraps, 1000U);
}

/// A clock that comes round many times: as many ticks as the 64-bit sums say, not as the clock can.
TEST(property_wrap, clocks_of_16_and_24_bits_that_wrap_hundreds_of_times_lose_no_tick) {
  for (const auto& tested : engines_under_test()) {
    SCOPED_TRACE(tested->name());
    const engine_traits traits = tested->traits();
    const std::uint32_t bits = traits.clock_bits.value_or(16);
    if (bits > 24 || (traits.capacity && traits.capacity->isrs == 0U)) continue;
    scenario given;
    given.info.clock_bits = bits;
    given.info.window_ticks = 4999;
    if (traits.capacity) given.info.capacity = *traits.capacity;
    given.point_frames = traits.point_frames;
    given.facts.push_back({fact_kind::reset, 0, 5, 0});
    std::uint64_t elapsed = 0;
    const std::uint64_t longest = 200 * clock_mask(16);
    for (bool inside = false; elapsed < longest; inside = !inside) {
      elapsed += inside ? 4999 : 3001;
      const fact_kind kind = inside ? fact_kind::isr_exit : fact_kind::isr_enter;
      given.facts.push_back({kind, 0, (5 + elapsed) & clock_mask(bits), 0});
    }
    ASSERT_TRUE(agrees(*tested, given));
    EXPECT_EQ(tested->run(given.info, given.facts).cores.at(0).epochs.at(0).total, elapsed);
  }
}

}  // namespace
}  // namespace rtm::property
