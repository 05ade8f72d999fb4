// SPDX-License-Identifier: MIT
#include "told.hpp"

namespace truth {
namespace {

struct open_call {
  std::uint32_t isr;
  std::uint64_t entered;
  std::uint64_t own;
};

}  // namespace

std::uint64_t ticks_of(const script& told, std::size_t index) {
  return static_cast<std::uint32_t>(told.facts[index].now - told.facts[0].now);
}

told_sums add_up(const script& told) {
  told_sums sums;
  owner base = told.facts.at(0).who;
  owner dispatched = base;
  std::vector<open_call> open;
  std::uint64_t last = 0;
  for (std::size_t i = 1; i < told.facts.size(); ++i) {
    const fact& f = told.facts[i];
    const std::uint64_t now = ticks_of(told, i);
    sums.exclusive[open.empty() ? base : owner{owner_kind::isr, open.back().isr}] += now - last;
    sums.task_hooks_only[dispatched] += now - last;
    if (!open.empty()) open.back().own += now - last;
    last = now;
    if (f.kind == fact_kind::base) {
      base = f.who;
      if (base.kind != owner_kind::kernel) dispatched = base;
    } else if (f.kind == fact_kind::isr_enter) {
      open.push_back({f.who.id, now, 0});
    } else if (f.kind == fact_kind::isr_exit) {
      sums.calls.push_back({f.who.id, open.back().own, now - open.back().entered});
      open.pop_back();
    }
  }
  return sums;
}

}  // namespace truth
