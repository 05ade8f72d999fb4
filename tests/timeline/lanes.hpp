// SPDX-License-Identifier: MIT
// A timing diagram as lanes and columns: what is drawn, checked for being a drawing at all, not yet interpreted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtm/types.hpp"
#include "sources/source.hpp"

namespace rtm::test {

enum class lane_kind { base, isr, swi, point, mark };

struct lane {
  std::string head;  ///< "isr 7", for messages.
  lane_kind kind = lane_kind::base;
  host::source_id id = 0;            ///< A base owner may be `idle_owner` and so on.
  fact_kind fact = fact_kind::poll;  ///< Of marks.
  std::size_t context = 0;           ///< Of points: index of the lane of the context.
  std::string track;
  bool open_at_end = false;

  [[nodiscard]] char at(std::size_t column) const { return column < track.size() ? track[column] : ' '; }
  [[nodiscard]] bool owns(std::size_t column) const { return at(column) == '='; }
  [[nodiscard]] bool is_there(std::size_t column) const { return owns(column) || at(column) == '-'; }
  [[nodiscard]] bool is_frame() const { return kind == lane_kind::isr || kind == lane_kind::swi; }
};

/// One core. Every column has exactly one owner.
struct core_lanes {
  std::uint32_t core = 0;
  std::vector<lane> lanes;
  std::size_t columns = 0;
  std::vector<std::size_t> base;  ///< Index of the lane of the base owner, a column each.
};

struct drawing {
  std::uint64_t column_ticks = 1;
  std::uint64_t start = 0;
  host::source_info info;
  std::vector<core_lanes> cores;

  [[nodiscard]] std::uint64_t reading(std::size_t column) const;
};

/// Throws diagram_error.
[[nodiscard]] drawing read_lanes(std::string_view text);

}  // namespace rtm::test
