// SPDX-License-Identifier: MIT
#include "diff/owners.hpp"

namespace rtm::host {

std::string_view word_of(diff_kind kind) {
  switch (kind) {
    case diff_kind::idle: return "idle";
    case diff_kind::kernel: return "kernel";
    case diff_kind::unknown: return "unknown";
    case diff_kind::task: return "task";
    case diff_kind::isr: return "isr";
    case diff_kind::swi: return "swi";
    case diff_kind::point: return "point";
  }
  return "none";
}

/// An id may get its name late: in a later epoch.
owner_index::owner_index(const core_report& of) {
  for (const epoch_row& epoch : of.epochs) {
    learn(diff_kind::task, epoch.tasks);
    learn(diff_kind::isr, epoch.isrs);
    learn(diff_kind::swi, epoch.swis);
    learn(diff_kind::point, epoch.points);
  }
}

std::size_t owner_index::number_of(diff_kind kind, std::uint64_t id) {
  const auto [at, is_new] = by_id_.try_emplace({kind, id}, owners_.size());
  if (!is_new) return at->second;
  const auto name = names_.find({kind, id});
  if (name != names_.end()) {
    const auto [same, is_first] = by_name_.try_emplace({kind, name->second}, owners_.size());
    at->second = same->second;
    if (!is_first) {
      owners_[same->second].ids.push_back(id);
      return same->second;
    }
  }
  owner& added = owners_.emplace_back();
  added.kind = kind;
  if (name != names_.end()) added.name = name->second;
  added.ids.push_back(id);
  return at->second;
}

std::vector<owner_index::pair> owner_index::match(const owner_index& a, const owner_index& b) {
  std::vector<pair> pairs;
  std::vector<bool> a_is_matched(a.owners_.size()), b_is_matched(b.owners_.size());
  const auto take = [&](std::size_t of_a, std::size_t of_b) {
    pairs.emplace_back(of_a, of_b);
    a_is_matched[of_a] = b_is_matched[of_b] = true;
  };
  for (std::size_t i = 0; i < a.owners_.size(); ++i) {
    const owner& of_a = a.owners_[i];
    if (!of_a.name) continue;
    if (const auto of_b = b.by_name_.find({of_a.kind, *of_a.name}); of_b != b.by_name_.end()) take(i, of_b->second);
  }
  for (std::size_t i = 0; i < a.owners_.size(); ++i) {
    if (a_is_matched[i]) continue;
    const auto of_b = b.by_id_.find({a.owners_[i].kind, a.owners_[i].ids.front()});
    const bool fits =
        of_b != b.by_id_.end() && !b_is_matched[of_b->second] && !(a.owners_[i].name && b.owners_[of_b->second].name);
    if (fits)
      take(i, of_b->second);
    else
      pairs.emplace_back(i, std::nullopt);
  }
  for (std::size_t i = 0; i < b.owners_.size(); ++i)
    if (!b_is_matched[i]) pairs.emplace_back(std::nullopt, i);
  return pairs;
}

}  // namespace rtm::host
