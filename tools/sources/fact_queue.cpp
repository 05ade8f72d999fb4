// SPDX-License-Identifier: MIT
#include "sources/fact_queue.hpp"

#include <algorithm>

namespace rtm::host {

void fact_queue::append(const fact_queue& other) {
  const std::size_t before = facts_.size();
  push(std::span(other.facts_));
  for (const placed_loss& each : other.losses_) losses_.push_back({before + each.before, each.loss});
}

void fact_queue::begin_losses_at(std::uint64_t ticks) {
  const auto move = [ticks](epoch_instant& at) { at.ticks -= std::min(at.ticks, ticks); };
  for (placed_loss& each : losses_) {
    move(each.loss.from);
    if (each.loss.end) move(*each.loss.end);
  }
}

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
