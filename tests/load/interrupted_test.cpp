// SPDX-License-Identifier: MIT
// Load interrupted at every one of its atomic accesses, place by place: a reader by updates, an update by readers, by
// facts and by other updates. Window n of the scenario has a length and rows that follow from n, so whatever is read
// can be checked, whichever window it is of.
#include "threads/stepping_ledger.hpp"
//
#include "machine.hpp"

namespace rtm::test {
namespace {

constexpr task_id task_1{1};

struct expected_window {
  std::uint64_t hwi, swi, task, idle;
  [[nodiscard]] std::uint64_t total() const { return hwi + swi + task + idle; }
};

/// Large, so that halves of different windows cannot be taken for a whole one.
expected_window window_of(std::uint64_t n) { return {1'000 + n, 20'000 + 3 * n, 300'000 + 7 * n, 4'000'000 + 11 * n}; }

class scenario_core : public core<> {
 public:
  scenario_core() : core<>(by_call()) {}

  /// The facts of the next window, up to its end.
  void run_window() {
    const expected_window w = window_of(++windows_);
    task(now_, task_1);
    EXPECT_EQ(at(now_ += w.task)->swi_begin(swi_id{1}), status::ok);
    hwi(now_ + 5, now_ + 5 + w.hwi, isr_id{2});
    EXPECT_EQ(at(now_ += w.hwi + w.swi)->swi_end(swi_id{1}), status::ok);
    task(now_, idle);
    at(now_ += w.idle);
  }
  void close_window() {
    run_window();
    EXPECT_EQ(load().update(), RTM_LOAD_OK);
  }

 private:
  std::uint64_t now_ = 0;
  std::uint64_t windows_ = 0;
};

void expect_whole(const rtm_load_summary& s) {
  const expected_window w = window_of(s.window);
  EXPECT_EQ(s.total_ticks, w.total()) << "window " << s.window;
  EXPECT_EQ(s.hwi_ticks, w.hwi);
  EXPECT_EQ(s.swi_ticks, w.swi);
  EXPECT_EQ(s.task_ticks, w.task);
  EXPECT_EQ(s.idle_ticks, w.idle);
}

/// One read that can be left and continued.
struct slow_reader {
  fiber work;
  rtm_load_status answer = RTM_LOAD_OK;
  rtm_load_summary seen = {};

  void start(scenario_core& c) {
    seen = {};
    seen.window = 4711;
    work.start([this, &c] { answer = c.load().get_summary(seen); });
  }
};

TEST(load_interrupted, reader_by_up_to_five_updates_at_any_access_gets_one_whole_window) {
  slow_reader reader;
  std::uint64_t accesses = 1;
  for (std::uint64_t place = 0; place <= accesses; ++place) {
    for (unsigned updates = 0; updates <= 5; ++updates) {
      scenario_core c;
      c.close_window();
      reader.start(c);
      const std::uint64_t made = reader.work.go_on(place);
      for (unsigned i = 0; i < updates; ++i) c.close_window();
      const std::uint64_t rest = reader.work.go_on(fiber::to_the_end);
      if (place == 0 && updates == 0) accesses = made + rest;
      ASSERT_EQ(reader.answer, RTM_LOAD_OK) << "place " << place;
      ASSERT_LE(reader.seen.window, 1 + updates);
      expect_whole(reader.seen);
    }
  }
  EXPECT_GT(accesses, 20U);
}

TEST(load_interrupted, reader_by_one_update_keeps_the_window_it_began_with) {
  slow_reader reader;
  scenario_core c;
  c.close_window();
  reader.start(c);
  reader.work.go_on(5);
  c.close_window();
  reader.work.go_on(fiber::to_the_end);
  EXPECT_EQ(reader.seen.window, 1U) << "the other record was written";
}

TEST(load_interrupted, reader_by_an_update_at_every_access_gives_up_in_bounded_time_with_a_status) {
  slow_reader reader;
  scenario_core c;
  c.close_window();
  reader.start(c);
  unsigned steps = 0;
  while (!reader.work.finished()) {
    reader.work.go_on(1);
    c.close_window();
    ASSERT_LT(++steps, 1000U);
  }
  EXPECT_EQ(reader.answer, RTM_LOAD_MOVED);
  EXPECT_EQ(reader.seen.window, 4711U) << "unchanged";
}

TEST(load_interrupted, update_by_a_reader_of_its_own_core_at_any_access_always_answers_at_once) {
  fiber update;
  std::uint64_t accesses = 1;
  for (std::uint64_t place = 0; place <= accesses; ++place) {
    scenario_core c;
    c.close_window();
    c.run_window();
    update.start([&c] { EXPECT_EQ(c.load().update(), RTM_LOAD_OK); });
    const std::uint64_t made = update.go_on(place);
    rtm_load_summary s = {};
    ASSERT_EQ(c.load().get_summary(s), RTM_LOAD_OK) << "place " << place;
    expect_whole(s);
    const std::uint64_t rest = update.go_on(fiber::to_the_end);
    if (place == 0) accesses = made + rest;
    expect_whole(c.summary());
    EXPECT_EQ(c.summary().window, 2U);
  }
  EXPECT_GT(accesses, 100U);
}

/// Lets an update go on for `place` accesses, and then as far as the mask is off: no interrupt comes in before.
void go_on_unmasked(fiber& update, std::uint64_t place) {
  update.go_on(place);
  while (machine::current().masked != 0) update.go_on(1);
}

TEST(load_interrupted, update_by_nested_interrupts_at_any_access_divides_time_at_its_own_instant) {
  fiber update;
  std::uint64_t accesses = 1;
  for (std::uint64_t place = 0; place <= accesses; ++place) {
    SCOPED_TRACE(place);
    scenario_core c;
    c.close_window();
    c.run_window();
    const std::uint64_t end = machine::current().time;
    update.start([&c] { EXPECT_EQ(c.load().update(), RTM_LOAD_OK); });
    const std::uint64_t made = update.go_on(0);
    go_on_unmasked(update, place);
    if (place != 0 && !update.finished()) {
      EXPECT_EQ(c.at(end + 3)->hwi_begin(isr_id{0}), status::ok);
      c.hwi(end + 4, end + 9, isr_id{2});
      EXPECT_EQ(c.at(end + 11)->hwi_end(isr_id{0}), status::ok);
      c.task(end + 11, task_id{2});
      c.task(end + 15, idle);
    }
    const std::uint64_t rest = update.go_on(fiber::to_the_end);
    if (place == 0) {
      accesses = made + rest;
      continue;
    }
    const rtm_load_summary s = c.summary();
    EXPECT_EQ(s.window, 2U);
    // The update may have been masked when it was left, and so have read the clock before or after the interrupts.
    const bool is_before = s.total_ticks == window_of(2).total();
    if (is_before) expect_whole(s);
    c.update(end + 20);
    const std::uint64_t interrupts = is_before ? c.summary().hwi_ticks : s.hwi_ticks - window_of(2).hwi;
    EXPECT_TRUE(interrupts == 8 || interrupts == 0) << interrupts;
    EXPECT_EQ(s.total_ticks + c.summary().total_ticks, window_of(2).total() + 20);
  }
}

TEST(load_interrupted, update_by_another_update_at_any_access_loses_no_tick) {
  fiber update;
  std::uint64_t accesses = 1;
  for (std::uint64_t place = 0; place <= accesses; ++place) {
    SCOPED_TRACE(place);
    scenario_core c;
    c.close_window();
    c.run_window();
    const std::uint64_t end = machine::current().time;
    rtm_load_status outer = RTM_LOAD_BUSY;
    update.start([&c, &outer] { outer = c.load().update(); });
    const std::uint64_t made = update.go_on(0);
    if (place != 0) {
      go_on_unmasked(update, place);
      const rtm_load_status inner = c.at(end + 10)->update();
      EXPECT_TRUE(inner == RTM_LOAD_OK || inner == RTM_LOAD_BUSY);
    }
    const std::uint64_t rest = update.go_on(fiber::to_the_end);
    if (place == 0) accesses = made + rest;
    EXPECT_TRUE(outer == RTM_LOAD_OK || outer == RTM_LOAD_NO_TIME);
    (void)c.summary();
    c.at(end + 50);
    ASSERT_EQ(c.load().update(), RTM_LOAD_OK);
    EXPECT_EQ(c.summary().start_ticks + c.summary().total_ticks, end + 50);
    EXPECT_EQ(c.engine().closed_time(), end + 50);
  }
}

TEST(load_interrupted, update_by_a_period_of_the_ledger_that_ends_at_any_access_is_consistent) {
  fiber update;
  std::uint64_t accesses = 1;
  for (std::uint64_t place = 0; place <= accesses; ++place) {
    SCOPED_TRACE(place);
    scenario_core c;
    c.close_window();
    c.run_window();
    const std::uint64_t end = machine::current().time;
    update.start([&c] { EXPECT_EQ(c.load().update(), RTM_LOAD_OK); });
    const std::uint64_t made = update.go_on(0);
    if (place != 0) {
      go_on_unmasked(update, place);
      EXPECT_EQ(c.engine().close_period(static_cast<std::uint32_t>(end + 10)), status::ok);
      c.at(end + 10);
    }
    const std::uint64_t rest = update.go_on(fiber::to_the_end);
    if (place == 0) accesses = made + rest;
    const rtm_load_summary s = c.summary();  // adds up
    EXPECT_TRUE(s.total_ticks == window_of(2).total() || s.total_ticks == window_of(2).total() + 10);
  }
}

}  // namespace
}  // namespace rtm::test
