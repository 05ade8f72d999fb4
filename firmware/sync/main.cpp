// SPDX-License-Identifier: MIT
// Four cores count in common windows: what strategies.cpp shows with one clock for all, and clocks.cpp with two that
// nobody has set. See machine.hpp for what is known of both beforehand.
#include "machine.hpp"
#include "ports/cpu/aarch64/irq.hpp"

extern "C" {
void run(uint64_t core);
void start_other_core();
void application_irq();
}

namespace machine {

member all[cores] = {member(0), member(1), member(2), member(3)};

namespace {

rtm::aarch64::common_irq<board::gic, 32> interrupts;
void nothing(uint32_t) {}

/// The plan arrives. What it says is done outside: `poll` waits for its deadline, and nobody else would be heard.
void arm_handler(uint32_t) {
  member& mine = all[board::port::core_index()];
  common_clock clock(mine.source);
  own_clock own(mine.source);
  const status armed =
      mine.reads_own_clock ? mine.own_windows.arm(mine.planned, own) : mine.windows.arm(mine.planned, clock);
  mine.answer = armed;
  mine.is_armed = true;
}

/// About a microsecond, with one event in it.
void work(member& mine) {
  mine.source.happen();
  uint64_t loops = 31;
  asm volatile("0: subs %0, %0, #1\n\tb.ne 0b" : "+r"(loops)::"cc");
}

void stay_masked_until(uint64_t time) {
  const uint32_t before = core_mask::lock();
  while (common_clock::read() < time) board::yield();
  core_mask::unlock(before);
}

status poll(member& mine) {
  if (mine.answer == status::bad_plan) return status::bad_plan;
  common_clock clock(mine.source);
  own_clock own(mine.source);
  return mine.reads_own_clock ? mine.own_windows.poll(own, mine.source) : mine.windows.poll(clock, mine.source);
}

}  // namespace

void exchange_handler(uint32_t);
void busy_handler(uint32_t);

rtm::pmu::status counters::start() {
  using rtm::pmu::status;
  if (const status s = pmu_.start(); s != status::ok) return s;
  if (const status s = group_.add(pmu_, rtm::pmu::arm::sw_incr); s != status::ok) return s;
  if (const status s = group_.add(pmu_, rtm::pmu::arm::cycle_counter); s != status::ok) return s;
  return group_.start(pmu_);
}

bool counters::read(uint64_t (&count)[columns]) {
  rtm::pmu::group_reading<columns> found;
  if (group_.read(pmu_.backend(), 0, found) != rtm::pmu::status::ok) return false;
  for (unsigned i = 0; i < columns; ++i) count[i] = found.count[i];
  has_just_read_ = true;
  return true;
}

void set_up_this_core(uint32_t index) {
  board::hardware::set_vector_base(rtm::aarch64::vectors_address());
  board::controller::set_up_core();
  board::controller::enable(arm_message, 0x40);
  board::controller::enable(exchange_message, 0x40);
  board::controller::enable(board::virtual_timer, 0x80);
  if (all[index].source.start() != rtm::pmu::status::ok) board::exit(98);
}

void go_on(member& mine) {
  if (!mine.is_armed) {
    board::yield();
    return;
  }
  work(mine);
  board::yield();
  if (mine.masked_until != 0) stay_masked_until(mine.masked_until);
  mine.masked_until = 0;
  const status now = poll(mine);
  if (now == status::waiting) return;
  if (now == status::ok && --mine.windows_wanted != 0) return;
  // With -icount whatever one core does makes the others late: first all read.
  for (const uint64_t read_at = common_clock::read(); common_clock::read() - read_at < ms_ticks / 20;) board::yield();
  mine.answer = mine.source.is_ours() ? now : status::lost;
  mine.window = mine.reads_own_clock ? mine.own_windows.window() : mine.windows.window();
  mine.is_armed = false;
  barrier();
  mine.is_done = true;
}

void run_plans() {
  for (member& each : all) each.is_done = false;
  barrier();
  for (uint32_t i = 0; i < cores; ++i) board::controller::send(i, arm_message);
  for (const member& each : all) {
    while (!each.is_done) go_on(all[0]);
  }
  barrier();
}

void print_signed(int64_t value) {
  if (value < 0) results.put('-');
  results.decimal(value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
}

void print_window(const char* name, const member& of, uint64_t planned_start) {
  const rtm::sync::core_window<columns>& w = of.window;
  results.text(name).text(": ").text(rtm::sync::name_of(of.answer));
  if (of.answer != status::ok) {
    results.put('\n');
    return;
  }
  results.text(" start ");
  print_signed(static_cast<int64_t>(w.start_ticks - planned_start));
  results.text(" stop ");
  print_signed(static_cast<int64_t>(w.stop_ticks - planned_start));
  results.text(" late ").decimal(w.start_late_ticks).put(' ').decimal(w.stop_late_ticks);
  results.text(" reading ").decimal(w.start_taken_ticks).put(' ').decimal(w.stop_taken_ticks);
  results.text(" events ").decimal(w.count[0]).text(" cycles ").decimal(w.count[cycle_column]).put('\n');
}

void print_verdict(const rtm::sync::system_window<columns>& seen) {
  results.text("system: ").text(rtm::sync::name_of(seen.verdict)).text(" late ").decimal(seen.late_ticks);
  results.text(" skew bound ").decimal(seen.skew_bound_ticks).text(" of it clocks ").decimal(seen.clock_bound_ticks);
  results.text(" error ").decimal(seen.error_ppm).text(" ppm, would need ").decimal(seen.minimum_length_ticks);
  results.text(" of ").decimal(seen.length_ticks).text(" ticks\n");
  if (seen.verdict != status::ok) return;
  results.text("total: events ").decimal(seen.total[0]).text(" +- ").decimal(seen.total_error[0]);
  results.text(" cycles ").decimal(seen.total[cycle_column]).text(" +- ").decimal(seen.total_error[cycle_column]);
  results.put('\n');
}

}  // namespace machine

void application_irq() { machine::interrupts.take(machine::nothing, machine::nothing); }
void rtm_aarch64_irq() { application_irq(); }
void rtm_aarch64_exception() { board::exit(99); }

void run(uint64_t core) {
  machine::member& mine = machine::all[core];
  if (core == 0) {
    board::controller::set_up_distributor();
    machine::interrupts.set(machine::arm_message, machine::arm_handler);
    machine::interrupts.set(machine::exchange_message, machine::exchange_handler);
    machine::interrupts.set(board::virtual_timer, machine::busy_handler);
  }
  machine::set_up_this_core(static_cast<uint32_t>(core));
  board::unmask();
  mine.is_up = true;
  if (core != 0) {
    while (true) {
      machine::go_on(mine);
      if (!mine.is_armed) board::wait_for_interrupt();
    }
  }
  for (uint32_t i = 1; i < machine::cores; ++i) {
    if (!board::turn_on(i, start_other_core)) board::exit(97);
    while (!machine::all[i].is_up) board::yield();
  }
  bool good = machine::show_strategies();
  good = machine::show_two_clocks() && good;
  good = good && machine::interrupts.spurious() == 0 && machine::interrupts.unhandled() == 0;
  machine::results.text("end ").decimal(good ? 0 : 1).put('\n');
  board::exit(good ? 0 : 1);
}
