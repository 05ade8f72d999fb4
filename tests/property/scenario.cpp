// SPDX-License-Identifier: MIT
#include "scenario.hpp"

#include <set>
#include <sstream>
#include <stdexcept>

namespace rtm::property {
namespace {

using host::source_fact;
using host::source_id;
using host::source_info;

struct verb {
  fact_kind kind;
  const char* word;
};

constexpr verb verbs[] = {
    {fact_kind::task_switch, "task"},
    {fact_kind::isr_enter, "isr_enter"},
    {fact_kind::isr_exit, "isr_exit"},
    {fact_kind::swi_enter, "swi_enter"},
    {fact_kind::swi_exit, "swi_exit"},
    {fact_kind::point_begin, "point_begin"},
    {fact_kind::point_end, "point_end"},
    {fact_kind::poll, "poll"},
    {fact_kind::task_activate, "activate"},
    {fact_kind::task_wait, "wait"},
    {fact_kind::task_release, "release"},
    {fact_kind::task_terminate, "terminate"},
    {fact_kind::reset, "reset"},
};

struct special_owner {
  source_id id;
  const char* word;
};

constexpr special_owner special_owners[] = {
    {host::idle_owner, "idle"}, {host::kernel_owner, "kernel"}, {host::unknown_owner, "unknown"}};

std::string owner_text(source_id id) {
  for (const special_owner& owner : special_owners) {
    if (owner.id == id) return owner.word;
  }
  return "task " + std::to_string(id);
}

void write_header(std::ostream& out, const source_info& info) {
  out << "rtm-timeline 1\n";
  out << "clock bits=" << info.clock_bits << " hz=" << info.clock_hz << '\n';
  if (info.window_ticks != 0) out << "window " << info.window_ticks << '\n';
  if (info.max_gap_ticks != 0) out << "max_gap " << info.max_gap_ticks << '\n';
  std::ostringstream limits;
  const auto limit = [&](const char* key, const std::optional<std::uint64_t>& value) {
    if (value) limits << ' ' << key << '=' << *value;
  };
  limit("tasks", info.capacity.tasks);
  limit("isrs", info.capacity.isrs);
  limit("swis", info.capacity.swis);
  limit("points", info.capacity.points);
  limit("depth", info.capacity.depth);
  limit("point_depth", info.capacity.point_depth);
  if (!limits.str().empty()) out << "capacity" << limits.str() << '\n';
  for (const auto& [id, name] : info.tasks) out << "task " << id << ' ' << name << '\n';
  for (const auto& [id, name] : info.isrs) out << "isr " << id << ' ' << name << '\n';
  for (const auto& [id, name] : info.swis) out << "swi " << id << ' ' << name << '\n';
  for (const auto& [id, name] : info.points) out << "point " << id << ' ' << name << '\n';
}

/// The words of one line, with what is wanted next.
class line_words {
 public:
  explicit line_words(const std::string& line) : in_(line) {}

  std::string word() {
    std::string next;
    if (!(in_ >> next)) throw std::runtime_error("a word is missing");
    return next;
  }
  std::uint64_t number() { return std::stoull(word()); }
  bool more() { return !(in_ >> std::ws).eof(); }

  source_id owner(const std::string& first) {
    for (const special_owner& owner : special_owners) {
      if (owner.word == first) return owner.id;
    }
    if (first != "task") throw std::runtime_error("an owner is missing");
    return number();
  }

 private:
  std::istringstream in_;
};

bool read_setting(const std::string& key, line_words& words, source_info& info) {
  source_info& i = info;
  if (key == "rtm-timeline") return words.number() == 1;
  if (key == "window") return i.window_ticks = words.number(), true;
  if (key == "max_gap") return i.max_gap_ticks = words.number(), true;
  std::map<source_id, std::string>* names = key == "task"    ? &i.tasks
                                            : key == "isr"   ? &i.isrs
                                            : key == "swi"   ? &i.swis
                                            : key == "point" ? &i.points
                                                             : nullptr;
  if (names != nullptr) {
    const source_id id = words.number();
    return (*names)[id] = words.word(), true;
  }
  if (key != "clock" && key != "capacity") return false;
  while (words.more()) {
    const std::string pair = words.word();
    const auto equals = pair.find('=');
    const std::string name = pair.substr(0, equals);
    const std::uint64_t value = std::stoull(pair.substr(equals + 1));
    if (name == "bits") i.clock_bits = static_cast<std::uint32_t>(value);
    if (name == "hz") i.clock_hz = value;
    if (name == "tasks") i.capacity.tasks = value;
    if (name == "isrs") i.capacity.isrs = value;
    if (name == "swis") i.capacity.swis = value;
    if (name == "points") i.capacity.points = value;
    if (name == "depth") i.capacity.depth = value;
    if (name == "point_depth") i.capacity.point_depth = value;
  }
  return true;
}

source_fact read_fact(const std::string& first, line_words& words) {
  source_fact fact;
  if (first == "start") {
    fact.kind = fact_kind::reset;
    fact.reading_ticks = words.number();
    fact.id = words.owner(words.word());
    return fact;
  }
  fact.reading_ticks = std::stoull(first);
  const std::string word = words.word();
  fact.kind = fact_kind::task_switch;
  for (const verb& known : verbs) {
    if (known.word == word) fact.kind = known.kind;
  }
  if (fact.kind == fact_kind::reset) {
    fact.id = words.owner(words.word());
  } else if (fact.kind == fact_kind::task_switch) {
    fact.id = words.owner(word);
  } else if (fact.kind != fact_kind::poll) {
    fact.id = words.number();
  }
  return fact;
}

void read_line(const std::string& line, scenario& into) {
  line_words words(line);
  if (!words.more()) return;
  std::string first = words.word();
  if (read_setting(first, words, into.info)) return;
  std::uint32_t core = 0;
  if (first[0] == '@') {
    core = static_cast<std::uint32_t>(std::stoul(first.substr(1)));
    first = words.word();
  }
  into.facts.push_back(read_fact(first, words));
  into.facts.back().core = core;
  if (words.more()) throw std::runtime_error("too many words");
}

}  // namespace

std::string to_text(const source_fact& fact) {
  if (fact.kind == fact_kind::task_switch) return owner_text(fact.id);
  if (fact.kind == fact_kind::reset) return "reset " + owner_text(fact.id);
  for (const verb& known : verbs) {
    if (known.kind != fact.kind) continue;
    return fact.kind == fact_kind::poll ? known.word : known.word + (' ' + std::to_string(fact.id));
  }
  return "?";
}

std::string to_script(const scenario& of) {
  std::ostringstream out;
  write_header(out, of.info);
  if (of.point_frames) out << "# on a ledger with point_frames=" << *of.point_frames << '\n';
  std::set<std::uint32_t> started;
  for (const source_fact& fact : of.facts) {
    if (fact.core != 0) out << '@' << fact.core << ' ';
    if (started.insert(fact.core).second) {
      out << "start " << fact.reading_ticks << ' ' << owner_text(fact.id) << '\n';
    } else {
      out << fact.reading_ticks << ' ' << to_text(fact) << '\n';
    }
  }
  return out.str();
}

scenario from_script(std::string_view text) {
  scenario result;
  std::istringstream in{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    try {
      read_line(line.substr(0, line.find('#')), result);
    } catch (const std::exception& problem) {
      throw std::runtime_error("line " + std::to_string(number) + ": " + problem.what());
    }
  }
  return result;
}

}  // namespace rtm::property
