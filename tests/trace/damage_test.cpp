// SPDX-License-Identifier: MIT
// Damaged streams: whatever happens to the bytes, the decoder ends, what it hands on is bounded by what there was, and
// a window that it calls covered is the window of the whole stream, to the tick.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "property/generator.hpp"
#include "property/prng.hpp"
#include "samples.hpp"
#include "trace_engine.hpp"
#include "window_collector.hpp"

namespace rtm::test {
namespace {

using property::prng;

/// Packets with their 00.
std::vector<std::string> packets_of(const std::string& stream) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < stream.size();) {
    const std::size_t end = stream.find('\0', at);
    const std::size_t next = end == stream.npos ? stream.size() : end + 1;
    all.push_back(stream.substr(at, next - at));
    at = next;
  }
  return all;
}

std::string joined(const std::vector<std::string>& packets) {
  std::string all;
  for (const std::string& packet : packets) all += packet;
  return all;
}

testing::AssertionResult invents_nothing(const window_collector& whole, const window_collector& damaged) {
  if (damaged.is_contradicted) return testing::AssertionFailure() << "two things are said of one window";
  for (const auto& [key, row] : damaged.windows) {
    const auto& [core, epoch, start] = key;
    const auto found = whole.windows.find(key);
    if (found == whole.windows.end())
      return testing::AssertionFailure() << "no such window: core " << core << ", epoch " << epoch << ", " << start;
    if (!(found->second == row))
      return testing::AssertionFailure() << "not that window: core " << core << ", epoch " << epoch << ", " << start;
  }
  return testing::AssertionSuccess();
}

using damage = std::string (*)(std::string stream, prng& random);

std::string flip_bits(std::string stream, prng& random) {
  for (std::uint64_t n = random.between(1, 8); n != 0; --n)
    stream[random.below(stream.size())] ^= static_cast<char>(1U << random.below(8));
  return stream;
}
std::string insert_garbage(std::string stream, prng& random) {
  std::string garbage;
  for (std::uint64_t n = random.between(1, 300); n != 0; --n) garbage += static_cast<char>(random.below(256));
  return stream.insert(random.below(stream.size()), garbage);
}
std::string erase_bytes(std::string stream, prng& random) {
  const std::size_t at = random.below(stream.size());
  return stream.erase(at, random.between(1, 400));
}
std::string drop_packets(std::string stream, prng& random) {
  auto packets = packets_of(stream);
  for (std::uint64_t n = random.between(1, 5); n != 0 && packets.size() > 1; --n)
    packets.erase(packets.begin() + static_cast<std::ptrdiff_t>(random.below(packets.size())));
  return joined(packets);
}
std::string repeat_packets(std::string stream, prng& random) {
  auto packets = packets_of(stream);
  for (std::uint64_t n = random.between(1, 5); n != 0; --n) {
    const std::string packet = packets[random.below(packets.size())];
    packets.insert(packets.begin() + static_cast<std::ptrdiff_t>(random.below(packets.size())), packet);
  }
  return joined(packets);
}
std::string reorder_packets(std::string stream, prng& random) {
  auto packets = packets_of(stream);
  for (std::uint64_t n = random.between(1, 5); n != 0; --n)
    std::swap(packets[random.below(packets.size())], packets[random.below(packets.size())]);
  return joined(packets);
}
std::string begin_late(std::string stream, prng& random) { return stream.substr(random.below(stream.size())); }
std::string everything(std::string stream, prng& random) {
  constexpr damage all[] = {flip_bits, insert_garbage, erase_bytes, drop_packets, repeat_packets, reorder_packets};
  for (std::uint64_t n = random.between(2, 6); n != 0 && !stream.empty(); --n)
    stream = all[random.below(std::size(all))](std::move(stream), random);
  return stream;
}

struct kind_of_damage {
  const char* name;
  damage apply;
};

class damaged_stream : public testing::TestWithParam<kind_of_damage> {};

TEST_P(damaged_stream, invents_no_window) {
  const trace_engine<small_32> narrow("any");
  const trace_engine<any_clock> wide("any");
  std::uint64_t kept = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    prng random(seed * 977);
    const bool is_wide = seed % 3 == 0;
    const auto drawn = property::generate(seed, random.between(30, 600),
                                          {is_wide ? wide.traits() : narrow.traits(), 0, {}, seed % 2 == 0});
    const auto when = seed % 5 == 0 ? sending::late : sending::in_time;
    const std::string stream = is_wide ? stream_of<any_clock>(drawn.info, drawn.facts, when)
                                       : stream_of<small_32>(drawn.info, drawn.facts, when);
    const window_collector whole(stream);
    ASSERT_EQ(whole.problems, 0U);
    for (int round = 0; round < 4; ++round) {
      const std::string bad = GetParam().apply(stream, random);
      const window_collector damaged(bad, random.between(1, 200));
      ASSERT_TRUE(invents_nothing(whole, damaged)) << "seed " << seed << ", round " << round;

      kept += damaged.windows.size();
      all += whole.windows.size();
    }
  }
  EXPECT_GT(kept, all / 20) << "what is sound must remain";
}

