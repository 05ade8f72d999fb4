// SPDX-License-Identifier: MIT
// What do the recorded facts add up to? A second, slow accountant: one step a fact, no windows, no tricks. It tells the
// tests what a ledger with all hooks, and one with task hooks only, must say.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "facts.hpp"

namespace truth {

/// One call of an interrupt, in the ledger's own time: from the reading at its entry to the reading at its exit.
struct told_call {
  std::uint32_t isr = 0;
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
};

struct told_sums {
  std::map<owner, std::uint64_t> exclusive;
  std::map<owner, std::uint64_t> task_hooks_only;  // the same run for who hears of dispatches alone
  std::vector<told_call> calls;                    // in the order in which they ended
};

told_sums add_up(const script& told);

/// Ticks from the start to fact number `index`; the runs here are shorter than one round of the clock.
std::uint64_t ticks_of(const script& told, std::size_t index);

}  // namespace truth
