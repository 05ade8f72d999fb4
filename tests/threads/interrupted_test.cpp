// SPDX-License-Identifier: MIT
// A reader on the writer's own core may be interrupted by the writer at any place, and a reader in an NMI may interrupt
// the writer at any place. All such places are tried here, one after the other, atomic access by atomic access.
#include "interleaving.hpp"
//
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "capacities.hpp"

namespace rtm::test {
namespace {

/// Leaves window 0 closed, with rows in every condition: task 0 and isr 0 untouched since, isr 1 rolled over already,
/// isr 2 never used, and point 1 open in task 1, which is current.
std::vector<told> one_window_closed() {
  return {{fact_kind::task_switch, 1, 50}, {fact_kind::point_begin, 1, 100}, {fact_kind::isr_enter, 0, 150},
          {fact_kind::isr_exit, 0, 200},   {fact_kind::isr_enter, 1, 250},   {fact_kind::poll, 0, 350},
          {fact_kind::isr_exit, 1, 360}};
}

std::vector<scenario> scenarios() {
  return {
      {"the_first_window_closes",
       {{fact_kind::swi_enter, 1, 20}, {fact_kind::isr_enter, 0, 150}, {fact_kind::isr_exit, 0, 200}},
       {{fact_kind::swi_exit, 1, 310}, {fact_kind::task_switch, 2, 320}}},
      {"rows_are_rolled_over",
       one_window_closed(),
       {{fact_kind::isr_enter, 0, 400}, {fact_kind::isr_exit, 0, 420}, {fact_kind::task_switch, 0, 450}}},
      {"a_window_closes_and_rows_are_rolled_over",
       one_window_closed(),
       {{fact_kind::isr_enter, 0, 500}, {fact_kind::isr_exit, 0, 620}, {fact_kind::task_switch, 0, 630}}},
      {"two_windows_close",
       one_window_closed(),
       {{fact_kind::point_end, 1, 520},
        {fact_kind::poll, 0, 700},
        {fact_kind::isr_enter, 2, 800},
        {fact_kind::isr_exit, 2, 905}}},
      {"a_new_epoch_begins",
       one_window_closed(),
       {{fact_kind::reset, owner_id(0), 400}, {fact_kind::isr_enter, 0, 550}, {fact_kind::isr_exit, 0, 710}}},
      {"a_fault_and_a_new_epoch",
       one_window_closed(),
       {{fact_kind::isr_exit, 2, 400, status::isr_underflow},
        {fact_kind::poll, 0, 410, status::ignored},
        {fact_kind::reset, 1, 420}}},
      {"a_task_abandons_points",
       one_window_closed(),
       {{fact_kind::task_terminate, 1, 450}, {fact_kind::point_begin, 1, 460}, {fact_kind::poll, 0, 600}}},
  };
}

/// The writer is interrupted at every place, the reader at every place, and the writer's second part has several
/// lengths.
template <class Capacity>
void try_every_place(interleaving<Capacity>& tries) {
  const std::uint64_t writer = tries.writer_accesses();
  const std::uint64_t reader = tries.reader_accesses();
  for (std::uint64_t first = 0; first < writer; ++first) {
    for (std::uint64_t place = 0; place <= reader; ++place) {
      for (std::uint64_t second = 1; second / 2 < writer - first; second = second * 2 + 1) {
        tries.run(first, place, second);
        if (::testing::Test::HasFatalFailure()) {
          FAIL() << "writer " << first << ", reader " << place << ", writer " << second;
        }
      }
    }
  }
}

class interrupted_reader : public ::testing::TestWithParam<std::tuple<scenario, bool>> {
 protected:
  template <class Capacity>
  void confirms_only_true_windows() {
    interleaving<Capacity> tries(std::get<0>(GetParam()), std::get<1>(GetParam()));
    try_every_place(tries);
    EXPECT_GT(tries.confirmed(), 0U);
  }
};

TEST_P(interrupted_reader, with_32_bit_words_confirms_only_true_windows) {
  confirms_only_true_windows<words_of_32_bits>();
}
TEST_P(interrupted_reader, with_64_bit_words_confirms_only_true_windows) {
  confirms_only_true_windows<words_of_64_bits>();
}

INSTANTIATE_TEST_SUITE_P(when, interrupted_reader,
                         ::testing::Combine(::testing::ValuesIn(scenarios()), ::testing::Bool()), [](const auto& test) {
                           const std::string name = std::get<0>(test.param).name;
                           return std::get<1>(test.param) ? name + "_and_the_owner_takes_snapshots" : name;
                         });

TEST(interrupted_reader, that_does_not_ask_is_latest_sees_ticks_that_nobody_owns) {
  for (const scenario& s : scenarios()) {
    if (std::string(s.name) != "two_windows_close") continue;
    interleaving<words_of_32_bits> tries(s, false);
    try_every_place(tries);
    EXPECT_GT(tries.mixed(), 0U);
    return;
  }
  FAIL() << "no such scenario";
}

TEST(interrupted_reader, among_random_facts_at_random_places_confirms_only_true_windows) {
  constexpr std::uint64_t streams = 150;
  std::uint64_t confirmed = 0;
  std::uint64_t unconfirmed = 0;
  for (std::uint64_t seed = 1; seed <= streams; ++seed) {
    property::prng random(seed);
    fact_stream stream(seed, 0);
    scenario s{"random", {}, {}};
    for (std::uint64_t n = 20 + random.below(300); n != 0; --n) s.before.push_back(stream.next());
    for (std::uint64_t n = 5 + random.below(100); n != 0; --n) s.meanwhile.push_back(stream.next());
    interleaving<words_of_32_bits> tries(s, seed % 2 == 0);
    for (int schedule = 0; schedule < 40; ++schedule) {
      tries.run_at_random(random);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ", schedule " << schedule;
    }
    confirmed += tries.confirmed();
    unconfirmed += tries.unconfirmed();
  }
  EXPECT_GT(confirmed, 0U);
  EXPECT_GT(unconfirmed, 0U);
}

}  // namespace
}  // namespace rtm::test
