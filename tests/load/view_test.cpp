// SPDX-License-Identifier: MIT
// `rtm report --view load`, from reports written down here.
#include "views/load.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <string>

#include "text/text.hpp"
#include "views/view.hpp"

namespace rtm::host {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Task 20, Hwi 10, Swi 5, kernel 5, idle 60, in two windows of 50: all of the task and the Hwi are in the first.
epoch_row epoch_of_100_ticks() {
  epoch_row e;
  e.total = 100;
  e.base = {60, 5, 0};
  e.tasks = {{1, "Control", 20, 1}, {2, "Never", 0, 0}};
  e.isrs = {{3, std::nullopt, 10, 10, 1, 0, 0, {}, {}}};
  e.swis = {{0, "Deferred", 5, 5, 1, 0, 0, {}, {}}};
  window_row first;
  first.length = 50;
  first.complete = true;
  first.base = {20, 0, 0};
  first.tasks = {{1, std::nullopt, 20, 1}};
  first.isrs = {{3, std::nullopt, 10, 10, 1, 0, 0, {}, {}}};
  window_row second;
  second.index = 1;
  second.start = 50;
  second.length = 50;
  second.complete = true;
  second.base = {40, 5, 0};
  second.swis = {{0, std::nullopt, 5, 5, 1, 0, 0, {}, {}}};
  e.windows = {first, second};
  return e;
}

std::string shown(const epoch_row& epoch, view_options options = {}) {
  report r;
  r.clock_hz = 1000;
  r.cores = {{0, {epoch}}};
  std::ostringstream out;
  render_load(r, options, out);
  return out.str();
}

/// The line that begins like this.
std::string line(const std::string& text, const std::string& begin) {
  std::istringstream in(text);
  for (std::string l; std::getline(in, l);)
    if (l.starts_with(begin)) return l;
  return "no line begins with " + begin;
}

TEST(load_view, tells_the_cpu_load_and_every_class_and_that_kernel_is_load) {
  const std::string text = shown(epoch_of_100_ticks());
  EXPECT_THAT(text, HasSubstr("core 0, epoch 0: CPU load 40.0 %\n"));
  EXPECT_THAT(line(text, "tasks"), HasSubstr("20.0 %"));
  EXPECT_THAT(line(text, "interrupts (Hwi)"), HasSubstr("10.0 %"));
  EXPECT_THAT(line(text, "software interrupts (Swi)"), HasSubstr("5.0 %"));
  EXPECT_THAT(line(text, "kernel"), HasSubstr("5.0 %"));
  EXPECT_THAT(line(text, "idle"), HasSubstr("60.0 %"));
  EXPECT_THAT(line(text, "unknown"), HasSubstr("0 %"));
  EXPECT_THAT(line(text, "total"), HasSubstr("100 %"));
  EXPECT_THAT(text, HasSubstr("exact, to the tick"));
  EXPECT_THAT(text, HasSubstr("Kernel time\ncounts as load"));
}

TEST(load_view, tells_every_row_with_its_least_and_most_in_a_window) {
  const std::string text = shown(epoch_of_100_ticks());
  EXPECT_EQ(line(text, "task 1 Control"), "task 1 Control     20  20.0 %    0 %  40.0 %");
  EXPECT_EQ(line(text, "hwi 3"), "hwi 3              10  10.0 %    0 %  20.0 %");
  EXPECT_EQ(line(text, "swi 0 Deferred"), "swi 0 Deferred      5   5.0 %    0 %  10.0 %");
  EXPECT_THAT(text, Not(HasSubstr("Never")));
}

TEST(load_view, tells_the_load_of_every_window) {
  const std::string text = shown(epoch_of_100_ticks());
  EXPECT_THAT(text, HasSubstr("load of complete windows: least 20.0 % (#1), most 60.0 % (#0)"));
}

TEST(load_view, shows_as_many_windows_as_asked_for) {
  view_options options;
  options.windows = 1;
  EXPECT_THAT(shown(epoch_of_100_ticks(), options), HasSubstr("the last 1 of 2 windows"));
}

TEST(load_view, has_no_load_of_an_invalid_epoch_and_says_what_was_wrong) {
  epoch_row e = epoch_of_100_ticks();
  e.fault = fault_row();
  e.fault->kind = status::isr_underflow;
  e.fault->fact = fact_kind::isr_exit;
  e.fault->id = 3;
  e.ignored = 4;
  const std::string text = shown(e);
  EXPECT_THAT(text, HasSubstr("CPU load n/a (invalid)"));
  EXPECT_THAT(text, HasSubstr("measured before that; later facts ignored: 4\n"));
  EXPECT_THAT(text, HasSubstr("isr_underflow"));
}

TEST(load_view, has_no_load_where_nothing_is_known_or_no_time_has_passed) {
  epoch_row unknown;
  unknown.total = 10;
  unknown.base.unknown = 10;
  EXPECT_THAT(shown(unknown), HasSubstr("CPU load n/a (nothing is known)"));
  EXPECT_THAT(shown(epoch_row()), HasSubstr("CPU load n/a (no time has passed)"));
  EXPECT_THAT(shown(epoch_row()), Not(HasSubstr("who")));
}

TEST(load_view, says_if_the_load_is_of_the_known_time_only) {
  epoch_row e = epoch_of_100_ticks();
  e.base.unknown = 20;
  e.base.idle = 40;
  EXPECT_THAT(shown(e), HasSubstr("CPU load 50.0 % of the known time"));
}

TEST(load_view, tells_the_load_by_halted_time_if_a_point_says_when_the_cpu_was_halted) {
  epoch_row e = epoch_of_100_ticks();
  e.points = {{7, "halt", 55, 55, 3, 0, 0, {}, {}}};
  EXPECT_THAT(shown(e), HasSubstr("CPU load by halted time (point 7 halt): 45.0 %"));
}

TEST(load_view, has_no_load_by_halted_time_if_the_point_is_longer_than_idle) {
  epoch_row e = epoch_of_100_ticks();
  e.points = {{7, "halt", 61, 61, 3, 0, 0, {}, {}}};
  EXPECT_THAT(shown(e), HasSubstr("CPU load by halted time (point 7 halt): n/a (it is longer than idle"));
}

TEST(load_view, says_where_the_time_of_a_class_is_that_the_input_does_not_report) {
  EXPECT_THAT(shown(epoch_of_100_ticks()), Not(HasSubstr("not reported")));
  epoch_row no_swis = epoch_of_100_ticks();
  no_swis.base.idle += 5;
  no_swis.swis = {{0, "Deferred", 0, 0, 0, 0, 0, {}, {}}};  // named only
  EXPECT_THAT(shown(no_swis), HasSubstr("not reported: software interrupts (Swi); time of any is inside the row"));
  epoch_row tasks_alone = no_swis;
  tasks_alone.base.idle += 10;
  tasks_alone.isrs.clear();
  EXPECT_THAT(shown(tasks_alone),
              HasSubstr("not reported: interrupts (Hwi), software interrupts (Swi); time of any is inside\nthe row"));
}

TEST(load_view, fits_the_width) {
  for (const std::size_t width : {40U, 60U, 80U}) {
    view_options options;
    options.width = width;
    std::istringstream in(shown(epoch_of_100_ticks(), options));
    for (std::string l; std::getline(in, l);) EXPECT_LE(width_of(l), width) << l;
  }
}

TEST(load_view, window_in_which_facts_are_missing_is_neither_least_nor_most) {
  epoch_row epoch = epoch_of_100_ticks();
  epoch.windows[1].covered = false;
  EXPECT_EQ(line(shown(epoch), "task 1 Control"), "task 1 Control     20  20.0 %  40.0 %  40.0 %");
  epoch.windows[0].covered = false;
  EXPECT_EQ(line(shown(epoch), "task 1 Control"), "task 1 Control     20  20.0 %");
}

TEST(load_view, facts_that_are_missing_are_told) {
  report of;
  of.clock_hz = 1000;
  of.cores = {{0, {epoch_of_100_ticks()}}};
  loss_row loss;
  loss.offset = 4711;
  loss.lost = 5;
  loss.from = 60;
  loss.to = 70;
  of.losses = {loss};
  std::ostringstream out;
  render_load(of, {}, out);
  EXPECT_THAT(out.str(), HasSubstr("\nnot all that happened is here:\n- byte 4711: found 5 facts of core 0 lost"));
}

TEST(load_view, can_be_chosen_by_name) {
  ASSERT_NE(find_view("load"), nullptr);
  EXPECT_EQ(find_view("load")->render, render_load);
}

}  // namespace
}  // namespace rtm::host
