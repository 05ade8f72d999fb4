// SPDX-License-Identifier: MIT
// What was the ledger on target told? Reads the timeline script that the demo sends over its second UART. Written
// again, small, instead of using the project's reader: what checks the ledger should not share its code.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace truth {

enum class owner_kind : std::uint8_t { idle, kernel, task, isr };

/// Who owns the core in the eyes of the ledger.
struct owner {
  owner_kind kind = owner_kind::idle;
  std::uint32_t id = 0;  // 0 for idle and kernel
  auto operator<=>(const owner&) const = default;
};

enum class fact_kind : std::uint8_t { start, base, isr_enter, isr_exit, point_begin, point_end, poll };

struct fact {
  std::uint32_t now = 0;
  fact_kind kind = fact_kind::poll;
  owner who;             // of start and base: the owner; of isr_enter and isr_exit: the interrupt
  std::uint32_t id = 0;  // of point_begin and point_end
};

struct script {
  std::uint32_t window_ticks = 0;
  std::vector<fact> facts;  // the start first
};

/// Throws std::runtime_error with file, line, found, expected.
script read_script(const std::string& path);

}  // namespace truth
