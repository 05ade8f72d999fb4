// SPDX-License-Identifier: MIT
#include "sources/systemview/packet.hpp"

#include <algorithm>

namespace rtm::host::systemview {
namespace {

constexpr std::uint32_t first_with_length = 24;

struct layout {
  std::uint8_t values = 0;
  bool has_text = false;
};
/// Of the packets below 24, by their id.
constexpr std::array<layout, first_with_length> layouts = {{
    {0, false},  // nop
    {1, false},  // overflow: packets dropped
    {1, false},  // isr_enter: number
    {0, false},  // isr_exit
    {1, false},  // task_start_exec: task
    {0, false},  // task_stop_exec
    {1, false},  // task_start_ready: task
    {2, false},  // task_stop_ready: task, cause
    {1, false},  // task_create: task
    {2, true},   // task_info: task, priority, name
    {0, false},  // trace_start
    {0, false},  // trace_stop
    {1, false},  // system time in cycles
    {2, false},  // system time in us: low, high word
    {0, true},   // system_description
    {1, false},  // start of a marker
    {1, false},  // end of a marker
    {0, false},  // idle
    {0, false},  // isr_to_scheduler
    {1, false},  // timer_enter: timer
    {0, false},  // timer_exit
    {4, false},  // stack: task, base, size, use
    {2, true},   // description of a module
    {2, false},  // a sample of data
}};

/// Takes numbers and text off the front; remembers what went wrong first.
class cursor {
 public:
  explicit cursor(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint32_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint8_t byte = next();
      if (result != outcome::whole) return 0;
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) {
        if (value >> 32 != 0) result = outcome::damaged;
        return static_cast<std::uint32_t>(value);
      }
    }
    result = outcome::damaged;
    return 0;
  }
  std::span<const std::uint8_t> take(std::size_t n) {
    if (result == outcome::whole && bytes_.size() - at < n) result = outcome::cut;
    if (result != outcome::whole) return {};
    at += n;
    return bytes_.subspan(at - n, n);
  }
  std::string_view text() {
    std::size_t length = next();
    if (length == 255) {
      const std::size_t low = next();
      length = low | std::size_t{next()} << 8;
    }
    const auto bytes = take(length);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  std::size_t at = 0;
  outcome result = outcome::whole;

 private:
  std::uint8_t next() {
    const auto byte = take(1);
    return byte.empty() ? std::uint8_t{0} : byte[0];
  }
  std::span<const std::uint8_t> bytes_;
};

/// How many numbers of what stands in the bytes are needed.
std::size_t values_of(packet_id id) {
  switch (id) {
    case packet_id::init: return 4;
    case packet_id::name_resource:
    case packet_id::task_terminate: return 1;
    default: return 0;
  }
}

}  // namespace

outcome read_packet(std::span<const std::uint8_t> bytes, packet& out, std::size_t& size) {
  cursor from(bytes);
  out = {};
  const std::uint32_t id = from.number();
  if (from.result != outcome::whole) return from.result;
  out.id = static_cast<packet_id>(id);
  if (id < first_with_length) {
    const layout& of = layouts[id];
    for (std::size_t i = 0; i < of.values; ++i) out.values[i] = from.number();
    if (of.has_text) out.text = from.text();
  } else {
    const std::uint32_t length = from.number();
    if (length > 65'535) return outcome::damaged;
    cursor inside(from.take(length));
    for (std::size_t i = 0; from.result == outcome::whole && i < values_of(out.id); ++i)
      out.values[i] = inside.number();
    if (out.id == packet_id::name_resource && from.result == outcome::whole) out.text = inside.text();
    if (inside.result != outcome::whole) return outcome::damaged;
  }
  out.delta_ticks = from.number();
  size = from.at;
  return from.result;
}

}  // namespace rtm::host::systemview
