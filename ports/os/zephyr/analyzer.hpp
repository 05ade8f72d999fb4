// SPDX-License-Identifier: MIT
// Defines the functions of analyzer.h over an object of rtm/os/accounting.hpp that is started with windows. In the file
// of the application that has its hooks:  RTM_ZEPHYR_ANALYZER(cpu_time)
#pragma once

#include "ports/os/zephyr/analyzer.h"
#include "rtm/load_forms.hpp"
#include "rtm/os/accounting.hpp"

namespace rtm::os::zephyr_hooks {

/// The latest window may close while it is read; four times in a row it does not.
inline constexpr unsigned attempts = 4;

/// A fault has ended the epoch: its latest window is one of the past, and stays the latest.
template <class Ledger>
bool has_ended(const Ledger& ledger) {
  fault first;
  for (unsigned i = 0; i < attempts; ++i) {
    if (ledger.first_fault(first) == status::ok) return first.kind != status::ok;
  }
  return false;  // windows go on closing
}

template <class Config>
int load_permille(const accounting<Config>& all, uint32_t core) {
  if (core >= accounting<Config>::cores) return -1;
  const auto& ledger = all.at(core).ledger;
  if (has_ended(ledger)) return -1;
  for (unsigned i = 0; i < attempts; ++i) {
    window_header window;
    if (ledger.latest_window(window) != status::ok) continue;
    const uint64_t known = window.length_ticks - ledger.window_sums(window, unknown).exclusive;
    const uint64_t idle_ticks = ledger.window_sums(window, idle).exclusive;
    if (!ledger.is_latest(window)) continue;
    uint32_t permille = 0;
    return load_share(known - idle_ticks, known, 1000, permille) == RTM_LOAD_OK ? int(permille) : -1;
  }
  return -1;
}

/// Calls back for each row that has time.
class row_teller {
 public:
  row_teller(uint64_t window_ticks, rtm_zephyr_row_callback callback, void* user)
      : window_ticks_(window_ticks), callback_(callback), user_(user) {}

  void operator()(const char* name, const task_sums& sums) const {
    if (sums.exclusive == 0) return;
    rtm_zephyr_row row = {name, sums.exclusive, window_ticks_, 0, uint32_t(sums.dispatches)};
    (void)load_share(row.ticks, row.window_ticks, 1000, row.permille);
    callback_(&row, user_);
  }

 private:
  uint64_t window_ticks_;
  rtm_zephyr_row_callback callback_;
  void* user_;
};

template <class Config>
int run_analyzer(const accounting<Config>& all, uint32_t core, rtm_zephyr_row_callback callback, void* user) {
  using accounting_type = accounting<Config>;
  if (core >= accounting_type::cores) return -1;
  const auto& ledger = all.at(core).ledger;
  if (has_ended(ledger)) return -3;
  window_header window;
  if (ledger.latest_window(window) != status::ok) return -1;
  const row_teller tell(window.length_ticks, callback, user);
  for (uint32_t i = 0; i <= uint32_t(accounting_type::departed); ++i)
    tell(all.tasks().name_of(task_id{i}), all.window_sums(core, window, task_id{i}));
  task_sums isrs;
  for (uint32_t i = 0; i < accounting_type::capacity::isrs; ++i)
    isrs.exclusive += ledger.window_sums(window, isr_id{i}).exclusive;
  tell("ISRs", isrs);
  tell("kernel", {ledger.window_sums(window, kernel).exclusive, 0});
  tell("unknown", {ledger.window_sums(window, unknown).exclusive, 0});
  tell("idle", {ledger.window_sums(window, idle).exclusive, 0});
  return ledger.is_latest(window) ? 0 : -2;
}

}  // namespace rtm::os::zephyr_hooks

#define RTM_ZEPHYR_ANALYZER(object)                                                                         \
  extern "C" {                                                                                              \
  int rtm_zephyr_cpu_load_get(uint32_t core) { return rtm::os::zephyr_hooks::load_permille(object, core); } \
  int rtm_zephyr_analyzer_run(uint32_t core, rtm_zephyr_row_callback callback, void* user) {                \
    return rtm::os::zephyr_hooks::run_analyzer(object, core, callback, user);                               \
  }                                                                                                         \
  }
