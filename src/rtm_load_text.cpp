// SPDX-License-Identifier: MIT
// Load in words: the names of its answers, what its flags mean, and TI's log lines. Apart from rtm_load.cpp, so that
// who prints nothing does not link it.
#include "rtm/load_forms.hpp"
#include "rtm/rtm_load.h"
#include "text_line.hpp"

namespace {

using line = rtm::c_library::text_line;

const char* const status_names[] = {
    "ok",       "not_started",      "no_window",     "fault",       "no_time",         "moved",
    "busy",     "not_watched",      "cpu_load_off",  "idle_halts",  "no_trip",         "no_idle_task",
    "no_halt",  "no_known_time",    "wrong_context", "null",        "bad_id",          "bad_method",
    "bad_stat", "too_large",        "bad_min_idle",  "window_zero", "window_too_long", "bad_halt_point",
    "bad_size", "core_not_started", "fixed_windows"};
static_assert(sizeof status_names / sizeof status_names[0] == RTM_LOAD_FIXED_WINDOWS + 1, "a name for every status");

// In the order of the bits.
const char* const flag_texts[] = {
    "time of hardware interrupts is inside the row that they interrupted: hwiEnabled is 0",
    "time of software interrupts is inside the row that they interrupted: swiEnabled is 0",
    "tasks, kernel and idle are one row, unknown: taskEnabled is 0",
    "part of the window has no known owner",
    "the trips counted took longer than the time there was: 0 is a bound, not a measurement",
    "the end of a halt was not reported in time: halted time is too long, the load too low"};

void write_cpu_load(line& to, const rtm_load_event& event) {
  uint32_t percent = 0;
  to.text("LS_cpuLoad: ");
  if (event.status != RTM_LOAD_OK || rtm::calculate_load(event.stat, percent) != RTM_LOAD_OK) {
    to.text("n/a");
  } else {
    to.decimal(percent).text("%");
  }
}

}  // namespace

extern "C" {

const char* rtm_load_status_name(rtm_load_status status) {
  const unsigned index = unsigned(status);
  return index <= RTM_LOAD_FIXED_WINDOWS ? status_names[index] : "?";
}

const char* rtm_load_flag_text(uint32_t flag) {
  for (unsigned bit = 0; bit < sizeof flag_texts / sizeof flag_texts[0]; ++bit) {
    if (flag == 1U << bit) return flag_texts[bit];
  }
  return "?";
}

size_t rtm_load_event_text(const rtm_load_event* event, uintptr_t handle, uintptr_t function, char* out, size_t size) {
  line to(out, size);
  if (event->kind == RTM_LOAD_LS_CPU) {
    write_cpu_load(to, *event);
    return to.end();
  }
  const bool is_task = event->kind == RTM_LOAD_LS_TASK;
  to.text(is_task ? "LS_taskLoad: " : event->kind == RTM_LOAD_LS_HWI ? "LS_hwiLoad: " : "LS_swiLoad: ");
  if (is_task) to.hexadecimal(handle).text(",");
  to.decimal(event->stat.thread_ticks).text(",").decimal(event->stat.total_ticks);
  if (is_task) to.text(",").hexadecimal(function);
  return to.end();
}

}  // extern "C"
