// SPDX-License-Identifier: MIT
// Who rests for long is not forgotten and not confused. A ledger that leaves rows alone until they are touched again
// must tell by some number how old a row is, and numbers of limited width come round: after 2^14, 2^15 or 2^16 windows
// or epochs. Random streams are too short for that.
#include <gtest/gtest.h>

#include "check.hpp"
#include "engine.hpp"
#include "oracle.hpp"

namespace rtm::property {
namespace {

constexpr std::uint64_t window_ticks = 4;

/// Windows (or epochs) between the two touches of an id, one distance for each id.
constexpr std::uint64_t distances[] = {16'383, 16'384, 16'385, 32'767, 32'768, 32'769, 65'535, 65'536, 65'537};
constexpr std::uint64_t longest = 65'560;

/// Facts of a core whose capacity may lack some kinds of ids.
class script_of_rest {
 public:
  explicit script_of_rest(const engine_traits& traits) {
    made_.info.clock_bits = traits.clock_bits.value_or(32);
    made_.info.window_ticks = window_ticks;
    made_.info.capacity = traits.capacity.value_or(host::source_capacity{5, 4, 3, 4, 4, 3});
    made_.point_frames = traits.point_frames;
    tell(fact_kind::reset, host::idle_owner);
  }

  void tell(fact_kind kind, host::source_id id) {
    made_.facts.push_back({kind, 0, reading_ & (~std::uint64_t{0} >> (64 - made_.info.clock_bits)), id});
  }

  void advance(std::uint64_t ticks) { reading_ += ticks; }

  /// Calls or dispatches of the id that has this number among all ids of the capacity; 3 ticks.
  void touch(std::uint64_t number) {
    const host::source_capacity& has = made_.info.capacity;
    if (number < *has.tasks) return frame(fact_kind::task_switch, number, fact_kind::task_switch, host::idle_owner);
    number -= *has.tasks;
    if (number < *has.isrs) return frame(fact_kind::isr_enter, number, fact_kind::isr_exit, number);
    number -= *has.isrs;
    if (number < *has.swis) return frame(fact_kind::swi_enter, number, fact_kind::swi_exit, number);
    number -= *has.swis;
    if (number < *has.points) return frame(fact_kind::point_begin, number, fact_kind::point_end, number);
  }

  [[nodiscard]] const scenario& made() const { return made_; }

 private:
  void frame(fact_kind begin, host::source_id id, fact_kind end, host::source_id end_id) {
    advance(1);
    tell(begin, id);
    advance(2);
    tell(end, end_id);
    reading_ -= 3;
  }

  scenario made_;
  std::uint64_t reading_ = 4'294'000'000;
};

/// `next` ends one window or epoch. Every id is touched in a window of its own, and again at its distance from it.
scenario touched_after_a_rest(const engine_traits& traits, fact_kind next) {
  script_of_rest script(traits);
  for (std::uint64_t step = 0; step < longest; ++step) {
    for (std::uint64_t number = 0; number < std::size(distances); ++number) {
      if (step == number || step == number + distances[number]) script.touch(number);
    }
    script.advance(window_ticks);
    script.tell(next, next == fact_kind::reset ? host::kernel_owner : 0);
  }
  return script.made();
}

TEST(property_rest_facts, every_id_is_touched_twice_at_its_distance) {
  engine_traits many_tasks;
  many_tasks.capacity = host::source_capacity{16, 1, 0, 1, 1, 1};
  const scenario given = touched_after_a_rest(many_tasks, fact_kind::poll);
  const host::report judged = oracle_report(given.info, given.facts);
  const auto& windows = judged.cores.at(0).epochs.at(0).windows;
  ASSERT_EQ(windows.size(), longest);
  for (std::uint64_t number = 0; number < std::size(distances); ++number) {
    ASSERT_EQ(windows[number].tasks.size(), 1U);
    EXPECT_EQ(windows[number].tasks, windows[number + distances[number]].tasks);
    EXPECT_EQ(windows[number].tasks[0].id, number);
  }
}

/// Those that differ in what could come round.
std::vector<std::size_t> engines_that_differ() {
  std::vector<std::size_t> differ;
  const auto engines = engines_under_test();
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const std::string name = engines[i]->name();
    if (name == "replay" || name == "ledger_32" || name == "ledger_32_clock_16" || name == "ledger_64") {
      differ.push_back(i);
    }
  }
  return differ;
}

class property_rest : public testing::TestWithParam<std::size_t> {
 protected:
  /// Not `agrees`: there is nothing to shrink in facts that must be many.
  void compare(const scenario& given) {
    const auto found = difference_of(*engines_[GetParam()], given);
    EXPECT_FALSE(found) << found->place << ": oracle " << found->expected << ", engine " << found->actual;
  }

  engine_traits traits() { return engines_[GetParam()]->traits(); }

  std::vector<std::unique_ptr<engine>> engines_ = engines_under_test();
};

TEST_P(property_rest, id_untouched_for_tens_of_thousands_of_windows_keeps_its_sums) {
  compare(touched_after_a_rest(traits(), fact_kind::poll));
}

TEST_P(property_rest, id_untouched_for_tens_of_thousands_of_epochs_starts_from_zero) {
  compare(touched_after_a_rest(traits(), fact_kind::reset));
}

TEST_P(property_rest, epoch_read_after_tens_of_thousands_of_windows_has_the_sums_of_resting_ids) {
  for (const std::uint64_t rest : {16'384U, 32'768U, 65'536U}) {
    script_of_rest script(traits());
    for (std::uint64_t number = 0; number < 16; ++number) {
      script.touch(number);
      script.advance(window_ticks);
      script.tell(fact_kind::poll, 0);
    }
    for (std::uint64_t windows = 0; windows < rest - 8; ++windows) {  // some ids rest for less, some for more
      script.advance(window_ticks);
      script.tell(fact_kind::poll, 0);
    }
    compare(script.made());
  }
}

TEST_P(property_rest, point_of_a_task_that_is_not_dispatched_for_tens_of_thousands_of_windows_stays_open) {
  for (const std::uint64_t rest : {16'384U, 32'768U, 65'535U, 65'536U, 65'537U}) {
    script_of_rest script(traits());
    script.tell(fact_kind::task_switch, 0);
    script.tell(fact_kind::point_begin, 0);
    script.advance(1);
    script.tell(fact_kind::task_switch, host::idle_owner);
    for (std::uint64_t windows = 0; windows < rest; ++windows) {
      script.advance(window_ticks);
      script.tell(fact_kind::poll, 0);
    }
    script.tell(fact_kind::task_switch, 0);
    script.advance(2);
    script.tell(fact_kind::poll, 0);
    compare(script.made());
  }
}

INSTANTIATE_TEST_SUITE_P(engines, property_rest, testing::ValuesIn(engines_that_differ()),
                         [](const auto& test) { return engines_under_test()[test.param]->name(); });

}  // namespace
}  // namespace rtm::property
