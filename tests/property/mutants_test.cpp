// SPDX-License-Identifier: MIT
// The tests of this folder, tested: every mistake in mutants.hpp is noticed, and is told so that it can be understood.
#include <gtest/gtest.h>

#include "check.hpp"
#include "draw.hpp"
#include "generator.hpp"
#include "mutants.hpp"
#include "oracle.hpp"
#include "shrink.hpp"

namespace rtm::property {
namespace {

std::vector<mutant> all_mutants() {
  std::vector<mutant> all = mutants_of_time();
  for (mutant& next : mutants_of_calls()) all.push_back(std::move(next));
  for (mutant& next : mutants_of_faults()) all.push_back(std::move(next));
  return all;
}

std::unique_ptr<engine> engine_of(const mutant& wrong) { return make_function_engine(wrong.name, wrong.run); }

/// The first stream that shows a difference, as the random tests would meet it; none within `facts`.
std::optional<scenario> first_failing(engine& tested, std::uint64_t facts) {
  constexpr std::size_t length = 60;
  for (std::uint64_t seed = 1; seed <= facts / length; ++seed) {
    scenario drawn = generate(seed, length, {tested.traits(), 0, {}, false});
    if (difference_of(tested, drawn)) return drawn;
  }
  return std::nullopt;
}

class property_mutants : public testing::TestWithParam<std::size_t> {
 protected:
  property_mutants() : wrong_(all_mutants()[GetParam()]), tested_(engine_of(wrong_)) {}

  mutant wrong_;
  std::unique_ptr<engine> tested_;
};

/// A third of what the default run tells every engine.
constexpr std::uint64_t few_facts = 30'000;

TEST_P(property_mutants, mistake_is_noticed_within_a_third_of_the_default_facts) {
  EXPECT_TRUE(first_failing(*tested_, few_facts));
}

TEST_P(property_mutants, mistake_is_shrunk_to_a_few_facts_that_replay_from_their_script) {
  const auto failing = first_failing(*tested_, few_facts);
  ASSERT_TRUE(failing);
  const scenario shortest = shrink(*failing, tested_->traits(), [&](const scenario& candidate) {
    try {
      return difference_of(*tested_, candidate).has_value();
    } catch (const std::invalid_argument&) {
      return false;
    }
  });
  EXPECT_LE(shortest.facts.size(), 7U) << to_script(shortest);
  EXPECT_TRUE(draw(shortest));
  EXPECT_TRUE(difference_of(*tested_, from_script(to_script(shortest))));
}

INSTANTIATE_TEST_SUITE_P(mutants, property_mutants, testing::Range<std::size_t>(0, all_mutants().size()),
                         [](const auto& test) { return all_mutants()[test.param].name; });

TEST(property_explanation, names_seed_script_field_and_diagram) {
  const mutant wrong = mutants_of_time().front();
  ASSERT_EQ(wrong.name, "interrupted_pays");
  const auto tested = engine_of(wrong);
  scenario failing = from_script(
      "rtm-timeline 1\nclock bits=64 hz=1000\nstart 0 task 1\n20 idle\n50 isr_enter 7\n60 isr_exit 7\n100 poll\n");
  failing.seed = 4711;
  EXPECT_EQ(explain(*tested, failing),
            "engine: interrupted_pays\n"
            "seed: 4711, 5 facts, shrunk to 3\n"
            "first difference as generated: core 0, epoch 0: idle\n"
            "    oracle: 70\n"
            "    engine: 80\n"
            "first difference as shrunk: core 0, epoch 0, task 0: exclusive\n"
            "    oracle: 0\n"
            "    engine: 1\n"
            "script:\n"
            "rtm-timeline 1\n"
            "clock bits=64 hz=1000\n"
            "start 0 task 0\n"
            "0 isr_enter 0\n"
            "1 poll\n"
            "as the oracle sees it:\n"
            "# core 0, epoch 0\n"
            "col   : 1\n"
            "t     : 0\n"
            "task 0: -\n"
            "isr 0 : =>\n"
            "poll  :  |\n"
            "# 0 reset task 0; 0 isr_enter 0; 1 poll\n");
}

}  // namespace
}  // namespace rtm::property
