// SPDX-License-Identifier: MIT
// Not some facts but all: every sequence of a few facts over a small alphabet, which holds everything that can be wrong
// in every state. Two alphabets, because all kinds of facts at all kinds of times are too many: one for what happens,
// one for when it happens. The report is compared after every prefix. --deeper=N makes them longer.
#include <gtest/gtest.h>

#include <iostream>

#include "check.hpp"
#include "engine.hpp"
#include "options.hpp"
#include "oracle.hpp"

namespace rtm::property {
namespace {

/// A fact and the time since the fact before it; may be negative.
struct letter {
  std::int64_t delta;
  fact_kind kind;
  source_id id;
};

using alphabet = std::vector<letter>;

/// All kinds of facts, one tick apart. 2 tasks, 2 interrupts, 1 software interrupt, 2 points; one more is out of range.
alphabet everything_that_happens() {
  using enum fact_kind;
  return {{1, task_switch, 0},
          {1, task_switch, 1},
          {1, task_switch, host::idle_owner},
          {1, isr_enter, 0},
          {1, isr_enter, 1},
          {1, isr_exit, 0},
          {1, isr_exit, 1},
          {1, swi_enter, 0},
          {1, swi_exit, 0},
          {1, point_begin, 0},
          {1, point_begin, 1},
          {1, point_end, 0},
          {1, point_end, 1},
          {1, poll, 0},
          {1, task_terminate, 0},
          {1, task_terminate, 1},
          {1, task_activate, 1},
          {1, reset, 1},
          {1, reset, host::idle_owner},
          {1, task_switch, 2},
          {1, isr_enter, 2},
          {1, isr_exit, 2},
          {1, swi_enter, 1},
          {1, swi_exit, 1},
          {1, point_begin, 2},
          {1, point_end, 2},
          {1, task_wait, 2},
          {1, reset, 2}};
}

/// Few kinds, at all times that matter: none, short of, at and over a window's end and max_gap, and backwards.
alphabet every_time(std::int64_t window) {
  using enum fact_kind;
  alphabet letters;
  for (const std::int64_t delta :
       {std::int64_t{0}, std::int64_t{1}, window - 1, window, window + 1, std::int64_t{-1}}) {
    for (const auto& [kind, id] :
         std::initializer_list<std::pair<fact_kind, source_id>>{{poll, 0},
                                                                {task_switch, 1},
                                                                {task_switch, host::idle_owner},
                                                                {isr_enter, 0},
                                                                {isr_exit, 0},
                                                                {point_begin, 0},
                                                                {point_end, 0},
                                                                {task_terminate, 1},
                                                                {reset, host::kernel_owner}}) {
      letters.push_back({delta, kind, id});
    }
  }
  return letters;
}

/// Goes through all sequences, depth first.
class search {
 public:
  search(engine& tested, const alphabet& letters, std::uint64_t window) : tested_(tested), letters_(letters) {
    const engine_traits traits = tested.traits();
    tried_.info.clock_bits = traits.clock_bits.value_or(16);
    tried_.info.window_ticks = window;
    tried_.info.capacity = traits.capacity.value_or(host::source_capacity{2, 2, 1, 2, 2, 2});
    tried_.point_frames = traits.point_frames;
  }

  /// The clock starts so that it wraps in the middle of a sequence.
  void run(std::uint64_t steps) {
    const std::uint64_t start = clock_mask(tried_.info.clock_bits) - steps / 2;
    tried_.facts = {{fact_kind::reset, 0, start, 0}};
    oracle judge(tried_.info, {pace::runs, tried_.point_frames});
    judge.tell(tried_.facts.back());
    extend(judge, steps);
  }

  [[nodiscard]] std::uint64_t sequences() const { return sequences_; }

 private:
  /// After a fault nothing counts but a reset, and that everything else is ignored.
  static bool matters(const letter& next, bool frozen) {
    return !frozen || next.kind == fact_kind::reset || (next.kind == fact_kind::isr_enter && next.id == 0);
  }

  void extend(const oracle& judge, std::uint64_t steps) {
    if (steps == 0) return;
    for (const letter& next : letters_) {
      if (!matters(next, judge.current().fault.has_value())) continue;
      const std::uint64_t reading = judge.last_reading() + static_cast<std::uint64_t>(next.delta);
      tried_.facts.push_back({next.kind, 0, reading & clock_mask(tried_.info.clock_bits), next.id});
      ++sequences_;
      ASSERT_TRUE(agrees(tested_, tried_));
      oracle then(judge);
      then.tell(tried_.facts.back());
      extend(then, steps - 1);
      if (testing::Test::HasFatalFailure()) return;
      tried_.facts.pop_back();
    }
  }

  engine& tested_;
  const alphabet& letters_;
  scenario tried_;
  std::uint64_t sequences_ = 0;
};

/// Engines small enough that a few facts reach their limits.
bool is_small(const engine_traits& traits) { return !traits.capacity || *traits.capacity->depth <= 2; }

class property_exhaustive : public testing::TestWithParam<std::size_t> {
 protected:
  void search_all(const alphabet& letters, std::uint64_t window, std::uint64_t steps) {
    const auto engines = engines_under_test();
    engine& tested = *engines[GetParam()];
    search all(tested, letters, window);
    all.run(steps + options().deeper);
    std::cout << tested.name() << ": " << all.sequences() << " sequences\n";
  }
};

TEST_P(property_exhaustive, report_of_every_sequence_of_facts_is_that_of_the_oracle) {
  search_all(everything_that_happens(), 0, 4);
}

TEST_P(property_exhaustive, report_of_every_sequence_of_facts_in_windows_of_two_ticks_is_that_of_the_oracle) {
  search_all(everything_that_happens(), 2, 4);
}

TEST_P(property_exhaustive, report_of_every_sequence_of_times_is_that_of_the_oracle) {
  constexpr std::int64_t window = 3;
  search_all(every_time(window), window, 3);
}

std::vector<std::size_t> small_engines() {
  std::vector<std::size_t> small;
  const auto engines = engines_under_test();
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (is_small(engines[i]->traits())) small.push_back(i);
  }
  return small;
}

INSTANTIATE_TEST_SUITE_P(engines, property_exhaustive, testing::ValuesIn(small_engines()),
                         [](const auto& test) { return engines_under_test()[test.param]->name(); });

}  // namespace
}  // namespace rtm::property
