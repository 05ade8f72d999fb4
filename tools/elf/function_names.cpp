// SPDX-License-Identifier: MIT
#include "elf/function_names.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>

namespace rtm::host {
namespace {

/// "0x" and digits from the front of `text`.
std::optional<std::uint64_t> take_address(std::string_view& text) {
  if (!text.starts_with("0x")) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::optional<function_address> parse_function_address(std::string_view name) {
  const auto address = take_address(name);
  if (!address) return std::nullopt;
  if (name.empty()) return function_address{*address, 0};
  if (name.front() != '@') return std::nullopt;
  name.remove_prefix(1);
  const auto anchor = take_address(name);
  if (!anchor || *anchor == 0 || !name.empty()) return std::nullopt;
  return function_address{*address, *anchor};
}

std::optional<std::uint64_t> function_names::linked(const function_address& where) const {
  if (where.anchor == 0) return where.address;
  const auto anchor = program_.address_of(anchor_symbol);
  if (!anchor) return std::nullopt;
  return where.address - where.anchor + *anchor;
}

std::optional<std::string> function_names::find(const std::string& name) const {
  const auto where = parse_function_address(name);
  const auto address = where ? linked(*where) : std::nullopt;
  const auto place = address ? program_.function_at(*address) : std::nullopt;
  if (!place) return std::nullopt;
  if (place->file.empty()) return place->function;
  return fmt::format("{} ({}:{})", place->function, std::filesystem::path(place->file).filename().string(),
                     place->line);
}

void function_names::apply(report& to) const {
  std::size_t addresses = 0, found = 0;
  for (core_report& core : to.cores) {
    for (epoch_row& epoch : core.epochs) {
      for (call_row& point : epoch.points) {
        if (!point.name || !parse_function_address(*point.name)) continue;
        ++addresses;
        auto name = find(*point.name);
        if (!name) continue;
        ++found;
        point.name = std::move(name);
      }
    }
  }
  if (addresses == 0)
    throw source_error(path_.string() + ": found no point named by an address to look up, expected names as 0x1a4c");
  if (found == 0)
    throw source_error(path_.string() + ": found no function at any of the addresses, expected the program that ran");
}

}  // namespace rtm::host
