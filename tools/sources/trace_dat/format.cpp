// SPDX-License-Identifier: MIT
#include "sources/trace_dat/format.hpp"

#include <charconv>

namespace rtm::host::trace_dat {
namespace {

constexpr std::uint32_t most_bytes = 64 * 1024;

/// What follows `label` in `text`, up to the end of the line.
std::optional<std::string_view> after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == text.npos) return std::nullopt;
  const std::string_view rest = text.substr(at + label.size());
  return rest.substr(0, rest.find('\n'));
}

std::optional<std::uint32_t> number_after(std::string_view text, std::string_view label) {
  const auto digits = after(text, label);
  if (!digits) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits->data(), digits->data() + digits->size(), value);
  if (error != std::errc() || value > most_bytes) return std::nullopt;
  return value;
}

/// "char prev_comm[16]" declares prev_comm, "__data_loc char[] name" declares name.
std::string_view declared_name(std::string_view declaration) {
  const std::size_t blank = declaration.find_last_of(" \t*");
  if (blank != declaration.npos) declaration = declaration.substr(blank + 1);
  return declaration.substr(0, declaration.find('['));
}

}  // namespace

std::string_view event_format::name() const { return after(text_, "name: ").value_or(std::string_view()); }

std::optional<std::uint16_t> event_format::id() const {
  const auto found = number_after(text_, "ID: ");
  if (!found || *found >= most_bytes) return std::nullopt;
  return static_cast<std::uint16_t>(*found);
}

std::optional<field> event_format::find(std::string_view name) const {
  constexpr std::string_view label = "field:";
  for (std::size_t at = text_.find(label); at != text_.npos; at = text_.find(label, at + 1)) {
    std::string_view line = text_.substr(at + label.size());
    line = line.substr(0, line.find('\n'));
    const std::size_t end = line.find(';');
    if (end == line.npos || declared_name(line.substr(0, end)) != name) continue;
    const auto offset = number_after(line.substr(end), "offset:");
    const auto size = number_after(line.substr(end), "size:");
    if (!offset || !size) return std::nullopt;
    return field{*offset, *size};
  }
  return std::nullopt;
}

std::string_view event_format::common_part() const {
  const std::size_t begin = text_.find("format:");
  if (begin == text_.npos) return {};
  return text_.substr(begin, text_.find("\n\n", begin) - begin);
}

}  // namespace rtm::host::trace_dat
