// SPDX-License-Identifier: MIT
#include "check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "text/text.hpp"
#include "text/toml_file.hpp"

namespace rtm::host {
namespace {

/// Who a limit is of on one core: ids with their names.
using people = std::map<std::uint64_t, std::optional<std::string>>;

template <class Rows>
void add_people(people& to, const budget_limit& limit, const Rows& rows) {
  for (const auto& row : rows)
    if (limit.id ? row.id == *limit.id : row.name == limit.who) to.emplace(row.id, row.name);
}

people people_of(const budget_limit& limit, const core_report& core) {
  people found;
  for (const epoch_row& epoch : core.epochs) {
    switch (limit.kind) {
      case budget_kind::core:
        if (!limit.id || *limit.id == core.core) found.emplace(core.core, std::nullopt);
        break;
      case budget_kind::task: add_people(found, limit, epoch.tasks); break;
      case budget_kind::isr: add_people(found, limit, epoch.isrs); break;
      case budget_kind::swi: add_people(found, limit, epoch.swis); break;
    }
  }
  return found;
}

template <class Rows>
std::uint64_t ticks_of(const Rows& rows, std::uint64_t id) {
  const auto found = std::find_if(rows.begin(), rows.end(), [id](const auto& row) { return row.id == id; });
  return found == rows.end() ? 0 : found->exclusive;  // windows leave out rows that are zero
}

std::uint64_t taken_in(const window_row& window, budget_kind kind, std::uint64_t id) {
  switch (kind) {
    case budget_kind::core: return window.length - window.base.idle - window.base.unknown;
    case budget_kind::task: return ticks_of(window.tasks, id);
    case budget_kind::isr: return ticks_of(window.isrs, id);
    case budget_kind::swi: return ticks_of(window.swis, id);
  }
  return 0;
}

/// Windows of one epoch, in order; a row of breaches does not go on in the next epoch.
class window_judge {
 public:
  window_judge(const budget_limit& limit, verdict& to) : limit_(limit), to_(to) {}

  void judge(std::uint64_t epoch, const window_row& window) {
    if (!window.complete) return;
    ++to_.judged;
    const std::uint64_t least = taken_in(window, limit_.kind, to_.id);
    const std::uint64_t most = least + window.base.unknown;
    const std::uint64_t allowed = limit_.max_window->of(window.length);
    surely_ = least > allowed ? surely_ + 1 : 0;
    perhaps_ = most > allowed ? perhaps_ + 1 : 0;
    if (perhaps_ < limit_.consecutive) return;
    const bool is_certain = surely_ >= limit_.consecutive;
    to_.breaches.push_back(
        {epoch, window.index, window.start, least, most, allowed, is_certain ? surely_ : perhaps_, is_certain});
  }

 private:
  const budget_limit& limit_;
  verdict& to_;
  std::uint64_t surely_ = 0;
  std::uint64_t perhaps_ = 0;
};

void judge_windows(const budget_limit& limit, const core_report& core, verdict& to) {
  for (const epoch_row& epoch : core.epochs) {
    window_judge judge(limit, to);
    for (const window_row& window : epoch.windows) judge.judge(epoch.epoch, window);
  }
}

template <class Rows>
void judge_longest(const Rows& rows, const budget_limit& limit, const epoch_row& epoch, verdict& to) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.id == to.id; });
  if (row == rows.end() || row->times.cet.count == 0) return;
  const os::spread& cet = row->times.cet;
  to.judged += cet.count;
  if (cet.max <= *limit.max_cet) return;
  breach_row found{epoch.epoch, {}, row->times.longest_cet_end, cet.max, cet.max, *limit.max_cet, 1, true};
  for (const window_row& window : epoch.windows)
    if (found.time - window.start < window.length) found.window = window.index;
  to.breaches.push_back(found);
}

/// What is over a limit without having been seen whole: at least so much, and at most.
void add_unfinished(std::uint64_t least, std::uint64_t most, const budget_limit& limit, const epoch_row& epoch,
                    verdict& to) {
  if (most <= *limit.max_cet) return;
  ++to.judged;
  breach_row found{epoch.epoch, {}, epoch.start + epoch.total, least, most, *limit.max_cet, 1, false};
  found.is_certain = least > *limit.max_cet;
  found.is_whole = false;
  to.breaches.push_back(found);
}

/// An instance that is open at the end, or cut, has at least what is known of it.
void judge_unfinished_tasks(const budget_limit& limit, const epoch_row& epoch, verdict& to) {
  for (const unfinished_row& row : epoch.timing->unfinished)
    if (row.id == to.id) add_unfinished(row.longest, row.most, limit, epoch, to);
}

