// SPDX-License-Identifier: MIT
// The forms of a result of Load: percent and per mille, rounded half up, and TI's 32-bit pair. Where there is no
// number, `out` is unchanged.
#pragma once

#include <stdint.h>

#include "rtm/detail/load_math.hpp"
#include "rtm/load_types.h"

namespace rtm {

/// `part` of `whole` in `scale` parts, at most 1023.
/// @retval RTM_LOAD_NO_TIME  `whole` is 0    @retval RTM_LOAD_BAD_STAT  `part` exceeds it
constexpr rtm_load_status load_share(uint64_t part, uint64_t whole, uint32_t scale, uint32_t& out) {
  if (whole == 0) return RTM_LOAD_NO_TIME;
  if (part > whole) return RTM_LOAD_BAD_STAT;
  out = detail::rounded_share(part, whole, scale);
  return RTM_LOAD_OK;
}

constexpr rtm_load_status calculate_load(const rtm_load_stat& of, uint32_t& percent) {
  return load_share(of.thread_ticks, of.total_ticks, 100, percent);
}
constexpr rtm_load_status calculate_permille(const rtm_load_stat& of, uint32_t& permille) {
  return load_share(of.thread_ticks, of.total_ticks, 1000, permille);
}

/// @retval RTM_LOAD_TOO_LARGE  a time needs more than 32 bits
constexpr rtm_load_status to_stat32(const rtm_load_stat& of, rtm_load_stat32& out) {
  if ((of.thread_ticks | of.total_ticks) >> 32 != 0) return RTM_LOAD_TOO_LARGE;
  out.threadTime = uint32_t(of.thread_ticks);
  out.totalTime = uint32_t(of.total_ticks);
  return RTM_LOAD_OK;
}

}  // namespace rtm
