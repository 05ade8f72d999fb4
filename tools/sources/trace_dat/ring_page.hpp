// SPDX-License-Identifier: MIT
// A page of the kernel's ring buffer (kernel/trace/ring_buffer.c): a time, how many bytes of events it has, and events,
// each with the time since the one before it.
#pragma once

#include <cstdint>
#include <string_view>

#include "sources/trace_dat/bytes.hpp"

namespace rtm::host::trace_dat {

/// Where things are in the header of a page; from the format header_page.
struct page_layout {
  std::uint32_t time_offset = 0;
  std::uint32_t commit_offset = 8;
  std::uint32_t commit_bytes = 8;  ///< The kernel's long.
  std::uint32_t data_offset = 16;
};

/// Throws damage, at `place`.
[[nodiscard]] page_layout read_page_layout(std::string_view format, std::uint64_t place);

struct page_header {
  std::uint64_t time = 0;
  bool has_lost = false;         ///< Events before the first one of this page are missing.
  std::uint64_t lost = 0;        ///< How many; 0: it does not say.
  std::string_view events;       ///< As far as they are there.
  std::uint64_t said_bytes = 0;  ///< Of events.
};

/// `page`: from its first byte on, as far as it is there, at most its size. False: the header is cut.
template <bool Big>
[[nodiscard]] bool read_page_header(std::string_view page, const page_layout& where, page_header& to) {
  constexpr std::uint64_t length_mask = (1U << 27) - 1;
  constexpr std::uint64_t lost_flag = 1U << 31;
  constexpr std::uint64_t count_flag = 1U << 30;
  if (page.size() < where.data_offset) return false;
  const auto read_long = [&](std::size_t at) -> std::uint64_t {
    return where.commit_bytes == 8 ? load<std::uint64_t, Big>(page.data() + at)
                                   : load<std::uint32_t, Big>(page.data() + at);
  };
  const std::uint64_t commit = read_long(where.commit_offset);
  to.time = load<std::uint64_t, Big>(page.data() + where.time_offset);
  to.has_lost = (commit & lost_flag) != 0;
  to.lost = 0;
  to.said_bytes = commit & length_mask;
  to.events = page.substr(where.data_offset, static_cast<std::size_t>(to.said_bytes));
  // The count stands behind the events, if the writer found room for it.
  const std::uint64_t count_at = where.data_offset + to.said_bytes;
  if (to.has_lost && (commit & count_flag) != 0 && count_at + where.commit_bytes <= page.size())
    to.lost = read_long(static_cast<std::size_t>(count_at));
  return true;
}

/// Calls `visit(time, data, bytes)` for each event, in their order. `time` is that of the page, and afterwards that of
/// the last event. Returns null, or where something stands that is no event; all before it has been visited.
template <bool Big, class Visit>
const char* walk_events(std::string_view events, std::uint64_t& time, Visit&& visit) {
  constexpr unsigned type_bits = 5, padding = 29, time_extend = 30, time_stamp = 31;
  constexpr std::uint64_t stamp_mask = (std::uint64_t{1} << 59) - 1;
  const char* at = events.data();
  const char* const end = at + events.size();
  while (end - at >= 4) {
    const char* const start = at;
    const auto head = load<std::uint32_t, Big>(at);
    const unsigned type = Big ? head >> 27 : head & 31U;
    const std::uint32_t delta = Big ? head & ((1U << 27) - 1) : head >> type_bits;
    at += 4;
    if (type != 0 && type < padding) [[likely]] {
      const std::uint32_t bytes = type * 4;
      if (static_cast<std::size_t>(end - at) < bytes) return start;
      time += delta;
      visit(time, at, bytes);
      at += bytes;
      continue;
    }
    if (type == padding && delta == 0) return nullptr;  // nothing more in this page
    if (end - at < 4) return start;
    const auto word = load<std::uint32_t, Big>(at);
    if (type == time_extend) {
      time += (std::uint64_t{word} << 27) + delta;
      at += 4;
    } else if (type == time_stamp) {
      // 59 bits; if they seem to go back, they have wrapped.
      std::uint64_t stamp = (((std::uint64_t{word} << 27) + delta) & stamp_mask) | (time & ~stamp_mask);
      if (stamp < time && time - stamp > stamp_mask / 2) stamp += stamp_mask + 1;
      time = stamp;
      at += 4;
    } else {
      // The length counts its own word. Padding is an event that was discarded; its time, if the kernel kept it, is not
      // the 1 that stands for none.
      const std::uint64_t bytes = (std::uint64_t{word} + 3) / 4 * 4;
      if (word < 4 || static_cast<std::uint64_t>(end - at) < bytes) return start;
      if (type == 0) {
        time += delta;
        visit(time, at + 4, word - 4);
      } else if (delta != 1) {
        time += delta;
      }
      at += bytes;
    }
  }
  return at == end ? nullptr : at;
}

}  // namespace rtm::host::trace_dat
