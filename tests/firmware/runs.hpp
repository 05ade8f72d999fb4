// SPDX-License-Identifier: MIT
// The runs that the tests look at, made by ctest before them (see CMakeLists.txt), read once a test program.
#pragma once

#include <string>
#include <vector>

#include "attribution.hpp"
#include "facts.hpp"
#include "qemu_log.hpp"
#include "results.hpp"
#include "told.hpp"

namespace truth {

/// Everything that one run under the plugin left behind.
struct observed_run {
  demo::header names;
  std::vector<demo::block> windows;  // of both ledgers, as they came
  demo::block all_hooks;             // sums of the epoch
  demo::block task_hooks;
  demo::trailer end;
  script told;
  std::vector<event> seen;
  attribution compared;
  told_sums sums;
};

/// `name`: hooked or blind. Throws with one line that says what was found and expected.
const observed_run& run_of(const std::string& name);

/// A file of a run, as bytes.
std::string file_of(const std::string& run, const std::string& file);

/// What the ledger on target says of an owner in its epoch.
std::uint64_t told_on_target(const demo::block& epoch, owner who);

/// The id that the ledger uses for an exception; `no_isr` for PendSV, which the ledger knows as kernel.
inline constexpr std::uint32_t no_isr = 0xFFFF'FFFF;
std::uint32_t isr_of(const demo::header& names, std::uint32_t exception);

}  // namespace truth
