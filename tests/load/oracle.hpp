// SPDX-License-Identifier: MIT
// What Load should say, kept by other means: a list of what runs, outermost first, and ticks counted span by span.
// Facts are random but legal; a class that is switched off is never seen on top.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <vector>

#include "machine.hpp"
#include "property/prng.hpp"

namespace rtm::test {

/// Who may own a tick, as a row of a table: idle, kernel, unknown, tasks, Hwis, Swis.
using rows = std::array<std::uint64_t, 3 + load_capacity::tasks + load_capacity::isrs + load_capacity::swis>;
inline constexpr std::size_t unknown_row = 2;
inline constexpr std::size_t first_hwi_row = 3 + load_capacity::tasks;
inline constexpr std::size_t first_swi_row = first_hwi_row + load_capacity::isrs;

struct watched_classes {
  bool hwi, swi, task;
};
inline std::ostream& operator<<(std::ostream& out, const watched_classes& w) {
  return out << (w.hwi ? "hwi" : "-") << '_' << (w.swi ? "swi" : "-") << '_' << (w.task ? "task" : "-");
}

class oracle {
 public:
  oracle(watched_classes watched, std::uint64_t time) : watched_(watched), time_(time) {}

  [[nodiscard]] std::uint64_t time() const { return time_; }
  [[nodiscard]] std::size_t frames() const { return frames_.size(); }

  void pass(std::uint64_t ticks) {
    time_ += ticks;
    ticks_.at(owner()) += ticks;
  }
  void switch_to(std::size_t row) { base_ = row; }
  void enter(bool is_swi, std::size_t id) { frames_.push_back({is_swi, id}); }
  /// True for a Swi.
  [[nodiscard]] bool top_is_swi() const { return frames_.back().is_swi; }
  [[nodiscard]] std::size_t top_id() const { return frames_.back().id; }
  void exit() { frames_.pop_back(); }

  /// Ticks by row since the last call.
  rows take() {
    const rows taken = ticks_;
    ticks_ = {};
    return taken;
  }

 private:
  struct frame {
    bool is_swi;
    std::size_t id;
  };

  [[nodiscard]] std::size_t owner() const {
    for (auto f = frames_.rbegin(); f != frames_.rend(); ++f) {
      if (f->is_swi && watched_.swi) return first_swi_row + f->id;
      if (!f->is_swi && watched_.hwi) return first_hwi_row + f->id;
    }
    return watched_.task ? base_ : unknown_row;
  }

  watched_classes watched_;
  std::uint64_t time_;
  std::vector<frame> frames_;
  std::size_t base_ = 0;  // idle
  rows ticks_{};
};

/// Facts to a core and to an oracle, in step.
template <class Capacity>
class random_facts {
 public:
  random_facts(core<Capacity>& to, oracle& expected, std::uint64_t seed)
      : core_(to), expected_(expected), random_(seed) {}

  /// Facts of a class that is not watched are no polls, so silence has to be broken now and then.
  void tell_one(std::uint64_t longest) {
    const std::uint64_t ticks = random_.below(longest + 1);
    silent_ += ticks;
    if (silent_ > longest) {
      EXPECT_EQ(core_->poll(), status::ok);
      silent_ = ticks;
    }
    expected_.pass(ticks);
    core_.at(expected_.time());
    switch (random_.below(6)) {
      case 0: return tell_switch();
      case 1: return enter(false);
      case 2: return enter(true);
      case 3:
      case 4: return leave();
      default: EXPECT_EQ(core_->poll(), status::ok);
    }
  }

 private:
  void tell_switch() {
    if (expected_.frames() != 0) return leave();
    std::size_t row = random_.below(first_hwi_row);
    if (row == unknown_row) row = 0;
    expected_.switch_to(row);
    EXPECT_EQ(core_->task_switch(task_id{static_cast<std::uint32_t>(row) - 3U}), status::ok);
  }
  void enter(bool is_swi) {
    const bool may_be_swi = expected_.frames() == 0 || expected_.top_is_swi();
    if (expected_.frames() == Capacity::depth || (is_swi && !may_be_swi)) return leave();
    const auto id = static_cast<std::uint32_t>(random_.below(is_swi ? Capacity::swis : Capacity::isrs));
    expected_.enter(is_swi, id);
    EXPECT_EQ(is_swi ? core_->swi_begin(swi_id{id}) : core_->hwi_begin(isr_id{id}), status::ok);
  }
  void leave() {
    if (expected_.frames() == 0) return;
    const auto id = static_cast<std::uint32_t>(expected_.top_id());
    const bool is_swi = expected_.top_is_swi();
    expected_.exit();
    EXPECT_EQ(is_swi ? core_->swi_end(swi_id{id}) : core_->hwi_end(isr_id{id}), status::ok);
  }

  core<Capacity>& core_;
  oracle& expected_;
  property::prng random_;
  std::uint64_t silent_ = 0;
};

}  // namespace rtm::test
