// SPDX-License-Identifier: MIT
// Functions as points, told by address: what is counted, and what becomes of calls that are not whole.
#include "rtm/function_points.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <random>

#include "rtm/ledger.hpp"

namespace rtm::test {
namespace {

struct small : default_capacity {
  static constexpr uint32_t tasks = 4, isrs = 4, points = 10, point_frames = 8;
};
using core = ledger<small>;
constexpr task_id task_a{1}, task_b{2};
constexpr isr_id can{3};
/// Addresses of functions, as a linker would lay them out.
constexpr uintptr_t f = 0x8001, g = 0x8011, h = 0x8031;

/// A ledger that runs task a from tick 0, with functions as points 2, 3, ...
template <uint32_t Functions>
struct measured {
  core ledger;
  function_points<core, Functions> functions;

  explicit measured(bool starts = true) {
    functions.begin(ledger, point_id{2});
    if (starts) start(0);
  }
  void start(uint32_t now) { EXPECT_EQ(ledger.start(now, task_a, {}), status::ok); }
  call_sums sums(uint32_t now, uint32_t point) {
    EXPECT_EQ(ledger.snapshot(now), status::ok);
    return ledger.epoch_sums(point_id{point});
  }
};

TEST(function_points, functions_become_points_in_order_of_their_first_call) {
  measured<4> m;
  EXPECT_EQ(m.functions.enter(10, g), 2U);
  EXPECT_EQ(m.functions.enter(15, f), 3U);
  EXPECT_EQ(m.functions.exit(35, f), 3U);
  EXPECT_EQ(m.functions.exit(40, g), 2U);
  EXPECT_EQ(m.functions.enter(50, f), 3U);
  EXPECT_EQ(m.functions.exit(51, f), 3U);
  EXPECT_EQ(m.functions.known(), 2U);
  EXPECT_EQ(m.functions.address_of(0), g);
  EXPECT_EQ(m.functions.address_of(1), f);
  EXPECT_EQ(m.sums(60, 2).inclusive, 30U);
  EXPECT_EQ(m.sums(60, 2).exclusive, 10U);
  EXPECT_EQ(m.sums(60, 3).exclusive, 21U);
  EXPECT_EQ(m.sums(60, 3).calls, 2U);
}

TEST(function_points, recursion_is_calls_of_one_point) {
  measured<4> m;
  for (uint32_t level = 0; level < 3; ++level) (void)m.functions.enter(level * 10, f);
  for (uint32_t level = 0; level < 3; ++level) (void)m.functions.exit(30 + level * 10, f);
  EXPECT_EQ(m.sums(60, 2).calls, 3U);
  EXPECT_EQ(m.sums(60, 2).exclusive, 50U);            // 0 .. 50, once
  EXPECT_EQ(m.sums(60, 2).inclusive, 50U + 30 + 10);  // 0..50, 10..40, 20..30
  EXPECT_EQ(m.functions.known(), 1U);
}

TEST(function_points, function_in_an_interrupt_is_of_its_frame) {
  measured<4> m;
  (void)m.functions.enter(10, f);
  EXPECT_EQ(m.ledger.isr_enter(20, can), status::ok);
  (void)m.functions.enter(22, g);
  (void)m.functions.exit(27, g);
  EXPECT_EQ(m.ledger.isr_exit(30, can), status::ok);
  (void)m.functions.exit(40, f);
  EXPECT_EQ(m.sums(50, 2).exclusive, 20U);
  EXPECT_EQ(m.sums(50, 3).exclusive, 5U);
  EXPECT_TRUE(m.ledger.epoch().valid);
}

TEST(function_points, preempted_function_stands_still_and_ends_in_its_own_task) {
  measured<4> m;
  (void)m.functions.enter(0, f);
  (void)m.ledger.task_switch(10, task_b);
  (void)m.functions.enter(20, f);
  (void)m.ledger.task_switch(30, task_a);
  EXPECT_EQ(m.functions.exit(35, f), 2U);
  (void)m.ledger.task_switch(40, task_b);
  EXPECT_EQ(m.functions.exit(45, f), 2U);
  EXPECT_EQ(m.sums(50, 2).exclusive, 15U + 15);
  EXPECT_EQ(m.sums(50, 2).calls, 2U);
}

TEST(function_points, function_that_an_interrupt_leaves_open_is_a_fault) {
  measured<4> m;
  (void)m.ledger.isr_enter(10, can);
  (void)m.functions.enter(20, f);
  EXPECT_EQ(m.ledger.isr_exit(30, can), status::point_left_open);
}

TEST(function_points, full_table_counts_calls_and_leaves_their_time_with_the_caller) {
  measured<2> m;
  (void)m.functions.enter(0, f);
  (void)m.functions.enter(10, g);
  EXPECT_EQ(m.functions.enter(20, h), no_id);
  EXPECT_EQ(m.functions.exit(50, h), no_id);
  (void)m.functions.exit(60, g);
  (void)m.functions.exit(70, f);
  EXPECT_EQ(m.functions.enter(80, h), no_id);
  EXPECT_EQ(m.functions.exit(90, h), no_id);
  EXPECT_EQ(m.functions.counts().known, 2U);
  EXPECT_EQ(m.functions.counts().unrecorded, 2U);
  EXPECT_EQ(m.functions.counts().unmatched, 0U);
  EXPECT_EQ(m.sums(100, 3).exclusive, 50U);
  EXPECT_EQ(m.sums(100, 2).exclusive, 20U);
}

TEST(function_points, hooks_before_the_start_do_nothing_and_returns_after_it_are_counted) {
  measured<4> m(false);
  (void)m.functions.enter(0, f);  // As main: entered before, returns after.
  (void)m.functions.enter(1, g);
  EXPECT_EQ(m.functions.known(), 0U);
  m.start(10);
  EXPECT_EQ(m.functions.exit(20, g), no_id);  // Not known yet: never entered since.
  EXPECT_EQ(m.functions.enter(30, f), 2U);
  EXPECT_EQ(m.functions.exit(40, f), 2U);
  EXPECT_EQ(m.functions.exit(50, f), no_id);  // Known, but this call is older.
  EXPECT_EQ(m.functions.counts().unmatched, 2U);
  EXPECT_EQ(m.sums(60, 2).exclusive, 10U);
  EXPECT_EQ(m.sums(60, 2).calls, 1U);
  EXPECT_TRUE(m.ledger.epoch().valid);
}

TEST(function_points, calls_from_before_a_reset_return_unmatched_in_each_task) {
  measured<4> m;
  (void)m.functions.enter(0, f);
  (void)m.ledger.task_switch(10, task_b);
  (void)m.functions.enter(20, f);
  EXPECT_EQ(m.ledger.reset(30, task_b), status::ok);
  EXPECT_EQ(m.functions.enter(40, f), 2U);
  (void)m.ledger.task_switch(50, task_a);
  EXPECT_EQ(m.functions.exit(60, f), no_id);  // Of task a, while a newer call of task b is open.
  (void)m.ledger.task_switch(70, task_b);
  EXPECT_EQ(m.functions.exit(75, f), 2U);
  EXPECT_EQ(m.functions.exit(80, f), no_id);
  EXPECT_EQ(m.functions.counts().unmatched, 2U);
  EXPECT_EQ(m.sums(90, 2).exclusive, 15U);
  EXPECT_TRUE(m.ledger.epoch().valid);
}

TEST(function_points, longjmp_is_a_fault_and_keeps_what_was_measured_before) {
  measured<4> m;
  (void)m.functions.enter(0, f);
  (void)m.functions.exit(10, f);
  (void)m.functions.enter(20, g);
  (void)m.functions.enter(30, f);
  EXPECT_EQ(m.functions.exit(40, g), no_id);  // f has been left without its end.
  fault first;
  EXPECT_EQ(m.ledger.first_fault(first), status::ok);
  EXPECT_EQ(first.kind, status::point_mismatch);
  EXPECT_EQ(first.id, 3U);
  EXPECT_EQ(first.expected, 2U);
  EXPECT_EQ(m.functions.enter(50, h), no_id);
  EXPECT_EQ(m.functions.exit(60, h), no_id);
  EXPECT_EQ(m.functions.known(), 2U);
  EXPECT_EQ(m.ledger.snapshot(70), status::ignored);  // Not refused: it shows what was measured up to the fault.
  EXPECT_EQ(m.ledger.epoch_sums(point_id{2}).calls, 1U);
  EXPECT_EQ(m.ledger.epoch_sums(point_id{2}).exclusive, 20U);  // 0 .. 10, 30 .. 40
  EXPECT_EQ(m.ledger.reset(100, task_a), status::ok);
  EXPECT_EQ(m.functions.enter(110, h), 4U);
  EXPECT_EQ(m.functions.exit(120, h), 4U);
  EXPECT_EQ(m.sums(130, 4).exclusive, 10U);
}

TEST(function_points, surplus_return_is_counted_and_changes_nothing) {
  measured<4> m;
  (void)m.functions.enter(0, f);
  (void)m.functions.exit(10, f);
  EXPECT_EQ(m.functions.exit(20, f), no_id);
  EXPECT_EQ(m.functions.counts().unmatched, 1U);
  EXPECT_EQ(m.sums(30, 2).exclusive, 10U);
  EXPECT_TRUE(m.ledger.epoch().valid);
}

TEST(function_points, surplus_return_inside_a_call_is_a_fault) {
  measured<4> m;
  (void)m.functions.enter(0, g);
  (void)m.functions.exit(1, g);
  (void)m.functions.enter(10, f);
  EXPECT_EQ(m.functions.exit(20, g), no_id);
  fault first;
  EXPECT_EQ(m.ledger.first_fault(first), status::ok);
  EXPECT_EQ(first.kind, status::point_mismatch);
}

TEST(function_points, call_deeper_than_the_ledger_holds_is_a_fault) {
  measured<4> m;
  for (uint32_t i = 0; i < small::point_frames; ++i) EXPECT_EQ(m.functions.enter(i, f), 2U);
  EXPECT_EQ(m.functions.enter(20, f), no_id);
  fault first;
  EXPECT_EQ(m.ledger.first_fault(first), status::ok);
  EXPECT_EQ(first.kind, status::point_stack_full);
}

/// A ledger that was compiled with hooks: whatever is called in it, calls them.
struct hooked_ledger {
  using word = uint32_t;
  function_points<hooked_ledger, 4>* functions = nullptr;
  mutable uint32_t told = 0;