INSTANTIATE_TEST_SUITE_P(trace, damaged_stream,
                         testing::Values(kind_of_damage{"bits", flip_bits}, kind_of_damage{"garbage", insert_garbage},
                                         kind_of_damage{"erased_bytes", erase_bytes},
                                         kind_of_damage{"dropped_packets", drop_packets},
                                         kind_of_damage{"repeated_packets", repeat_packets},
                                         kind_of_damage{"reordered_packets", reorder_packets},
                                         kind_of_damage{"late_beginning", begin_late},
                                         kind_of_damage{"all_of_it", everything}),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(trace_damage, cut_at_every_byte_keeps_what_was_before) {
  for (const std::string& stream : {sample_stream(), two_core_stream(), faulty_stream(), lossy_stream()}) {
    const window_collector whole(stream);
    std::size_t most = 0;
    for (std::size_t length = 0; length <= stream.size(); ++length) {
      const window_collector cut(stream.substr(0, length));
      ASSERT_TRUE(invents_nothing(whole, cut)) << length << " bytes";
      ASSERT_GE(cut.windows.size(), most) << "a longer beginning knows no less: " << length << " bytes";
      most = cut.windows.size();
      const bool ends_with_a_packet = length == 0 || stream[length - 1] == '\0';
      ASSERT_EQ(cut.problems, ends_with_a_packet ? 0U : 1U) << length << " bytes";
    }
    EXPECT_EQ(most, whole.windows.size());
  }
}

TEST(trace_damage, begun_at_every_byte_knows_the_rest) {
  for (const std::string& stream : {sample_stream(), two_core_stream(), faulty_stream(), lossy_stream()}) {
    const window_collector whole(stream);
    for (std::size_t at = 0; at < stream.size(); ++at)
      ASSERT_TRUE(invents_nothing(whole, window_collector(stream.substr(at)))) << "from byte " << at;
  }
}

TEST(trace_damage, every_flipped_bit_is_noticed) {
  const std::string stream = sample_stream();
  const window_collector whole(stream);
  for (std::size_t bit = 0; bit < stream.size() * 8; ++bit) {
    std::string bad = stream;
    bad[bit / 8] ^= static_cast<char>(1U << bit % 8);
    const window_collector damaged(bad);
    ASSERT_TRUE(invents_nothing(whole, damaged)) << "bit " << bit;
    ASSERT_NE(damaged.problems, 0U) << "bit " << bit;
  }
}

TEST(trace_damage, garbage_around_a_stream_costs_only_itself) {
  const std::string stream = sample_stream();
  const window_collector whole(stream);
  const window_collector noisy("\r\nU-Boot 2024.01\r\nbooting\r\n" + std::string(1, '\0') + stream + "\xff\xff login:");
  EXPECT_EQ(noisy.windows, whole.windows);
  EXPECT_EQ(noisy.problems, 2U);
  EXPECT_EQ(noisy.losses, 0U);
}

// A terminal's line has no 00, so that the header comes in one piece with it, and the next header is 64 packets away.
TEST(trace_damage, text_before_the_header_costs_only_itself) {
  const std::string stream = sample_stream();
  const window_collector whole(stream);
  for (const std::string text : {"x", "boot\r\n", "rtm rtm", "\x02\x01\x01\x01\x05rtm"}) {
    for (const std::size_t block : {std::size_t{1}, std::size_t{4096}}) {
      const window_collector noisy(text + stream, block);
      EXPECT_EQ(noisy.windows, whole.windows) << text;
      EXPECT_EQ(noisy.facts, whole.facts) << text;
      EXPECT_EQ(noisy.problems, 1U) << text;
      EXPECT_EQ(noisy.losses, 0U) << text;
    }
  }
}

TEST(trace_damage, bytes_may_come_one_by_one) {
  const std::string stream = two_core_stream();
  const window_collector whole(stream);
  const window_collector slow(stream, 1);
  EXPECT_EQ(slow.windows, whole.windows);
  EXPECT_EQ(slow.facts, whole.facts);
  EXPECT_EQ(slow.problems, 0U);
}

}  // namespace
}  // namespace rtm::test
