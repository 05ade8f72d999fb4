// SPDX-License-Identifier: MIT
// What does the first fault of an epoch say, which of several is named, and what is left untouched by it?
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "small.hpp"

namespace rtm {

inline bool operator==(const fault& a, const fault& b) {
  return a.kind == b.kind && a.fact == b.fact && a.id == b.id && a.expected == b.expected &&
         a.time_ticks == b.time_ticks && a.reading_ticks == b.reading_ticks && a.depth == b.depth;
}
inline void PrintTo(const fault& f, std::ostream* out) {
  PrintTo(f.kind, out);
  *out << ", fact " << static_cast<int>(f.fact) << ", id " << f.id << ", expected " << f.expected << ", time "
       << f.time_ticks << ", reading " << f.reading_ticks << ", depth " << f.depth;
}

namespace test {
namespace {

using small_ledger = ledger<small>;

fault fault_of(const small_ledger& l) {
  fault f;
  EXPECT_EQ(l.first_fault(f), status::ok);
  return f;
}

/// A misuse, told at 60 to a ledger that started at 10 with task 0.
struct misuse {
  const char* name;
  std::function<status(small_ledger&)> commit;
  fault says;
};

void enter_isr_2(small_ledger& l) { accept(l.isr_enter(50, isr_id{2})); }
void enter_swi_1(small_ledger& l) { accept(l.swi_enter(50, swi_id{1})); }
void enter_isrs_0_1_2(small_ledger& l) {
  for (const std::uint32_t id : {0U, 1U, 2U}) accept(l.isr_enter(50, isr_id{id}));
}
void begin_point_3(small_ledger& l) { accept(l.point_begin(50, point_id{3})); }
void begin_points(small_ledger& l, int count) {
  for (int i = 0; i < count; ++i) accept(l.point_begin(50, point_id{1}));
}

std::vector<misuse> clock_and_id_misuses() {
  using k = fact_kind;
  return {
      {"gap",
       [](auto& l) { return l.isr_enter(111, isr_id{1}); },
       {status::gap_exceeded, k::isr_enter, 1, no_id, 10, 111, 0}},
      {"gap_of_a_poll", [](auto& l) { return l.poll(111); }, {status::gap_exceeded, k::poll, no_id, no_id, 10, 111, 0}},
      {"backwards",
       [](auto& l) { return l.task_switch(9, task_id{1}); },
       {status::time_backwards, k::task_switch, 1, no_id, 10, 9, 0}},
      {"backwards_to_idle",
       [](auto& l) { return l.task_switch(9, idle); },
       {status::time_backwards, k::task_switch, no_id, no_id, 10, 9, 0}},
      {"task",
       [](auto& l) { return l.task_switch(60, task_id{4}); },
       {status::bad_id, k::task_switch, 4, no_id, 60, 60, 0}},
      {"isr", [](auto& l) { return l.isr_enter(60, isr_id{4}); }, {status::bad_id, k::isr_enter, 4, no_id, 60, 60, 0}},
      {"isr_of_an_exit",
       [](auto& l) { return l.isr_exit(60, isr_id{4}); },
       {status::bad_id, k::isr_exit, 4, no_id, 60, 60, 0}},
      {"swi", [](auto& l) { return l.swi_enter(60, swi_id{2}); }, {status::bad_id, k::swi_enter, 2, no_id, 60, 60, 0}},
      {"swi_of_an_exit",
       [](auto& l) { return l.swi_exit(60, swi_id{2}); },
       {status::bad_id, k::swi_exit, 2, no_id, 60, 60, 0}},
      {"point",
       [](auto& l) { return l.point_begin(60, point_id{4}); },
       {status::bad_id, k::point_begin, 4, no_id, 60, 60, 0}},
      {"point_of_an_end",
       [](auto& l) { return l.point_end(60, point_id{4}); },
       {status::bad_id, k::point_end, 4, no_id, 60, 60, 0}},
      {"idle_is_activated",
       [](auto& l) { return l.task_activate(60, idle); },
       {status::bad_id, k::task_activate, static_cast<std::uint32_t>(idle), no_id, 60, 60, 0}},
      {"kernel_waits",
       [](auto& l) { return l.task_wait(60, kernel); },
       {status::bad_id, k::task_wait, static_cast<std::uint32_t>(kernel), no_id, 60, 60, 0}},
      {"task_4_is_released",
       [](auto& l) { return l.task_release(60, task_id{4}); },
       {status::bad_id, k::task_release, 4, no_id, 60, 60, 0}},
      {"task_4_terminates",
       [](auto& l) { return l.task_terminate(60, task_id{4}); },
       {status::bad_id, k::task_terminate, 4, no_id, 60, 60, 0}},
      {"reset_to_task_4",
       [](auto& l) { return l.reset(60, task_id{4}); },
       {status::bad_id, k::reset, 4, no_id, 60, 60, 0}},
  };
}

std::vector<misuse> frame_misuses() {
  using k = fact_kind;
  return {
      {"swi_over_isr",
       [](auto& l) {
         enter_isr_2(l);
         return l.swi_enter(60, swi_id{0});
       },
       {status::swi_over_isr, k::swi_enter, 0, 2, 60, 60, 1}},
      {"isr_on_a_full_stack",
       [](auto& l) {
         enter_isrs_0_1_2(l);
         return l.isr_enter(60, isr_id{3});
       },
       {status::stack_full, k::isr_enter, 3, no_id, 60, 60, 3}},
      {"switch_in_an_isr",
       [](auto& l) {
         enter_isr_2(l);
         return l.task_switch(60, task_id{1});
       },
       {status::switch_in_isr, k::task_switch, 1, 2, 60, 60, 1}},
      {"switch_in_a_swi_to_the_current_owner",
       [](auto& l) {
         enter_swi_1(l);
         return l.task_switch(60, task_id{0});
       },
       {status::switch_in_isr, k::task_switch, 0, 1, 60, 60, 1}},
      {"isr_underflow",
       [](auto& l) { return l.isr_exit(60, isr_id{0}); },
       {status::isr_underflow, k::isr_exit, 0, no_id, 60, 60, 0}},
      {"swi_underflow",
       [](auto& l) { return l.swi_exit(60, swi_id{0}); },
       {status::swi_underflow, k::swi_exit, 0, no_id, 60, 60, 0}},
      {"isr_exit_of_another_isr",
       [](auto& l) {
         enter_isr_2(l);
         return l.isr_exit(60, isr_id{3});
       },
       {status::isr_mismatch, k::isr_exit, 3, 2, 60, 60, 1}},
      {"isr_exit_of_a_swi_of_that_number",
       [](auto& l) {
         enter_swi_1(l);
         return l.isr_exit(60, isr_id{1});
       },
       {status::isr_mismatch, k::isr_exit, 1, 1, 60, 60, 1}},
      {"swi_exit_of_an_isr_of_that_number",
       [](auto& l) {
         accept(l.isr_enter(50, isr_id{1}));
         return l.swi_exit(60, swi_id{1});
       },
       {status::swi_mismatch, k::swi_exit, 1, 1, 60, 60, 1}},
      {"swi_exit_of_another_swi",
       [](auto& l) {
         enter_swi_1(l);
         return l.swi_exit(60, swi_id{0});
       },
       {status::swi_mismatch, k::swi_exit, 0, 1, 60, 60, 1}},
      {"point_underflow",
       [](auto& l) { return l.point_end(60, point_id{0}); },
       {status::point_underflow, k::point_end, 0, no_id, 60, 60, 0}},
      {"point_underflow_in_an_isr_over_a_point",
       [](auto& l) {
         begin_point_3(l);
         enter_isr_2(l);
         return l.point_end(60, point_id{3});
       },
       {status::point_underflow, k::point_end, 3, no_id, 60, 60, 1}},
      {"point_mismatch",
       [](auto& l) {
         begin_point_3(l);
         return l.point_end(60, point_id{2});
       },
       {status::point_mismatch, k::point_end, 2, 3, 60, 60, 0}},
      {"point_left_open",
       [](auto& l) {
         enter_isr_2(l);
         begin_point_3(l);
         return l.isr_exit(60, isr_id{2});
       },
       {status::point_left_open, k::isr_exit, 2, 3, 60, 60, 1}},
      {"point_stack_full",
       [](auto& l) {
         begin_points(l, 4);
         return l.point_begin(60, point_id{2});
       },
       {status::point_stack_full, k::point_begin, 2, no_id, 60, 60, 0}},
      {"no_free_point_frame",
       [](auto& l) {
         begin_points(l, 4);
         enter_isr_2(l);
         begin_points(l, 2);
         return l.point_begin(60, point_id{2});
       },
       {status::point_stack_full, k::point_begin, 2, no_id, 60, 60, 1}},
  };
}

std::vector<misuse> misuses_with_two_faults() {
  using k = fact_kind;
  return {
      {"clock_before_id",
       [](auto& l) { return l.isr_enter(111, isr_id{4}); },
       {status::gap_exceeded, k::isr_enter, 4, no_id, 10, 111, 0}},
      {"clock_before_mismatch",
       [](auto& l) {
         enter_isr_2(l);
         return l.isr_exit(49, isr_id{1});
       },
       {status::time_backwards, k::isr_exit, 1, no_id, 50, 49, 1}},
      {"id_before_swi_over_isr",
       [](auto& l) {
         enter_isr_2(l);
         return l.swi_enter(60, swi_id{2});
       },
       {status::bad_id, k::swi_enter, 2, no_id, 60, 60, 1}},
      {"id_before_switch_in_isr",
       [](auto& l) {
         enter_isr_2(l);
         return l.task_switch(60, task_id{4});
       },
       {status::bad_id, k::task_switch, 4, no_id, 60, 60, 1}},
      {"id_before_underflow",
       [](auto& l) { return l.point_end(60, point_id{4}); },
       {status::bad_id, k::point_end, 4, no_id, 60, 60, 0}},
      {"id_before_stack_full",
       [](auto& l) {
         enter_isrs_0_1_2(l);
         return l.isr_enter(60, isr_id{4});
       },
       {status::bad_id, k::isr_enter, 4, no_id, 60, 60, 3}},
      {"swi_over_isr_before_stack_full",
       [](auto& l) {
         enter_isrs_0_1_2(l);
         return l.swi_enter(60, swi_id{0});
       },
       {status::swi_over_isr, k::swi_enter, 0, 2, 60, 60, 3}},
      {"mismatch_before_point_left_open",
       [](auto& l) {
         enter_isr_2(l);
         begin_point_3(l);
         return l.isr_exit(60, isr_id{1});
       },
       {status::isr_mismatch, k::isr_exit, 1, 2, 60, 60, 1}},
  };
}

class fault_of_misuse : public ::testing::TestWithParam<misuse> {};

TEST_P(fault_of_misuse, names_what_happened) {
  const auto l = started({1000, 100}, 10, task_id{0});
  EXPECT_EQ(GetParam().commit(*l), GetParam().says.kind);
  EXPECT_EQ(fault_of(*l), GetParam().says);
}

TEST_P(fault_of_misuse, settles_the_time_that_is_sound_and_no_more) {
  const auto l = started({1000, 100}, 10, task_id{0});
  (void)GetParam().commit(*l);
  EXPECT_EQ(l->snapshot(60), status::ignored);
  EXPECT_EQ(l->epoch().total_ticks, GetParam().says.time_ticks - 10);
  std::uint64_t owned = 0;
  for_all<small>([&](const std::string&, auto id) {
    if constexpr (!std::is_same_v<decltype(id), point_id>) owned += l->epoch_sums(id).exclusive;
  });
  EXPECT_EQ(owned, l->epoch().total_ticks);
}

TEST_P(fault_of_misuse, counts_no_call_and_no_dispatch_for_the_refused_fact) {
  const auto l = started({1000, 100}, 10, task_id{0});
  (void)GetParam().commit(*l);
  for (const auto& [name, value] : epoch_values(*l)) {
    EXPECT_EQ(name.find("calls"), std::string::npos) << name << ' ' << value;
    EXPECT_EQ(name.find("dispatches"), std::string::npos) << name << ' ' << value;
  }
}

TEST_P(fault_of_misuse, stays_the_first_whatever_follows) {
  const auto l = started({1000, 100}, 10, task_id{0});
  (void)GetParam().commit(*l);
  EXPECT_EQ(l->isr_exit(70, isr_id{0}), status::ignored);
  EXPECT_EQ(l->reset(70, task_id{4}), status::ignored);
  EXPECT_EQ(fault_of(*l), GetParam().says);
}

TEST_P(fault_of_misuse, is_over_with_a_reset) {
  const auto l = started({1000, 100}, 10, task_id{0});
  (void)GetParam().commit(*l);
  accept(l->reset(200, task_id{1}));
  EXPECT_EQ(fault_of(*l), fault{});
  accept(l->isr_enter(210, isr_id{2}));
  accept(l->point_begin(210, point_id{3}));
  accept(l->point_end(230, point_id{3}));
  accept(l->isr_exit(240, isr_id{2}));
  accept(l->snapshot(250));
  EXPECT_EQ(epoch_sums_of(*l), (values{{"task 1", 20},
                                       {"isr 2", 30},
                                       {"isr 2 inclusive", 30},
                                       {"isr 2 calls", 1},
                                       {"point 3", 20},
                                       {"point 3 inclusive", 20},
                                       {"point 3 calls", 1}}));
  EXPECT_EQ(l->epoch().start_ticks, 200U);
  EXPECT_TRUE(l->epoch().valid);
}

const auto name_of = [](const auto& test) { return std::string(test.param.name); };
INSTANTIATE_TEST_SUITE_P(of_clock_or_id, fault_of_misuse, ::testing::ValuesIn(clock_and_id_misuses()), name_of);
INSTANTIATE_TEST_SUITE_P(of_stacks, fault_of_misuse, ::testing::ValuesIn(frame_misuses()), name_of);
INSTANTIATE_TEST_SUITE_P(of_two, fault_of_misuse, ::testing::ValuesIn(misuses_with_two_faults()), name_of);

TEST(fault, at_the_end_of_a_window_closes_it_first) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->isr_enter(40, isr_id{1}));
  EXPECT_EQ(l->isr_exit(120, isr_id{2}), status::isr_mismatch);
  EXPECT_EQ(latest_values(*l), (values{{"task 0", 40}, {"isr 1", 60}, {"isr 1 inclusive", 60}, {"length", 100}}));
}

TEST(fault, of_the_clock_closes_no_window) {
  const auto l = started({100, 50}, 0, task_id{0});
  accept(l->poll(40));
  EXPECT_EQ(l->poll(140), status::gap_exceeded);
  EXPECT_EQ(latest_values(*l), (values{{"no window", 1}}));
}

TEST(fault, leaves_the_latest_closed_window_readable) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->isr_enter(40, isr_id{1}));
  accept(l->isr_exit(60, isr_id{1}));
  accept(l->poll(130));
  const values before = latest_values(*l);
  window_header header;
  accept(l->latest_window(header));
  EXPECT_EQ(l->isr_exit(150, isr_id{1}), status::isr_underflow);
  EXPECT_EQ(latest_values(*l), before);
  EXPECT_EQ(window_values(*l, header),
            (values{{"task 0", 80}, {"isr 1", 20}, {"isr 1 inclusive", 20}, {"isr 1 calls", 1}}));
}

TEST(fault, reading_is_as_wide_as_the_clock) {
  const auto l = started<small_with<std::uint32_t, 16>>({1000, 100}, 65530);
  accept(l->poll(20));  // 65556
  EXPECT_EQ(l->isr_exit(0x7FFF'0030U, isr_id{0}), status::isr_underflow);
  fault f;
  accept(l->first_fault(f));
  EXPECT_EQ(f.reading_ticks, 0x30U);
  EXPECT_EQ(f.time_ticks, 0x1'0030U);
}

TEST(status, is_a_fault_from_gap_exceeded_on) {
  for (const status s :
       {status::ok, status::not_started, status::ignored, status::bad_config, status::no_window, status::moved}) {
    EXPECT_FALSE(is_fault(s));
  }
  for (const status s : {status::gap_exceeded, status::bad_id, status::point_left_open}) EXPECT_TRUE(is_fault(s));
}

}  // namespace
}  // namespace test
}  // namespace rtm
