// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "probe/probe_views.hpp"

namespace rtm::host::probe {
namespace {

using json = nlohmann::ordered_json;

json words_of(const std::vector<rtm_probe_step>& steps) {
  json out = json::array();
  for (const rtm_probe_step step : steps) out.push_back(word_of(step));
  return out;
}

template <class Sentences>
json list_of(const Sentences& sentences) {
  json out = json::array();
  for (const auto& sentence : sentences) out.push_back(std::string(sentence));
  return out;
}

json step_json(const step_evidence& step) {
  json runs = json::array();
  for (const sighting& s : step.seen) {
    json fitting = json::array();
    for (const habits& h : all_habits()) {
      if (fits(h, step.step, s.seen)) fitting.push_back(std::string(h.profile));
    }
    runs.push_back({{"line", s.line}, {"seen", s.seen}, {"fits", fitting}});
  }
  return {{"step", word_of(step.step)},
          {"runs", runs},
          {"cut_line", step.cut_line == 0 ? json(nullptr) : json(step.cut_line)}};
}

json hooks_json(const evidence& seen) {
  json out = json::array();
  for (std::size_t e = RTM_PROBE_OUT; e < event_kinds; ++e) {
    const count& c = seen.events[e];
    out.push_back({{"hook", word_of(static_cast<rtm_probe_event>(e))},
                   {"calls", c.times},
                   {"first_line", c.times == 0 ? json(nullptr) : json(c.first_line)}});
  }
  return out;
}

}  // namespace

void render_json(const transcript& of, const evidence& seen, const verdict& made, std::ostream& out) {
  const bool has_one = made.possible.size() == 1 && made.kind != answer_kind::contradictory;
  json possible = json::array();
  for (const habits* h : made.possible) possible.push_back(std::string(h->profile));
  json contradictions = json::array();
  for (const contradiction& c : seen.contradictions) contradictions.push_back({{"line", c.line}, {"what", c.what}});
  json steps = json::array();
  for (const step_evidence& step : seen.steps) steps.push_back(step_json(step));
  const json all = {{"schema", "rtm.probe/1"},
                    {"os", of.os.empty() ? json(nullptr) : json(of.os)},
                    {"events", of.records.size()},
                    {"lost", of.lost},
                    {"finished", seen.is_finished},
                    {"answer", word_of(made.kind)},
                    {"profile", has_one ? json(std::string(made.possible.front()->profile)) : json(nullptr)},
                    {"possible", possible},
                    {"nearest", made.nearest == nullptr ? json(nullptr) : json(std::string(made.nearest->of->profile))},
                    {"missing", words_of(made.missing)},
                    {"would_decide", words_of(made.would_decide)},
                    {"steps", steps},
                    {"hooks", hooks_json(seen)},
                    {"wrong_out", seen.wrong_out.times},
                    {"contradictions", contradictions},
                    {"remarks", list_of(made.remarks)},
                    {"sees", has_one ? list_of(made.possible.front()->sees) : json::array()},
                    {"blind", has_one ? list_of(made.possible.front()->blind) : json::array()}};
  out << all.dump(1, ' ', false, json::error_handler_t::replace) << '\n';
}

}  // namespace rtm::host::probe
