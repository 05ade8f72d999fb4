// SPDX-License-Identifier: MIT
// One row of BTF: time,source,instance,type,target,instance,event[,note]. What its words mean for who owns a core.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rtm::host::btf {

struct row {
  std::uint64_t ticks = 0;  ///< Below 2^63.
  std::string_view source, type, target, event;
};

inline constexpr std::string_view row_form = "time,source,instance,type,target,instance,event";

/// Absent: it is no row. Instances are checked, and not needed further.
[[nodiscard]] std::optional<row> row_of(std::string_view line);

/// Digits and nothing else, below 2^64.
[[nodiscard]] std::optional<std::uint64_t> number_of(std::string_view text);

enum class entity { task, isr, runnable, core, other, unknown };
/// `other`: known, but nothing that could own a core.
[[nodiscard]] entity entity_of(std::string_view type);

/// What an event of a task or an ISR says. `none`: known, but it does not change who runs.
enum class step { activate, start, resume, preempt, wait, release, terminate, none, unknown };
[[nodiscard]] step step_of(std::string_view event);

}  // namespace rtm::host::btf
