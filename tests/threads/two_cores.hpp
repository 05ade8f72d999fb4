// SPDX-License-Identifier: MIT
// One simulated core under observation: its ledger, the thread that writes it, and two threads that read it. What the
// readers saw is kept and compared afterwards, when the writer's facts are worked out again from their seed.
// Nothing here waits for a lock; the only things shared are the ledger and a few counters.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "fact_stream.hpp"
#include "property/prng.hpp"
#include "rtm/ledger.hpp"
#include "window_reader.hpp"

namespace rtm::test {

/// What one reader saw and counted.
struct reader_log {
  static constexpr std::size_t most_windows = 100'000;

  std::vector<window_record> windows;     ///< Each window read at least once, in the order of reading.
  std::map<std::uint64_t, fault> faults;  ///< By the time up to which ticks were settled.
  std::uint64_t calls = 0;
  std::uint64_t attempts = 0;
  std::uint64_t moved = 0;  ///< `latest_window` said so: a window was being closed.
  std::uint64_t no_window = 0;
  std::uint64_t outdated = 0;          ///< `is_latest` said no after the sums had been read: to be read again.
  std::uint64_t mixed = 0;             ///< Of these, sums that visibly did not belong together.
  std::uint64_t bad_sums = 0;          ///< Called good by `is_latest`, but not every tick has an owner.
  std::uint64_t backwards = 0;         ///< An older window, or an earlier epoch, than before.
  std::uint64_t unsteady = 0;          ///< The same window with other sums than before.
  std::atomic<std::uint64_t> good{0};  ///< The writer looks at it.
};

template <class Ledger>
class reader {
 public:
  reader(const Ledger& ledger, reader_log& log, std::uint64_t seed) : ledger_(ledger), log_(log), random_(seed) {}

  void read_once() {
    ++log_.attempts;
    read_fault();
    window_header header;
    ++log_.calls;
    switch (ledger_.latest_window(header)) {
      case status::ok: read_window(header); break;
      case status::moved: ++log_.moved; break;
      default: ++log_.no_window; break;
    }
    let_others_run();
  }

 private:
  void read_window(const window_header& header) {
    const window_record now{header.epoch, header.index, header.start_ticks, header.length_ticks,
                            read_sums(ledger_, header, [this] { let_others_run(); })};
    const bool is_sound = now.window.owned() == now.length;
    log_.calls += calls_of_a_read - 1;
    if (!ledger_.is_latest(header)) {
      ++log_.outdated;
      if (!is_sound) ++log_.mixed;
      return;
    }
    log_.good.store(log_.good.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (!is_sound) ++log_.bad_sums;
    if (seen_any_ && now.is_before(last_)) ++log_.backwards;
    if (seen_any_ && now.epoch == last_.epoch && now.index == last_.index) {
      if (now != last_) ++log_.unsteady;
      return;
    }
    if (log_.windows.size() < reader_log::most_windows) log_.windows.push_back(now);
    last_ = now;
    seen_any_ = true;
  }

  void read_fault() {
    fault f;
    ++log_.calls;
    if (ledger_.first_fault(f) != status::ok) {
      ++log_.moved;
    } else if (f.kind != status::ok) {
      log_.faults.emplace(f.time_ticks, f);
    }
  }

  /// Machines have fewer cores than this test has threads. Without this a reader would look at one window for as long
  /// as the system lets it.
  void let_others_run() {
    if (random_.below(4) == 0) std::this_thread::yield();
  }

  const Ledger& ledger_;
  reader_log& log_;
  property::prng random_;
  window_record last_{};
  bool seen_any_ = false;
};

template <class Capacity>
class observed_core {
 public:
  using ledger_type = ledger<Capacity>;
  using word = typename Capacity::word;
  static constexpr int readers = 2;

  /// `facts`: at least so many are told, and more, up to 20 times as many, until every reader has made progress.
  observed_core(std::uint64_t seed, std::uint64_t start, std::uint64_t facts)
      : seed_(seed), start_(start), facts_(facts) {
    EXPECT_EQ(
        ledger_->start(static_cast<word>(start), task_id{0}, {fact_stream::window_ticks, fact_stream::max_gap_ticks}),
        status::ok);
    for (auto& log : logs_) log.windows.reserve(reader_log::most_windows);
  }

