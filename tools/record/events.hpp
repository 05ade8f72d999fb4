// SPDX-License-Identifier: MIT
// Which events of a kernel to record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rtm::host {

struct event_name {
  std::string system;  ///< "sched"
  std::string name;    ///< "sched_switch"
  auto operator<=>(const event_name&) const = default;
};

struct chosen_events {
  std::vector<event_name> events;    ///< Sorted, each once.
  std::vector<std::string> missing;  ///< Of the default ones: what this kernel does not have, for a message.
};

/// What an account of time needs.
inline constexpr std::string_view default_events = "default";

/// `wanted`: names with commas between them, each `default`, SYSTEM:EVENT, or EVENT of any system; * and ? stand for
/// others. Of the events in `tracefs`. Throws source_error for a name that fits none, and for a kernel without
/// sched:sched_switch, without which nothing can be told.
[[nodiscard]] chosen_events choose_events(const std::string& tracefs, std::string_view wanted = default_events);

}  // namespace rtm::host
