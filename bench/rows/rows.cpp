// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include "hooks.hpp"
#include "readers.hpp"
#include "row.hpp"

namespace bench {
namespace {

constexpr bool has_points = capacity::points != 0;
constexpr bool has_swis = capacity::swis != 0;

void rows_of_hooks() {
  row(
      "isr_enter", [] { begin(), at(2010); }, [] { isr_enter(1); });
  row(
      "isr_exit", [] { begin(), isr_enter(1), at(2020); }, [] { isr_exit(1); });
  if constexpr (has_swis) {
    row(
        "swi_enter", [] { begin(), at(2010); }, [] { swi_enter(1); });
    row(
        "swi_exit", [] { begin(), swi_enter(1), at(2020); }, [] { swi_exit(1); });
  }
  row(
      "task_switch", [] { begin(), task_switch(task(1)), at(2010); }, [] { task_switch(task(2)); });
  if constexpr (has_points) {
    row(
        "point_begin", [] { begin(), at(2010); }, [] { point_begin(1); });
    row(
        "point_end", [] { begin(), point_begin(1), at(2020); }, [] { point_end(1); });
  }
  row(
      "poll", [] { begin(), at(2010); }, [] { poll(); });
}

/// `strict`: max_gap is much shorter than the window. `renewal`: the fact that has to set the next deadline.
void rows_of_strict_hooks() {
  row(
      "isr_enter.strict", [] { begin(1000), at(2010); }, [] { isr_enter(1); });
  row(
      "isr_exit.strict", [] { begin(1000), isr_enter(1), at(2020); }, [] { isr_exit(1); });
  row(
      "task_switch.strict", [] { begin(1000), task_switch(task(1)), at(2010); }, [] { task_switch(task(2)); });
  row(
      "poll.renewal", [] { begin_before_renewal(), at(4100); }, [] { poll(); });
  row(
      "isr_enter.renewal", [] { begin_before_renewal(), at(4100); }, [] { isr_enter(1); });
  row(
      "isr_exit.renewal", [] { begin_before_renewal(), isr_enter(1), at(4100); }, [] { isr_exit(1); });
}

/// The poll that reaches the end of a window. `used`: the ids have been used in that window before; `unused`: not yet;
/// `carried`: the calls were open at the end of the window before, too.
template <uint32_t Count>
void rows_of_closing_isrs(const char* used, const char* unused, const char* carried) {
  row(
      used, [] { begin(), enter_isrs(Count), at(window); }, [] { poll(); });
  row(
      unused, [] { begin_later(), enter_isrs(Count), at(3 * window); }, [] { poll(); });
  row(
      carried, [] { begin(), enter_isrs(Count), at(window), poll(), at(2 * window); }, [] { poll(); });
}

template <uint32_t Count>
void rows_of_closing_points(const char* used, const char* unused, const char* carried) {
  row(
      used, [] { begin(), begin_points(Count), at(window); }, [] { poll(); });
  row(
      unused, [] { begin_later(), begin_points(Count), at(3 * window); }, [] { poll(); });
  row(
      carried, [] { begin(), begin_points(Count), at(window), poll(), at(2 * window); }, [] { poll(); });
}

void rows_of_closing() {
  row(
      "close", [] { begin(), at(window); }, [] { poll(); });
  rows_of_closing_isrs<1>("close.1_isr_used", "close.1_isr_unused", "close.1_isr_carried");
  rows_of_closing_isrs<2>("close.2_isrs_used", "close.2_isrs_unused", "close.2_isrs_carried");
  rows_of_closing_isrs<3>("close.3_isrs_used", "close.3_isrs_unused", "close.3_isrs_carried");
  if constexpr (has_points) {
    rows_of_closing_points<1>("close.1_point_used", "close.1_point_unused", "close.1_point_carried");
    rows_of_closing_points<2>("close.2_points_used", "close.2_points_unused", "close.2_points_carried");
    row(
        "close.1_suspended_point", [] { begin(), suspend_points(1), at(window); }, [] { poll(); });
    row(
        "close.2_suspended_points", [] { begin(), suspend_points(2), at(window); }, [] { poll(); });
  }
}

/// What an id costs once in each window in which it is used: its row is rolled over. And a call across a window's end.
void rows_of_first_use() {
  row(
      "isr_exit.first_in_window", [] { begin_later(), isr_enter(1), at(2 * window + 200); }, [] { isr_exit(1); });
  row(
      "task_switch.first_in_window", [] { begin_later(); }, [] { task_switch(task(1)); });
  row(
      "isr_exit.crossed", [] { begin(), isr_enter(1), at(window), poll(), at(window + 10); }, [] { isr_exit(1); });
  if constexpr (has_points) {
    row(
        "point_end.first_in_window", [] { begin_later(), point_begin(1), at(2 * window + 200); }, [] { point_end(1); });
    row(
        "point_end.crossed", [] { begin(), point_begin(1), at(window), poll(), at(window + 10); },
        [] { point_end(1); });
    row(
        "task_switch.open_point", [] { begin(), task_switch(task(1)), point_begin(1); }, [] { task_switch(task(2)); });
    row(
        "task_switch.to_open_point", [] { begin(), suspend_points(1); }, [] { task_switch(task(1)); });
  }
}

void rows_of_seldom_facts() {
  row(
      "reset", [] { begin(); }, [] { reset(rtm::idle); });
  row(
      "task_activate", [] { begin(); }, [] { task_activate(1); });
  row(
      "task_terminate", [] { begin(); }, [] { task_terminate(1); });
  if constexpr (has_points) {
    row(
        "task_terminate.2_points", [] { begin(), task_switch(task(1)), begin_points(2); }, [] { task_terminate(1); });
  }
  row(
      "isr_exit.fault", [] { begin(), isr_enter(1); }, [] { isr_exit(2); });
  row(
      "isr_enter.ignored", [] { begin(), isr_exit(1); }, [] { isr_enter(1); });
}

/// Facts that find the page full. The next page tells a reader the state of the core.
void rows_of_full_pages() {
  row(
      "poll.new_page", [] { begin(), fill_trace(1); }, [] { poll(); });
  row(
      "isr_enter.new_page_3_deep", [] { begin(), enter_isrs(2), fill_trace(1); }, [] { isr_enter(3); });
  row(
      "send_packet", [] { begin_sending(); }, [] { (void)send_packet(); });
  row(
      "poll.first_lost", [] { begin(), fill_trace(trace_pages); }, [] { poll(); });
  row(
      "poll.lost", [] { begin(), fill_trace(trace_pages), poll(); }, [] { poll(); });
}

// Results of the readers. Global, so that the reading is not optimised away.
rtm::window_header header;
rtm::task_sums of_task;
rtm::call_sums of_call;

void begin_reading() {
  begin(), at(window), poll();
  latest_window(header);
}

void rows_of_readers() {
  row(
      "latest_window", [] { begin(), at(window), poll(); }, [] { latest_window(header); });
  row(
      "is_latest", [] { begin_reading(); }, [] { (void)is_latest(header); });
  row(
      "window_sums.task", [] { begin_reading(); }, [] { window_of_task(header, 1, of_task); });
  row(
      "window_sums.isr", [] { begin_reading(); }, [] { window_of_isr(header, 1, of_call); });
  if constexpr (has_points)
    row(
        "window_sums.point", [] { begin_reading(); }, [] { window_of_point(header, 1, of_call); });
  row(
      "snapshot", [] { begin(), at(2010); }, [] { snapshot(); });
  row(
      "epoch_sums.task", [] { begin_reading(); }, [] { epoch_of_task(1, of_task); });
  row(
      "epoch_sums.isr", [] { begin_reading(); }, [] { epoch_of_isr(1, of_call); });
}

}  // namespace

void run_rows() {
  row(
      "empty", [] {}, [] {});
  rows_of_hooks();
  rows_of_strict_hooks();
  rows_of_closing();
  rows_of_first_use();
  rows_of_seldom_facts();
  rows_of_readers();
  if constexpr (is_traced) rows_of_full_pages();
}

}  // namespace bench
