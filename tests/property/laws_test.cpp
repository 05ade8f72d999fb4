// SPDX-License-Identifier: MIT
#include "laws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "check.hpp"
#include "generator.hpp"
#include "mutants.hpp"
#include "options.hpp"

namespace rtm::property {
namespace {

/// Streams for each law and engine; few, because the random tests have the many.
constexpr std::uint64_t streams = 400;

scenario draw_stream(const engine_traits& traits, std::uint64_t seed) {
  return generate(seed, 80, {traits, 0, {}, false});
}

/// The first stream that breaks the law, in words; empty if none does.
std::string first_breach(engine& tested, const law& of) {
  for (std::uint64_t seed = options().seed; seed < options().seed + streams; ++seed) {
    const scenario given = draw_stream(tested.traits(), seed);
    prng random(~seed);
    const auto broken = of.check(tested, given, random);
    if (!broken) continue;
    return "seed " + std::to_string(seed) + ", " + broken->place + ": without " + broken->expected + ", with " +
           broken->actual + '\n' + to_script(given);
  }
  return {};
}

/// Every law for every engine that it can be asked of.
std::vector<std::pair<std::size_t, std::size_t>> engines_and_laws() {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  const auto engines = engines_under_test();
  const auto laws = all_laws();
  for (std::size_t e = 0; e < engines.size(); ++e) {
    for (std::size_t l = 0; l < laws.size(); ++l) {
      if (!laws[l].needs_any_clock || !engines[e]->traits().clock_bits) pairs.emplace_back(e, l);
    }
  }
  return pairs;
}

class property_laws : public testing::TestWithParam<std::pair<std::size_t, std::size_t>> {};

TEST_P(property_laws, law_holds_for_random_facts) {
  const auto engines = engines_under_test();
  EXPECT_EQ(first_breach(*engines[GetParam().first], all_laws()[GetParam().second]), "");
}

INSTANTIATE_TEST_SUITE_P(engines, property_laws, testing::ValuesIn(engines_and_laws()), [](const auto& test) {
  return engines_under_test()[test.param.first]->name() + "_" + all_laws()[test.param.second].name;
});

class property_broken_laws : public testing::TestWithParam<std::size_t> {};

TEST_P(property_broken_laws, breach_is_noticed) {
  const law of = all_laws()[GetParam()];
  for (const auto& list : {mutants_of_time(), mutants_of_calls(), mutants_of_faults()}) {
    for (const mutant& wrong : list) {
      if (wrong.name != of.broken_by) continue;
      EXPECT_NE(first_breach(*make_function_engine(wrong.name, wrong.run), of), "");
      return;
    }
  }
  FAIL() << "no mutant is called " << of.broken_by;
}

INSTANTIATE_TEST_SUITE_P(laws, property_broken_laws, testing::Range<std::size_t>(0, all_laws().size()),
                         [](const auto& test) { return all_laws()[test.param].name; });

/// Static ledgers have one clock each, so two of them are compared: 32-bit words on a clock that wraps, 64-bit words on
/// one that does not.
TEST(property_clock, ledger_of_32_bits_and_ledger_of_64_bits_yield_the_same_sums) {
  const auto engines = engines_under_test();
  const auto named = [&](const std::string& name) -> engine& {
    return **std::find_if(engines.begin(), engines.end(), [&](const auto& e) { return e->name() == name; });
  };
  engine& narrow = named("ledger_32");
  engine& wide = named("ledger_64");
  for (std::uint64_t seed = 1; seed <= streams; ++seed) {
    const scenario given =
        generate(seed, 80, {narrow.traits(), 0, 0, false});  // legal: nobody counts wraps after a fault
    const scenario same = on_a_wide_clock(given);
    const host::report expected = narrow.run(given.info, given.facts);
    const host::report actual = wide.run(same.info, same.facts);
    const auto found = first_shown_difference(expected, actual, narrow.traits());
    ASSERT_FALSE(found) << "seed " << seed << ", " << found->place << ": " << found->expected << ", " << found->actual
                        << '\n'
                        << to_script(given);
  }
}

}  // namespace

std::vector<law> all_laws() {
  std::vector<law> all = laws_of_time();
  for (law& next : laws_of_sums()) all.push_back(std::move(next));
  for (law& next : laws_of_ids()) all.push_back(std::move(next));
  return all;
}

}  // namespace rtm::property
