// SPDX-License-Identifier: MIT
#include "views/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace rtm::host {
namespace {

/// Products of two 64-bit numbers and a unit's factor stay below 2^128.
__extension__ using wide = unsigned __int128;

wide rounded_ratio(wide numerator, wide denominator) { return (numerator + denominator / 2) / denominator; }

struct unit {
  std::string_view name;
  std::uint64_t per_second;
};
constexpr std::array units = {unit{"s", 1}, unit{"ms", 1'000}, unit{"us", 1'000'000}, unit{"ns", 1'000'000'000}};

/// `numerator / denominator` with so many decimals that four digits show, at least one of them a decimal.
std::string four_digits(wide numerator, wide denominator) {
  constexpr std::array<std::uint64_t, 4> powers = {1, 10, 100, 1000};
  for (unsigned decimals = 3; decimals > 0; --decimals) {
    const wide scaled = rounded_ratio(numerator * powers[decimals], denominator);
    if (scaled >= 10'000 && decimals > 1) continue;
    const auto whole = static_cast<std::uint64_t>(scaled / powers[decimals]);
    const auto fraction = static_cast<std::uint64_t>(scaled % powers[decimals]);
    return fmt::format("{}.{:0{}}", whole, fraction, decimals);
  }
  return {};
}

}  // namespace

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "n/a";
  if (part == 0) return "0";
  if (part == whole) return "100";
  const auto permille = rounded_ratio(wide{part} * 1000, whole);
  if (permille == 0) return "<0.1";
  if (permille == 1000) return part < whole ? ">99.9" : "100.0";
  const auto shown = static_cast<std::uint64_t>(permille);
  return fmt::format("{}.{}", shown / 10, shown % 10);
}

std::string percent_with_unit(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? percent(part, whole) : percent(part, whole) + " %";
}

std::string duration(std::uint64_t ticks, std::uint64_t hz) { return mean_duration(ticks, 1, hz); }

std::string mean_duration(std::uint64_t ticks, std::uint64_t count, std::uint64_t hz) {
  if (ticks == 0) return "0 s";
  const wide ticks_per_second = wide{hz} * count;
  for (const auto& u : units) {
    const wide amount = wide{ticks} * u.per_second;
    if (amount < ticks_per_second && u.per_second != units.back().per_second) continue;
    const std::string digits = four_digits(amount, ticks_per_second);
    return digits == "0.000" ? fmt::format("<0.001 {}", u.name) : fmt::format("{} {}", digits, u.name);
  }
  return {};
}

std::string frequency(std::uint64_t hz) {
  struct prefix {
    std::string_view name;
    std::uint64_t factor;
  };
  constexpr std::array prefixes = {prefix{"GHz", 1'000'000'000}, prefix{"MHz", 1'000'000}, prefix{"kHz", 1'000}};
  for (const auto& p : prefixes) {
    if (hz < p.factor || hz % (p.factor / 1000) != 0) continue;
    std::string text = fmt::format("{}.{:03}", hz / p.factor, hz % p.factor / (p.factor / 1000));
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return fmt::format("{} {}", text, p.name);
  }
  return fmt::format("{} Hz", hz);
}

}  // namespace rtm::host
