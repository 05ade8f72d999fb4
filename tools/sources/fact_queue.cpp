// SPDX-License-Identifier: MIT
#include "sources/fact_queue.hpp"

#include <algorithm>

namespace rtm::host {

void fact_queue::grow(std::size_t by) {
  constexpr std::size_t first_facts = 64;
  facts_.resize(std::max({pushed_ + by, facts_.size() * 2, first_facts}));
}

void fact_queue::push(std::span<const source_fact> facts) {
  if (facts_.size() - pushed_ < facts.size()) grow(facts.size());
  std::copy(facts.begin(), facts.end(), facts_.begin() + static_cast<std::ptrdiff_t>(pushed_));
  pushed_ += facts.size();
}

void fact_queue::append(const fact_queue& other) {
  const std::size_t before = pushed_;
  push(std::span(other.facts_).first(other.pushed_));
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
  const std::size_t end = losses_.empty() ? pushed_ : losses_.front().before;
  const std::size_t n = std::min(out.size(), end - taken_);
  std::copy_n(facts_.begin() + static_cast<std::ptrdiff_t>(taken_), n, out.begin());
  taken_ += n;
  if (empty()) pushed_ = taken_ = 0;
  return n;
}

}  // namespace rtm::host
