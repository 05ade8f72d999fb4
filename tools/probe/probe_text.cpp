// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "probe/probe_views.hpp"
#include "text/text.hpp"
#include "views/table.hpp"

namespace rtm::host::probe {
namespace {

template <class Items, class Name>
std::string list_of(const Items& items, Name name) {
  std::string list;
  for (const auto& item : items) list += (list.empty() ? "" : ", ") + std::string(name(item));
  return list;
}

std::string steps_of(const std::vector<rtm_probe_step>& steps) {
  return list_of(steps, [](rtm_probe_step s) { return word_of(s); });
}

std::string profiles_of(const std::vector<const habits*>& profiles) {
  return list_of(profiles, [](const habits* h) { return h->profile; });
}

std::string sentence_of(const verdict& made) {
  switch (made.kind) {
    case answer_kind::named: return fmt::format("profile {}", made.possible.front()->profile);
    case answer_kind::silent:
      return fmt::format("profile {}: no hook was called, so nothing can be measured", made.possible.front()->profile);
    case answer_kind::incomplete:
      return fmt::format("incomplete: as far as shown it is {}; not shown: {}", made.possible.front()->profile,
                         steps_of(made.missing));
    case answer_kind::ambiguous:
      return fmt::format("ambiguous: {} all fit; {}", profiles_of(made.possible),
                         made.would_decide.empty() ? "this scenario cannot tell them apart"
                                                   : "to be told apart by: " + steps_of(made.would_decide));
    case answer_kind::unheard_of:
      return fmt::format("no known profile: the nearest is {}, against it: {}", made.nearest->of->profile,
                         made.nearest->is_state_against && made.nearest->against.empty()
                             ? "the state in out"
                             : steps_of(made.nearest->against));
    case answer_kind::contradictory: return "contradictory: no profile is named";
  }
  return {};
}

/// What stands in the table for signatures that are not hooks.
std::string shown(const sighting& s) { return s.seen.empty() ? "(no hook)" : s.seen; }

void print_steps(const evidence& seen, const view_options& how, std::ostream& out) {
  out << fmt::format("{:<10}{:>5}  {}\n", "step", "line", "hooks, around what really ran");
  const std::size_t room = how.width > 37 ? how.width - 17 : 20;
  for (const step_evidence& step : seen.steps) {
    const char* word = word_of(step.step);
    if (step.seen.empty())
      out << fmt::format("{:<10}{:>5}  {}\n", word, step.cut_line == 0 ? "-" : fmt::format("{}", step.cut_line),
                         step.cut_line == 0 ? "not shown" : "not shown: no at_task or at_idle follows");
    for (const sighting& s : step.seen) {
      if (&s != &step.seen.front() && s.seen == step.seen.front().seen) continue;
      std::string rest = wrapped(shown(s), room);
      std::string lead = fmt::format("{:<10}{:>5}  ", word, s.line);
      for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
        out << lead << rest.substr(0, end + 1);
        rest.erase(0, end + 1);
        lead.assign(lead.size(), ' ');
      }
    }
  }
  out << wrapped(
      "in: another task comes; same, again: the same one, after an out or without; in-, out-: nobody; out*: not the "
      "one that came last; [ ]: the body of an interrupt; !: an end without a beginning",
      how.width);
}

void print_hooks(const evidence& seen, std::size_t width, std::ostream& out) {
  std::string line;
  for (std::size_t e = RTM_PROBE_OUT; e < event_kinds; ++e)
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", word_of(static_cast<rtm_probe_event>(e)),
                        seen.events[e].times);
  out << '\n' << wrapped("hooks called: " + line, width);
}

void print_list(const char* title, const auto& sentences, const view_options& how, std::ostream& out) {
  if (sentences.empty()) return;
  out << '\n' << title << '\n';
  for (const auto& sentence : sentences) {
    std::string rest = wrapped(sentence, how.width > 24 ? how.width - 4 : 20);
    const char* lead = "  - ";
    for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      out << lead << rest.substr(0, end + 1);
      rest.erase(0, end + 1);
      lead = "    ";
    }
  }
}

/// Where the evidence is against itself.
std::vector<std::string> contradictions_of(const evidence& seen) {
  std::vector<std::string> all;
  for (const contradiction& c : seen.contradictions) all.push_back(fmt::format("line {}: {}", c.line, c.what));
  for (const step_evidence& step : seen.steps) {
    for (const sighting& s : step.seen) {
      if (s.seen == step.seen.front().seen) continue;
      all.push_back(fmt::format("line {}: step {} came out as \"{}\", in line {} as \"{}\"", s.line, word_of(step.step),
                                shown(s), step.seen.front().line, shown(step.seen.front())));
      break;
    }
  }
  return all;
}

}  // namespace

void render_text(const transcript& of, const evidence& seen, const verdict& made, const view_options& how,
                 std::ostream& out) {
  out << fmt::format("{}: {}{} events\n", printable(of.name), of.os.empty() ? "" : of.os + ", ", of.records.size());
  std::string answer = wrapped(sentence_of(made), how.width);
  answer.pop_back();  // The escapes stand before the line end.
  out << style{how.colour}.bold(answer) << '\n';
  const bool has_one = made.possible.size() == 1 && made.kind != answer_kind::contradictory;
  if (has_one) out << wrapped(std::string(made.possible.front()->what), how.width);
  out << '\n';
  print_steps(seen, how, out);
  print_hooks(seen, how.width, out);
  print_list("contradictions", contradictions_of(seen), how, out);
  print_list("to be known", made.remarks, how, out);
  if (!has_one) return;
  print_list("the port will see", made.possible.front()->sees, how, out);
  print_list("it will not see", made.possible.front()->blind, how, out);
}

}  // namespace rtm::host::probe
