// SPDX-License-Identifier: MIT
// Whatever facts come, the timing parameters are those of an oracle that counts ticks; on the host and on target.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "facts.hpp"
#include "oracle.hpp"
#include "replay/replay.hpp"
#include "target.hpp"

namespace rtm::test {
namespace {

constexpr std::uint64_t seeds = 1500;
constexpr std::size_t facts_a_seed = 120;

std::vector<host::epoch_timing> host_timing(const std::vector<host::source_fact>& facts, std::uint32_t bits) {
  host::source_info info;
  info.clock_bits = bits;
  host::replay run(info, nullptr, host::all_windows, true);
  run.tell(facts);
  std::vector<host::epoch_timing> all;
  const host::report made = run.finish(info);
  for (const host::epoch_row& epoch : made.cores.at(0).epochs) {
    EXPECT_TRUE(epoch.valid());
    all.push_back(*epoch.timing);
  }
  return all;
}

template <class Engine>
void expect_oracle(Engine engine, std::uint32_t bits) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto facts = random_facts(seed, facts_a_seed, bits);
    const auto expected = oracle_timing(facts, bits);
    const auto found = engine(facts);
    ASSERT_EQ(expected.size(), found.size()) << "seed " << seed;
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(difference(expected[i], found[i]), "") << "seed " << seed << ", epoch " << i << '\n'
                                                       << script_of(facts, bits);
  }
}

TEST(timing_random, host_agrees_with_the_oracle) {
  expect_oracle([](const auto& facts) { return host_timing(facts, 32); }, 32);
}
TEST(timing_random, host_agrees_across_wraps_of_16_bits) {
  expect_oracle([](const auto& facts) { return host_timing(facts, 16); }, 16);
}
TEST(timing_random, target_with_words_of_32_bits_agrees_with_the_oracle) {
  expect_oracle([](const auto& facts) { return target_timing<timed<std::uint32_t, 32>>(facts); }, 32);
}
TEST(timing_random, target_with_a_clock_of_16_bits_agrees_with_the_oracle) {
  expect_oracle([](const auto& facts) { return target_timing<timed<std::uint32_t, 16>>(facts); }, 16);
}
TEST(timing_random, target_with_words_of_64_bits_agrees_with_the_oracle) {
  expect_oracle([](const auto& facts) { return target_timing<timed<std::uint64_t, 32>>(facts); }, 32);
}

/// What is known of instances that no epoch holds whole; a budget judges it.
TEST(timing_random, host_knows_what_the_oracle_knows_of_instances_not_seen_whole) {
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto facts = random_facts(seed, facts_a_seed, 32);
    const auto expected = oracle_timing(facts, 32);
    const auto found = host_timing(facts, 32);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(expected[i].unfinished.size(), found[i].unfinished.size()) << "seed " << seed << ", epoch " << i;
      for (const host::unfinished_row& row : found[i].unfinished) {
        const oracle_parts& of = expected[i].unfinished.at(row.id);
        ASSERT_EQ(of.longest, row.longest) << "seed " << seed << ", epoch " << i << ", task " << row.id;
        ASSERT_EQ(of.most, row.most) << "seed " << seed << ", epoch " << i << ", task " << row.id;
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, seeds) << "random facts must have such instances";
}

/// If no random facts could tell a wrong rule from the right one, agreement would prove nothing.
TEST(timing_random, every_wrong_rule_is_noticed) {
  for (int i = 1; i <= static_cast<int>(last_mistake); ++i) {
    std::uint64_t seed = 0;
    for (bool is_noticed = false; !is_noticed;) {
      ASSERT_LT(++seed, seeds) << "mistake " << i << " makes no difference";
      const auto facts = random_facts(seed, facts_a_seed, 32);
      const auto wrong = oracle_timing(facts, 32, static_cast<mistake>(i));
      const auto found = host_timing(facts, 32);
      for (std::size_t e = 0; e < wrong.size(); ++e) is_noticed = is_noticed || !difference(wrong[e], found[e]).empty();
    }
  }
}

}  // namespace
}  // namespace rtm::test
