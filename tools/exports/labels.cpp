// SPDX-License-Identifier: MIT
#include "exports/labels.hpp"

#include <fmt/format.h>

#include <utility>

namespace rtm::host {
namespace {

using names_by_id = std::map<source_id, std::string>;

std::string name_in(const names_by_id& names, source_id id) {
  const auto found = names.find(id);
  return found == names.end() ? std::string() : found->second;
}

template <class Cache>
const std::string& cached(Cache& from, source_id id, const names_by_id& names, const char* kind) {
  const auto [at, is_new] = from.try_emplace(id);
  if (is_new) at->second = name_in(names, id);
  if (at->second.empty()) at->second = fmt::format("{} {}", kind, id);
  return at->second;
}

}  // namespace

const std::string& labels::of(actor who) {
  static const std::string idle = "idle", kernel = "kernel", unknown = "unknown";
  switch (who.kind) {
    case actor_kind::task: return cached(tasks_, who.id, names_.tasks, "task");
    case actor_kind::isr: return cached(isrs_, who.id, names_.isrs, "isr");
    case actor_kind::swi: return cached(swis_, who.id, names_.swis, "swi");
    case actor_kind::idle: return idle;
    case actor_kind::kernel: return kernel;
    case actor_kind::unknown: break;
  }
  return unknown;
}

const std::string& labels::of_point(source_id point) { return cached(points_, point, names_.points, "point"); }

std::size_t labels::names_known() const {
  return names_.tasks.size() + names_.isrs.size() + names_.swis.size() + names_.points.size();
}

void labels::refresh() {
  if (std::exchange(known_, names_known()) == names_known()) return;
  for (cache* all : {&tasks_, &isrs_, &swis_, &points_}) all->clear();
}

}  // namespace rtm::host
