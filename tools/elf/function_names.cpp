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

named_by_program::named_by_program(std::unique_ptr<source> from, std::filesystem::path path)
    : from_(std::move(from)), path_(std::move(path)), names_(path_) {
  info_ = from_->info();
  take_names();
}

std::size_t named_by_program::read(std::span<source_fact> out) {
  const std::size_t n = from_->read(out);
  take_names();
  return n;
}

/// Names of a source only grow in number.
void named_by_program::take_names() {
  const source_info& told = from_->info();
  const std::size_t known = told.tasks.size() + told.isrs.size() + told.swis.size() + told.points.size();
  if (std::exchange(names_known_, known) == known) return;
  info_.tasks = told.tasks;
  info_.isrs = told.isrs;
  info_.swis = told.swis;
  for (const auto& [id, name] : told.points) {
    const auto [at, is_new] = info_.points.try_emplace(id, name);
    if (!is_new && at->second != name) continue;  // It is the function's already.
    if (!parse_function_address(name)) continue;
    if (auto function = names_.find(name)) at->second = std::move(*function);
  }
}

std::optional<std::string> named_by_program::complaint() const {
  std::size_t addresses = 0, found = 0;
  for (const auto& [id, name] : from_->info().points) {
    if (!parse_function_address(name)) continue;
    ++addresses;
    if (info_.points.at(id) != name) ++found;
  }
  if (addresses == 0)
    return path_.string() + ": found no point named by an address to look up; expected names as 0x1a4c";
  if (found == 0) return path_.string() + ": found no function at any of the addresses; expected the program that ran";
  return std::nullopt;
}

std::unique_ptr<source> with_function_names(std::unique_ptr<source> from, const std::string& program) {
  if (program.empty()) return from;
  return std::make_unique<named_by_program>(std::move(from), program);
}

std::optional<std::string> complaint_of_names(const source& from) {
  const auto* const named = dynamic_cast<const named_by_program*>(&from);
  return named == nullptr ? std::nullopt : named->complaint();
}

}  // namespace rtm::host
