// SPDX-License-Identifier: MIT
#include "sources/fact_queue.hpp"

#include <algorithm>

namespace rtm::host {

std::size_t fact_queue::take(std::span<source_fact> out) {
  for (; !losses_.empty() && losses_.front().before <= taken_; losses_.pop_front())
    due_.push_back(losses_.front().loss);
  const std::size_t end = losses_.empty() ? facts_.size() : losses_.front().before;
  const std::size_t n = std::min(out.size(), end - taken_);
  std::copy_n(facts_.begin() + static_cast<std::ptrdiff_t>(taken_), n, out.begin());
  taken_ += n;
  if (taken_ == facts_.size() && losses_.empty()) {
    facts_.clear();
    taken_ = 0;
  }
  return n;
}

}  // namespace rtm::host
