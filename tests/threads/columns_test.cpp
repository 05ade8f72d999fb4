// SPDX-License-Identifier: MIT
// Windows of counters that are read on other cores while their owner closes them. The writer's facts and counters
// follow from their number alone, so every window that a reader was told to be good can be worked out again afterwards.
// To be run under ThreadSanitizer too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "rtm/ledger.hpp"
#include "rtm/pmu/columns.hpp"

namespace rtm::test {
namespace {

constexpr std::uint32_t tasks = 4, isrs = 3;
constexpr std::uint64_t facts = 400'000;
constexpr std::uint64_t facts_of_an_epoch = 4'000;  // at least four windows in a row, and many epochs
constexpr std::uint32_t window_ticks = 100;

struct capacity : default_capacity {
  static constexpr std::uint32_t tasks = test::tasks, isrs = test::isrs, points = 0, depth = 1;
};

/// Up to fact n. The first one is beyond 32 bits after a while, so that halves must belong together.
constexpr std::uint64_t events_until(std::uint64_t n) { return n * 1'000'003; }
constexpr std::uint64_t cycles_until(std::uint64_t n) { return n * (n + 1) / 2; }

struct numbered_counters {
  std::uint64_t fact = 0;
  void read(std::uint64_t (&raw)[2]) const {
    raw[0] = events_until(fact);
    raw[1] = cycles_until(fact);
  }
  static std::uint32_t bits(unsigned) { return 64; }
};
using counted = pmu::columns<capacity, 2, numbered_counters>;
using counted_ledger = ledger<capacity, counted>;

/// Of tasks, interrupts, and the counter itself.
using counts = std::array<std::array<std::uint64_t, 2>, tasks + isrs + 1>;
constexpr std::size_t total = tasks + isrs;

constexpr std::uint32_t time_of(std::uint64_t n) { return static_cast<std::uint32_t>(7 * n); }

/// A round of four facts: an interrupt begins and ends, a task comes, nothing happens. A new epoch now and then.
void tell(counted_ledger& to, std::uint64_t n) {
  const auto round = static_cast<std::uint32_t>(n / 4);
  if (n % facts_of_an_epoch == 0) return (void)to.reset(time_of(n), task_id{0});
  switch (n % 4) {
    case 1: return (void)to.isr_enter(time_of(n), isr_id{round % isrs});
    case 2: return (void)to.isr_exit(time_of(n), isr_id{round % isrs});
    case 3: return (void)to.task_switch(time_of(n), task_id{round % tasks});
    default: return (void)to.poll(time_of(n));
  }
}

/// Who pays for what came between fact n - 1 and fact n.
std::size_t owner_before(std::uint64_t n) {
  const std::uint64_t of_epoch = n % facts_of_an_epoch == 0 ? facts_of_an_epoch : n % facts_of_an_epoch;
  const auto round = static_cast<std::size_t>(n / 4);
  if (n % 4 == 2) return tasks + round % isrs;
  if (of_epoch < 4) return 0;
  return n % 4 == 0 ? (round - 1) % tasks : (round + tasks - 1) % tasks;
}

using window_key = std::pair<std::uint32_t, std::uint64_t>;  // epoch and index

struct reader_log {
  std::vector<std::pair<window_key, counts>> windows;
  std::uint64_t attempts = 0, none = 0, torn = 0, backwards = 0;
  std::atomic<std::uint64_t> good{0}, outdated{0};  // the writer looks at these
};

struct observed {
  counted_ledger core;
  numbered_counters counters;
  reader_log logs[2];
  std::atomic<bool> is_done{false};
  std::uint64_t told = 0;

  void write() {
    core.sink().attach(counters);
    (void)core.start(0, task_id{0}, fixed_timing<window_ticks>());
    const auto progressed = [&] {
      return std::all_of(logs, logs + 2, [](const reader_log& log) {
        return log.good.load(std::memory_order_relaxed) >= 1'000 && log.outdated.load(std::memory_order_relaxed) >= 10;
      });
    };
    for (told = 1; told < facts || (told < 20 * facts && !progressed()); ++told) {
      counters.fact = told;
      tell(core, told);
      if (told % 64 == 0) std::this_thread::yield();
    }
    is_done.store(true, std::memory_order_release);
  }

