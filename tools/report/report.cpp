// SPDX-License-Identifier: MIT
#include "report/report.hpp"

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

}  // namespace rtm::host