  void hook() const {
    EXPECT_EQ(functions->enter(0, h), no_id);
    EXPECT_EQ(functions->exit(0, h), no_id);
  }
  [[nodiscard]] epoch_header epoch() const {
    hook();
    epoch_header valid;
    valid.valid = true;
    return valid;
  }
  status point_begin(word, point_id) const {
    hook();
    ++told;
    return status::ok;
  }
  status point_end(word now, point_id point) const { return point_begin(now, point); }
  template <class Visit>
  void visit_state(Visit visit) const {
    visit(fact_kind::point_begin, 0);
  }
};

TEST(function_points, hooks_within_hooks_do_nothing) {
  hooked_ledger ledger;
  function_points<hooked_ledger, 4> functions;
  ledger.functions = &functions;
  functions.begin(ledger, point_id{0});
  EXPECT_EQ(functions.enter(0, f), 0U);
  EXPECT_EQ(functions.exit(1, f), 0U);
  EXPECT_EQ(ledger.told, 2U);
  EXPECT_EQ(functions.known(), 1U);
}

TEST(function_table, agrees_with_a_map_for_any_addresses) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto table = std::make_unique<function_table<100>>();
    std::map<uintptr_t, uint32_t> known;
    // Dense, as a linker lays functions out, or anywhere.
    const bool is_dense = round % 2 == 0;
    for (int i = 0; i < 400; ++i) {
      const uintptr_t address = is_dense ? 0x8000'0000U + 16 * (random() % 150) : random();
      EXPECT_EQ(table->find(address), known.contains(address) ? known[address] : no_id);
      const uint32_t number = table->find_or_add(address);
      if (known.contains(address)) {
        ASSERT_EQ(number, known[address]);
      } else if (number != no_id) {
        ASSERT_EQ(number, known.size());
        ASSERT_EQ(table->address_of(number), address);
        known[address] = number;
      }
      ASSERT_EQ(table->find_or_add(address), number);
    }
    EXPECT_EQ(table->count(), known.size());
    EXPECT_GE(table->count(), 95U) << "the table is refused though there is room";
  }
}

TEST(function_name, is_the_address_and_where_the_anchor_lies) {
  char text[function_name_bytes];
  function_name(0x1a4c, 0, text);
  EXPECT_STREQ(text, "0x1a4c");
  function_name(0, 0x55d01200, text);
  EXPECT_STREQ(text, "0x0@0x55d01200");
  function_name(~uintptr_t{0}, ~uintptr_t{0}, text);
  EXPECT_STREQ(text, "0xffffffffffffffff@0xffffffffffffffff");
}

}  // namespace
}  // namespace rtm::test
