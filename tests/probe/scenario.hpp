// SPDX-License-Identifier: MIT
// A transcript written step by step, for tests: each step is the lines between its mark and the end of its signature.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "probe/evidence.hpp"
#include "probe/transcript.hpp"
#include "probe/verdict.hpp"
#include "sources/input.hpp"

namespace rtm::test {

/// `step`, `events` separated by `;`. Task 1 runs before, task 9 after; idle after the step `idle`.
struct written_step {
  std::string step;
  std::string events;
};

/// Times count up by one. `end` is there unless the last step says "...".
inline std::string text_of(const std::vector<written_step>& steps) {
  std::string text = "rtm-probe 1\n";
  unsigned time = 0;
  const auto add = [&](const std::string& event) { text += std::to_string(time++) + ' ' + event + '\n'; };
  for (const written_step& s : steps) {
    add("step " + s.step);
    add("at_task 1");
    for (std::size_t begin = 0; begin < s.events.size();) {
      const std::size_t end = std::min(s.events.find(';', begin), s.events.size());
      const std::size_t first = s.events.find_first_not_of(' ', begin);
      add(s.events.substr(first, end - first));
      begin = end + 1;
    }
    add(s.step == "idle" ? "at_idle" : "at_task 9");
  }
  add("step end");
  return text;
}

struct judged {
  host::probe::transcript transcript;
  host::probe::evidence seen;
  host::probe::verdict made;

  [[nodiscard]] std::vector<std::string> possible() const {
    std::vector<std::string> names;
    for (const host::probe::habits* h : made.possible) names.emplace_back(h->profile);
    return names;
  }
  /// Of the first run of that step; "-" if it is not shown.
  [[nodiscard]] std::string signature(rtm_probe_step step) const {
    const auto& runs = seen.steps[static_cast<std::size_t>(step)].seen;
    return runs.empty() ? "-" : runs.front().seen;
  }
};

inline judged judge(host::input in) {
  judged all;
  all.transcript = host::probe::read_transcript(std::move(in));
  all.seen = host::probe::look_at(all.transcript);
  all.made = host::probe::judge(all.transcript, all.seen);
  return all;
}
inline judged judge(const std::string& text) { return judge(host::input("probe", text)); }

}  // namespace rtm::test
