// SPDX-License-Identifier: MIT
#include "sources/trace_dat/lives.hpp"

namespace rtm::host::trace_dat {

void lives::settle(std::uint64_t time_ns) {
  for (; !told_.empty() && told_.top().time_ns <= time_ns; told_.pop()) {
    const life& next = told_.top();
    switch (next.is) {
      case life::kind::exit: taken_.insert(next.pid); break;
      case life::kind::last_switch:
        if (has_forks_) {
          taken_.insert(next.pid);
        } else {
          taken_.erase(next.pid);
          begin_another(next.pid, next.time_ns + 1);
        }
        break;
      case life::kind::fork:
        if (!taken_.insert(next.pid).second) begin_another(next.pid, next.time_ns);
        break;
    }
  }
}

void lives::begin_another(std::uint32_t pid, std::uint64_t time_ns) {
  begins_[pid].push_back(time_ns);
  may_be_reused_.set(pid % filter_bits);
}

}  // namespace rtm::host::trace_dat
