// SPDX-License-Identifier: MIT
#include "text/quantity.hpp"

#include <array>
#include <charconv>

namespace rtm::host {

std::optional<std::uint64_t> bytes_of(std::string_view text) {
  struct unit {
    std::string_view name;
    std::uint64_t bytes;
  };
  static constexpr std::array units = {unit{"", 1}, unit{"K", 1U << 10}, unit{"M", 1U << 20}, unit{"G", 1U << 30}};
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const unit& each : units) {
    std::uint64_t bytes = 0;
    if (each.name == text && !__builtin_mul_overflow(count, each.bytes, &bytes)) return bytes;
  }
  return std::nullopt;
}

}  // namespace rtm::host
