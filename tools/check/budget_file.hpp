// SPDX-License-Identifier: MIT
// Who may take how much? A budget as a TOML file, docs/check.md.
//
//   window = "10ms"
//   [core]                  # each core; [core.1]: core 1 alone
//   max_window = "70%"
//   [task.Control]          # by name; by id: [task.3]
//   max_cet = "2ms"
//   max_window = "30%"
//   consecutive = 3
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rtm::host {

enum class budget_kind { core, task, isr, swi };
[[nodiscard]] const char* word_of(budget_kind kind);

/// At most so many ticks, or so much of a window: `numerator / denominator` of it.
struct budget_amount {
  std::uint64_t ticks = 0;
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 0;  ///< 0: it is ticks.

  /// Of a window of so many ticks. Rounded down, so that whatever is more is too much.
  [[nodiscard]] std::uint64_t of(std::uint64_t window_ticks) const;
};

struct budget_limit {
  budget_kind kind = budget_kind::core;
  std::string who;                  ///< Name or id as the file has it; empty: each core.
  std::optional<std::uint64_t> id;  ///< If `who` is a number.
  std::uint64_t line = 0;
  std::optional<budget_amount> max_window;
  std::optional<std::uint64_t> max_cet;  ///< Ticks.
  std::uint64_t max_window_line = 0;
  std::uint64_t max_cet_line = 0;
  std::uint64_t consecutive = 1;
};

struct budget_file {
  std::string name;
  std::optional<std::uint64_t> window_ticks;
  std::vector<budget_limit> limits;  ///< In the order of the file; at least one.
};

/// Times become ticks of a clock of `clock_hz`. Throws source_error with file, line, found and expected: no TOML, an
/// unknown key, a value out of range, a time that is no whole number of ticks, a limit that limits nothing.
[[nodiscard]] budget_file read_budget(const std::string& path, std::uint64_t clock_hz);

}  // namespace rtm::host
