// SPDX-License-Identifier: MIT
#include "probe/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rtm::host::probe {
namespace {

/// Without these a port cannot be chosen, whatever the others say.
constexpr std::array needed = {RTM_PROBE_ACTIVATE, RTM_PROBE_WAIT, RTM_PROBE_ISR, RTM_PROBE_ISR_WAKE,
                               RTM_PROBE_IDLE_STEP};

bool is_shown(const evidence& seen, rtm_probe_step step) {
  return !seen.steps[static_cast<std::size_t>(step)].seen.empty();
}

/// The state in which `out` finds its task, if it is always the same one.
rtm_probe_state out_state(const evidence& seen) {
  rtm_probe_state found = RTM_PROBE_NOT_ASKED;
  for (std::size_t s = RTM_PROBE_RUNNING; s < seen.out_states.size(); ++s) {
    if (seen.out_states[s].times == 0) continue;
    if (found != RTM_PROBE_NOT_ASKED) return RTM_PROBE_NOT_ASKED;
    found = static_cast<rtm_probe_state>(s);
  }
  return found;
}

profile_fit fit_of(const habits& of, const evidence& seen) {
  profile_fit fit;
  fit.of = &of;
  for (const step_evidence& step : seen.steps) {
    const auto contradicts = [&](const sighting& s) { return !fits(of, step.step, s.seen); };
    if (std::any_of(step.seen.begin(), step.seen.end(), contradicts)) fit.against.push_back(step.step);
  }
  const rtm_probe_state state = out_state(seen);
  fit.is_state_against = of.out_state != RTM_PROBE_NOT_ASKED && state != RTM_PROBE_NOT_ASKED && state != of.out_state;
  return fit;
}

/// A step that came out differently each time.
bool is_unsteady(const step_evidence& step) {
  const auto differs = [&](const sighting& s) { return s.seen != step.seen.front().seen; };
  return std::any_of(step.seen.begin(), step.seen.end(), differs);
}

answer_kind kind_of(const verdict& made, const evidence& seen) {
  if (!seen.contradictions.empty() || std::any_of(seen.steps.begin(), seen.steps.end(), is_unsteady))
    return answer_kind::contradictory;
  if (made.possible.empty()) return answer_kind::unheard_of;
  if (made.possible.size() > 1) return answer_kind::ambiguous;
  if (!made.missing.empty()) return answer_kind::incomplete;
  return made.possible.front()->is_silent ? answer_kind::silent : answer_kind::named;
}

std::vector<rtm_probe_step> deciding_steps(const verdict& made, const evidence& seen) {
  std::vector<rtm_probe_step> steps;
  for (const step_evidence& step : seen.steps) {
    const auto index = static_cast<std::size_t>(step.step);
    const auto differs = [&](const habits* h) { return h->seen[index] != made.possible.front()->seen[index]; };
    if (step.seen.empty() && std::any_of(made.possible.begin(), made.possible.end(), differs))
      steps.push_back(step.step);
  }
  return steps;
}

void remark_on_hooks(const evidence& seen, std::vector<std::string>& to) {
  const auto& events = seen.events;
  if (seen.wrong_out.times != 0)
    to.push_back(
        fmt::format("out: the OS names another task than the one that leaves, {} of {} times (first in line "
                    "{}): the port does not ask",
                    seen.wrong_out.times, events[RTM_PROBE_OUT].times, seen.wrong_out.first_line));
  if (seen.hooks_open.times != 0)
    to.push_back(fmt::format(
        "mask: interrupts are open in {} of {} hooks that say so (first in line {}): one may come "
        "inside a hook, so mask before the clock is read",
        seen.hooks_open.times, seen.hooks_open.times + seen.hooks_masked.times, seen.hooks_open.first_line));
  if (events[RTM_PROBE_ENTER].times != 0 && seen.enter_with_id.times == 0)
    to.push_back("enter: no hook says which interrupt it is");
}

/// In FreeRTOS no hook comes in a handler that calls nothing of the kernel, as its documentation says.
void remark_on_plain_handlers(const verdict& made, const evidence& seen, std::vector<std::string>& to) {
  const step_evidence& isr = seen.steps[RTM_PROBE_ISR];
  if (isr.seen.empty() || isr.seen.front().seen != "[ ]") return;
  if (made.possible.size() != 1 || !made.possible.front()->profile.starts_with("freertos")) return;
  to.push_back(
      fmt::format("isr: no hook came (line {}), as in FreeRTOS for a handler that calls nothing of the "
                  "kernel: wrap such handlers, or whom they interrupt pays",
                  isr.seen.front().line));
}

void remark_on_steps(const evidence& seen, std::vector<std::string>& to) {
  const step_evidence& cat1 = seen.steps[RTM_PROBE_CAT1];
  if (!cat1.seen.empty() && cat1.seen.front().seen == "[ ]")
    to.push_back(fmt::format("cat1: no hook came (line {}): wrap these handlers, or whom they interrupt pays",
                             cat1.seen.front().line));
  const step_evidence& set = seen.steps[RTM_PROBE_WAIT_SET];
  if (!set.seen.empty() && !set.seen.front().seen.empty())
    to.push_back(fmt::format("wait_set: hooks came although nobody switched (line {})", set.seen.front().line));
}

}  // namespace

verdict judge(const transcript& of, const evidence& seen) {
  verdict made;
  for (const habits& h : all_habits()) {
    made.fits.push_back(fit_of(h, seen));
    if (made.fits.back().is_possible()) made.possible.push_back(&h);
  }
  for (const rtm_probe_step step : needed) {
    if (!is_shown(seen, step)) made.missing.push_back(step);
  }
  made.kind = kind_of(made, seen);
  if (made.possible.size() > 1) made.would_decide = deciding_steps(made, seen);
  if (made.possible.empty())
    made.nearest = &*std::min_element(made.fits.begin(), made.fits.end(), [](const auto& a, const auto& b) {
      return a.against.size() + a.is_state_against < b.against.size() + b.is_state_against;
    });
  if (of.lost != 0)
    made.remarks.push_back(fmt::format("lost: {} events found no room; what came behind line {} is not shown", of.lost,
                                       of.records.back().line));
  if (!seen.is_finished) made.remarks.push_back("end: the mark is missing, the scenario was not run to its end");
  remark_on_hooks(seen, made.remarks);
  remark_on_plain_handlers(made, seen, made.remarks);
  remark_on_steps(seen, made.remarks);
  return made;
}

const char* word_of(answer_kind kind) {
  switch (kind) {
    case answer_kind::named: return "named";
    case answer_kind::silent: return "silent";
    case answer_kind::incomplete: return "incomplete";
    case answer_kind::ambiguous: return "ambiguous";
    case answer_kind::unheard_of: return "unheard_of";
    case answer_kind::contradictory: return "contradictory";
  }
  return "?";
}

}  // namespace rtm::host::probe
