// SPDX-License-Identifier: MIT
#include "text/quantity.hpp"

#include <array>
#include <charconv>

namespace rtm::host {
namespace {

struct unit {
  std::string_view name;
  std::uint64_t size;
};
constexpr std::array times = {unit{"ns", 1},
                              unit{"us", 1'000},
                              unit{"ms", 1'000'000},
                              unit{"s", 1'000'000'000},
                              unit{"min", 60'000'000'000},
                              unit{"h", 3'600'000'000'000}};
constexpr std::array sizes = {unit{"", 1}, unit{"K", 1U << 10}, unit{"M", 1U << 20}, unit{"G", 1U << 30}};

template <std::size_t Count>
std::optional<std::uint64_t> size_of_unit(std::string_view name, const std::array<unit, Count>& units) {
  for (const unit& each : units)
    if (each.name == name) return each.size;
  return std::nullopt;
}

/// `text` begins with a whole number; what is behind it stays.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<std::uint64_t> product_of(std::uint64_t a, std::uint64_t b) {
  std::uint64_t value = 0;
  return __builtin_mul_overflow(a, b, &value) ? std::nullopt : std::optional(value);
}

/// The digits behind a point, in units of `size`.
std::optional<std::uint64_t> fraction_of(std::string_view digits, std::uint64_t size) {
  std::uint64_t sum = 0;
  for (const char digit : digits) {
    if (digit != '0' && size % 10 != 0) return std::nullopt;
    size /= 10;
    sum += static_cast<std::uint64_t>(digit - '0') * size;
  }
  return sum;
}

}  // namespace

std::optional<std::uint64_t> duration_of(std::string_view text) {
  const auto whole = take_number(text);
  if (!whole) return std::nullopt;
  std::string_view digits;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits = text.substr(0, text.find_first_not_of("0123456789"));
    if (digits.empty()) return std::nullopt;
    text.remove_prefix(digits.size());
  }
  const auto size = size_of_unit(text, times);
  if (!size) return std::nullopt;
  const auto sum = product_of(*whole, *size);
  const auto part = fraction_of(digits, *size);
  if (!sum || !part || *sum + *part < *sum) return std::nullopt;
  return *sum + *part;
}

std::optional<std::uint64_t> bytes_of(std::string_view text) {
  const auto whole = take_number(text);
  const auto size = size_of_unit(text, sizes);
  return whole && size ? product_of(*whole, *size) : std::nullopt;
}

}  // namespace rtm::host
