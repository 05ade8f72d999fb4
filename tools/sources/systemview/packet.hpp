// SPDX-License-Identifier: MIT
// One packet of a SEGGER SystemView recording: an id, what belongs to it, and how long after the packet before it came.
//
//   id below 24      id, its values as the table in packet.cpp says, time
//   24 and above     id, length of what belongs to it, that many bytes, time
//   every number     7 bits a byte, the lowest first, bit 7: another one follows; at most 32 bits
//   text             its length in a byte (255: in the two bytes behind it), then the bytes
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace rtm::host::systemview {

enum class packet_id : std::uint32_t {
  nop = 0,
  overflow = 1,
  isr_enter = 2,
  isr_exit = 3,
  task_start_exec = 4,
  task_stop_exec = 5,
  task_start_ready = 6,
  task_stop_ready = 7,
  task_create = 8,
  task_info = 9,
  trace_start = 10,
  trace_stop = 11,
  system_description = 14,
  idle = 17,
  isr_to_scheduler = 18,
  timer_enter = 19,
  timer_exit = 20,
  init = 24,
  name_resource = 25,
  task_terminate = 29,
};

struct packet {
  packet_id id = packet_id::nop;
  std::array<std::uint32_t, 4> values{};  ///< As many as the id has; of those from 24 on: what the bytes begin with.
  std::string_view text;                  ///< Of task_info, system_description, name_resource.
  std::uint32_t delta_ticks = 0;
};

/// The longest one: text of 65535 bytes, and what stands before and behind it.
inline constexpr std::size_t longest_packet = 65'535 + 64;
/// So many zero bytes stand at the beginning of what a target sends.
inline constexpr std::size_t sync_bytes = 10;

enum class outcome { whole, cut, damaged };
/// Reads the packet at the beginning of `bytes` and says in `size` how long it is. `cut`: there must be more bytes.
[[nodiscard]] outcome read_packet(std::span<const std::uint8_t> bytes, packet& out, std::size_t& size);

}  // namespace rtm::host::systemview
