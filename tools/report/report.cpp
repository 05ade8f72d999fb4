// SPDX-License-Identifier: MIT
#include "report/report.hpp"

#include <algorithm>

namespace rtm::host {

std::optional<double> load_of(const base_ticks& base, std::uint64_t length) {
  const std::uint64_t known = length - base.unknown;
  if (known == 0) return std::nullopt;
  return static_cast<double>(known - base.idle) / static_cast<double>(known);
}

std::optional<double> load_of(const epoch_row& epoch) {
  if (!epoch.valid()) return std::nullopt;
  return load_of(epoch.base, epoch.total);
}

std::optional<double> load_of(const window_row& window) {
  if (window.cut_by_fault) return std::nullopt;
  return load_of(window.base, window.length);
}

void window_history::add(const window_row& window) {
  ++count;
  const std::uint64_t known = window.length - window.base.unknown;
  if (!window.complete || !window.covered || known == 0) return;
  ++complete;
  const extreme now{window.index, known - window.base.idle, known};
  __extension__ using wide = unsigned __int128;
  const auto is_less = [](const extreme& a, const extreme& b) {
    return wide{a.busy} * b.known < wide{b.busy} * a.known;
  };
  if (!least || is_less(now, *least)) least = now;
  if (!most || is_less(*most, now)) most = now;
}

bool report::is_incomplete() const {
  const auto counts = [](const loss_row& loss) { return !loss.is_expected; };
  return unlisted != 0 || !problems.empty() || std::any_of(losses.begin(), losses.end(), counts);
}

}  // namespace rtm::host
