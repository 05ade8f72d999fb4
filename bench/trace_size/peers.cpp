// SPDX-License-Identifier: MIT
#include "peers.hpp"

namespace rtm::bench {
namespace {

/// Bytes of a number at 7 bits a byte.
std::uint64_t number_bytes(std::uint64_t value) {
  std::uint64_t bytes = 1;
  for (; value >= 0x80; value >>= 7) ++bytes;
  return bytes;
}

bool is_owner_change(const host::source_fact& fact) {
  return fact.kind == fact_kind::task_switch || fact.kind == fact_kind::reset;
}

}  // namespace

encoded_size systemview(std::span<const host::source_fact> facts) {
  encoded_size size;
  std::uint64_t last = facts.empty() ? 0 : facts.front().reading_ticks;
  for (const host::source_fact& fact : facts) {
    if (fact.kind == fact_kind::poll) continue;
    const bool is_task = is_owner_change(fact) && fact.id < host::idle_owner;
    const bool has_parameter = is_task || fact.kind == fact_kind::isr_enter || fact.kind == fact_kind::point_begin ||
                               fact.kind == fact_kind::point_end;
    const std::uint64_t ticks = (fact.reading_ticks - last) & 0xFFFF'FFFFU;
    last = fact.reading_ticks;
    ++size.events;
    size.bytes += 1 + (has_parameter ? number_bytes(fact.id) : 0) + number_bytes(ticks);
  }
  return size;
}

encoded_size tonbandgeraet(std::span<const host::source_fact> facts) {
  encoded_size size;
  const std::uint64_t start = facts.empty() ? 0 : facts.front().reading_ticks;
  for (const host::source_fact& fact : facts) {
    if (fact.kind == fact_kind::poll) continue;
    if (is_owner_change(fact) && fact.id == host::kernel_owner) continue;
    // The run lasts less than one wrap of the clock. The idle task has a small number there, too.
    const std::uint64_t time = (fact.reading_ticks - start) & 0xFFFF'FFFFU;
    const std::uint64_t id = fact.id < host::idle_owner ? fact.id : 0;
    constexpr std::uint64_t framing = 2;
    ++size.events;
    size.bytes += 1 + number_bytes(time) + number_bytes(id) + framing;
  }
  return size;
}

}  // namespace rtm::bench
