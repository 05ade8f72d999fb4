// SPDX-License-Identifier: MIT
#include "output.hpp"

#include "board_mps2_an385.hpp"
#include "observer.hpp"
#include "uart.hpp"

namespace output {
namespace {

constexpr uart results{board::uart0_base};
constexpr uart timeline{board::uart1_base};

void number(uint64_t value) { results.text(" ").decimal(value); }

void print_names() {
  for (uint32_t i = 0; i < bench::max_tasks; ++i) {
    results.text("task ").decimal(i).text(" ").text(scenario::task_names[i]).put('\n');
  }
  for (const scenario::interrupt& each : scenario::interrupts) {
    results.text("isr ").decimal(static_cast<uint32_t>(each.id));
    number(static_cast<uint32_t>(each.number));
    results.text(" ").text(each.name).put('\n');
  }
  for (uint32_t i = 0; i < point_count; ++i) {
    results.text("point ").decimal(i).text(" ").text(scenario::point_names[i]).put('\n');
  }
}

void print_call(char kind, uint32_t id, const rtm::call_sums& of, const rtm::call_extremes* extremes) {
  if (of.calls == 0 && of.exclusive == 0) return;
  results.put(kind);
  number(id);
  number(of.exclusive);
  number(of.inclusive);
  number(of.calls);
  if (extremes != nullptr) {
    number(extremes->exclusive_min);
    number(extremes->exclusive_max);
    number(extremes->inclusive_min);
    number(extremes->inclusive_max);
  }
  results.put('\n');
}

/// The rest of a block: base owners on its first line, then a line for every id that has something to say.
void print_sums(const sums& of, const extremes* calls) {
  number(of.idle.exclusive);
  number(of.kernel.exclusive);
  number(of.unknown.exclusive);
  results.put('\n');
  for (uint32_t i = 0; i < bench::max_tasks; ++i) {
    if (of.tasks[i].exclusive == 0 && of.tasks[i].dispatches == 0) continue;
    results.put('T');
    number(i);
    number(of.tasks[i].exclusive);
    number(of.tasks[i].dispatches);
    results.put('\n');
  }
  for (uint32_t i = 0; i < isr_count; ++i) {
    print_call('I', i, of.isrs[i], calls != nullptr ? &calls->isrs[i] : nullptr);
  }
  for (uint32_t i = 0; i < point_count; ++i) {
    print_call('P', i, of.points[i], calls != nullptr ? &calls->points[i] : nullptr);
  }
  results.text(".\n");
}

const char* word_of(rtm::fact_kind kind) {
  switch (kind) {
    case rtm::fact_kind::isr_enter: return " isr_enter ";
    case rtm::fact_kind::isr_exit: return " isr_exit ";
    case rtm::fact_kind::point_begin: return " point_begin ";
    case rtm::fact_kind::point_end: return " point_end ";
    default: return " unexpected ";  // the demo reports no other; who reads the timeline refuses the word
  }
}

void print_owner(rtm::task_id owner) {
  if (owner == rtm::idle) {
    timeline.text("idle");
  } else if (owner == rtm::kernel) {
    timeline.text("kernel");
  } else {
    timeline.text("task ").decimal(static_cast<uint32_t>(owner));
  }
}

void print_fact(const fact_log::entry& fact) {
  if (fact.kind == rtm::fact_kind::reset) {
    timeline.text("start ").decimal(fact.now).text(" ");
    print_owner(rtm::task_id{fact.id});
  } else if (fact.kind == rtm::fact_kind::task_switch) {
    timeline.decimal(fact.now).text(" ");
    print_owner(rtm::task_id{fact.id});
  } else if (fact.kind == rtm::fact_kind::poll) {
    timeline.decimal(fact.now).text(" poll");
  } else {
    timeline.decimal(fact.now).text(word_of(fact.kind)).decimal(fact.id);
  }
  timeline.put('\n');
}

}  // namespace

void enable() {
  results.enable_transmitter();
  timeline.enable_transmitter();
}

void print_header(uint32_t first_reading) {
  results.text("rtm-demo 1\n");
  results.text("clock ").decimal(board::clock_hz).text(" 32 ").decimal(first_reading).put('\n');
  results.text("window ").decimal(observer::window_ticks).text(" ").decimal(scenario::windows).put('\n');
  print_names();
}

void print_window(observed_by who, const rtm::window_header& window, const sums& of) {
  results.put('W');
  number(static_cast<uint32_t>(who));
  number(window.index);
  number(window.start_ticks);
  number(window.length_ticks);
  print_sums(of, nullptr);
}

void print_epoch(observed_by who, const rtm::epoch_header& epoch, const sums& of, const extremes& calls) {
  results.put('S');
  number(static_cast<uint32_t>(who));
  number(epoch.valid ? 1 : 0);
  number(epoch.start_ticks);
  number(epoch.total_ticks);
  print_sums(of, &calls);
}

void print_end(uint64_t missed_windows, const fact_log& facts, uint32_t exit_code) {
  results.text("missed ").decimal(missed_windows).put('\n');
  results.text("facts ").decimal(facts.count()).text(" ").decimal(facts.dropped()).put('\n');
  results.text("end ").decimal(exit_code).put('\n');
}

void print_timeline(const fact_log& facts) {
  timeline.text("rtm-timeline 1\nclock bits=32 hz=").decimal(board::clock_hz);
  timeline.text("\nwindow ").decimal(observer::window_ticks);
  timeline.text("\nmax_gap ").decimal(observer::max_gap_ticks).put('\n');
  for (uint32_t i = 0; i < bench::max_tasks; ++i) {
    timeline.text("task ").decimal(i).text(" ").text(scenario::task_names[i]).put('\n');
  }
  for (const scenario::interrupt& each : scenario::interrupts) {
    timeline.text("isr ").decimal(static_cast<uint32_t>(each.id)).text(" ").text(each.name).put('\n');
  }
  for (uint32_t i = 0; i < point_count; ++i) {
    timeline.text("point ").decimal(i).text(" ").text(scenario::point_names[i]).put('\n');
  }
  for (uint32_t i = 0; i < facts.count(); ++i) print_fact(facts[i]);
}

}  // namespace output
