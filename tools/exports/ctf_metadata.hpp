// SPDX-License-Identifier: MIT
// What an export to CTF says of itself: the metadata, and the numbers of its events. The order of fields here is the
// order in which ctf.cpp writes them.
#pragma once

#include <cstdint>
#include <string>

namespace rtm::host {

enum class ctf_event : std::uint8_t {
  sched_switch,
  irq_handler_entry,
  irq_handler_exit,
  irq_softirq_entry,
  irq_softirq_exit,
  rtm_thread,
  rtm_point_begin,
  rtm_point_end,
  rtm_task_mark,
  rtm_window,
  rtm_cut,
  rtm_epoch_begin,
  rtm_epoch_end,
  rtm_fault,
};

inline constexpr std::uint32_t ctf_magic = 0xC1FC1FC1;

/// TSDL for a clock of `hz`.
[[nodiscard]] std::string ctf_metadata(std::uint64_t hz);

}  // namespace rtm::host
