// SPDX-License-Identifier: MIT
#include <sstream>
#include <stdexcept>
#include <utility>

#include "readers.hpp"

namespace rtm::test {
namespace {

struct ctf_line {
  std::uint64_t ticks = 0;
  std::string event;
  std::map<std::string, std::string> fields;
  [[nodiscard]] std::uint64_t number(const std::string& name) const { return std::stoull(fields.at(name)); }
};

/// `"text"`, with the closing quote; escapes are undone. `at` moves behind it.
std::string take_quoted(const std::string& line, std::size_t& at) {
  std::string out;
  for (++at; line.at(at) != '"'; ++at) {
    if (line[at] == '\\') ++at;
    out += line.at(at);
  }
  ++at;
  return out;
}

/// `name = 3`, `name = "text"` or `name = ( "label" : container = 0 )`, of which the label counts.
void take_field(const std::string& line, std::size_t& at, ctf_line& into) {
  const std::size_t equals = line.find(" = ", at);
  const std::string name = line.substr(at, equals - at);
  at = equals + 3;
  if (line.compare(at, 2, "( ") == 0) at += 2;
  if (line.at(at) == '"') {
    into.fields[name] = take_quoted(line, at);
    if (line.compare(at, 3, " : ") == 0) at = line.find(')', at) + 1;
  } else {
    const std::size_t end = line.find_first_of(", ", at);
    into.fields[name] = line.substr(at, end - at);
    at = end;
  }
}

/// `[00000000000000000020] rtm sched_switch: { cpu_id = 0 }, { prev_comm = "idle", ... }`
ctf_line parse(const std::string& line) {
  ctf_line out;
  const std::size_t host = line.find("] rtm "), colon = line.find(": {");
  if (line.empty() || line.front() != '[' || host == std::string::npos || colon == std::string::npos)
    throw std::runtime_error("babeltrace2 says: " + line);
  out.ticks = std::stoull(line.substr(1, host - 1));
  out.event = line.substr(host + 6, colon - host - 6);
  for (std::size_t at = colon + 4; at < line.size();) {
    take_field(line, at, out);
    if (line.compare(at, 2, ", ") == 0)
      at += 2;
    else  // " }, { " or " }"
      at = line.compare(at, 6, " }, { ") == 0 ? at + 6 : line.size();
  }
  return out;
}

class ctf_reader {
 public:
  told read(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) take(parse(line));
    return std::move(told_);
  }

 private:
  struct state {
    bool epoch_begins = false;
    std::string cut_by;
  };

  void take(const ctf_line& line) {
    const std::uint64_t cpu = line.number("cpu_id");
    told_core& core = told_[cpu];
    state& now = states_[cpu];
    const auto add = [&](step::kind what, owner who, const std::string& name) {
      step s{what, line.ticks, std::move(who), name, "", ""};
      if (what == step::kind::end || what == step::kind::point_end) s.cut_by = std::exchange(now.cut_by, {});
      if (line.fields.contains("tid")) s.track = line.fields.at("tid");
      core.steps.push_back(s);
    };
    if (line.event == "rtm_epoch_begin") {
      now.epoch_begins = true;
      add(step::kind::epoch, {}, "");
    } else if (line.event == "rtm_thread") {
      threads_[line.fields.at("tid")] = {line.fields.at("kind"), line.number("task")};
    } else if (line.event == "sched_switch") {
      if (!std::exchange(now.epoch_begins, false)) add(step::kind::end, {}, "");
      add(step::kind::begin, threads_.at(line.fields.at("next_tid")), line.fields.at("next_comm"));
    } else if (line.event == "irq_handler_entry") {
      add(step::kind::begin, {"isr", line.number("irq")}, line.fields.at("name"));
    } else if (line.event == "irq_softirq_entry") {
      add(step::kind::begin, {"swi", line.number("vec")}, line.fields.at("name"));
    } else if (line.event == "irq_handler_exit" || line.event == "irq_softirq_exit") {
      add(step::kind::end, {}, "");
    } else if (line.event == "rtm_point_begin") {
      add(step::kind::point_begin, {"point", line.number("point")}, line.fields.at("name"));
    } else if (line.event == "rtm_point_end") {
      add(step::kind::point_end, {"point", line.number("point")}, "");
    } else if (line.event == "rtm_cut") {
      now.cut_by = line.fields.at("by");
    } else if (line.event == "rtm_window") {
      core.windows.push_back({line.number("index"), line.number("start"), line.number("length"), line.number("idle"),
                              line.number("kernel"), line.number("unknown")});
    } else if (line.event == "rtm_epoch_end") {
      end_epoch(core, line);
    } else if (line.event != "rtm_fault" && line.event != "rtm_task_mark") {
      throw std::runtime_error("found event " + line.event);
    }
  }

  /// The switch to nobody with which an epoch ends is no owner, unless unknown was one anyway.
  static void end_epoch(told_core& core, const ctf_line& line) {
    step& last = core.steps.back();
    const bool is_closing = last.what == step::kind::begin && last.who.category == "unknown" &&
                            last.ticks == line.ticks && core.steps[core.steps.size() - 2].what == step::kind::end;
    if (is_closing)
      core.steps.pop_back();
    else
      core.steps.push_back({step::kind::end, line.ticks, {}, "", "", ""});
    core.steps.back().cut_by = line.fields.at("by");
  }

  told told_;
  std::map<std::uint64_t, state> states_;
  std::map<std::string, owner> threads_;
};

}  // namespace

told read_ctf(const std::string& text) { return ctf_reader().read(text); }

}  // namespace rtm::test
