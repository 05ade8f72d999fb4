// SPDX-License-Identifier: MIT
#include "sources/trace_dat/lives.hpp"

#include <tuple>
#include <unordered_set>

namespace rtm::host::trace_dat {

void lives::finish() {
  std::sort(told_.begin(), told_.end(), [](const life& a, const life& b) {
    return std::tuple(a.time_ns, a.is_fork, a.pid) < std::tuple(b.time_ns, b.is_fork, b.pid);
  });
  std::unordered_set<std::uint32_t> exited;
  for (const life& each : told_) {
    if (!each.is_fork)
      exited.insert(each.pid);
    else if (exited.erase(each.pid) != 0)
      begins_[each.pid].push_back(each.time_ns);
  }
  told_ = {};
}

}  // namespace rtm::host::trace_dat
