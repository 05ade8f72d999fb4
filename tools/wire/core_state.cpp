// SPDX-License-Identifier: MIT
#include "wire/core_state.hpp"

#include <utility>

namespace rtm::host::wire {

void core_state::reset(std::uint32_t owner) {
  owner_ = owner;
  frames_.clear();
  open_.clear();
  suspended_.clear();
  suspended_points_ = 0;
}

void core_state::exchange_points(std::uint32_t owner) {
  if (!open_.empty()) {
    suspended_points_ += open_.size();
    suspended_[owner_] = std::exchange(open_, {});
  }
  const auto found = suspended_.find(owner);
  if (found == suspended_.end()) return;
  open_ = std::move(found->second);
  suspended_.erase(found);
  suspended_points_ -= open_.size();
}

void core_state::terminate(std::uint32_t task) {
  if (task == owner_) {
    const std::size_t own = own_points();
    open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(own));
    for (frame& f : frames_) f.first_point -= static_cast<std::uint32_t>(own);
    return;
  }
  const auto found = suspended_.find(task);
  if (found == suspended_.end()) return;
  suspended_points_ -= found->second.size();
  suspended_.erase(found);
}

std::size_t core_state::own_points() const { return frames_.empty() ? open_.size() : frames_.front().first_point; }

std::vector<target_fact> core_state::as_facts() const {
  std::vector<target_fact> facts;
  const auto add_owner = [&](std::uint32_t owner, const auto& points, std::size_t count) {
    facts.push_back({fact_kind::task_switch, owner});
    for (std::size_t i = 0; i < count; ++i) facts.push_back({fact_kind::point_begin, points[i]});
  };
  for (const auto& [owner, points] : suspended_) add_owner(owner, points, points.size());
  add_owner(owner_, open_, own_points());
  for (const target_fact& f : frames_as_facts()) facts.push_back(f);
  return facts;
}

std::vector<target_fact> core_state::frames_as_facts() const {
  std::vector<target_fact> facts;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const frame& f = frames_[i];
    facts.push_back({f.is_swi ? fact_kind::swi_enter : fact_kind::isr_enter, f.id});
    const std::size_t end = i + 1 < frames_.size() ? frames_[i + 1].first_point : open_.size();
    for (std::size_t p = f.first_point; p < end; ++p) facts.push_back({fact_kind::point_begin, open_[p]});
  }
  return facts;
}

core_state::points_of_owners core_state::points_by_owner() const {
  points_of_owners all = suspended_;
  if (own_points() != 0) all[owner_].assign(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(own_points()));
  return all;
}

}  // namespace rtm::host::wire
