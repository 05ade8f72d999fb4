// SPDX-License-Identifier: MIT
// In what form do results leave the target? As lines of words and decimal integers; README.md specifies them. The same
// lines for a closed window, for the sums of the epoch, for one ledger and for the other.
#pragma once

#include <stdint.h>

#include "context_bench.hpp"
#include "fact_log.hpp"
#include "rtm/window.hpp"
#include "scenario.hpp"

namespace output {

inline constexpr uint32_t isr_count = sizeof scenario::interrupts / sizeof scenario::interrupts[0];
inline constexpr uint32_t point_count = sizeof scenario::point_names / sizeof scenario::point_names[0];

/// Everything that a ledger says of one window, or of an epoch, taken out of it before anything is printed.
struct sums {
  rtm::task_sums idle, kernel, unknown;
  rtm::task_sums tasks[bench::max_tasks];
  rtm::call_sums isrs[isr_count];
  rtm::call_sums points[point_count];
};

/// `get(id)` is asked for every id, once. A ledger that knows no interrupts answers zeros for them.
template <class Get>
void collect(sums& into, Get get) {
  into.idle = get(rtm::idle);
  into.kernel = get(rtm::kernel);
  into.unknown = get(rtm::unknown);
  for (uint32_t i = 0; i < bench::max_tasks; ++i) into.tasks[i] = get(rtm::task_id{i});
  for (uint32_t i = 0; i < isr_count; ++i) into.isrs[i] = get(rtm::isr_id{i});
  for (uint32_t i = 0; i < point_count; ++i) into.points[i] = get(rtm::point_id{i});
}

/// Shortest and longest calls of an epoch; none are kept for a single window.
struct extremes {
  rtm::call_extremes isrs[isr_count];
  rtm::call_extremes points[point_count];
};

enum class observed_by : uint32_t { all_hooks = 0, task_hooks = 1 };

void enable();
void print_header(uint32_t first_reading);
void print_window(observed_by who, const rtm::window_header& window, const sums& of);
void print_epoch(observed_by who, const rtm::epoch_header& epoch, const sums& of, const extremes& calls);
/// The last line but one says what was lost, the last one `exit_code`: text without it is not complete.
void print_end(uint64_t missed_windows, const fact_log& facts, uint32_t exit_code);

/// The recorded facts as a timeline script, on the second UART.
void print_timeline(const fact_log& facts);

}  // namespace output
