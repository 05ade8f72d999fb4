// SPDX-License-Identifier: MIT
#include "verify/difference.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "report/words.hpp"

namespace rtm::host {
namespace {

using number = std::optional<std::uint64_t>;
using names_by_id = std::map<source_id, std::string>;

/// A target with 32-bit words keeps this of every call that is as long or longer.
constexpr std::uint64_t longest_in_32_bits = 0xFFFF'FFFEU;

std::string text_of(const number& value) { return value ? std::to_string(*value) : "none"; }

/// Looks at fields one after the other and keeps the first difference.
class comparison {
 public:
  void begin_owner(std::string owner) { owner_ = std::move(owner); }
  void field(std::string_view name, const number& target, const number& replay) {
    if (target != replay) keep(name, text_of(target), text_of(replay));
  }
  void word(std::string_view name, std::string_view target, std::string_view replay) {
    if (target != replay) keep(name, std::string(target), std::string(replay));
  }
  [[nodiscard]] std::optional<difference> first() const { return first_; }

 private:
  void keep(std::string_view name, std::string target, std::string replay) {
    if (!first_) first_ = difference{owner_, std::string(name), std::move(target), std::move(replay)};
  }

  std::string owner_;
  std::optional<difference> first_;
};

std::string owner_of(std::string_view kind, std::uint64_t id, const names_by_id& names) {
  const auto found = names.find(id);
  return found == names.end() ? fmt::format("{} {}", kind, id) : fmt::format("{} {} ({})", kind, id, found->second);
}

void compare(comparison& of, const base_ticks& target, const base_ticks& replay) {
  const auto base = [&](const char* owner, std::uint64_t t, std::uint64_t r) {
    of.begin_owner(owner);
    of.field("exclusive", t, r);
  };
  base("idle", target.idle, replay.idle);
  base("kernel", target.kernel, replay.kernel);
  base("unknown", target.unknown, replay.unknown);
}

/// Calls `compare_row(target, replay)` for each id of either; where one has no row, it is all zero.
template <class Row, class Compare>
void pair_rows(const std::vector<Row>& target, const std::vector<Row>& replay, Compare compare_row) {
  std::map<std::uint64_t, std::pair<Row, Row>> pairs;
  for (const Row& row : target) pairs[row.id].first = row;
  for (const Row& row : replay) pairs[row.id].second = row;
  for (const auto& [id, both] : pairs) compare_row(id, both.first, both.second);
}

void compare(comparison& of, const std::vector<task_row>& target, const std::vector<task_row>& replay,
             const names_by_id& names) {
  pair_rows(target, replay, [&](std::uint64_t id, const task_row& t, const task_row& r) {
    of.begin_owner(owner_of("task", id, names));
    of.field("exclusive", t.exclusive, r.exclusive);
    of.field("dispatches", t.dispatches, r.dispatches);
  });
}

void compare(comparison& of, std::string_view name, const std::optional<extremes>& target,
             const std::optional<extremes>& replay) {
  const auto compare_one = [&](std::string_view which, std::uint64_t extremes::*value) {
    const number told = target ? number((*target).*value) : number();
    number replayed = replay ? number((*replay).*value) : number();
    if (told == longest_in_32_bits && replayed > told) replayed = told;
    of.field(fmt::format("{}_{}", name, which), told, replayed);
  };
  compare_one("min", &extremes::min);
  compare_one("max", &extremes::max);
}

void compare(comparison& of, std::string_view kind, const std::vector<call_row>& target,
             const std::vector<call_row>& replay, const names_by_id& names, bool has_extremes) {
  pair_rows(target, replay, [&](std::uint64_t id, const call_row& t, const call_row& r) {
    of.begin_owner(owner_of(kind, id, names));
    of.field("exclusive", t.exclusive, r.exclusive);
    of.field("inclusive", t.inclusive, r.inclusive);
    of.field("calls", t.calls, r.calls);
    of.field("abandoned", t.abandoned, r.abandoned);
    if (!has_extremes) return;
    compare(of, "exclusive", t.exclusive_call, r.exclusive_call);
    compare(of, "inclusive", t.inclusive_call, r.inclusive_call);
  });
}

/// What windows and epochs have in common.
template <class Part>
void compare_owners(comparison& of, const Part& target, const Part& replay, const source_info& names,
                    bool has_extremes) {
  compare(of, target.base, replay.base);
  compare(of, target.tasks, replay.tasks, names.tasks);
  compare(of, "isr", target.isrs, replay.isrs, names.isrs, has_extremes);
  compare(of, "swi", target.swis, replay.swis, names.swis, has_extremes);
  compare(of, "point", target.points, replay.points, names.points, has_extremes);
}

}  // namespace

std::optional<difference> first_difference(const window_row& target, const window_row& replay,
                                           const source_info& names) {
  comparison of;
  of.field("start", target.start, replay.start);
  of.field("length", target.length, replay.length);
  compare_owners(of, target, replay, names, false);
  return of.first();
}

std::optional<difference> first_difference(const epoch_row& target, bool is_target_valid, const epoch_row& replay,
                                           bool has_extremes, const source_info& names) {
  comparison of;
  of.word("valid", is_target_valid ? "yes" : "no", replay.valid() ? "yes" : "no");
  of.field("start", target.start, replay.start);
  of.field("total", target.total, replay.total);
  of.field("ignored", target.ignored, replay.ignored);
  compare_owners(of, target, replay, names, has_extremes);
  return of.first();
}

std::optional<difference> first_difference(const std::optional<fault_row>& target,
                                           const std::optional<fault_row>& replay) {
  comparison of;
  of.word("fault", target ? word_of(target->kind) : "none", replay ? word_of(replay->kind) : "none");
  if (!target || !replay) return of.first();
  of.word("fact of the fault", word_of(target->fact), word_of(replay->fact));
  of.field("id of the fault", target->id, replay->id);
  of.field("expected id of the fault", target->expected, replay->expected);
  of.field("time of the fault", target->time_ticks, replay->time_ticks);
  of.field("reading of the fault", target->reading_ticks, replay->reading_ticks);
  of.field("depth of the fault", target->depth, replay->depth);
  return of.first();
}

}  // namespace rtm::host