  void read(reader_log& log) {
    pmu::column_window w;
    const counted& of = core.sink();
    if (!of.latest_window(w)) {
      ++log.none;
      return;
    }
    counts found{};
    std::uint64_t count[2];
    const auto keep = [&](std::size_t place) { found[place] = {count[0], count[1]}; };
    for (std::uint32_t i = 0; i < tasks; ++i) of.window_sums(w, task_id{i}, count), keep(i);
    // With fewer cores than threads a reader would otherwise never be in the middle when a window closes.
    if (++log.attempts % 4 == 0) std::this_thread::yield();
    for (std::uint32_t i = 0; i < isrs; ++i) of.window_sums(w, isr_id{i}, count), keep(tasks + i);
    of.window_totals(w, count), keep(total);
    if (!of.is_latest(w)) {
      log.outdated.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    log.good.fetch_add(1, std::memory_order_relaxed);
    for (std::size_t column = 0; column < 2; ++column) {
      std::uint64_t owned = 0;
      for (std::size_t i = 0; i < total; ++i) owned += found[i][column];
      if (owned != found[total][column]) ++log.torn;
    }
    const window_key key{w.epoch, w.index};
    if (!log.windows.empty() && key < log.windows.back().first) ++log.backwards;
    if (log.windows.empty() || key != log.windows.back().first || found != log.windows.back().second)
      log.windows.emplace_back(key, found);
  }
  void read_all(reader_log& log) {
    for (bool is_last = false; !is_last;) {
      is_last = is_done.load(std::memory_order_acquire);
      read(log);
      std::this_thread::yield();
    }
  }
};

/// What must be in each closed window: all that came up to the fact that closed it.
std::map<window_key, counts> worked_out(std::uint64_t told) {
  std::map<window_key, counts> all;
  counts open{};
  window_key key{0, 0};
  std::uint64_t end = window_ticks;
  for (std::uint64_t n = 1; n < told; ++n) {
    if (n % facts_of_an_epoch == 0) {
      key = {key.first + 1, 0};
      end = time_of(n) + window_ticks;
      open = {};
      continue;
    }
    for (const std::size_t place : {owner_before(n), total}) {
      open[place][0] += events_until(n) - events_until(n - 1);
      open[place][1] += cycles_until(n) - cycles_until(n - 1);
    }
    if (time_of(n) < end) continue;
    all[key] = std::exchange(open, {});
    ++key.second;
    end += window_ticks;
  }
  return all;
}

TEST(columns_of_another_core, windows_that_are_called_good_are_those_of_the_facts_to_the_count) {
  const auto of = std::make_unique<observed>();
  {
    std::vector<std::jthread> threads;
    threads.emplace_back([&] { of->write(); });
    for (reader_log& log : of->logs) threads.emplace_back([&] { of->read_all(log); });
  }
  const auto right = worked_out(of->told);
  for (const reader_log& log : of->logs) {
    EXPECT_GT(log.good.load(), 0U);
    EXPECT_GT(log.outdated, 0U) << "never in the middle of a close: nothing was tried";
    EXPECT_EQ(log.torn, 0U);
    EXPECT_EQ(log.backwards, 0U);
    for (const auto& [key, found] : log.windows) {
      const auto at = right.find(key);
      ASSERT_NE(at, right.end()) << "epoch " << key.first << " window " << key.second << " never closed";
      EXPECT_EQ(found, at->second) << "epoch " << key.first << " window " << key.second;
    }
    std::cout << log.good << " good reads of " << log.windows.size() << " windows; to be repeated " << log.outdated
              << ", none yet " << log.none << '\n';
  }
}

}  // namespace
}  // namespace rtm::test
