// SPDX-License-Identifier: MIT
// The switch of the capacity, and what stands beside timing on target.
#include "target.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>
#include <vector>

#include "rtm/trace/sink.hpp"

namespace rtm::test {
namespace {

struct untimed : default_capacity {};
using counted = timed<std::uint32_t, 32>;

// Off, nothing is left of it: the ledger is the very type that it is without.
static_assert(std::is_same_v<ledger<untimed, os::times<untimed>>, ledger<untimed>>);
static_assert(std::is_same_v<os::times<untimed, trace::sink<>>, trace::sink<>>);

struct seen_facts {
  std::vector<fact_kind> all;
  template <class Word>
  void accepted(fact_kind fact, Word, std::uint32_t) {
    all.push_back(fact);
  }
};

TEST(timing_on_target, sink_behind_it_hears_every_fact) {
  const auto core = std::make_unique<ledger<counted, os::times<counted, seen_facts>>>();
  ASSERT_EQ(core->start(0, idle, {}), status::ok);
  ASSERT_EQ(core->task_switch(5, task_id{1}), status::ok);
  ASSERT_EQ(core->task_terminate(8, task_id{1}), status::ok);
  EXPECT_EQ(core->sink().all,
            (std::vector<fact_kind>{fact_kind::reset, fact_kind::task_switch, fact_kind::task_terminate}));
  EXPECT_EQ(core->sink().times_of(task_id{1}).cet.max, 3U);
}

TEST(timing_on_target, trace_stands_beside_it) {
  const auto core = std::make_unique<ledger<counted, os::times<counted, trace::sink<>>>>();
  const auto memory = std::make_unique<trace::memory<4, 1024>>();
  trace::attach(*core, *memory, trace::mode::drop_new, {0, 1000, {}});
  ASSERT_EQ(core->start(0, idle, {}), status::ok);
  ASSERT_EQ(core->isr_enter(5, isr_id{1}), status::ok);
  ASSERT_EQ(core->isr_exit(8, isr_id{1}), status::ok);
  EXPECT_EQ(core->isr_exit(9, isr_id{1}), status::isr_underflow);
  EXPECT_EQ(memory->written, 1U) << "the page of the start";
  EXPECT_EQ(core->sink().times_of(isr_id{1}).get.max, 3U);
}

TEST(timing_on_target, id_outside_the_capacity_has_nothing) {
  const auto core = std::make_unique<ledger<counted, os::times<counted>>>();
  EXPECT_EQ(core->sink().times_of(task_id{1}).cet.count, 0U) << "before the start";
  ASSERT_EQ(core->start(0, idle, {}), status::ok);
  EXPECT_EQ(core->sink().times_of(task_id{99}).cet.count, 0U);
  EXPECT_EQ(core->sink().times_of(isr_id{99}).cet.count, 0U);
  EXPECT_EQ(core->sink().times_of(swi_id{99}).cet.count, 0U);
  EXPECT_EQ(core->sink().times_of(point_id{99}).cet.count, 0U);
}

// 6 * 2^30 ticks, more than a word holds: polls keep the clock.
TEST(timing_on_target, instance_longer_than_the_clock_is_exact) {
  const auto core = std::make_unique<ledger<counted, os::times<counted>>>();
  constexpr std::uint32_t step = 0x2000'0000;
  ASSERT_EQ(core->start(0, idle, {}), status::ok);
  ASSERT_EQ(core->task_switch(0, task_id{1}), status::ok);
  for (std::uint32_t i = 1; i <= 12; ++i) ASSERT_EQ(core->poll(i * step), status::ok);
  ASSERT_EQ(core->task_terminate(12 * step, task_id{1}), status::ok);
  EXPECT_EQ(core->sink().times_of(task_id{1}).get.max, std::uint64_t{12} * step);
}

TEST(timing_on_target, what_a_fault_cuts_is_not_counted) {
  const auto core = std::make_unique<ledger<counted, os::times<counted>>>();
  ASSERT_EQ(core->start(0, idle, {}), status::ok);
  ASSERT_EQ(core->task_switch(5, task_id{1}), status::ok);
  ASSERT_EQ(core->isr_exit(6, isr_id{1}), status::isr_underflow);
  EXPECT_EQ(core->task_terminate(9, task_id{1}), status::ignored);
  EXPECT_EQ(core->sink().times_of(task_id{1}).cet.count, 0U);
}

}  // namespace
}  // namespace rtm::test
