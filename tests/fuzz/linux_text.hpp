// SPDX-License-Identifier: MIT
// Any bytes as a trace of Linux in text: either one line says what is wrong, or every tick has one owner and every
// line is accounted for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/checks.hpp"
#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/source.hpp"

namespace rtm::fuzz {

template <class Source>
void read_linux_text(std::string_view bytes) {
  (void)Source::recognises(bytes.substr(0, host::input::prefix_size));
  try {
    Source from(host::input("fuzz", bytes));
    const host::report made = host::make_report(from);
    for (const host::core_report& core : made.cores)
      for (const host::epoch_row& epoch : core.epochs) {
        require(epoch.valid(), "a source tells nothing that is a fault");
        require(owned(epoch) == epoch.total, "every tick of an epoch has one owner");
      }
    for (const host::problem_row& problem : made.problems)
      check_message("fuzz:1: found " + problem.found + "; expected " + problem.expected, "fuzz:");
    const auto& lines = from.lines();
    const std::uint64_t counted = lines.events + lines.losses + lines.notes + lines.continuations + lines.others;
    const auto ends = static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    const bool has_open_end = !bytes.empty() && bytes.back() != '\n';
    require(counted <= ends + (has_open_end ? 1 : 0), "no line counts twice");
    require(counted == ends + (has_open_end ? 1 : 0) || !made.problems.empty(), "no line is dropped silently");
  } catch (const host::source_error& error) {
    check_message(error.what(), "fuzz:");
  }
}

}  // namespace rtm::fuzz
