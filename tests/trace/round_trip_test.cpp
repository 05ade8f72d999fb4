// SPDX-License-Identifier: MIT
// What goes into a trace comes out of it: random facts through ledger, memory, wire, decoder and replay give the report
// that the oracle gives of the facts themselves.
#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "capacities.hpp"
#include "property/check.hpp"
#include "property/generator.hpp"
#include "property/prng.hpp"
#include "trace_engine.hpp"

namespace rtm::test {
namespace {

using property::prng;

std::vector<std::unique_ptr<property::engine>> engines() {
  std::vector<std::unique_ptr<property::engine>> all;
  all.push_back(std::make_unique<trace_engine<small_32>>("trace_32"));
  all.push_back(std::make_unique<trace_engine<narrow_16>>("trace_32_clock_16"));
  all.push_back(std::make_unique<trace_engine<narrow_24>>("trace_32_clock_24"));
  all.push_back(std::make_unique<trace_engine<least>>("trace_32_least"));
  all.push_back(std::make_unique<trace_engine<default_capacity>>("trace_default"));
  all.push_back(std::make_unique<trace_engine<wide_64>>("trace_64"));
  all.push_back(std::make_unique<trace_engine<any_clock>>("trace_64_any_clock"));
  return all;
}

class trace_round_trip : public testing::TestWithParam<std::size_t> {};

TEST_P(trace_round_trip, report_of_a_trace_is_that_of_its_facts) {
  const auto all = engines();
  property::engine& tested = *all[GetParam()];
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    prng lengths(~seed);
    const std::size_t length = lengths.below(8) == 0 ? lengths.between(500, 3000) : lengths.between(2, 200);
    const auto drawn = property::generate(seed, length, {tested.traits(), 0, {}, seed % 2 == 0});
    ASSERT_TRUE(property::agrees(tested, drawn)) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(engines, trace_round_trip, testing::Range<std::size_t>(0, engines().size()),
                         [](const auto& test) { return engines()[test.param]->name(); });

}  // namespace
}  // namespace rtm::test
