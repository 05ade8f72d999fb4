// SPDX-License-Identifier: MIT
// The reader's side of the ledger as real functions: what a display, a logger or another core calls.
#pragma once

#include <stdint.h>

#include "rtm/window.hpp"

namespace bench {

void latest_window(rtm::window_header& header);
bool is_latest(const rtm::window_header& header);
void window_of_task(const rtm::window_header& header, uint32_t id, rtm::task_sums& sums);
void window_of_isr(const rtm::window_header& header, uint32_t id, rtm::call_sums& sums);
void window_of_point(const rtm::window_header& header, uint32_t id, rtm::call_sums& sums);
void snapshot();
void epoch_of_task(uint32_t id, rtm::task_sums& sums);
void epoch_of_isr(uint32_t id, rtm::call_sums& sums);

}  // namespace bench
