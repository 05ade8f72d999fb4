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

bool report::is_incomplete() const {
  const auto counts = [](const loss_row& loss) { return !loss.is_expected; };
  return unlisted != 0 || !problems.empty() || std::any_of(losses.begin(), losses.end(), counts);
}

}  // namespace rtm::host
