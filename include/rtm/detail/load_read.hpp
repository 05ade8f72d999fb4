// SPDX-License-Identifier: MIT
// How results are read out of Load by anybody. Part of load.hpp.
//
// The writer fills the record that is not published, then publishes it by adding 1 to `published_`. It says so
// beforehand in `begun_`. So the record of number n is whole as long as nobody has begun n + 2. A reader that
// interrupts the writer on its own core always finds that so; one on another core has to read again only if a whole
// window was closed, and the next one begun, while it read.
#pragma once

#include "rtm/load.hpp"

namespace rtm {

#define RTM_LOAD template <class Ledger, class Port>
#define RTM_IN_LOAD load<Ledger, Port>

/// `copy` fills a copy of `out` from a record that is about a closed window, or answers why there is no number.
RTM_LOAD template <class Out, class Copy>
rtm_load_status RTM_IN_LOAD::read(Out& out, Copy copy) const {
  for (int attempt = 0; attempt < 4; ++attempt) {
    const uint32_t number = detail::load_acquire(published_);
    const record& r = records_[number % 2];
    Out copied = {};
    rtm_load_status answer = RTM_LOAD_OK;
    switch (detail::load(r.state)) {
      case detail::load_state::not_started: answer = RTM_LOAD_NOT_STARTED; break;
      case detail::load_state::no_window: answer = RTM_LOAD_NO_WINDOW; break;
      case detail::load_state::fault: answer = RTM_LOAD_FAULT; break;
      case detail::load_state::closed: answer = copy(r, copied); break;
    }
    detail::fence_acquire();
    if (uint32_t(detail::load(begun_) - number) >= 2) continue;
    if (answer == RTM_LOAD_OK) out = copied;
    return answer;
  }
  return RTM_LOAD_MOVED;
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::read_row(uint32_t row, uint32_t not_watched, rtm_load_stat& out) const {
  return read(out, [&](const record& r, rtm_load_stat& copied) {
    copied = detail::stat_of(r, r.rows[row].value());
    return detail::has_flag(r, not_watched) ? RTM_LOAD_NOT_WATCHED : RTM_LOAD_OK;
  });
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::read_class(uint32_t which, uint32_t not_watched, rtm_load_stat& out) const {
  return read(out, [&](const record& r, rtm_load_stat& copied) {
    copied = detail::stat_of(r, r.classes[which].value());
    return detail::has_flag(r, not_watched) ? RTM_LOAD_NOT_WATCHED : RTM_LOAD_OK;
  });
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_task_load(task_id task, rtm_load_stat& out) const {
  const uint32_t row = uint32_t(task) + detail::load_first_task_row;  // idle, kernel and unknown are the largest ids
  if (row >= context_rows) return RTM_LOAD_BAD_ID;
  return read_row(row, row == detail::load_unknown_row ? 0 : RTM_LOAD_TASK_NOT_WATCHED, out);
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_hwi_load(isr_id hwi, rtm_load_stat& out) const {
  if (uint64_t{uint32_t(hwi)} + 1 > capacity::isrs) return RTM_LOAD_BAD_ID;
  return read_row(context_rows + uint32_t(hwi), RTM_LOAD_HWI_NOT_WATCHED, out);
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_swi_load(swi_id swi, rtm_load_stat& out) const {
  if (uint64_t{uint32_t(swi)} + 1 > capacity::swis) return RTM_LOAD_BAD_ID;
  return read_row(context_rows + capacity::isrs + uint32_t(swi), RTM_LOAD_SWI_NOT_WATCHED, out);
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_global_hwi_load(rtm_load_stat& out) const {
  return read_class(detail::load_hwis, RTM_LOAD_HWI_NOT_WATCHED, out);
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_global_swi_load(rtm_load_stat& out) const {
  return read_class(detail::load_swis, RTM_LOAD_SWI_NOT_WATCHED, out);
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_cpu_load(rtm_load_method method, rtm_load_stat& out) const {
  if (uint32_t(method) > RTM_LOAD_BY_HALT) return RTM_LOAD_BAD_METHOD;
  return read(out, [&](const record& r, rtm_load_stat& copied) { return detail::cpu_load_of(r, method, copied); });
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_coverage(rtm_load_coverage& out) const {
  return read(out, [](const record& r, rtm_load_coverage& copied) { return detail::coverage_of(r, copied); });
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::get_summary(rtm_load_summary& out) const {
  return read(out, [](const record& r, rtm_load_summary& copied) {
    copied = detail::summary_of(r);
    return RTM_LOAD_OK;
  });
}

#undef RTM_LOAD
#undef RTM_IN_LOAD

}  // namespace rtm
