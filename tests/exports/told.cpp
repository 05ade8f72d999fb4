// SPDX-License-Identifier: MIT
#include "told.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace rtm::test {
namespace {

bool is_interrupt(const owner& who) { return who.category == "isr" || who.category == "swi"; }

/// Follows one core tick by tick of what was told.
class walk {
 public:
  explicit walk(std::vector<told_epoch>& into) : epochs_(into) {}

  void take(const step& s) {
    if (s.what == step::kind::epoch) return begin_epoch(s);
    if (epochs_.empty()) throw std::runtime_error("something happens before the first epoch");
    settle(s.ticks);
    switch (s.what) {
      case step::kind::begin: return begin(s);
      case step::kind::end: return end(s);
      case step::kind::point_begin: return begin_point(s);
      case step::kind::point_end: return end_point(s);
      case step::kind::epoch: break;
    }
  }

  void finish() const {
    if (!open_.empty()) throw std::runtime_error("a slice is never closed");
    for (const auto& [track, points] : points_)
      if (!points.empty()) throw std::runtime_error("a point is never closed");
  }

 private:
  struct slice {
    owner who;
    std::uint64_t begin = 0;
    std::uint64_t clock = 0;  ///< Of interrupts: their own time.
  };
  struct point {
    std::uint64_t id = 0;
    std::uint64_t began_at = 0, children = 0;  ///< Of the context's clock.
    std::size_t depth = 0;                     ///< 1: a base owner's.
    owner base;
  };

  void begin_epoch(const step& s) {
    finish();
    epochs_.emplace_back();
    epochs_.back().start = epochs_.back().end = now_ = s.ticks;
    clocks_.clear();
  }

  void settle(std::uint64_t ticks) {
    if (ticks < now_) throw std::runtime_error(fmt::format("tick {} comes after tick {}", ticks, now_));
    if (!open_.empty()) {
      slice& top = open_.back();
      (open_.size() == 1 ? clocks_[top.who] : top.clock) += ticks - now_;
      epochs_.back().owners[top.who].exclusive += ticks - now_;
    }
    now_ = epochs_.back().end = ticks;
  }

  void begin(const step& s) {
    if (is_interrupt(s.who) == open_.empty()) throw std::runtime_error("an interrupt without owner, or two owners");
    open_.push_back({s.who, s.ticks, 0});
    ++epochs_.back().owners[s.who].begun;
  }

  void end(const step& s) {
    if (open_.empty()) throw std::runtime_error("an end without a begin");
    const slice& top = open_.back();
    tally& sums = epochs_.back().owners[top.who];
    sums.inclusive += s.ticks - top.begin;
    ++(s.cut_by.empty() ? sums.calls : sums.open);
    open_.pop_back();
  }

  [[nodiscard]] std::uint64_t clock_of(const point& p) {
    return p.depth == 1 ? clocks_[p.base] : open_.at(p.depth - 1).clock;
  }

  void begin_point(const step& s) {
    if (open_.empty()) throw std::runtime_error("a point without an owner");
    point p{s.who.id, 0, 0, open_.size(), open_.front().who};
    p.began_at = clock_of(p);
    points_[s.track].push_back(p);
  }

  void end_point(const step& s) {
    auto& stack = points_[s.track];
    if (stack.empty()) throw std::runtime_error("a point ends that has not begun");
    const point p = stack.back();
    stack.pop_back();
    const std::uint64_t inclusive = clock_of(p) - p.began_at;
    tally& sums = epochs_.back().points[p.id];
    sums.inclusive += inclusive;
    sums.exclusive += inclusive - p.children;
    ++(s.cut_by.empty() ? sums.calls : s.cut_by == "terminated" ? sums.abandoned : sums.open);
    if (!stack.empty() && stack.back().depth == p.depth && stack.back().base == p.base)
      stack.back().children += inclusive;
  }

  std::vector<told_epoch>& epochs_;
  std::uint64_t now_ = 0;
  std::vector<slice> open_;
  std::map<owner, std::uint64_t> clocks_;
  std::map<std::string, std::vector<point>> points_;
};

class comparison {
 public:
  void expect(const std::string& what, std::uint64_t found, std::uint64_t expected) {
    if (found != expected) text_ += fmt::format("{}: export {}, ledger {}\n", what, found, expected);
  }

