// SPDX-License-Identifier: MIT
#include "sources/timeline_writer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <ostream>
#include <string_view>

#include "report/words.hpp"

namespace rtm::host {
namespace {

/// Scripts say "activate N" of a task.
std::string_view word_for(fact_kind kind) {
  constexpr std::string_view of_a_task = "task_";
  const std::string_view word = word_of(kind);
  return word.starts_with(of_a_task) ? word.substr(of_a_task.size()) : word;
}

void add_owner(std::string& text, source_id owner) {
  switch (owner) {
    case idle_owner: text += "idle"; break;
    case kernel_owner: text += "kernel"; break;
    case unknown_owner: text += "unknown"; break;
    default: fmt::format_to(std::back_inserter(text), "task {}", owner);
  }
}

bool can_be_told(std::string_view name) {
  return !name.empty() && name.find('#') == name.npos && name.front() != ' ' && name.back() != ' ' &&
         name.front() != '\t' && name.back() != '\t';
}

}  // namespace

timeline_writer::timeline_writer(const source_info& info, std::ostream& out) : out_(out) {
  text_ = fmt::format("rtm-timeline 1\nclock bits={} hz={}\n", info.clock_bits, info.clock_hz);
  if (info.window_ticks != 0) text_ += fmt::format("window {}\n", info.window_ticks);
  if (info.max_gap_ticks != 0) text_ += fmt::format("max_gap {}\n", info.max_gap_ticks);
  const source_capacity& all = info.capacity;
  std::string limits;
  const auto limit = [&](const char* key, const std::optional<std::uint64_t>& value) {
    if (value) limits += fmt::format(" {}={}", key, *value);
  };
  limit("tasks", all.tasks);
  limit("isrs", all.isrs);
  limit("swis", all.swis);
  limit("points", all.points);
  limit("depth", all.depth);
  limit("point_depth", all.point_depth);
  limit("point_frames", all.point_frames);
  if (!limits.empty()) text_ += "capacity" + limits + '\n';
  out_ << std::exchange(text_, {});
}

void timeline_writer::names(const source_info& info) {
  names_of("task", info.tasks);
  names_of("isr", info.isrs);
  names_of("swi", info.swis);
  names_of("point", info.points);
  out_ << std::exchange(text_, {});
}

void timeline_writer::names_of(const char* kind, const std::map<source_id, std::string>& names) {
  for (const auto& [id, name] : names) {
    if (!written_.insert({kind, id}).second) continue;
    if (can_be_told(name))
      text_ += fmt::format("{} {} {}\n", kind, id, name);
    else
      ++names_left_out_;
  }
}

void timeline_writer::comment(const std::string& text) { out_ << "# " << text << '\n'; }

void timeline_writer::facts(std::span<const source_fact> facts) {
  for (const source_fact& each : facts) fact(each);
  out_ << text_;
  text_.clear();
}

void timeline_writer::fact(const source_fact& fact) {
  const auto to = std::back_inserter(text_);
  if (fact.core != 0) fmt::format_to(to, "@{} ", fact.core);
  const bool is_reset = fact.kind == fact_kind::reset;
  if (is_reset && started_.insert(fact.core).second) {
    fmt::format_to(to, "start {} ", fact.reading_ticks);
    add_owner(text_, fact.id);
  } else if (is_reset || fact.kind == fact_kind::task_switch) {
    fmt::format_to(to, "{} {}", fact.reading_ticks, is_reset ? "reset " : "");
    add_owner(text_, fact.id);
    if (fact.after_break) text_ += " break";
  } else if (fact.kind == fact_kind::poll) {
    fmt::format_to(to, "{} poll", fact.reading_ticks);
  } else {
    fmt::format_to(to, "{} {} {}", fact.reading_ticks, word_for(fact.kind), fact.id);
    if (fact.is_piece) text_ += " piece";
    if (fact.is_unowned) text_ += " unowned";
  }
  text_ += '\n';
}

}  // namespace rtm::host
