// SPDX-License-Identifier: MIT
// Whatever facts an engine is told, its report is the oracle's: every total, window, shortest and longest call, fault.
#include <gtest/gtest.h>

#include <iostream>

#include "check.hpp"
#include "engine.hpp"
#include "generator.hpp"
#include "options.hpp"
#include "prng.hpp"

namespace rtm::property {
namespace {

/// Mostly short streams: they meet more settings a fact, and shrink faster. Some long ones, for what builds up.
std::size_t draw_length(prng& random) {
  switch (random.below(8)) {
    case 0: return random.between(500, 3000);
    case 1:
    case 2: return random.between(2, 12);
    default: return random.between(20, 200);
  }
}

class property_random : public testing::TestWithParam<std::size_t> {};

TEST_P(property_random, report_of_random_facts_is_that_of_the_oracle) {
  const auto engines = engines_under_test();
  engine& tested = *engines[GetParam()];
  std::uint64_t facts = 0;
  std::uint64_t seed = options().seed;
  for (; facts < options().facts; ++seed) {
    prng lengths(~seed);
    const scenario drawn = generate(seed, draw_length(lengths), {tested.traits(), 0, {}, false});
    facts += drawn.facts.size();
    ASSERT_TRUE(agrees(tested, drawn));
  }
  std::cout << tested.name() << ": " << facts << " facts in streams of the seeds " << options().seed << " to "
            << seed - 1 << '\n';
}

INSTANTIATE_TEST_SUITE_P(engines, property_random, testing::Range<std::size_t>(0, engines_under_test().size()),
                         [](const auto& test) { return engines_under_test()[test.param]->name(); });

}  // namespace
}  // namespace rtm::property
