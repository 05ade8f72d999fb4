// SPDX-License-Identifier: MIT
// What stands in a trace stream, record by record, as it stands there: for whoever writes an encoder, or looks into a
// stream that is not what it should be. Knows no ledger and mends nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "wire/core_state.hpp"
#include "wire/fields.hpp"
#include "wire/header.hpp"
#include "wire/packet_splitter.hpp"

namespace rtm::host::wire {

/// A packet, a part of one, or bytes that are none.
struct listed {
  std::uint64_t offset = 0;             ///< Of its first byte in the stream.
  std::optional<std::uint32_t> core;    ///< Absent: bytes that are no packet.
  bool is_packet = false;               ///< A packet; what follows up to the next one is in it.
  std::string record;                   ///< "page", "isr_enter", "row", "damage", ...
  std::span<const std::uint8_t> bytes;  ///< Without the stuffing; of a packet its head.
  std::vector<std::pair<std::string_view, std::uint64_t>> numbers;  ///< In the order of the format.
  std::string text;                                                 ///< A name, or what is wrong.
};

class listing {
 public:
  explicit listing(std::function<void(const listed&)> to) : to_(std::move(to)) {}

  void feed(std::span<const std::uint8_t> bytes);
  void finish();

  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t wrong() const { return wrong_; }

 private:
  struct core {
    stream_header header;
    format::id_widths widths;
    core_state state;
    std::uint64_t time = 0;
    bool knows_state = false;
  };
  class cursor;

  void take(const packet_view& packet);
  void list_header(cursor& at, const packet_view& packet);
  void list_names(cursor& at);
  void list_repairs(cursor& at);
  void list_page(cursor& at, core& of);
  void list_facts(cursor& at, core& of);
  void list_fact(cursor& at, core& of, bool is_state);
  void list_other(cursor& at, core& of, std::uint64_t number);
  void list_rows(cursor& at, bool has_extremes);
  void list_columns(cursor& at);
  void list_counts(cursor& at);
  void list_numbers(cursor& at, const char* record, std::initializer_list<std::string_view> names);
  void apply(core& of, target_fact& fact, bool is_state);
  void tell_wrong(std::uint64_t offset, std::optional<std::uint32_t> core, std::string what);
  [[nodiscard]] std::string name_of(const target_fact& fact) const;

  std::function<void(const listed&)> to_;
  packet_splitter splitter_;
  std::map<std::uint32_t, core> cores_;
  std::map<std::pair<unsigned, std::uint64_t>, std::string> names_;  ///< By class and id.
  std::uint64_t packets_ = 0;
  std::uint64_t wrong_ = 0;
};

}  // namespace rtm::host::wire
