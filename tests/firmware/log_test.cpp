// SPDX-License-Identifier: MIT
// Would the comparison notice? Small logs and scripts, each with one thing wrong, against the readers and the
// comparison that the other tests trust.
#include <gmock/gmock.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "attribution.hpp"
#include "results.hpp"

namespace truth {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// A file that lives as long as this object.
class temporary_file {
 public:
  explicit temporary_file(const std::string& text)
      : path_(::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ofstream(path_) << text;
  }
  ~temporary_file() { std::remove(path_.c_str()); }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<event> log_of(const std::string& text) { return read_qemu_log(temporary_file(text).path()); }

// 10 instructions are 32 ticks. An interrupt from 10 to 30 that reads the clock at 15 and 25, between idle and idle.
event enter(std::uint64_t n) { return {event_kind::enter, n, 24, 0}; }
event leave(std::uint64_t n) { return {event_kind::leave, n, 24, 0}; }
event clock_at(std::uint64_t n) { return {event_kind::clock, n, 0, static_cast<std::uint32_t>(n * 16 / 5)}; }
fact told_at(std::uint64_t n, fact_kind kind) {
  const bool is_isr = kind == fact_kind::isr_enter || kind == fact_kind::isr_exit;
  return {
      static_cast<std::uint32_t>(n * 16 / 5), kind, {is_isr ? owner_kind::isr : owner_kind::idle, is_isr ? 1U : 0U}, 0};
}

const script hooked{1000,
                    {told_at(0, fact_kind::start), told_at(15, fact_kind::isr_enter), told_at(25, fact_kind::isr_exit),
                     told_at(40, fact_kind::poll)}};

TEST(firmware_log, interrupt_with_hooks_is_charged_between_its_readings) {
  const std::vector<event> seen{clock_at(0), enter(10), clock_at(15), clock_at(25), leave(30), clock_at(40)};
  const attribution result = compare(hooked, seen);
  EXPECT_EQ(result.total_ticks, 128U);
  EXPECT_EQ(result.row({owner_kind::isr, 1}).instructions, 10U);
  EXPECT_EQ(result.column(24).instructions, 20U);
  ASSERT_EQ(result.calls.size(), 1U);
  EXPECT_EQ(result.calls[0].before_first_fact, 5U);
  EXPECT_EQ(result.calls[0].from_last_fact, 5U);
}

TEST(firmware_log, interrupt_without_hooks_is_charged_to_idle) {
  const script told{1000, {told_at(0, fact_kind::start), told_at(40, fact_kind::poll)}};
  const attribution result = compare(told, {clock_at(0), enter(10), leave(30), clock_at(40)});
  EXPECT_TRUE(result.calls.at(0).facts.empty());
  EXPECT_EQ(result.charged.at({owner_kind::idle, 0}).at(24).ticks, 64U);
}

TEST(firmware_log, reading_that_is_no_fact_is_refused) {
  const std::vector<event> seen{clock_at(0), clock_at(5), clock_at(15), clock_at(25), clock_at(40)};
  EXPECT_THAT([&] { compare(hooked, seen); }, ThrowsMessage<std::runtime_error>(HasSubstr("found the reading 16")));
}

TEST(firmware_log, fact_that_was_no_reading_is_refused) {
  EXPECT_THAT(
      [&] {
        compare(hooked, {clock_at(0), clock_at(15), clock_at(25)});
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("expected 4, one a fact")));
}

TEST(firmware_log, clock_that_is_one_tick_off_is_refused) {
  event late = clock_at(25);
  late.reading += 1;
  EXPECT_THROW(tick_scale({clock_at(0), clock_at(5), clock_at(10), late}), std::runtime_error);
}

TEST(firmware_log, acknowledged_exception_that_is_not_entered_is_refused) {
  EXPECT_THAT(
      [] {
        log_of(
            "nvic_acknowledge_irq NVIC acknowledge IRQ: 24 now active (prio 128)\n"
            "isr_truth resume n=10 pc=0x100\n");
      },
      ThrowsMessage<std::runtime_error>(HasSubstr(":2: found 'isr_truth resume n=10 pc=0x100'")));
}

TEST(firmware_log, log_that_was_cut_short_is_refused) {
  EXPECT_THAT([] { log_of("isr_truth entry n=0 pc=0x100\n"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("expected a line 'isr_truth end'")));
}

TEST(firmware_log, tail_chain_is_seen_as_one_exception_right_after_another) {
  const std::vector<event> seen = log_of(
      "nvic_acknowledge_irq NVIC acknowledge IRQ: 26 now active (prio 64)\nisr_truth entry n=10 pc=0x100\n"
      "nvic_complete_irq NVIC complete IRQ 26 (secure 0)\n"
      "nvic_acknowledge_irq NVIC acknowledge IRQ: 25 now active (prio 96)\nisr_truth entry n=20 pc=0x200\n"
      "isr_truth end n=30\n");
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[1].kind, event_kind::leave);
  EXPECT_EQ(seen[1].instructions, 20U);
  EXPECT_EQ(seen[2].exception, 25U);
  EXPECT_EQ(seen[2].instructions, 20U);
}

TEST(firmware_log, uart_text_that_stops_in_the_middle_is_refused) {
  std::istringstream text("rtm-demo 1\nclock 25000000 32 0\nwindow 100 1\nW 0 0 0 100 100 0 0\n");
  demo::result_reader reader(text, "uart");
  (void)reader.read_header();
  EXPECT_THAT([&] { (void)reader.next(); }, ThrowsMessage<demo::bad_output>(HasSubstr("uart:5: found 'the end")));
}

}  // namespace
}  // namespace truth
