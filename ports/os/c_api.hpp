// SPDX-License-Identifier: MIT
// Defines the functions of rtm_os.h over an object of rtm/os/accounting.hpp. In one file of the application, at
// namespace scope:  RTM_OS_API(cpu_time)
#pragma once

#include "ports/os/rtm_os.h"
#include "rtm/os/accounting.hpp"

namespace rtm::os {

/// Of a core that is not the one that runs, the answer is that of an instant before. 0 outside of either range.
template <class Config>
uint32_t repairs_of(const accounting<Config>& all, uint32_t core, uint32_t kind) {
  if (core >= accounting<Config>::cores || kind >= repair_kinds) return 0;
  return all.at(core).hooks.repairs().of(repair(kind));
}

}  // namespace rtm::os

#define RTM_OS_API(object)                                                                                     \
  extern "C" {                                                                                                 \
  uint32_t rtm_os_start(uint64_t window_ticks, uint64_t max_gap_ticks) {                                       \
    return uint32_t((object).start(rtm::timing{window_ticks, max_gap_ticks, 0}));                              \
  }                                                                                                            \
  uint32_t rtm_os_reset(void) { return uint32_t((object).reset()); }                                           \
  void rtm_os_poll(void) { (void)(object).poll(); }                                                            \
  void rtm_os_isr_enter(uint32_t isr) { (void)(object).wrapper_enter(rtm::isr_id{isr}); }                      \
  void rtm_os_isr_exit(uint32_t isr) { (void)(object).wrapper_exit(rtm::isr_id{isr}); }                        \
  void rtm_os_idle(void) { (void)(object).idle_in(); }                                                         \
  void rtm_os_isr_aborted(void) { (void)(object).abort_frame(); }                                              \
  void rtm_os_all_isrs_aborted(void) { (void)(object).abort_frames(); }                                        \
  void rtm_os_shutdown(void) { (void)(object).shutdown(); }                                                    \
  uint32_t rtm_os_point_begin(uint32_t point) { return uint32_t((object).point_begin(rtm::point_id{point})); } \
  uint32_t rtm_os_point_end(uint32_t point) { return uint32_t((object).point_end(rtm::point_id{point})); }     \
  uint32_t rtm_os_repairs(uint32_t core, uint32_t kind) { return rtm::os::repairs_of(object, core, kind); }    \
  uint32_t rtm_os_repair_kinds(void) { return rtm::os::repair_kinds; }                                         \
  const char* rtm_os_repair_name(uint32_t kind) { return rtm::os::repair_name(rtm::os::repair(kind)); }        \
  const char* rtm_os_repair_meaning(uint32_t kind) { return rtm::os::repair_meaning(rtm::os::repair(kind)); }  \
  }
