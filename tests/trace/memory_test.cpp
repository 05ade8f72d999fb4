// SPDX-License-Identifier: MIT
// The memory of a trace: what is lost, what is kept, what a reset leaves, and what is not a trace at all.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "capacities.hpp"
#include "dissector.hpp"
#include "property/prng.hpp"
#include "simulated_target.hpp"
#include "verify/verifier.hpp"
#include "wire/decoder.hpp"

namespace rtm::test {
namespace {

using property::prng;

/// What a decoder finds in a stream.
class found_in final : public host::wire::listener {
 public:
  explicit found_in(const std::string& stream) {
    host::wire::decoder decoder(*this);
    decoder.feed({reinterpret_cast<const std::uint8_t*>(stream.data()), stream.size()});
    decoder.finish();
  }
  void on_facts(std::span<const source_fact> more) override { facts.insert(facts.end(), more.begin(), more.end()); }
  void on_loss(const host::source_loss& loss) override { losses.push_back(loss); }
  void on_problem(host::wire::problem what) override { problems.push_back(what.found); }
  void on_end(std::uint32_t /*core*/) override { has_ended = true; }

  std::vector<source_fact> facts;
  std::vector<host::source_loss> losses;
  std::vector<std::string> problems;
  bool has_ended = false;
};

source_info info() {
  source_info info;
  info.clock_bits = 32;
  info.clock_hz = 1000;
  info.window_ticks = 1'000'000;
  return info;
}

/// Fact n, from 1 on: enter and exit of isr 1 or 2, 10 ticks apart.
source_fact fact(std::uint64_t n) {
  return {n % 2 == 1 ? fact_kind::isr_enter : fact_kind::isr_exit, 0, 10 * n, 1 + (n - 1) / 2 % 2};
}
constexpr source_fact start_at_0{fact_kind::reset, 0, 0, host::idle_owner};

using target_32 = simulated_target<small_32, 2, 256>;

// ---- Losing ----

TEST(trace_memory, facts_that_find_no_page_are_counted_and_told_with_the_next_page) {
  target_32 target(info());
  (void)target.tell(start_at_0);
  std::uint64_t n = 1;
  while (target.memory().facts_lost() == 0) (void)target.tell(fact(n++));
  const std::uint64_t first_lost = n - 1;
  for (int i = 0; i < 6; ++i) (void)target.tell(fact(n++));
  EXPECT_EQ(target.memory().facts_lost(), 7U);
  target.drain();
  (void)target.tell(fact(n++));
  target.finish();
  const found_in found(target.sent().bytes);
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.losses.size(), 1U);
  EXPECT_EQ(found.losses[0].lost, 7U);
  EXPECT_EQ(found.losses[0].missing, 0U);
  EXPECT_EQ(found.losses[0].from.ticks, 10 * first_lost);
  EXPECT_EQ(found.losses[0].end->ticks, 10 * (n - 1) + 1);
  EXPECT_EQ(target.memory().facts_lost(), 7U);
}

TEST(trace_memory, losses_after_the_last_page_are_told_by_the_end) {
  target_32 target(info());
  (void)target.tell(start_at_0);
  for (std::uint64_t n = 1; target.memory().facts_lost() != 3; ++n) (void)target.tell(fact(n));
  target.finish(false);
  const found_in found(target.sent().bytes);
  ASSERT_EQ(found.losses.size(), 1U);
  EXPECT_EQ(found.losses[0].lost, 3U);
  EXPECT_TRUE(found.has_ended);
}

TEST(trace_memory, facts_between_freeze_and_thaw_are_told_as_lost) {
  for (const trace::mode how : {trace::mode::drop_new, trace::mode::keep_newest}) {
    simulated_target<small_32, 8, 256> target(info(), 0, how);
    (void)target.tell(start_at_0);
    for (std::uint64_t n = 1; n <= 4; ++n) (void)target.tell(fact(n));
    target.core().sink().freeze();
    for (std::uint64_t n = 5; n <= 9; ++n) (void)target.tell(fact(n));
    target.core().sink().thaw();
    for (std::uint64_t n = 10; n <= 12; ++n) (void)target.tell(fact(n));
    target.core().sink().freeze();
    target.finish();
    const found_in found(target.sent().bytes);
    EXPECT_TRUE(found.problems.empty());
    ASSERT_EQ(found.losses.size(), 1U);
    EXPECT_EQ(found.losses[0].lost, 5U);
    EXPECT_EQ(found.losses[0].from.ticks, 50U);
    EXPECT_EQ(found.losses[0].end->ticks, 101U);
    EXPECT_EQ(found.facts.back(), fact(12));
  }
}

// Nothing is missing, but a reader of the frozen trace may have taken the page: it is not written again.
TEST(trace_memory, thaw_without_facts_in_between_goes_on_in_a_new_page) {
  target_32 target(info());
  (void)target.tell(start_at_0);
  target.core().sink().freeze();
  target.flush();
  target.core().sink().thaw();
  for (std::uint64_t n = 1; n <= 3; ++n) (void)target.tell(fact(n));
  target.finish(false);
  const found_in found(target.sent().bytes);
  EXPECT_TRUE(found.problems.empty());
  EXPECT_TRUE(found.losses.empty());
  EXPECT_EQ(found.facts.size(), 4U);
}

TEST(trace_memory, a_long_run_counts_its_facts_beyond_32_bits) {
  target_32 target(info());
  target.memory().next_ordinal.set(0xFFFF'FFF0U);
  (void)target.tell(start_at_0);
  for (std::uint64_t n = 1; n <= 200; ++n) {
    (void)target.tell(fact(n));
    target.flush();
  }
  target.finish();
  const found_in found(target.sent().bytes);
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.losses.size(), 1U);  // the beginning, which is not that of the run
  EXPECT_EQ(found.losses[0].missing, 0xFFFF'FFF0U);
  EXPECT_EQ(found.losses[0].end, host::epoch_instant{});
  EXPECT_EQ(found.facts.back().kind, fact_kind::poll);  // of the snapshot
}

TEST(trace_memory, page_numbers_wrap_and_nothing_is_lost) {
  target_32 target(info());
  target.memory().written = target.memory().released = 0xFFFF'FFFDU;
  target.encoder().begin(target.memory(), nullptr, 0, {sent_bytes::write, &target.sent()});
  (void)target.tell(start_at_0);
  for (std::uint64_t n = 1; n <= 200; ++n) {
    (void)target.tell(fact(n));
    target.flush();
  }
  target.finish(false);
  EXPECT_LT(target.memory().written, 100U);
  const found_in found(target.sent().bytes);
  EXPECT_TRUE(found.problems.empty());
  EXPECT_TRUE(found.losses.empty());
  EXPECT_EQ(found.facts.size(), 201U);
}

TEST(trace_memory, an_encoder_begun_before_attach_says_so_and_sends_nothing) {
  auto memory = std::make_unique<trace::memory<2, 256>>();
  trace::encoder<> encoder;
  sent_bytes sent;
  EXPECT_FALSE(encoder.begin(*memory, nullptr, 0, {sent_bytes::write, &sent}));
  encoder.finish();
  EXPECT_FALSE(encoder.step());
  EXPECT_TRUE(sent.bytes.empty());
}

// ---- Large ledgers, small packets ----

// 48 ids and three base owners in packets of 248 bytes: each window comes in several parts.
TEST(trace_memory, windows_larger_than_a_packet_arrive_whole) {
  simulated_target<default_capacity, 4, 1024, 248> target(info());
  (void)target.tell(start_at_0);
  std::uint64_t now = 0;
  for (std::uint64_t n = 0; n < 3000; ++n) {
    const std::uint64_t id = n % 16;
    (void)target.tell({fact_kind::task_switch, 0, now += 211, id});
    (void)target.tell({fact_kind::isr_enter, 0, now += 300, id});
    (void)target.tell({fact_kind::point_begin, 0, now += 7, id});
    (void)target.tell({fact_kind::point_end, 0, now += 100 + n % 97, id});
    (void)target.tell({fact_kind::isr_exit, 0, now += 20, id});
    target.drain();
  }
  target.finish();
  host::verifier check;
  host::wire::decoder decoder(check);
  const std::string& sent = target.sent().bytes;
  decoder.feed({reinterpret_cast<const std::uint8_t*>(sent.data()), sent.size()});
  decoder.finish();
  check.finish();
  EXPECT_FALSE(check.first());
  ASSERT_EQ(check.verdicts().size(), 1U);
  EXPECT_EQ(check.verdicts()[0].windows, now / 1'000'000 + 1);
  EXPECT_EQ(check.verdicts()[0].epochs, 1U);
  EXPECT_FALSE(check.lacks().is_incomplete());
}

struct deep : default_capacity {
  static constexpr uint32_t depth = 40, point_frames = 30;
};

// Better none than one of which every page is too long to be sent.
TEST(trace_memory, an_encoder_with_packets_too_small_for_the_state_refuses) {
  ledger<deep, trace::sink<>> core;
  auto memory = std::make_unique<trace::memory<2, 1024>>();
  trace::attach(core, *memory, trace::mode::drop_new, {});
  sent_bytes sent;
  trace::encoder<std::uint32_t, 480> small;
  EXPECT_FALSE(small.begin(*memory, nullptr, 0, {sent_bytes::write, &sent}));
  trace::encoder<std::uint32_t, 504> enough;  // 96 + 4 * (40 + 1 + 2 * 30) = 500
  EXPECT_TRUE(enough.begin(*memory, nullptr, 0, {sent_bytes::write, &sent}));
}

// ---- After a reset ----

/// A flight recorder with 100 facts told, and its memory as a reset leaves it.
std::unique_ptr<trace::memory<4, 256>> memory_after_reset() {
  simulated_target<small_32, 4, 256> target(info(), 0, trace::mode::keep_newest);
  (void)target.tell(start_at_0);
  for (std::uint64_t n = 1; n <= 100; ++n) (void)target.tell(fact(n));
  auto memory = std::make_unique<trace::memory<4, 256>>();
  std::memcpy(memory.get(), &target.memory(), sizeof *memory);
  return memory;
}

std::string sent_after_reset(trace::memory<4, 256>& memory) {
  trace::encoder<> encoder;
  sent_bytes sent;
  if (!encoder.begin(memory, nullptr, 0, {sent_bytes::write, &sent})) return {};
  encoder.finish();
  for (int steps = 0; encoder.step(); ++steps)
    if (steps > 1000) throw std::runtime_error("the encoder does not end");
  return sent.bytes;
}

TEST(trace_memory, a_reset_that_nobody_announced_leaves_the_newest_facts) {
  const auto memory = memory_after_reset();
  ASSERT_TRUE(memory->holds_trace());
  EXPECT_EQ(memory->frozen, 0U);
  memory->freeze();
  const found_in found(sent_after_reset(*memory));
  EXPECT_TRUE(found.problems.empty());
  EXPECT_TRUE(found.has_ended);
  EXPECT_EQ(found.facts.back(), fact(100));
  std::uint64_t same = 0;
  while (same < found.facts.size() && found.facts[found.facts.size() - 1 - same] == fact(100 - same)) ++same;
  EXPECT_GT(same, 50U);
}

TEST(trace_memory, a_head_with_any_bit_wrong_is_no_trace) {
  const auto memory = memory_after_reset();
  auto* const bytes = reinterpret_cast<unsigned char*>(memory.get());
  for (std::size_t bit = 0; bit < offsetof(trace::buffer<std::uint32_t>, frozen) * 8; ++bit) {
    bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ 1U << bit % 8);
    EXPECT_FALSE(memory->holds_trace()) << "bit " << bit;
    bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ 1U << bit % 8);
  }
  EXPECT_TRUE(memory->holds_trace());
}