  void compare_calls(const std::string& where, const std::string& category, std::map<owner, tally>& told,
                     const std::vector<host::call_row>& rows) {
    for (const host::call_row& row : rows)
      compare_call(fmt::format("{} {} {}", where, category, row.id), take(told, {category, row.id}), row);
  }

  void compare_call(const std::string& where, const tally& found, const host::call_row& row) {
    expect(where + " exclusive", found.exclusive, row.exclusive);
    expect(where + " inclusive", found.inclusive, row.inclusive);
    expect(where + " calls", found.calls, row.calls);
    expect(where + " abandoned", found.abandoned, row.abandoned);
    expect(where + " open", found.open, row.open);
  }

  void compare_epoch(const std::string& where, told_epoch found, const host::epoch_row& expected, const owner& first) {
    expect(where + " start", found.start, expected.start);
    expect(where + " total", found.end - found.start, expected.total);
    expect(where + " idle", take(found.owners, {"idle", 0}).exclusive, expected.base.idle);
    expect(where + " kernel", take(found.owners, {"kernel", 0}).exclusive, expected.base.kernel);
    expect(where + " unknown", take(found.owners, {"unknown", 0}).exclusive, expected.base.unknown);
    for (const host::task_row& row : expected.tasks) {
      const tally task = take(found.owners, {"task", row.id});
      const std::string what = fmt::format("{} task {}", where, row.id);
      expect(what + " exclusive", task.exclusive, row.exclusive);
      expect(what + " dispatches", task.begun - (first == owner{"task", row.id} ? 1 : 0), row.dispatches);
    }
    compare_calls(where, "isr", found.owners, expected.isrs);
    compare_calls(where, "swi", found.owners, expected.swis);
    for (const host::call_row& row : expected.points)
      compare_call(fmt::format("{} point {}", where, row.id), take(found.points, row.id), row);
    expect(where + " owners that the ledger does not know", found.owners.size() + found.points.size(), 0);
  }

  std::string text_;

 private:
  template <class Key>
  static tally take(std::map<Key, tally>& from, const std::type_identity_t<Key>& key) {
    const auto node = from.extract(key);
    return node.empty() ? tally{} : node.mapped();
  }
};

std::vector<owner> first_owners(const std::vector<step>& steps) {
  std::vector<owner> first;
  bool wanted = false;
  for (const step& s : steps) {
    if (s.what == step::kind::epoch) wanted = true;
    if (s.what == step::kind::begin && std::exchange(wanted, false)) first.push_back(s.who);
  }
  return first;
}

}  // namespace

std::vector<told_epoch> epochs_of(const std::vector<step>& steps) {
  std::vector<told_epoch> epochs;
  walk follow(epochs);
  for (const step& s : steps) follow.take(s);
  follow.finish();
  return epochs;
}

std::string differences(const told& from, const host::report& expected) {
  comparison found;
  found.expect("cores", from.size(), expected.cores.size());
  for (const host::core_report& core : expected.cores) {
    const told_core& mine = from.at(core.core);
    const auto epochs = epochs_of(mine.steps);
    const auto first = first_owners(mine.steps);
    found.expect(fmt::format("core {} epochs", core.core), epochs.size(), core.epochs.size());
    std::vector<shown_window> windows;
    for (std::size_t i = 0; i < core.epochs.size() && i < epochs.size(); ++i) {
      const host::epoch_row& epoch = core.epochs[i];
      found.compare_epoch(fmt::format("core {} epoch {}", core.core, i), epochs[i], epoch, first.at(i));
      for (const host::window_row& w : epoch.windows)
        windows.push_back({w.index, w.start, w.length, w.base.idle, w.base.kernel, w.base.unknown});
    }
    if (windows != mine.windows) found.text_ += fmt::format("core {}: other windows\n", core.core);
  }
  return found.text_;
}

}  // namespace rtm::test
