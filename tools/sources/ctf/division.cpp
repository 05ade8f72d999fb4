// SPDX-License-Identifier: MIT
#include "sources/ctf/division.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rtm::host::ctf {

void division::finish(std::shared_ptr<const interpreter> part, std::uint64_t last_ticks) {
  const std::lock_guard guard(mutex_);
  finished_.push_back(std::move(part));
  last_ticks_ = std::max(last_ticks_, last_ticks);
  if (finished_.size() != parts_) return;
  std::vector<stamped_piece> pieces;
  for (const auto& each : finished_) {
    const auto its = each->pieces();
    pieces.insert(pieces.end(), its.begin(), its.end());
  }
  const interpreter& any = *finished_.front();
  if (!any.ends_at(last_ticks_, std::move(pieces)) || !any.add_names_of(finished_, at_end_)) give_up();
  is_finished_ = true;
}

std::vector<source_completeness> division::completeness() const {
  std::vector<source_completeness> all;
  if (!is_finished_) return all;
  for (const auto& part : finished_) {
    auto more = part->completeness();
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.core < b.core; });
  return all;
}

}  // namespace rtm::host::ctf
