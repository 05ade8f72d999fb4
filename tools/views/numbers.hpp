// SPDX-License-Identifier: MIT
// How ticks become what people read: shares in percent and times with a unit. Rounded for display only, from exact
// integers, and never rounded into a claim: what is not nothing is not shown as 0, what is not all is not shown as 100
// %.
#pragma once

#include <cstdint>
#include <string>

namespace rtm::host {

/// `part` of `whole` in percent with one decimal: "30.0", "<0.1", ">99.9"; "0" and "100" mean exactly that. "n/a" if
/// `whole` is 0. `part` may exceed `whole` (inclusive times).
[[nodiscard]] std::string percent(std::uint64_t part, std::uint64_t whole);
/// The same with its unit, "30.0 %"; "n/a" without.
[[nodiscard]] std::string percent_with_unit(std::uint64_t part, std::uint64_t whole);

/// `ticks` of a clock of `hz`, with four digits and the unit that suits: "12.50 us", "1.000 s", "0 s".
[[nodiscard]] std::string duration(std::uint64_t ticks, std::uint64_t hz);
/// The mean of `count` durations that sum up to `ticks`; `count` is not 0.
[[nodiscard]] std::string mean_duration(std::uint64_t ticks, std::uint64_t count, std::uint64_t hz);

/// "1 GHz", "16.5 MHz", "32768 Hz": exact.
[[nodiscard]] std::string frequency(std::uint64_t hz);

}  // namespace rtm::host
