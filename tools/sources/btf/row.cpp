// SPDX-License-Identifier: MIT
#include "sources/btf/row.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace rtm::host::btf {
namespace {

bool is_instance(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

template <class Value, std::size_t N>
Value value_of(const std::array<std::pair<std::string_view, Value>, N>& words, std::string_view word, Value otherwise) {
  for (const auto& [known, value] : words)
    if (known == word) return value;
  return otherwise;
}

/// What says of itself that it is neither software nor a core, and what the simulators of BTF 2.1 wrote.
constexpr std::array<std::pair<std::string_view, entity>, 16> entities = {{
    {"T", entity::task},
    {"R", entity::runnable},
    {"C", entity::core},
    {"I", entity::isr},
    {"ISR", entity::isr},
    {"STI", entity::other},
    {"SCHED", entity::other},
    {"SEM", entity::other},
    {"SIG", entity::other},
    {"EVENT", entity::other},
    {"IB", entity::other},
    {"ECU", entity::other},
    {"P", entity::other},
    {"M", entity::other},
    {"SYS", entity::other},
    {"SIM", entity::other},
}};

/// No gap may be as long as half the range of a clock of 64 bits.
constexpr std::uint64_t most_ticks = (std::uint64_t{1} << 63) - 1;

/// Polling is waiting without giving the core away; a task that polls executes nothing of its own, and "run" ends it.
/// A task that polls and is displaced is parked: it has left the core before.
constexpr std::array<std::pair<std::string_view, step>, 20> steps = {{
    {"start", step::start},
    {"terminate", step::terminate},
    {"activate", step::activate},
    {"resume", step::resume},
    {"preempt", step::preempt},
    {"wait", step::wait},
    {"release", step::release},
    {"poll", step::preempt},
    {"run", step::resume},
    {"suspend", step::preempt},
    {"interrupt_suspended", step::preempt},
    {"park", step::none},
    {"poll_parking", step::none},
    {"release_parking", step::none},
    {"wait_parking", step::none},
    {"boundedmigration", step::none},
    {"fullmigration", step::none},
    {"phasemigration", step::none},
    {"enforcedmigration", step::none},
    {"mtalimitexceeded", step::none},
}};

}  // namespace

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<row> row_of(std::string_view line) {
  std::array<std::string_view, 7> fields;
  std::size_t n = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < line.size() && n < fields.size(); ++at) {
    if (line[at] != ',') continue;
    fields[n++] = line.substr(begin, at - begin);
    begin = at + 1;
  }
  if (n == fields.size() - 1) fields[n++] = line.substr(begin);
  if (n != fields.size() || !is_instance(fields[2]) || !is_instance(fields[5])) return std::nullopt;
  const auto ticks = number_of(fields[0]);
  if (!ticks || *ticks > most_ticks || fields[1].empty() || fields[3].empty() || fields[4].empty() || fields[6].empty())
    return std::nullopt;
  return row{*ticks, fields[1], fields[3], fields[4], fields[6]};
}

entity entity_of(std::string_view type) { return value_of(entities, type, entity::unknown); }

step step_of(std::string_view event) { return value_of(steps, event, step::unknown); }

}  // namespace rtm::host::btf
