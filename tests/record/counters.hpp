// SPDX-License-Identifier: MIT
// What the kernel counts by itself: /proc/interrupts and /proc/softirqs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rtm::test {

/// By the name of the row ("36", "LOC", "NET_RX"), the count of each CPU column.
using counters = std::map<std::string, std::vector<std::uint64_t>>;

[[nodiscard]] counters counters_of(const std::string& text);

/// Sum over all CPUs of what was counted from `before` to `after`; 0 for a row that is not there.
[[nodiscard]] std::uint64_t counted(const counters& before, const counters& after, const std::string& row);

}  // namespace rtm::test
