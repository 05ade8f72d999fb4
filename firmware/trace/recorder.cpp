// SPDX-License-Identifier: MIT
#include "recorder.hpp"

#include "board_mps2_an385.hpp"
#include "context_bench.hpp"
#include "observer.hpp"
#include "scenario.hpp"
#include "uart.hpp"

namespace recorder {

[[gnu::section(".noinit")]] variant::trace_memory core0_trace;

namespace {

constexpr uart stream{board::uart2_base};

/// Takes what the UART has room for, and never waits.
size_t write(void* /*context*/, const uint8_t* bytes, size_t count) {
  size_t taken = 0;
  while (taken < count && stream.try_put(bytes[taken])) ++taken;
  return taken;
}

constexpr uint32_t isr_count = sizeof scenario::interrupts / sizeof scenario::interrupts[0];
constexpr uint32_t point_count = sizeof scenario::point_names / sizeof scenario::point_names[0];

struct name_list {
  rtm::trace::name all[bench::max_tasks + isr_count + point_count];
};

constexpr name_list make_names() {
  using rtm::trace::name_class;
  name_list list{};
  uint32_t n = 0;
  for (uint32_t i = 0; i < bench::max_tasks; ++i) list.all[n++] = {name_class::task, i, scenario::task_names[i]};
  for (const scenario::interrupt& each : scenario::interrupts)
    list.all[n++] = {name_class::isr, static_cast<uint32_t>(each.id), each.name};
  for (uint32_t i = 0; i < point_count; ++i) list.all[n++] = {name_class::point, i, scenario::point_names[i]};
  return list;
}

constexpr name_list list = make_names();

}  // namespace

const rtm::trace::name* const names = list.all;
const size_t names_count = sizeof list.all / sizeof list.all[0];

rtm::trace::byte_sink uart_stream() {
  stream.enable_transmitter();
  return {write, nullptr};
}

void attach() {
  rtm::trace::about about;
  about.clock_hz = board::clock_hz;
  about.how = {observer::window_ticks, observer::max_gap_ticks, 0};
  rtm::trace::attach(observer::ledger, core0_trace, variant::trace_mode, about);
}

}  // namespace recorder
