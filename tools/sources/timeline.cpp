// SPDX-License-Identifier: MIT
#include "sources/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <utility>

#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr std::string_view version_keyword = "rtm-timeline";
constexpr std::string_view version_line = "\"rtm-timeline 1\"";
/// Above it lie the numbers that stand for idle, kernel and unknown.
constexpr source_id largest_id = idle_owner - 1;
constexpr std::uint64_t largest_number = std::numeric_limits<std::uint64_t>::max();

constexpr std::string_view item_words =
    "clock, window, max_gap, capacity, task, isr, swi, point, start, or a fact that begins with its time";
constexpr std::string_view owner_words = "task N, idle, kernel or unknown";
constexpr std::string_view fact_words =
    "task, idle, kernel, unknown, isr_enter, isr_exit, swi_enter, swi_exit, point_begin, point_end, poll, activate, "
    "wait, "
    "release, terminate or reset";

struct fact_word {
  std::string_view word;
  fact_kind kind;
};
/// The facts that take an id; task, idle, kernel, unknown, poll and reset are parsed by themselves.
constexpr std::array facts_with_id = {
    fact_word{"isr_enter", fact_kind::isr_enter},     fact_word{"isr_exit", fact_kind::isr_exit},
    fact_word{"point_begin", fact_kind::point_begin}, fact_word{"point_end", fact_kind::point_end},
    fact_word{"swi_enter", fact_kind::swi_enter},     fact_word{"swi_exit", fact_kind::swi_exit},
    fact_word{"activate", fact_kind::task_activate},  fact_word{"wait", fact_kind::task_wait},
    fact_word{"release", fact_kind::task_release},    fact_word{"terminate", fact_kind::task_terminate},
};

bool is_of_frame(fact_kind kind) { return kind >= fact_kind::isr_enter && kind <= fact_kind::swi_exit; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A word that can only be an owner; with `task` the number follows.
std::optional<source_id> fixed_owner(std::string_view word) {
  if (word == "idle") return idle_owner;
  if (word == "kernel") return kernel_owner;
  if (word == "unknown") return unknown_owner;
  return std::nullopt;
}

/// Digits only, and all of them.
std::optional<std::uint64_t> decimal(std::string_view word) {
  std::uint64_t value = 0;
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, value);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}

struct key_value {
  std::string_view key, value;
};
key_value split_at_equals(std::string_view word) {
  const auto at = word.find('=');
  return at == word.npos ? key_value{word, {}} : key_value{word.substr(0, at), word.substr(at + 1)};
}

}  // namespace

timeline::timeline(input in) : lines_(std::move(in)) {
  info_.has_one_clock = true;  // a script has one clock line
  read_version();
  source_fact first;
  if (!next_fact(first)) lines_.refuse("the end of the file", "\"start TIME OWNER\"");
  pending_ = first;
}

