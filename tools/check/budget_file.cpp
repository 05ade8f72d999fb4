// SPDX-License-Identifier: MIT
#include "check/budget_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "sources/selection.hpp"
#include "text/text.hpp"
#include "text/toml_file.hpp"

namespace rtm::host {
namespace {

__extension__ using wide = unsigned __int128;

constexpr std::uint64_t most_in_a_row = 1'000'000;

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class reader {
 public:
  reader(budget_file& to, std::uint64_t hz) : to_(to), hz_(hz) {}

  void read(const toml_node& file) {
    for (const auto& [key, value] : file.members) {
      if (key == "window") {
        to_.window_ticks = ticks(key, value);
        continue;
      }
      const auto kind = kind_of(key);
      if (!kind) refuse(value, quoted(key), "window, or a table core, task, isr or swi");
      if (value.what != toml_node::kind::table) refuse(value, word_of(value.what), "a table " + key);
      *kind == budget_kind::core ? read_cores(value) : read_named(*kind, value);
    }
    if (to_.limits.empty()) refuse_at(to_.name, 1, "no budget", "a table core, task, isr or swi with a limit");
    std::sort(to_.limits.begin(), to_.limits.end(),
              [](const budget_limit& a, const budget_limit& b) { return a.line < b.line; });
  }

 private:
  [[noreturn]] void refuse(const toml_node& at, std::string_view found, std::string_view expected) const {
    refuse_at(to_.name, at.line, found, expected);
  }

  static std::optional<budget_kind> kind_of(std::string_view word) {
    if (word == "core") return budget_kind::core;
    if (word == "task") return budget_kind::task;
    if (word == "isr") return budget_kind::isr;
    if (word == "swi") return budget_kind::swi;
    return std::nullopt;
  }

  /// Limits of each core beside tables of single ones.
  void read_cores(const toml_node& table) {
    toml_node of_each = table;
    std::erase_if(of_each.members, [](const auto& m) { return m.value.what == toml_node::kind::table; });
    if (!of_each.members.empty()) add(budget_kind::core, {}, of_each);
    for (const auto& [key, value] : table.members) {
      if (value.what != toml_node::kind::table) continue;
      if (!number(key)) refuse(value, quoted(key), "the number of a core");
      add(budget_kind::core, key, value);
    }
    if (table.members.empty()) refuse(table, "no limit", "max_window");
  }

  void read_named(budget_kind kind, const toml_node& table) {
    for (const auto& [key, value] : table.members) {
      if (value.what != toml_node::kind::table)
        refuse(value, quoted(key),
               fmt::format("a table of one {}, as [{}.3] or [{}.Name]", host::word_of(kind), host::word_of(kind),
                           host::word_of(kind)));
      add(kind, key, value);
    }
    if (table.members.empty()) refuse(table, "no limit", fmt::format("a table of one {}", host::word_of(kind)));
  }

  void add(budget_kind kind, const std::string& who, const toml_node& table) {
    budget_limit limit;
    limit.kind = kind;
    limit.who = who;
    limit.id = number(who);
    limit.line = table.line;
    for (const auto& [key, value] : table.members) read_member(limit, key, value);
    if (!limit.max_window && !limit.max_cet)
      refuse(table, "no limit", kind == budget_kind::core ? "max_window" : "max_window or max_cet");
    if (limit.consecutive != 1 && !limit.max_window)
      refuse(table, "consecutive without max_window", "both: it counts windows");
    to_.limits.push_back(limit);
  }

  void read_member(budget_limit& to, const std::string& key, const toml_node& value) const {
    if (key == "max_window") {
      to.max_window = amount(key, value);
      to.max_window_line = value.line;
    } else if (key == "max_cet" && to.kind != budget_kind::core) {
      to.max_cet = ticks(key, value);
      to.max_cet_line = value.line;
    } else if (key == "consecutive") {
      if (value.what != toml_node::kind::integer || value.integer < 1 ||
          value.integer > static_cast<std::int64_t>(most_in_a_row))
        refuse(value, shown(value), fmt::format("consecutive, 1..{}", most_in_a_row));
      to.consecutive = static_cast<std::uint64_t>(value.integer);
    } else {
      refuse(value, quoted(key),
             to.kind == budget_kind::core ? "max_window or consecutive" : "max_window, max_cet or consecutive");
    }
  }

  static std::string shown(const toml_node& value) {
    if (value.what == toml_node::kind::text) return quoted(value.text);
    return value.text.empty() ? std::string(host::word_of(value.what)) : value.text;
  }

  [[nodiscard]] std::uint64_t ticks(const std::string& key, const toml_node& value) const {
    const bool is_number = value.what == toml_node::kind::integer && value.integer > 0;
    if (!is_number && value.what != toml_node::kind::text)
      refuse(value, shown(value), key + " as a time such as \"2ms\", or ticks above 0");
    if (is_number) return static_cast<std::uint64_t>(value.integer);
    const std::uint64_t found = parse_ticks(value.text, hz_, fmt::format("{}:{}: {}", to_.name, value.line, key));
    if (found == 0) refuse(value, quoted(value.text), key + " above 0");
    return found;
  }

  /// "30%", "12.5%", or a time.
  [[nodiscard]] budget_amount amount(const std::string& key, const toml_node& value) const {
    if (value.what != toml_node::kind::text || !value.text.ends_with('%')) return {ticks(key, value), 0, 0};
    const std::string_view text = std::string_view(value.text).substr(0, value.text.size() - 1);
    const std::size_t point = text.find('.');
    const std::string digits = std::string(text.substr(0, point)) +
                               std::string(point == text.npos ? std::string_view() : text.substr(point + 1));
    const std::size_t decimals = point == text.npos ? 0 : text.size() - point - 1;
    const auto numerator = decimals <= 6 && digits.size() <= 12 ? number(digits) : std::nullopt;
    budget_amount share{0, numerator.value_or(0), 100};
    for (std::size_t i = 0; i < decimals; ++i) share.denominator *= 10;
    if (!numerator || share.numerator > share.denominator || (point != text.npos && (point == 0 || decimals == 0)))
      refuse(value, quoted(value.text), key + " of 0% to 100%, with up to 6 decimals");
    return share;
  }

  budget_file& to_;
  std::uint64_t hz_;
};

}  // namespace

const char* word_of(budget_kind kind) {
  switch (kind) {
    case budget_kind::core: return "core";
    case budget_kind::task: return "task";
    case budget_kind::isr: return "isr";
    case budget_kind::swi: return "swi";
  }
  return "";
}

std::uint64_t budget_amount::of(std::uint64_t window_ticks) const {
  if (denominator == 0) return ticks;
  return static_cast<std::uint64_t>(wide{window_ticks} * numerator / denominator);
}

budget_file read_budget(const std::string& path, std::uint64_t clock_hz) {
  budget_file file;
  file.name = path == "-" ? "<stdin>" : path;
  reader(file, clock_hz).read(read_toml_file(path));
  return file;
}

}  // namespace rtm::host
