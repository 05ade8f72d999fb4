// SPDX-License-Identifier: MIT
// A trace is filled by one core and sent by another, and neither stops the other. The writer tells facts that follow
// from their number alone, so what arrives can be checked fact by fact: each one is there, or counted as lost.
// To be run under ThreadSanitizer too.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "rtm/trace/encoder.hpp"
#include "rtm/trace/reader.hpp"
#include "rtm/trace/sink.hpp"

namespace rtm::test {
namespace {

struct capacity : default_capacity {
  static constexpr uint32_t tasks = 4, isrs = 4, points = 0;
};
using traced_ledger = ledger<capacity, trace::sink<>>;

constexpr std::uint64_t facts = 200'000;
constexpr timing how{10'000, 0, 0};

constexpr std::uint32_t time_of(std::uint64_t n) { return static_cast<std::uint32_t>(7 * n); }

/// Fact n: 0 is the start, then three in turn.
void tell(traced_ledger& ledger, std::uint64_t n) {
  const isr_id isr{static_cast<std::uint32_t>(n / 3 % 4)};
  switch (n % 3) {
    case 1: (void)ledger.isr_enter(time_of(n), isr); break;
    case 2: (void)ledger.isr_exit(time_of(n), isr); break;
    default: (void)ledger.task_switch(time_of(n), task_id{static_cast<std::uint32_t>(n / 3 % 4)}); break;
  }
}
std::uint32_t packed(std::uint64_t n) {
  const auto id = static_cast<std::uint32_t>(n / 3 % 4);
  const fact_kind kind = n == 0       ? fact_kind::reset
                         : n % 3 == 1 ? fact_kind::isr_enter
                         : n % 3 == 2 ? fact_kind::isr_exit
                                      : fact_kind::task_switch;
  return trace::pack<std::uint32_t>(static_cast<std::uint32_t>(kind), id);
}

struct core {
  traced_ledger ledger;
  trace::memory<4, 256> memory{};
  std::atomic<bool> is_done{false};

  core() { trace::attach(ledger, memory, trace::mode::drop_new, {0, 1000, how}); }
  void write() {
    (void)ledger.start(0, task_id{0}, how);
    for (std::uint64_t n = 1; n < facts; ++n) {
      tell(ledger, n);
      if (n % 256 == 0) std::this_thread::yield();
    }
    is_done.store(true, std::memory_order_release);
  }
};

TEST(trace_of_another_core, every_fact_arrives_or_is_counted_as_lost) {
  const auto of = std::make_unique<core>();
  std::uint64_t arrived = 0;
  std::uint64_t lost = 0;
  std::uint64_t wrong = 0;
  std::jthread writer([&] { of->write(); });
  trace::reader<> in;
  in.begin(of->memory);
  std::uint64_t next = 0;
  const auto expect = [&](std::uint32_t time, std::uint32_t what) {
    if (time != time_of(next) || what != packed(next)) ++wrong;
    ++next;
    ++arrived;
  };
  for (bool is_last = false;;) {
    const bool is_done =
        of->is_done.load(std::memory_order_acquire);  // asked first: what is there then is all there is
    if (in.page() == nullptr && in.next_page()) {
      const auto& page = *in.page();
      lost += page.lost;
      next += page.lost;
      if (page.ordinal.value() != next) ++wrong;
      if (page.lost != 0 && page.first_lost.value() != time_of(next - page.lost)) ++wrong;
      expect(page.time.low, page.opened_by);
    }
    if (in.page() != nullptr) {
      const bool is_complete = in.page_is_complete();
      while (const std::uint32_t* record = in.take(2)) expect(record[0], record[1]);
      if (is_complete)
        in.finish_page();
      else if (is_done)
        is_last = true;
    } else if (is_done && of->memory.written == of->memory.released) {
      is_last = true;
    }
    if (is_last) break;
    std::this_thread::yield();
  }
  writer.join();
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(arrived + lost + of->memory.lost, facts);
  EXPECT_EQ(lost + of->memory.lost, of->memory.facts_lost());
  EXPECT_GT(arrived, 0U);
}

/// Length and sum of every packet, by hand: COBS undone, then zlib's CRC.
struct checked_packets {
  std::vector<std::uint8_t> bytes;
  std::uint64_t packets = 0;
  std::uint64_t wrong = 0;

  static size_t write(void* context, const uint8_t* from, size_t count) {
    auto& self = *static_cast<checked_packets*>(context);
    for (size_t i = 0; i < count; ++i) self.take(from[i]);
    return count;
  }
  void take(std::uint8_t byte) {
    if (byte != 0) return bytes.push_back(byte);
    std::vector<std::uint8_t> plain;
    for (std::size_t at = 0; at < bytes.size(); at += bytes[at]) {
      if (at != 0 && bytes[at_before_] != 0xFF) plain.push_back(0);
      for (std::size_t i = 1; i < bytes[at] && at + i < bytes.size(); ++i) plain.push_back(bytes[at + i]);
      at_before_ = at;
    }
    std::uint32_t crc = ~0U;
    for (const std::uint8_t b : plain) {
      crc ^= b;
      for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB8'8320U : 0U);
    }
    if (crc != 0xDEBB'20E3U) ++wrong;  // what is left when a message is followed by its own CRC
    ++packets;
    bytes.clear();
  }

 private:
  std::size_t at_before_ = 0;
};

TEST(trace_of_another_core, an_encoder_beside_the_writer_makes_sound_packets_and_windows) {
  const auto of = std::make_unique<core>();
  const auto encoder = std::make_unique<trace::encoder<>>();
  checked_packets sent;
  encoder->begin(of->memory, nullptr, 0, {checked_packets::write, &sent});
  std::jthread writer([&] { of->write(); });
  while (!of->is_done.load(std::memory_order_acquire))
    if (!encoder->step(of->ledger)) std::this_thread::yield();
  writer.join();
  encoder->finish();
  while (encoder->step(of->ledger)) {
  }
  EXPECT_EQ(sent.wrong, 0U);
  EXPECT_EQ(sent.packets, encoder->packets());
  EXPECT_GT(sent.packets, 100U);
}

}  // namespace
}  // namespace rtm::test