bool timeline::recognises(std::string_view prefix) {
  if (prefix.starts_with("\xEF\xBB\xBF")) prefix.remove_prefix(3);
  while (!prefix.empty()) {
    std::string_view line = prefix.substr(0, prefix.find('\n'));
    prefix.remove_prefix(std::min(prefix.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (words in_line(line); !in_line.at_end()) return in_line.next() == version_keyword;
  }
  return false;
}

void timeline::read_version() {
  std::string_view line;
  while (words_.at_end()) {
    if (!lines_.next(line))
      lines_.refuse(lines_.line_number() == 0 ? "an empty file" : "the end of the file", version_line);
    words_ = words(line);
  }
  if (const auto word = words_.next(); word != version_keyword) refuse_word(word, version_line);
  if (const auto version = words_.next(); version != "1") {
    if (version.empty()) refuse_word(version, version_line);
    lines_.refuse(fmt::format("version {}", quoted(version)), "version 1");
  }
  need_end();
}

std::size_t timeline::read(std::span<source_fact> out) {
  std::size_t n = 0;
  if (pending_ && !out.empty()) {
    out[n++] = *pending_;
    pending_.reset();
  }
  while (n < out.size() && !(n != 0 && lines_.must_wait()) && next_fact(out[n])) ++n;
  return n;
}

bool timeline::next_fact(source_fact& fact) {
  std::string_view line;
  while (lines_.next(line)) {
    words_ = words(line);
    if (!words_.at_end() && parse_line(fact)) return true;
  }
  return false;
}

/// True if the line was a fact or a start.
bool timeline::parse_line(source_fact& fact) {
  std::string_view word = words_.next();
  fact.core = 0;
  const bool names_core = word.front() == '@';
  if (names_core) {
    fact.core = core_number(word);
    word = words_.next();
    if (word != "start" && (word.empty() || !is_digit(word.front())))
      refuse_word(word, "start or a fact that begins with its time after @C");
  }
  if (!is_digit(word.front())) return parse_item(word, fact);
  parse_fact(word, fact);
  need_end();
  return true;
}

bool timeline::parse_item(std::string_view keyword, source_fact& fact) {
  const bool is_start = keyword == "start";
  if (is_start) {
    parse_start(fact);
  } else if (keyword == "task" || keyword == "isr" || keyword == "swi" || keyword == "point") {
    parse_name(keyword);
  } else if (keyword == "clock" || keyword == "window" || keyword == "max_gap" || keyword == "capacity") {
    parse_header(keyword);
  } else {
    refuse_word(keyword, item_words);
  }
  need_end();
  return is_start;
}

void timeline::parse_header(std::string_view keyword) {
  if (!started_.empty()) lines_.refuse(fmt::format("{} after a start line", keyword), "it before the first start");
  if (!seen_items_.emplace(keyword).second) lines_.refuse(fmt::format("a second {} line", keyword), "at most one");
  if (keyword == "clock") {
    parse_clock();
  } else if (keyword == "capacity") {
    parse_capacity();
  } else {
    auto& ticks = keyword == "window" ? info_.window_ticks : info_.max_gap_ticks;
    const auto word = words_.next();
    ticks = setting(word, word, "a number of ticks", 1, largest_number);
  }
  check_timing();
}

void timeline::parse_clock() {
  bool has_bits = false;
  bool has_hz = false;
  do {
    const auto word = words_.next();
    const auto [key, value] = split_at_equals(word);
    if (key == "bits" && !std::exchange(has_bits, true)) {
      info_.clock_bits = static_cast<std::uint32_t>(setting(word, value, "bits=N", 16, 64));
    } else if (key == "hz" && !std::exchange(has_hz, true)) {
      info_.clock_hz = setting(word, value, "hz=N", 1, largest_number);
    } else {
      refuse_word(word, "bits=N or hz=N, each at most once");
    }
  } while (!words_.at_end());
}

void timeline::parse_capacity() {
  source_capacity& all = info_.capacity;
  const auto limit_of = [&](std::string_view key) -> limit* {
    if (key == "tasks") return &all.tasks;
    if (key == "isrs") return &all.isrs;
    if (key == "swis") return &all.swis;
    if (key == "points") return &all.points;
    if (key == "depth") return &all.depth;
    if (key == "point_depth") return &all.point_depth;
    if (key == "point_frames") return &all.point_frames;
    return nullptr;
  };
  do {
    const auto word = words_.next();
    const auto [key, value] = split_at_equals(word);
    limit* const wanted = limit_of(key);
    if (wanted == nullptr || *wanted)
      refuse_word(word,
                  "tasks=N, isrs=N, swis=N, points=N, depth=N, point_depth=N or point_frames=N, each at most once");
    *wanted = setting(word, value, fmt::format("{}=N", key), 0, largest_number);
  } while (!words_.at_end());

  const auto check_names = [&](std::string_view kind, const auto& names, const limit& capacity) {
    if (!names.empty()) need_within(kind, names.rbegin()->first, capacity);
  };
  check_names("task", info_.tasks, all.tasks);
  check_names("isr", info_.isrs, all.isrs);
  check_names("swi", info_.swis, all.swis);
  check_names("point", info_.points, all.points);
}

void timeline::check_timing() const {
  const std::uint64_t gap = info_.max_gap_ticks;
  const std::uint64_t half_range = std::uint64_t{1} << (info_.clock_bits - 1);
  if (gap >= half_range)
    lines_.refuse(fmt::format("max_gap {} for a clock of {} bits", gap, info_.clock_bits),
                  fmt::format("less than 2^{} = {}", info_.clock_bits - 1, half_range));
  if (info_.window_ticks != 0 && gap > info_.window_ticks)
    lines_.refuse(fmt::format("max_gap {} for a window of {}", gap, info_.window_ticks),
                  "a max_gap of at most one window");
}

void timeline::parse_name(std::string_view keyword) {
  const bool is_task = keyword == "task", is_isr = keyword == "isr", is_swi = keyword == "swi";
  auto& names = is_task ? info_.tasks : is_isr ? info_.isrs : is_swi ? info_.swis : info_.points;
  const auto& all = info_.capacity;
  const source_id named = id();
  need_within(keyword, named, is_task ? all.tasks : is_isr ? all.isrs : is_swi ? all.swis : all.points);
  const auto name = words_.rest();
  if (name.empty()) refuse_word(name, "a name");
  if (has_control(name))
    lines_.refuse(fmt::format("a control character in the name {}", quoted(name)), "printable text");
  if (!names.emplace(named, name).second)
    lines_.refuse(fmt::format("a second name for {} {}", keyword, named),
                  fmt::format("one, it is {}", quoted(names[named])));
}

void timeline::parse_start(source_fact& fact) {
  fact.kind = fact_kind::reset;
  fact.reading_ticks = reading(words_.next());
  fact.id = owner(words_.next());
  if (fact.id <= largest_id) need_within("task", fact.id, info_.capacity.tasks);
  if (!started_.insert(fact.core).second)
    lines_.refuse(fmt::format("a second start of core {}", fact.core),
                  "one; a new epoch begins with \"TIME reset OWNER\"");
  last_started_ = fact.core;
}

void timeline::parse_fact(std::string_view time, source_fact& fact) {
  fact.is_piece = fact.is_unowned = false;
  fact.reading_ticks = reading(time);
  if (fact.core != last_started_) {
    if (!started_.contains(fact.core))
      lines_.refuse(fmt::format("a fact of core {} before its start", fact.core),
                    fact.core == 0 ? std::string("\"start TIME OWNER\" above it")
                                   : fmt::format("\"@{} start TIME OWNER\" above it", fact.core));
    last_started_ = fact.core;
  }
  const auto word = words_.next();
  fact.id = 0;
  for (const auto& known : facts_with_id) {
    if (word != known.word) continue;
    fact.kind = known.kind;
    fact.id = id();
    if (is_of_frame(fact.kind)) parse_notes(fact);
    return;
  }
  if (word == "poll") {
    fact.kind = fact_kind::poll;
  } else if (word == "reset") {
    fact.kind = fact_kind::reset;
    fact.id = owner(words_.next());
    if (words_.at_end()) return;
    if (const auto more = words_.next(); more != "break") refuse_word(more, "break or the end of the line");
    fact.after_break = true;
  } else if (word == "task" || fixed_owner(word)) {
    fact.kind = fact_kind::task_switch;
    fact.id = owner(word);
  } else {
    refuse_word(word, fact_words);
  }
}

void timeline::parse_notes(source_fact& fact) {
  while (!words_.at_end()) {
    const auto word = words_.next();
    bool& note = word == "piece" ? fact.is_piece : fact.is_unowned;
    if ((word != "piece" && word != "unowned") || std::exchange(note, true))
      refuse_word(word, "piece, unowned or the end of the line");
  }
}

std::uint64_t timeline::setting(std::string_view word, std::string_view value, std::string_view what,
                                std::uint64_t least, std::uint64_t most) const {
  const auto number = decimal(value);
  if (!number || *number < least || *number > most) refuse_word(word, fmt::format("{}, {}..{}", what, least, most));
  return *number;
}

std::uint64_t timeline::reading(std::string_view word) const {
  const std::uint64_t most = largest_number >> (64 - info_.clock_bits);
  const auto number = decimal(word);
  if (!number || *number > most)
    refuse_word(word, fmt::format("a reading of the {}-bit clock, 0..{}", info_.clock_bits, most));
  return *number;
}

source_id timeline::id() {
  const auto word = words_.next();
  const auto number = decimal(word);
  if (!number || *number > largest_id) refuse_word(word, fmt::format("an id, 0..{}", largest_id));
  return *number;
}

source_id timeline::owner(std::string_view word) {
  if (word == "task") return id();
  if (const auto fixed = fixed_owner(word)) return *fixed;
  refuse_word(word, owner_words);
}

std::uint32_t timeline::core_number(std::string_view word) const {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(setting(word, word.substr(1), "a core as @N", 0, most));
}

void timeline::need_end() {
  if (!words_.at_end()) refuse_word(words_.next(), "the end of the line");
}

void timeline::need_within(std::string_view kind, source_id id, const limit& capacity) const {
  if (!capacity || id < *capacity) return;
  const std::string expected =
      *capacity == 0 ? fmt::format("no {}", kind) : fmt::format("{} 0..{}", kind, *capacity - 1);
  lines_.refuse(fmt::format("{} {}", kind, id), fmt::format("{} (capacity {}s={})", expected, kind, *capacity));
}

void timeline::refuse_word(std::string_view word, std::string_view expected) const {
  lines_.refuse(word.empty() ? "the end of the line" : quoted(word), expected);
}

}  // namespace rtm::host
