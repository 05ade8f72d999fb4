// SPDX-License-Identifier: MIT
#include "sources/trace_dat/lives.hpp"

namespace rtm::host::trace_dat {

void lives::settle(std::uint64_t time_ns) {
  for (; !told_.empty() && told_.top().time_ns <= time_ns; told_.pop()) {
    const life& next = told_.top();
    if (!next.is_fork) {
      exited_.insert(next.pid);
    } else if (exited_.erase(next.pid) != 0) {
      begins_[next.pid].push_back(next.time_ns);
      may_be_reused_.set(next.pid % filter_bits);
    }
  }
}

}  // namespace rtm::host::trace_dat
