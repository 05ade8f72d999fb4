// SPDX-License-Identifier: MIT
#include "lanes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "diagram.hpp"

namespace rtm::test {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw diagram_error(what); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct mark_word {
  std::string_view word;
  fact_kind fact;
};
constexpr std::array marks = {mark_word{"activate", fact_kind::task_activate}, mark_word{"wait", fact_kind::task_wait},
                              mark_word{"release", fact_kind::task_release},
                              mark_word{"terminate", fact_kind::task_terminate}};

class reader {
 public:
  drawing read(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      ++line_number_;
      if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
      read_line(line);
    }
    if (result_.cores.empty()) refuse("found no lanes, expected at least one owner");
    for (core_lanes& core : result_.cores) finish(core);
    return std::move(result_);
  }

 private:
  void read_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos) refuse_line("no colon", "\"<lane> : <columns>\"");
    const std::string_view head = trimmed(line.substr(0, colon));
    std::string_view track = line.substr(colon + 1);
    if (read_setting(head, trimmed(track))) return;
    if (colon_ != 0 && colon != colon_) refuse_line("a colon at another place than above", "all lanes side by side");
    colon_ = colon;
    if (!track.empty() && track.front() == ' ') track.remove_prefix(1);
    if (head == "t") return check_ruler(track);
    add_lane(head, track);
  }

  bool read_setting(std::string_view head, std::string_view value) {
    const auto number = number_of(value.substr(0, value.find(' ')));
    const auto set = [&](auto& where) {
      if (!number) refuse_line("no number", "a number");
      where = static_cast<std::remove_reference_t<decltype(where)>>(*number);
      return true;
    };
    if (head == "col") return set(result_.column_ticks);
    if (head == "start") return set(result_.start);
    if (head == "bits") return set(result_.info.clock_bits);
    if (head == "window") return set(result_.info.window_ticks);
    if (head == "max_gap") return set(result_.info.max_gap_ticks);
    if (head != "core") return false;
    colon_ = 0;
    return set(result_.cores.emplace_back().core);
  }

  /// Every number stands where it says.
  void check_ruler(std::string_view track) const {
    std::size_t at = 0;
    while ((at = track.find_first_not_of(' ', at)) != track.npos) {
      const std::string_view word = track.substr(at, track.find(' ', at) - at);
      if (number_of(word) != at)
        refuse_line("\"" + std::string(word) + "\" over column " + std::to_string(at), "its number");
      at += word.size();
    }
  }

  void add_lane(std::string_view head, std::string_view track) {
    if (result_.cores.empty()) result_.cores.emplace_back();
    lane added = lane_of(head);
    added.head = head;
    added.track = track;
    added.track.erase(added.track.find_last_not_of(' ') + 1);
    if (added.track.ends_with('>')) {
      added.open_at_end = true;
      added.track.pop_back();
    }
    const char* const allowed = added.kind == lane_kind::mark ? " |" : " =-";
    if (added.track.find_first_not_of(allowed) != std::string::npos)
      refuse_line("\"" + added.track + "\"", std::string("only ") + allowed);
    result_.cores.back().lanes.push_back(std::move(added));
  }

  lane lane_of(std::string_view head) const {
    lane of;
    if (head == "idle" || head == "kernel" || head == "unknown") {
      of.id = head == "idle" ? host::idle_owner : head == "kernel" ? host::kernel_owner : host::unknown_owner;
      return of;
    }
    if (head == "poll") {
      of.kind = lane_kind::mark;
      return of;
    }
    const std::string_view word = head.substr(0, head.find(' '));
    std::string_view rest = trimmed(head.substr(word.size()));
    if (word == "point") {
      const std::size_t at = rest.find('@');
      of.kind = lane_kind::point;
      of.context = context_of(trimmed(rest.substr(at == rest.npos ? rest.size() : at + 1)));
      rest = trimmed(rest.substr(0, at));
    } else if (word == "isr" || word == "swi") {
      of.kind = word == "isr" ? lane_kind::isr : lane_kind::swi;
    } else if (word != "task") {
      const auto* const mark =
          std::find_if(marks.begin(), marks.end(), [&](const mark_word& m) { return m.word == word; });
      if (mark == marks.end()) refuse_line("\"" + std::string(head) + "\"", "a lane or a setting");
      of.kind = lane_kind::mark;
      of.fact = mark->fact;
    }
    const auto number = number_of(rest);
    if (!number) refuse_line("\"" + std::string(head) + "\"", "a number after " + std::string(word));
    of.id = *number;
    return of;
  }

  /// The nearest lane above that has this head.
  std::size_t context_of(std::string_view head) const {
    const auto& lanes = result_.cores.back().lanes;
    for (std::size_t i = lanes.size(); i-- > 0;)
      if (lanes[i].head == head && lanes[i].kind != lane_kind::point && lanes[i].kind != lane_kind::mark) return i;
    refuse_line("a point in \"" + std::string(head) + "\"", "the lane of a context above it");
  }

  static void finish(core_lanes& core) {
    for (const lane& l : core.lanes)
      if (l.kind != lane_kind::mark) core.columns = std::max(core.columns, l.track.size());
    for (const lane& l : core.lanes) {
      if (l.open_at_end && l.track.size() != core.columns) refuse(l.head + ": found > before the last column");
      if (l.track.size() > core.columns + 1) refuse(l.head + ": found a mark behind the end");
    }
    for (std::size_t c = 0; c < core.columns; ++c) {
      check_owner(core, c);
      core.base.push_back(base_of(core, c));
    }
  }

  static void check_owner(const core_lanes& core, std::size_t column) {
    std::string owners;
    std::size_t count = 0;
    for (const lane& l : core.lanes) {
      if (l.kind == lane_kind::point || l.kind == lane_kind::mark || !l.owns(column)) continue;
      owners += (count++ == 0 ? "" : " and ") + l.head;
    }
    if (count != 1)
      refuse("column " + std::to_string(column) + ": found " + (count == 0 ? "no owner" : owners) +
             ", expected exactly one =");
  }

  /// In an interrupted column the base owner is who was it before, if he is still there, or else the only one there.
  static std::size_t base_of(const core_lanes& core, std::size_t column) {
    std::vector<std::size_t> there;
    for (std::size_t i = 0; i < core.lanes.size(); ++i) {
      if (core.lanes[i].kind != lane_kind::base) continue;
      if (core.lanes[i].owns(column)) return i;
      if (core.lanes[i].is_there(column)) there.push_back(i);
    }
    if (column > 0 && std::find(there.begin(), there.end(), core.base[column - 1]) != there.end())
      return core.base[column - 1];
    if (there.size() != 1)
      refuse("column " + std::to_string(column) + ": found " + std::to_string(there.size()) +
             " interrupted base owners, expected one -");
    return there.front();
  }

  [[noreturn]] void refuse_line(const std::string& found, const std::string& expected) const {
    refuse("line " + std::to_string(line_number_) + ": found " + found + ", expected " + expected);
  }

  drawing result_;
  std::size_t line_number_ = 0;
  std::size_t colon_ = 0;
};

}  // namespace

std::uint64_t drawing::reading(std::size_t column) const {
  return (start + column * column_ticks) & (~std::uint64_t{0} >> (64 - info.clock_bits));
}

drawing read_lanes(std::string_view text) { return reader().read(text); }

}  // namespace rtm::test
