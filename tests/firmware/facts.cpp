// SPDX-License-Identifier: MIT
#include "facts.hpp"

#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace truth {
namespace {

std::optional<owner> parse_owner(std::istream& in, const std::string& word) {
  if (word == "idle") return owner{owner_kind::idle, 0};
  if (word == "kernel") return owner{owner_kind::kernel, 0};
  owner task{owner_kind::task, 0};
  if (word == "task" && in >> task.id) return task;
  return std::nullopt;
}

std::optional<fact> parse_fact(std::istream& in, std::uint32_t now, const std::string& word) {
  if (const auto base = parse_owner(in, word)) return fact{now, fact_kind::base, *base, 0};
  if (word == "poll") return fact{now, fact_kind::poll, {}, 0};
  static const std::map<std::string, fact_kind> kinds{{"isr_enter", fact_kind::isr_enter},
                                                      {"isr_exit", fact_kind::isr_exit},
                                                      {"point_begin", fact_kind::point_begin},
                                                      {"point_end", fact_kind::point_end}};
  const auto kind = kinds.find(word);
  std::uint32_t id = 0;
  if (kind == kinds.end() || !(in >> id)) return std::nullopt;
  const bool is_isr = kind->second == fact_kind::isr_enter || kind->second == fact_kind::isr_exit;
  return fact{now, kind->second, is_isr ? owner{owner_kind::isr, id} : owner{}, is_isr ? 0 : id};
}

/// A line that this reader has no use for: the version, the clock, names.
bool is_other(const std::string& word) {
  return word == "rtm-timeline" || word == "clock" || word == "max_gap" || word == "task" || word == "isr" ||
         word == "point";
}

}  // namespace

script read_script(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": found no such file, expected the timeline of the demo");
  script result;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    std::istringstream in(line);
    std::string word;
    std::uint32_t now = 0;
    const bool is_fact = !line.empty() && line[0] >= '0' && line[0] <= '9';
    std::optional<fact> parsed;
    if (is_fact && in >> now >> word) {
      parsed = parse_fact(in, now, word);
    } else if (in >> word; word == "start" && in >> now >> word) {
      if (const auto base = parse_owner(in, word)) parsed = fact{now, fact_kind::start, *base, 0};
    } else if ((word == "window" && in >> result.window_ticks) || is_other(word)) {
      continue;
    }
    if (!parsed || (parsed->kind == fact_kind::start) != result.facts.empty()) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": found '" + line + "', expected a fact");
    }
    result.facts.push_back(*parsed);
  }
  return result;
}

}  // namespace truth