/// What is known of calls that were not seen whole: all the time of the interrupt that is in no whole call. One of n
/// has at least an nth of it, and at most all.
template <class Rows>
void judge_unfinished(const Rows& rows, const std::vector<call_row>& calls, const budget_limit& limit,
                      const epoch_row& epoch, verdict& to) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.id == to.id; });
  if (row == rows.end()) return;
  const std::uint64_t parts = row->times.open + row->times.cut;
  const std::uint64_t taken = ticks_of(calls, to.id);
  if (parts == 0 || taken <= row->times.cet.sum) return;
  const std::uint64_t rest = taken - row->times.cet.sum;
  add_unfinished(rest / parts + (rest % parts != 0 ? 1 : 0), rest, limit, epoch, to);
}

void judge_calls(const budget_limit& limit, const core_report& core, verdict& to) {
  for (const epoch_row& epoch : core.epochs) {
    if (!epoch.timing) continue;
    const epoch_timing& timing = *epoch.timing;
    if (limit.kind == budget_kind::task) {
      judge_longest(timing.tasks, limit, epoch, to);
      judge_unfinished_tasks(limit, epoch, to);
    }
    if (limit.kind == budget_kind::isr) {
      judge_longest(timing.isrs, limit, epoch, to);
      judge_unfinished(timing.isrs, epoch.isrs, limit, epoch, to);
    }
    if (limit.kind == budget_kind::swi) {
      judge_longest(timing.swis, limit, epoch, to);
      judge_unfinished(timing.swis, epoch.swis, limit, epoch, to);
    }
  }
}

/// What was never judged is not kept.
void note_nothing(verdict& of, std::optional<std::uint64_t> allowed) {
  if (of.judged == 0) of.breaches.push_back({0, {}, 0, {}, 0, allowed, 1, false});
}

bool has_windows(const report& of) {
  return std::any_of(of.cores.begin(), of.cores.end(), [](const core_report& core) {
    return std::any_of(core.epochs.begin(), core.epochs.end(), [](const epoch_row& e) { return !e.windows.empty(); });
  });
}

void judge(const budget_limit& limit, const core_report& core, std::uint64_t id, const std::optional<std::string>& name,
           check_result& to) {
  verdict base;
  base.core = core.core;
  base.kind = limit.kind;
  base.id = id;
  base.name = name;
  if (limit.max_window) {
    verdict of = base;
    of.line = limit.max_window_line;
    judge_windows(limit, core, of);
    const bool is_share = limit.max_window->denominator != 0;
    note_nothing(of, is_share ? std::nullopt : std::optional(limit.max_window->ticks));
    to.verdicts.push_back(std::move(of));
  }
  if (limit.max_cet) {
    verdict of = base;
    of.rule = budget_rule::max_cet;
    of.line = limit.max_cet_line;
    judge_calls(limit, core, of);
    note_nothing(of, *limit.max_cet);
    to.verdicts.push_back(std::move(of));
  }
}

std::uint64_t count(const check_result& of, bool is_certain) {
  std::uint64_t n = 0;
  for (const verdict& v : of.verdicts)
    for (const breach_row& b : v.breaches) n += b.is_certain == is_certain ? 1 : 0;
  return n;
}

}  // namespace

const char* word_of(budget_rule rule) { return rule == budget_rule::max_window ? "max_window" : "max_cet"; }

std::uint64_t check_result::certain() const { return count(*this, true); }
std::uint64_t check_result::possible() const { return count(*this, false); }

check_result check_budget(const budget_file& budget, const report& of) {
  check_result result;
  result.is_incomplete = of.is_incomplete();
  for (const core_report& core : of.cores)
    for (const epoch_row& epoch : core.epochs) result.invalid_epochs += epoch.valid() ? 0 : 1;
  const bool any_windows = has_windows(of);
  for (const budget_limit& limit : budget.limits) {
    if (limit.max_window && !any_windows)
      refuse_at(budget.name, limit.max_window_line, "max_window and an input without windows",
                "window = \"10ms\" before the first table, or --window");
    bool is_there = false;
    for (const core_report& core : of.cores) {
      for (const auto& [id, name] : people_of(limit, core)) {
        is_there = true;
        judge(limit, core, id, name, result);
      }
    }
    if (!is_there)
      refuse_at(budget.name, limit.line, fmt::format("{} {}", word_of(limit.kind), quoted(limit.who)),
                fmt::format("{} {} of the input", limit.kind == budget_kind::isr ? "an" : "a", word_of(limit.kind)));
  }
  return result;
}

}  // namespace rtm::host
