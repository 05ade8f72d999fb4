// SPDX-License-Identifier: MIT
#include "diff/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace rtm::host {
namespace {

using row_id = std::pair<diff_kind, std::uint64_t>;

/// The owners of one core in one report, before anything is compared.
class side_of_core {
 public:
  struct owner {
    diff_kind kind = diff_kind::idle;
    std::optional<std::string> name;
    diff_side side;
    bool is_matched = false;
  };

  explicit side_of_core(const core_report& of) {
    for (const epoch_row& epoch : of.epochs) learn_names(epoch);
    for (const epoch_row& epoch : of.epochs) add(epoch);
    for (owner& each : owners) each.side.share = share_of(each.side.ticks, ticks);
  }

  owner* find_name(diff_kind kind, const std::string& name) {
    const auto found = by_name_.find({kind, name});
    return found == by_name_.end() ? nullptr : &owners[found->second];
  }
  owner* find_id(row_id id) {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &owners[found->second];
  }

  std::vector<owner> owners;
  std::uint64_t ticks = 0, idle = 0, unknown = 0, windows = 0;
  sample window_loads;

 private:
  static double share_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }

  /// An id may get its name late: in a later epoch.
  void learn_names(const epoch_row& epoch) {
    const auto learn = [&](diff_kind kind, const auto& rows) {
      for (const auto& row : rows)
        if (row.name && !row.name->empty()) names_[{kind, row.id}] = *row.name;
    };
    learn(diff_kind::task, epoch.tasks);
    learn(diff_kind::isr, epoch.isrs);
    learn(diff_kind::swi, epoch.swis);
    learn(diff_kind::point, epoch.points);
  }

  std::size_t index_of(diff_kind kind, std::uint64_t id) {
    const auto [at, is_new] = by_id_.try_emplace({kind, id}, owners.size());
    if (!is_new) return at->second;
    const auto name = names_.find({kind, id});
    if (name != names_.end()) {
      const auto [same, is_first] = by_name_.try_emplace({kind, name->second}, owners.size());
      at->second = same->second;
      if (!is_first) {
        owners[same->second].side.ids.push_back(id);
        return same->second;
      }
    }
    owner& added = owners.emplace_back();
    added.kind = kind;
    if (name != names_.end()) added.name = name->second;
    added.side.ids.push_back(id);
    return at->second;
  }
  diff_side& side_of(diff_kind kind, std::uint64_t id) { return owners[index_of(kind, id)].side; }

  /// Calls `take(kind, id, ticks)` for every owner of an epoch or a window.
  template <class Part, class Take>
  static void each_owner(const Part& part, Take take) {
    take(diff_kind::idle, 0, part.base.idle);
    take(diff_kind::kernel, 0, part.base.kernel);
    take(diff_kind::unknown, 0, part.base.unknown);
    for (const task_row& row : part.tasks) take(diff_kind::task, row.id, row.exclusive);
    for (const call_row& row : part.isrs) take(diff_kind::isr, row.id, row.exclusive);
    for (const call_row& row : part.swis) take(diff_kind::swi, row.id, row.exclusive);
    for (const call_row& row : part.points) take(diff_kind::point, row.id, row.exclusive);
  }

  void add(const epoch_row& epoch) {
    ticks += epoch.total;
    idle += epoch.base.idle;
    unknown += epoch.base.unknown;
    each_owner(epoch, [&](diff_kind kind, std::uint64_t id, std::uint64_t n) { side_of(kind, id).ticks += n; });
    for (const task_row& row : epoch.tasks) side_of(diff_kind::task, row.id).dispatches += row.dispatches;
    add_calls(diff_kind::isr, epoch.isrs);
    add_calls(diff_kind::swi, epoch.swis);
    add_calls(diff_kind::point, epoch.points);
    for (const window_row& window : epoch.windows)
      if (window.complete && window.covered && !window.cut_by_fault && window.length != 0) add(window);
  }

  void add_calls(diff_kind kind, const std::vector<call_row>& rows) {
    const bool is_point = kind == diff_kind::point;
    for (const call_row& row : rows) {
      diff_side& to = side_of(kind, row.id);
      to.calls += row.calls;
      to.call_ticks += is_point ? row.inclusive : row.exclusive;
      const auto& call = is_point ? row.inclusive_call : row.exclusive_call;
      if (call && to.call)
        to.call = extremes{std::min(to.call->min, call->min), std::max(to.call->max, call->max)};
      else if (call)
        to.call = call;
    }
  }

  /// One value for each owner, also for those that the window leaves out.
  void add(const window_row& window) {
    std::vector<std::uint64_t> sums(owners.size());
    each_owner(window, [&](diff_kind kind, std::uint64_t id, std::uint64_t n) {
      const std::size_t at = index_of(kind, id);
      if (at >= sums.size()) sums.resize(at + 1);
      sums[at] += n;
    });
    for (std::size_t i = 0; i < sums.size(); ++i) {
      // What appears late had no time before.
      while (owners[i].side.window_shares.count() < windows) owners[i].side.window_shares.add(0);
      owners[i].side.window_shares.add(share_of(sums[i], window.length));
    }
    ++windows;
    const std::uint64_t known = window.length - window.base.unknown;
    if (known != 0) window_loads.add(share_of(known - window.base.idle, known));
  }

  std::map<row_id, std::string> names_;
  std::map<row_id, std::size_t> by_id_;
  std::map<std::pair<diff_kind, std::string>, std::size_t> by_name_;
};

/// More time of these is worse. Idle says the same as the load, and what is unknown may be anything.
bool may_regress(diff_kind kind) { return kind != diff_kind::idle && kind != diff_kind::unknown; }

