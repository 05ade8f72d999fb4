// SPDX-License-Identifier: MIT
// What a traced run left behind: every fact that its ledger was told (facts.timeline, written by a log that loses
// nothing), and the trace, decoded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "sources/source.hpp"
#include "wire/listener.hpp"

namespace truth {

struct traced_run {
  std::vector<rtm::host::source_fact> told;
  rtm::host::report of_told;  // the host's engine over all of them: what the target should have counted
  std::uint64_t lost_on_target = 0;
  std::uint64_t trace_bytes = 0;

  std::vector<rtm::host::source_fact> decoded;
  rtm::host::report of_trace;
  std::vector<rtm::host::wire::told_window> windows;
  std::vector<rtm::host::wire::told_epoch> snapshots;
  std::vector<rtm::host::wire::told_fault> faults;
  std::vector<rtm::host::source_loss> losses;
  std::vector<std::string> problems;
  bool has_ended = false;
};

/// `name`: trace, trace_small or trace_flight.
const traced_run& traced_run_of(const std::string& name);

}  // namespace truth