TEST(trace_memory, garbage_is_no_trace) {
  auto memory = std::make_unique<trace::memory<4, 256>>();
  for (const int byte : {0x00, 0xFF, 0xAA, 0x55}) {
    std::memset(memory.get(), byte, sizeof *memory);
    EXPECT_FALSE(memory->holds_trace());
  }
  prng random(1);
  auto* const bytes = reinterpret_cast<unsigned char*>(memory.get());
  for (int trial = 0; trial < 2000; ++trial) {
    for (std::size_t i = 0; i < 136; ++i) bytes[i] = static_cast<unsigned char>(random.below(256));
    if (trial % 2 != 0) std::memcpy(bytes, "rtm race", 8);
    EXPECT_FALSE(memory->holds_trace());
  }
}

// The head is right, the rest is anything: what comes out may be wrong, but it comes to an end and hurts nobody.
TEST(trace_memory, decayed_pages_end_and_hurt_nobody) {
  const auto good = memory_after_reset();
  const auto bad = std::make_unique<trace::memory<4, 256>>();
  prng random(2);
  for (int trial = 0; trial < 3000; ++trial) {
    std::memcpy(bad.get(), good.get(), sizeof *bad);
    bad->freeze();
    auto* const bytes = reinterpret_cast<unsigned char*>(bad.get());
    const std::size_t from = offsetof(trace::buffer<std::uint32_t>, written);
    for (std::uint64_t flips = random.between(1, 40); flips != 0; --flips)
      bytes[from + random.below(sizeof *bad - from)] ^= static_cast<unsigned char>(1U << random.below(8));
    const std::string sent = sent_after_reset(*bad);
    EXPECT_LT(sent.size(), 2 * sizeof *bad) << "it ends, with no more than the pages can hold";
    const found_in found(sent);
  }
}