class core_comparison {
 public:
  core_comparison(const core_report& a, const core_report& b, double threshold) : a_(a), b_(b), threshold_(threshold) {
    made_.core = a.core;
    made_.ticks_a = a_.ticks;
    made_.ticks_b = b_.ticks;
    made_.windows_a = a_.windows;
    made_.windows_b = b_.windows;
    if (std::min(a_.windows, b_.windows) < 2)
      made_.no_test = fmt::format("found {} and {} complete windows, expected 2 of each", a_.windows, b_.windows);
  }

  diff_core compare() {
    match();
    add_load();
    std::sort(made_.rows.begin(), made_.rows.end(), [](const diff_row& x, const diff_row& y) {
      // What differs by rounding alone is the same size; then what is worse comes first.
      const auto key = [](const diff_row& r) {
        return std::tuple(-std::llround(std::fabs(r.change) * 1e12), !r.is_regression, r.kind, r.name, ids_of(r));
      };
      return key(x) < key(y);
    });
    return std::move(made_);
  }

 private:
  static const std::vector<std::uint64_t>& ids_of(const diff_row& row) { return row.a ? row.a->ids : row.b->ids; }

  void match() {
    for (auto& of_a : a_.owners) {
      auto* of_b = of_a.name ? b_.find_name(of_a.kind, *of_a.name) : nullptr;
      if (of_b != nullptr) add_row(&of_a, of_b);
    }
    for (auto& of_a : a_.owners) {
      if (of_a.is_matched) continue;
      auto* of_b = b_.find_id({of_a.kind, of_a.side.ids.front()});
      const bool fits = of_b != nullptr && !of_b->is_matched && !(of_a.name && of_b->name);
      add_row(&of_a, fits ? of_b : nullptr);
    }
    for (auto& of_b : b_.owners)
      if (!of_b.is_matched) add_row(nullptr, &of_b);
  }

  void add_row(side_of_core::owner* a, side_of_core::owner* b) {
    diff_row row;
    row.kind = a != nullptr ? a->kind : b->kind;
    for (auto* from : {a, b}) {
      if (from == nullptr) continue;
      from->is_matched = true;
      if (!row.name) row.name = from->name;
      std::sort(from->side.ids.begin(), from->side.ids.end());
      (from == a ? row.a : row.b) = from->side;
    }
    row.change = (b != nullptr ? b->side.share : 0) - (a != nullptr ? a->side.share : 0);
    row.p = p_of(a != nullptr ? a->side.window_shares : sample(), b != nullptr ? b->side.window_shares : sample());
    row.is_regression = may_regress(row.kind) && is_regression(row.change, row.p);
    const bool is_empty =
        row.change == 0 && (a == nullptr || a->side.ticks == 0) && (b == nullptr || b->side.ticks == 0);
    if (!is_empty || has_calls(row)) made_.rows.push_back(std::move(row));
  }

  static bool has_calls(const diff_row& row) { return (row.a && row.a->calls != 0) || (row.b && row.b->calls != 0); }

  void add_load() {
    const auto load_of = [](const side_of_core& of) -> std::optional<double> {
      const std::uint64_t known = of.ticks - of.unknown;
      if (known == 0) return std::nullopt;
      return static_cast<double>(known - of.idle) / static_cast<double>(known);
    };
    made_.load.a = load_of(a_);
    made_.load.b = load_of(b_);
    if (!made_.load.a || !made_.load.b) return;
    if (made_.no_test.empty()) made_.load.p = welch_p(a_.window_loads, b_.window_loads);
    made_.load.is_regression = is_regression(*made_.load.b - *made_.load.a, made_.load.p);
  }

  std::optional<double> p_of(sample a, sample b) const {
    if (!made_.no_test.empty()) return std::nullopt;
    while (a.count() < a_.windows) a.add(0);
    while (b.count() < b_.windows) b.add(0);
    return welch_p(a, b);
  }

  /// Rounding must not make a regression of a change that is the threshold exactly.
  [[nodiscard]] bool is_regression(double change, const std::optional<double>& p) const {
    return change > threshold_ + 1e-12 && (!p || *p < diff::significant_p);
  }

  side_of_core a_, b_;
  double threshold_;
  diff_core made_;
};

bool lacks_something(const report& of) {
  return of.is_incomplete() || std::any_of(of.cores.begin(), of.cores.end(), [](const core_report& core) {
           return std::any_of(core.epochs.begin(), core.epochs.end(), [](const epoch_row& e) { return !e.valid(); });
         });
}

}  // namespace

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

diff compare(const report& a, const report& b, const diff_options& how) {
  diff made;
  made.hz_a = a.clock_hz;
  made.hz_b = b.clock_hz;
  made.threshold = how.threshold;
  made.is_a_incomplete = lacks_something(a);
  made.is_b_incomplete = lacks_something(b);
  const auto of_number = [](const report& in, std::uint64_t number) {
    return std::find_if(in.cores.begin(), in.cores.end(), [&](const core_report& c) { return c.core == number; });
  };
  for (const core_report& core : a.cores) {
    const auto other = of_number(b, core.core);
    if (other == b.cores.end())
      made.only_a.push_back(core.core);
    else
      made.cores.push_back(core_comparison(core, *other, how.threshold).compare());
  }
  for (const core_report& core : b.cores)
    if (of_number(a, core.core) == a.cores.end()) made.only_b.push_back(core.core);
  for (const diff_core& core : made.cores) {
    made.regressions += core.load.is_regression ? 1 : 0;
    for (const diff_row& row : core.rows) made.regressions += row.is_regression ? 1 : 0;
  }
  return made;
}

}  // namespace rtm::host
