// SPDX-License-Identifier: MIT
// Readers on the owning core that are interrupted by facts of that core, at every place, each time by whole facts: sums
// of closed periods, which are for such readers alone, and the C API's copy of a window.
#include "stepping_ledger.hpp"
//
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "capacities.hpp"
#include "src/rtm.cpp"  // the C library as it is, over the ledger with hooks
#include "window_reader.hpp"

namespace rtm::test {
namespace {

using core_ledger_32 = ledger<words_of_32_bits>;

/// Sums of the latest closed period, if no other one closed while they were read.
struct closed_reading {
  bool confirmed = false;
  sums read{};
};

closed_reading read_closed_period(const core_ledger_32& l) {
  closed_reading r;
  const std::uint32_t mark = l.period_mark();
  for (std::uint32_t i = 0; i < owners; ++i) put(r.read, sums::of_owner(i), l.closed_sums(task_id{owner_id(i)}));
  for (std::uint32_t i = 0; i < isrs; ++i) put(r.read, sums::of_isr(i), l.closed_sums(isr_id{i}));
  for (std::uint32_t i = 0; i < swis; ++i) put(r.read, sums::of_swi(i), l.closed_sums(swi_id{i}));
  for (std::uint32_t i = 0; i < points; ++i) put(r.read, sums::of_point(i), l.closed_sums(point_id{i}));
  r.confirmed = l.period_mark() == mark;
  return r;
}

/// Closes a period at 300 with rows in every condition: touched before, since, and open.
void close_a_period(core_ledger_32& l) {
  ASSERT_EQ(l.start(0, task_id{0}, {}), status::ok);
  for (const told& t : std::vector<told>{{fact_kind::isr_enter, 0, 10},
                                         {fact_kind::isr_exit, 0, 20},
                                         {fact_kind::point_begin, 0, 30},
                                         {fact_kind::task_switch, 1, 50},
                                         {fact_kind::point_begin, 1, 60},
                                         {fact_kind::swi_enter, 1, 100},
                                         {fact_kind::isr_enter, 1, 120}}) {
    ASSERT_EQ(tell(l, t), t.answer);
  }
  ASSERT_EQ(l.close_period(300), status::ok);
  ASSERT_EQ(l.isr_exit(310, isr_id{1}), status::ok);
}

/// Facts that roll rows over which the reader is about to read, or is reading.
const std::vector<told>& interrupting_facts() {
  static const std::vector<told> facts{{fact_kind::isr_enter, 0, 400},      {fact_kind::isr_exit, 0, 420},
                                       {fact_kind::swi_exit, 1, 430},       {fact_kind::point_end, 1, 440},
                                       {fact_kind::task_terminate, 0, 450}, {fact_kind::task_switch, owner_id(0), 460},
                                       {fact_kind::task_switch, 0, 470}};
  return facts;
}

TEST(interrupted_owner, reads_the_sums_of_a_closed_period_whatever_is_told_meanwhile) {
  const std::vector<told>& facts = interrupting_facts();
  for (std::uint64_t place = 0;; ++place) {
    for (std::size_t count = 1; count <= facts.size(); ++count) {
      core_ledger_32 l;
      close_a_period(l);
      const sums expected = read_closed_period(l).read;
      fiber reader;
      closed_reading r;
      reader.start([&] { r = read_closed_period(l); });
      reader.go_on(place);
      if (reader.finished()) return;  // every place has been tried
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(tell(l, facts[i]), facts[i].answer);
      reader.go_on(fiber::to_the_end);
      ASSERT_TRUE(r.confirmed);
      for (std::size_t i = 0; i < sums::size; ++i) {
        ASSERT_EQ(r.read.values[i], expected.values[i]) << name_of_sum(i) << ", place " << place << ", facts " << count;
      }
    }
  }
}

TEST(interrupted_owner, sees_by_the_mark_that_another_period_was_closed_meanwhile) {
  std::uint64_t unconfirmed = 0;
  for (std::uint64_t place = 0;; ++place) {
    core_ledger_32 l;
    close_a_period(l);
    fiber reader;
    closed_reading r;
    reader.start([&] { r = read_closed_period(l); });
    reader.go_on(place);
    if (reader.finished()) break;
    ASSERT_EQ(l.close_period(500), status::ok);
    const sums now = read_closed_period(l).read;
    reader.go_on(fiber::to_the_end);
    if (r.confirmed) {
      ASSERT_EQ(r.read, now) << place;
    } else {
      ++unconfirmed;
    }
  }
  EXPECT_GT(unconfirmed, 0U);
}

TEST(interrupted_owner, gets_a_whole_window_from_the_c_api_or_the_answer_moved) {
  std::uint64_t moved = 0;
  for (std::uint64_t place = 0;; ++place) {
    static rtm_core core;
    const rtm_timing how{100, 0};
    ASSERT_EQ(rtm_start(&core, 0, 0, &how), RTM_OK);
    ASSERT_EQ(rtm_isr_enter(&core, 80, 15), RTM_OK);
    ASSERT_EQ(rtm_poll(&core, 110), RTM_OK);
    fiber reader;
    rtm_window_info w;
    rtm_status answer = RTM_NO_WINDOW;
    reader.start([&] { answer = rtm_window(&core, &w); });
    reader.go_on(place);
    if (reader.finished()) break;
    ASSERT_EQ(rtm_isr_exit(&core, 150, 15), RTM_OK);
    ASSERT_EQ(rtm_poll(&core, 220), RTM_OK);
    reader.go_on(fiber::to_the_end);
    if (answer == RTM_MOVED) {
      ++moved;
      continue;
    }
    ASSERT_EQ(answer, RTM_OK);
    ASSERT_EQ(w.tasks[0].exclusive, w.index == 0 ? 80U : 50U) << place;
    ASSERT_EQ(w.isrs[15].exclusive, w.index == 0 ? 20U : 50U) << place;
    ASSERT_EQ(w.isrs[15].calls, w.index) << place;
  }
  EXPECT_GT(moved, 0U);
}

}  // namespace
}  // namespace rtm::test
