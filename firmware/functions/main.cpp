// SPDX-License-Identifier: MIT
// CPU time of functions on a Cortex-M3, by the compiler's own hooks, while an interrupt falls on every part of them.
// The first UART has what the ledger counted, the second what it was told, as a timeline script whose points are named
// by address: `rtm report --elf functions.elf` makes names of them, and must count the same.
#include "application.hpp"
#include "board_mps2_an385.hpp"
#include "cortex_m3.hpp"
#include "rtm/function_points.hpp"
#include "rtm/ledger.hpp"
#include "uart.hpp"
#include "vectors.hpp"

namespace {

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 2, isrs = 1, points = 6, depth = 2;
};
constexpr rtm::task_id control{1};
constexpr rtm::isr_id timer{0};

rtm::ledger<capacity> ledger;
rtm::function_points<rtm::ledger<capacity>, capacity::points> functions;

struct told_fact {
  uint32_t time;
  const char* text;
  uint32_t id;
};
told_fact told[20'000];
uint32_t told_count = 0;

/// What the ledger has accepted, in the order in which it did: masked like the fact itself.
void note(uint32_t time, const char* text, uint32_t id) {
  if (told_count < sizeof told / sizeof told[0]) told[told_count++] = {time, text, id};
}

volatile uint32_t interrupts = 0;

void timer_handler() {
  rtm::report<board::port>([](uint32_t now) {
    if (ledger.isr_enter(now, timer) == rtm::status::ok) note(now, "isr_enter", 0);
  });

  board::dual_timer_block2::acknowledge();
  interrupts = interrupts + 1;
  application::on_timer();

  rtm::report<board::port>([](uint32_t now) {
    if (ledger.isr_exit(now, timer) == rtm::status::ok) note(now, "isr_exit", 0);
  });
}

constexpr vector handlers[] = {{cortex_m3::external(board::dual_timer_irq), timer_handler}};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

void print_script(const uart& to) {
  to.text("rtm-timeline 1\nclock bits=32 hz=").decimal(board::clock_hz).text("\ntask 1 Control\nisr 0 TIMER\n");
  for (uint32_t i = 0; i < functions.known(); ++i) {
    char name[rtm::function_name_bytes];
    rtm::function_name(functions.address_of(i), 0, name);
    to.text("point ").decimal(uint32_t(functions.point_of(i))).put(' ');
    to.text(name).put('\n');
  }
  for (uint32_t i = 0; i < told_count; ++i) {
    const told_fact& fact = told[i];
    if (i == 0) {
      to.text("start ").decimal(fact.time).text(" task 1\n");
    } else {
      to.decimal(fact.time).put(' ');
      to.text(fact.text);
      if (fact.id != rtm::no_id) to.put(' '), to.decimal(fact.id);
      to.put('\n');
    }
  }
}

void print_sums(const uart& to) {
  for (uint32_t i = 0; i < functions.known(); ++i) {
    const rtm::call_sums sums = ledger.epoch_sums(functions.point_of(i));
    to.text("point ").decimal(i).text(" calls ").decimal(sums.calls).text(" exclusive ").decimal(sums.exclusive);
    to.text(" inclusive ").decimal(sums.inclusive).put('\n');
  }
  to.text("unrecorded ").decimal(functions.counts().unrecorded).text(" unmatched ");
  to.decimal(functions.counts().unmatched).put('\n');
}

}  // namespace

// ---- The hooks ----

extern "C" void __cyg_profile_func_enter(void* function, void*) {
  rtm::report<board::port>([function](uint32_t now) {
    const uint32_t point = functions.enter(now, reinterpret_cast<uintptr_t>(function));
    if (point != rtm::no_id) note(now, "point_begin", point);
  });
}

extern "C" void __cyg_profile_func_exit(void* function, void*) {
  rtm::report<board::port>([function](uint32_t now) {
    const uint32_t point = functions.exit(now, reinterpret_cast<uintptr_t>(function));
    if (point != rtm::no_id) note(now, "point_end", point);
  });
}

int main() {
  constexpr uart results{board::uart0_base}, script{board::uart1_base};
  results.enable_transmitter();
  script.enable_transmitter();
  board::free_running_clock::start(0xFFFF'0000U);  // it wraps under way
  cortex_m3::enable_interrupt(board::dual_timer_irq);
  functions.begin(ledger, rtm::point_id{0});
  const uint32_t begin = board::port::now();
  if (ledger.start(begin, control, {}) == rtm::status::ok) note(begin, "start", 1);

  // An interrupt after 1, 21, 41, ... ticks of a step that takes some thousand.
  for (uint32_t delay = 1; delay <= 4000; delay += 20) {
    const uint32_t before = interrupts;
    board::dual_timer_block2::arm(delay);
    application::control_step();
    while (interrupts == before) {
    }
  }

  const bool is_valid = rtm::report<board::port>([](uint32_t end) {
    const bool is_good = ledger.snapshot(end) == rtm::status::ok && application::result() != 0;
    note(end, "poll", rtm::no_id);
    return is_good;
  });
  print_sums(results);
  print_script(script);
  results.text("end ").decimal(is_valid ? 0 : 1).put('\n');
  return is_valid ? 0 : 1;
}
