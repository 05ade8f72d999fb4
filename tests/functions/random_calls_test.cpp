// SPDX-License-Identifier: MIT
// Random calls in two tasks and nested interrupts, with resets at any moment and more functions than the table holds,
// against an oracle that walks the real call stacks tick by tick.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "rtm/function_points.hpp"
#include "rtm/ledger.hpp"

namespace rtm::test {
namespace {

constexpr uint32_t room = 6;  // functions in the table; 10 are called

struct capacity : default_capacity {
  static constexpr uint32_t tasks = 2, isrs = 2, points = room, depth = 3, point_frames = 60, point_depth = 60;
};

struct call {
  uintptr_t function = 0;
  bool is_told = false;  ///< In the table, and entered in this epoch.
};
using call_stack = std::vector<call>;

class random_calls {
 public:
  explicit random_calls(std::uint64_t seed) : random_(seed) {
    functions_.begin(ledger_, point_id{0});
    EXPECT_EQ(ledger_.start(0, task_id{0}, {}), status::ok);
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      pass(below(5));
      step();
      ASSERT_TRUE(ledger_.epoch().valid) << "step " << i;
    }
    check();
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  call_stack& running() { return frames_.empty() ? tasks_[task_] : frames_.back(); }

  /// Each tick belongs to the innermost call of the context that runs, if it is told, else to who called it.
  void pass(std::uint64_t ticks) {
    now_ += static_cast<uint32_t>(ticks);
    const call_stack& stack = running();
    for (auto one = stack.rbegin(); one != stack.rend(); ++one) {
      if (!one->is_told) continue;
      exclusive_[one->function] += ticks;
      return;
    }
  }

  void step() {
    switch (below(12)) {
      case 0: return switch_task();
      case 1: return enter_interrupt();
      case 2:
      case 3: return leave_interrupt();
      case 4:
        if (below(20) == 0) return reset();
        [[fallthrough]];
      case 5:
      case 6:
      case 7: return enter();
      default: return leave();
    }
  }

  void switch_task() {
    if (!frames_.empty()) return;
    task_ = 1 - task_;
    EXPECT_EQ(ledger_.task_switch(now_, task_id{task_}), status::ok);
  }

  void enter_interrupt() {
    if (frames_.size() == capacity::depth) return;
    frames_.emplace_back();
    EXPECT_EQ(ledger_.isr_enter(now_, isr_id{0}), status::ok);
  }

  void leave_interrupt() {
    if (frames_.empty() || !frames_.back().empty()) return leave();
    frames_.pop_back();
    EXPECT_EQ(ledger_.isr_exit(now_, isr_id{0}), status::ok);
  }

  void reset() {
    if (!frames_.empty()) return;
    check();
    EXPECT_EQ(ledger_.reset(now_, task_id{task_}), status::ok);
    for (call_stack& stack : tasks_)
      for (call& one : stack) one.is_told = false;
    exclusive_.clear();
    calls_.clear();
  }

  void enter() {
    if (running().size() == 12) return;
    const uintptr_t function = 0x1000 + 24 * below(10);
    if (!points_.contains(function) && points_.size() < room)
      points_.emplace(function, static_cast<uint32_t>(points_.size()));
    const bool is_told = points_.contains(function);
    running().push_back({function, is_told});
    EXPECT_EQ(functions_.enter(now_, function), is_told ? points_[function] : no_id);
    if (!is_told) ++unrecorded_;
  }

  void leave() {
    if (running().empty()) return;
    const call one = running().back();
    running().pop_back();
    EXPECT_EQ(functions_.exit(now_, one.function), one.is_told ? points_[one.function] : no_id);
    if (one.is_told) ++calls_[one.function];
  }

  void check() {
    ASSERT_EQ(ledger_.snapshot(now_), status::ok);
    for (const auto& [function, point] : points_) {
      const call_sums sums = ledger_.epoch_sums(point_id{point});
      EXPECT_EQ(sums.exclusive, exclusive_[function]);
      EXPECT_EQ(sums.calls, calls_[function]);
      EXPECT_EQ(functions_.address_of(point), function);
    }
    EXPECT_EQ(functions_.counts().unrecorded, unrecorded_);
  }

  std::mt19937_64 random_;
  ledger<capacity> ledger_;
  function_points<ledger<capacity>, room> functions_;
  uint32_t now_ = 0, task_ = 0, unrecorded_ = 0;
  std::array<call_stack, 2> tasks_;
  std::vector<call_stack> frames_;
  std::map<uintptr_t, uint32_t> points_;
  std::map<uintptr_t, std::uint64_t> exclusive_, calls_;
};

TEST(function_points, random_calls_are_what_an_oracle_counts) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    random_calls(seed).run(1000);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace rtm::test