// ---- Packets ----

TEST(trace_packets, any_bytes_are_stuffed_so_that_only_the_end_is_0) {
  prng random(3);
  std::vector<std::uint8_t> memory(4096);
  for (int trial = 0; trial < 4000; ++trial) {
    const std::size_t count = trial < 800 ? static_cast<std::size_t>(trial) : random.below(4000);
    const std::uint64_t zeros = random.below(4);
    trace::wire::packet_writer to(memory.data(), 4096);
    to.begin(trace::wire::packet::more, 1, 2);
    std::string plain("\4\1\2\0", 4);
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_zero = zeros != 0 && random.below(zeros * 100) == 0;
      plain += static_cast<char>(is_zero ? 0 : random.between(1, 255));
      to.put(static_cast<std::uint8_t>(plain.back()));
    }
    const std::uint32_t used = to.end();
    ASSERT_NE(used, 0U) << count;
    const std::string_view stuffed(reinterpret_cast<const char*>(memory.data()), used);
    ASSERT_EQ(stuffed.find('\0'), used - 1);
    ASSERT_EQ(unstuff(stuffed.substr(0, used - 1)).substr(0, plain.size()), plain);
  }
}

TEST(trace_packets, a_packet_that_does_not_fit_is_none) {
  std::vector<std::uint8_t> memory(256, 0xA5);
  trace::wire::packet_writer to(memory.data(), 192);
  to.begin(trace::wire::packet::more, 0, 0);
  while (to.room() != 0) to.put(1);
  EXPECT_NE(to.end(), 0U);
  to.begin(trace::wire::packet::more, 0, 0);
  for (int i = 0; i < 192; ++i) to.put(1);
  EXPECT_EQ(to.end(), 0U);
  for (std::size_t i = 192; i < 256; ++i) EXPECT_EQ(memory[i], 0xA5);
}

}  // namespace
}  // namespace rtm::test
