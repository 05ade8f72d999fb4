// SPDX-License-Identifier: MIT
// Classes add up to the window, to the tick, and every row is right: for each of the 2^3 sets of watched classes, for
// clocks of 16, 24, 32 and 64 bits, with random facts, and with the counter wrapping at every tick of a scenario.
#include <algorithm>
#include <numeric>
#include <string>

#include "oracle.hpp"

namespace rtm::test {
namespace {

rtm_load_config watching(watched_classes w) {
  rtm_load_config how = by_call();
  how.hwiEnabled = w.hwi ? 1 : 0;
  how.swiEnabled = w.swi ? 1 : 0;
  how.taskEnabled = w.task ? 1 : 0;
  return how;
}

std::uint64_t sum_of(const rows& r, std::size_t from = 0, std::size_t to = rows{}.size()) {
  return std::accumulate(r.begin() + static_cast<std::ptrdiff_t>(from), r.begin() + static_cast<std::ptrdiff_t>(to),
                         std::uint64_t{0});
}

/// One row as a getter tells it. A row that is not watched must have nothing.
template <class Load>
std::uint64_t row_of(const Load& load, std::size_t row, std::uint64_t total) {
  rtm_load_stat s = {};
  rtm_load_status answer = RTM_LOAD_OK;
  const auto id = static_cast<std::uint32_t>(row);
  if (row < first_hwi_row) {
    answer = load.get_task_load(task_id{id - 3U}, s);
  } else if (row < first_swi_row) {
    answer = load.get_hwi_load(isr_id{id - static_cast<std::uint32_t>(first_hwi_row)}, s);
  } else {
    answer = load.get_swi_load(swi_id{id - static_cast<std::uint32_t>(first_swi_row)}, s);
  }
  if (answer == RTM_LOAD_NOT_WATCHED) return 0;
  EXPECT_EQ(answer, RTM_LOAD_OK);
  EXPECT_EQ(s.total_ticks, total);
  EXPECT_EQ(s.quality, RTM_LOAD_EXACT);
  return s.thread_ticks;
}

template <class Capacity>
void expect_window(core<Capacity>& c, const rows& expected) {
  const rtm_load_summary s = c.summary();
  ASSERT_EQ(s.total_ticks, sum_of(expected));
  for (std::size_t row = 0; row < expected.size(); ++row)
    ASSERT_EQ(row_of(c.load(), row, s.total_ticks), expected.at(row)) << "row " << row;
  EXPECT_EQ(s.idle_ticks, expected.at(0));
  EXPECT_EQ(s.kernel_ticks, expected.at(1));
  EXPECT_EQ(s.unknown_ticks, expected.at(unknown_row));
  EXPECT_EQ(s.task_ticks, sum_of(expected, 3, first_hwi_row));
  EXPECT_EQ(s.hwi_ticks, sum_of(expected, first_hwi_row, first_swi_row));
  EXPECT_EQ(s.swi_ticks, sum_of(expected, first_swi_row));
}

/// Random windows of random facts; some updates come while interrupts are active.
template <class Capacity>
void run_random(watched_classes watched, std::uint64_t seed, std::uint64_t start, std::uint64_t longest_gap) {
  core<Capacity> c(watching(watched), start, idle);
  oracle expected(watched, start);
  random_facts<Capacity> facts(c, expected, seed);
  property::prng random(seed + 1);
  for (int window = 0; window < 40; ++window) {
    for (std::uint64_t left = random.below(120); left != 0; --left) facts.tell_one(longest_gap);
    const rtm_load_status answer = c.at(expected.time())->update();
    const rows taken = expected.take();
    if (sum_of(taken) == 0) {
      ASSERT_EQ(answer, RTM_LOAD_NO_TIME);
      continue;
    }
    ASSERT_EQ(answer, RTM_LOAD_OK);
    ASSERT_NO_FATAL_FAILURE(expect_window(c, taken)) << "seed " << seed << ", window " << window;
  }
}

class load_conservation : public testing::TestWithParam<unsigned> {
 protected:
  [[nodiscard]] watched_classes watched() const {
    return {(GetParam() & 1U) != 0, (GetParam() & 2U) != 0, (GetParam() & 4U) != 0};
  }
  template <class Word, std::uint32_t ClockBits>
  void run(std::uint64_t start, std::uint64_t longest_gap) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      ASSERT_NO_FATAL_FAILURE((run_random<load_capacity_with<Word, ClockBits>>(watched(), seed, start, longest_gap)));
  }
};
std::string name_of(const testing::TestParamInfo<unsigned>& of) {
  return std::string((of.param & 1U) != 0 ? "hwi_" : "") + ((of.param & 2U) != 0 ? "swi_" : "") +
         ((of.param & 4U) != 0 ? "task_" : "") + "watched";
}
INSTANTIATE_TEST_SUITE_P(all_sets_of_classes, load_conservation, testing::Range(0U, 8U), name_of);

TEST_P(load_conservation, random_facts_of_a_16_bit_clock_add_up_to_every_window) {
  run<std::uint32_t, 16>(65'000, 3'000);  // many wraps in a window
}
TEST_P(load_conservation, random_facts_of_a_24_bit_clock_add_up_to_every_window) {
  run<std::uint32_t, 24>((1U << 24U) - 500, 100'000);
}
TEST_P(load_conservation, random_facts_of_a_32_bit_clock_add_up_to_every_window) {
  run<std::uint32_t, 32>((std::uint64_t{1} << 32U) - 500, 50);
}
TEST_P(load_conservation, windows_longer_than_32_bits_add_up_although_the_ledger_folds_within) {
  run<std::uint32_t, 32>(0, 400'000'000);
}
TEST_P(load_conservation, random_facts_of_a_64_bit_clock_add_up_to_every_window) {
  run<std::uint64_t, 64>(~std::uint64_t{0} - 500, 1'000'000'000'000U);
}

/// A task, a Swi under two Hwis, kernel and idle, in two windows; 0 is somewhere inside.
template <class Capacity>
void run_across_wrap(watched_classes watched, std::uint64_t ticks_before_the_wrap) {
  const std::uint64_t start = (std::uint64_t{1} << Capacity::clock_bits) - ticks_before_the_wrap;
  core<Capacity> c(watching(watched), start, idle);
  c.task(start + 7, task_id{2});
  EXPECT_EQ(c.at(start + 11)->swi_begin(swi_id{1}), status::ok);
  EXPECT_EQ(c.at(start + 13)->hwi_begin(isr_id{0}), status::ok);
  c.hwi(start + 17, start + 22, isr_id{2});
  c.update(start + 24);
  EXPECT_EQ(c.summary().total_ticks, 24U);
  EXPECT_EQ(c.at(start + 29)->hwi_end(isr_id{0}), status::ok);
  EXPECT_EQ(c.at(start + 30)->swi_end(swi_id{1}), status::ok);
  c.task(start + 33, kernel);
  c.task(start + 35, idle);
  c.update(start + 44);

  const rtm_load_summary s = c.summary();
  EXPECT_EQ(s.total_ticks, 20U);
  EXPECT_EQ(s.hwi_ticks, watched.hwi ? 5U : 0U);
  EXPECT_EQ(s.swi_ticks, !watched.swi ? 0U : watched.hwi ? 1U : 6U);
  const std::uint64_t base = 20 - s.hwi_ticks - s.swi_ticks;
  EXPECT_EQ(s.idle_ticks, watched.task ? 9U : 0U);
  EXPECT_EQ(s.kernel_ticks, watched.task ? 2U : 0U);
  EXPECT_EQ(s.task_ticks, watched.task ? base - 11 : 0U);
  EXPECT_EQ(s.unknown_ticks, watched.task ? 0U : base);
}

TEST_P(load_conservation, a_counter_that_wraps_at_any_tick_of_a_scenario_changes_nothing) {
  for (std::uint64_t before = 0; before <= 45; ++before) {
    SCOPED_TRACE(before);
    run_across_wrap<load_capacity_with<std::uint32_t, 16>>(watched(), before);
    run_across_wrap<load_capacity_with<std::uint32_t, 24>>(watched(), before);
    run_across_wrap<load_capacity_with<std::uint32_t, 32>>(watched(), before);
    run_across_wrap<load_capacity_with<std::uint64_t, 32>>(watched(), before);
  }
}

}  // namespace
}  // namespace rtm::test
