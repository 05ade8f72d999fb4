// SPDX-License-Identifier: MIT
// The plans for all that a trace holds, made once of its metadata and of what is wanted of its events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sources/ctf/metadata.hpp"
#include "sources/ctf/plan.hpp"

namespace rtm::host::ctf {

/// What somebody wants to know of the events of a class.
struct wish {
  std::uint16_t action = 0;  ///< For whoever wishes. 0: it means nothing, but its time does.
  std::uint64_t detail = 0;
  std::vector<std::string_view> numbers;  ///< Fields of its contexts or of itself, in this order in a record.
  std::vector<std::string_view> texts;
};
using wish_of_event = std::function<wish(const event_class&, const stream_class&)>;

struct event_plan {
  plan fields;  ///< With the contexts.
  std::uint16_t action = 0;
  std::uint64_t detail = 0;
};

/// Fields of a packet's context, in the order in which they become numbers.
enum packet_number : std::uint8_t {
  timestamp_begin,
  timestamp_end,
  content_size,
  packet_size,
  events_discarded,
  packet_seq_num,
  cpu_id,
  packet_numbers
};

struct stream_plan {
  plan packet_context;
  plan event_header;
  std::optional<unsigned> bits[packet_numbers];  ///< Of those that are there.
  bool has_event_id = false;
  std::uint64_t only_event = 0;  ///< Its id, if headers do not say.
  std::vector<event_plan> events;

  [[nodiscard]] const event_plan* find(std::uint64_t id) const {
    if (id < dense.size()) [[likely]]
      return dense[static_cast<std::size_t>(id)] == none ? nullptr : &events[dense[static_cast<std::size_t>(id)]];
    const auto found = sparse.find(id);
    return found == sparse.end() ? nullptr : &events[found->second];
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> dense;  ///< By id: index into events.
  std::unordered_map<std::uint64_t, std::uint32_t> sparse;
};

struct decoding {
  plan packet_header;
  bool has_magic = false, has_stream_id = false, has_uuid = false;
  std::string uuid;
  std::unordered_map<std::uint64_t, stream_plan> streams;
  std::uint64_t clock_hz = 1'000'000'000;
  std::uint64_t clock_offset_ticks = 0;  ///< Below 2^63.
};

/// Numbers and texts of a packet header's plan.
enum header_number : std::uint8_t { magic_number, stream_id };

/// Throws source_error for what cannot be read; `name` is that of the metadata.
[[nodiscard]] decoding make_decoding(const metadata& of, const std::string& name, const wish_of_event& wanted);

}  // namespace rtm::host::ctf