  /// The writer's thread.
  void write() {
    while (ready_.load(std::memory_order_acquire) != readers) std::this_thread::yield();
    fact_stream stream(seed_, start_);
    for (told_ = 0; told_ < facts_ || (told_ < facts_ * 20 && !every_reader_progressed()); ++told_) {
      const told t = stream.next();
      if (tell(*ledger_, t) != t.answer) ++wrong_answers_;
      if (told_ % 64 == 0 || is_fault(t.answer)) std::this_thread::yield();
    }
    written_.store(true, std::memory_order_release);
  }

  /// The thread of reader `number`: reads as fast as it can, and once more when all has been written.
  void read(int number) {
    reader<ledger_type> r(*ledger_, logs_.at(static_cast<std::size_t>(number)),
                          seed_ + 100U * (1U + static_cast<unsigned>(number)));
    ready_.fetch_add(1, std::memory_order_acq_rel);
    while (!written_.load(std::memory_order_acquire)) r.read_once();
    r.read_once();
  }

  /// After all threads have ended.
  void check() const {
    EXPECT_EQ(wrong_answers_, 0U);
    std::array<std::size_t, readers> next{};
    std::map<std::uint64_t, told> faults;
    window_model model(start_, 0, fact_stream::window_ticks);
    fact_stream stream(seed_, start_);
    std::uint64_t last_sound = start_;
    for (std::uint64_t i = 0; i < told_; ++i) {
      const told t = stream.next();
      model.tell(t, [&](const window_record& closed) {
        for (std::size_t r = 0; r < readers; ++r) compare(logs_[r], next[r], closed);
      });
      const bool is_sound = t.answer != status::gap_exceeded && t.answer != status::time_backwards;
      if (is_sound && t.answer != status::ignored) last_sound = t.time;
      if (is_fault(t.answer)) faults.emplace(last_sound, t);
    }
    for (std::size_t r = 0; r < readers; ++r) {
      EXPECT_EQ(next[r], logs_[r].windows.size()) << "reader " << r << " saw windows that never closed";
      check_faults(logs_[r], faults);
      check_counts(logs_[r]);
    }
  }

  [[nodiscard]] std::uint64_t operations() const {
    std::uint64_t n = told_;
    for (const auto& log : logs_) n += log.calls;
    return n;
  }
  [[nodiscard]] const reader_log& log(std::size_t number) const { return logs_.at(number); }

 private:
  [[nodiscard]] bool every_reader_progressed() const {
    return std::all_of(logs_.begin(), logs_.end(),
                       [](const reader_log& log) { return log.good.load(std::memory_order_relaxed) >= 1000; });
  }

  static void compare(const reader_log& log, std::size_t& next, const window_record& closed) {
    if (next == log.windows.size()) return;
    const window_record& read = log.windows[next];
    if (closed.epoch != read.epoch || closed.index != read.index) return;
    ++next;
    EXPECT_EQ(read.start, closed.start) << "epoch " << closed.epoch << " window " << closed.index;
    EXPECT_EQ(read.length, closed.length);
    for (std::size_t place = 0; place < sums::size; ++place) {
      EXPECT_EQ(read.window.values[place], closed.window.values[place])
          << name_of_sum(place) << ", epoch " << closed.epoch << " window " << closed.index;
    }
  }

  /// A fault that was read is one that was made.
  static void check_faults(const reader_log& log, const std::map<std::uint64_t, told>& made) {
    for (const auto& [time, read] : log.faults) {
      const auto found = made.find(time);
      ASSERT_NE(found, made.end()) << "no fault at " << time;
      const told& t = found->second;
      EXPECT_EQ(read.kind, t.answer);
      EXPECT_EQ(read.fact, t.fact);
      EXPECT_EQ(read.reading_ticks, static_cast<word>(t.time));
      EXPECT_LE(read.depth, depth);
    }
  }

  static void check_counts(const reader_log& log) {
    EXPECT_GT(log.good.load(), 0U);
    EXPECT_EQ(log.bad_sums, 0U);
    EXPECT_EQ(log.backwards, 0U);
    EXPECT_EQ(log.unsteady, 0U);
  }

  std::uint64_t seed_;
  std::uint64_t start_;
  std::uint64_t facts_;
  std::unique_ptr<ledger_type> ledger_ = std::make_unique<ledger_type>();
  std::array<reader_log, readers> logs_{};
  std::uint64_t told_ = 0;
  std::uint64_t wrong_answers_ = 0;
  std::atomic<int> ready_{0};
  std::atomic<bool> written_{false};
};

}  // namespace rtm::test
