// SPDX-License-Identifier: MIT
// perf_event: the protocol of its page on a page that the test changes, what read(2) yields, and the kernel itself
// where it lets us.
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <functional>

#include "perf/perf_group.hpp"
#include "perf/perf_page.hpp"

namespace rtm::test {
namespace {

using host::perf_status;

/// The kernel changes the page at barrier number n.
struct fake_cpu {
  std::uint64_t raw = 0;
  std::uint32_t asked = ~0U;
  int barriers = 0;
  std::function<void(int)> at_barrier;

  std::uint64_t counter(std::uint32_t n) {
    asked = n;
    return raw;
  }
  void barrier() {
    ++barriers;
    if (at_barrier) at_barrier(barriers);
  }
};

perf_event_mmap_page counting_page() {
  perf_event_mmap_page page = {};
  page.lock = 2;
  page.index = 3;
  page.offset = 1000;
  page.time_enabled = page.time_running = 50;
  page.cap_user_rdpmc = 1;
  page.pmc_width = 48;
  return page;
}

TEST(perf_page, adds_the_counter_that_holds_the_event_to_the_offset) {
  const auto page = counting_page();
  fake_cpu cpu;
  cpu.raw = 234;
  const auto r = host::read_page(page, cpu);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->count, 1234U);
  EXPECT_EQ(cpu.asked, 2U);  // the index is one more than the counter's number
  EXPECT_TRUE(r->on_cpu);
  EXPECT_FALSE(r->was_multiplexed());
}

TEST(perf_page, extends_the_sign_of_a_narrow_counter) {
  const auto page = counting_page();
  fake_cpu cpu;
  cpu.raw = 0x0000'FFFF'FFFF'FFFFU;  // -1 in 48 bits
  EXPECT_EQ(host::read_page(page, cpu)->count, 999U);
  cpu.raw = 0xABCD'0000'0000'0005U;  // above its width stands anything
  EXPECT_EQ(host::read_page(page, cpu)->count, 1005U);
}

TEST(perf_page, of_an_event_that_no_counter_holds_is_the_offset) {
  auto page = counting_page();
  fake_cpu cpu;
  cpu.raw = 77;
  page.index = 0;
  EXPECT_EQ(host::read_page(page, cpu)->count, 1000U);
  EXPECT_EQ(cpu.asked, ~0U);
  page.index = 3;
  page.cap_user_rdpmc = 0;
  EXPECT_EQ(host::read_page(page, cpu)->count, 1000U);
  EXPECT_FALSE(host::read_page(page, cpu)->on_cpu);
  EXPECT_EQ(cpu.asked, ~0U);
}

TEST(perf_page, that_changes_between_is_read_again) {
  for (int when = 1; when <= 2; ++when) {
    auto page = counting_page();
    fake_cpu cpu;
    cpu.raw = 234;
    cpu.at_barrier = [&](int n) {
      if (n != when) return;
      page.lock += 2;  // the event moved: another counter, another offset
      page.index = 1;
      page.offset = 5000;
      cpu.raw = 1;
    };
    EXPECT_EQ(host::read_page(page, cpu)->count, 5001U) << when;
    EXPECT_EQ(cpu.asked, 0U);
  }
}

TEST(perf_page, that_changes_all_the_time_is_no_reading) {
  auto page = counting_page();
  fake_cpu cpu;
  cpu.at_barrier = [&](int) { ++page.lock; };
  EXPECT_FALSE(host::read_page(page, cpu, 10));
  EXPECT_EQ(cpu.barriers, 20);
}

TEST(perf_page, says_when_the_event_did_not_have_a_counter_all_the_time) {
  auto page = counting_page();
  page.time_running = 49;
  fake_cpu cpu;
  EXPECT_TRUE(host::read_page(page, cpu)->was_multiplexed());
}

TEST(perf_group, takes_what_the_kernel_yields) {
  const std::array<std::uint64_t, 5> words{2, 100, 100, 7, 8};
  host::perf_group_reading r;
  ASSERT_EQ(host::parse_group(words.data(), 5, 2, r), perf_status::ok);
  EXPECT_EQ(r.counts, (std::vector<std::uint64_t>{7, 8}));
}

TEST(perf_group, that_lost_its_counters_is_never_scaled) {
  host::perf_group_reading r;
  const std::array<std::uint64_t, 4> part{1, 100, 60, 7};
  EXPECT_EQ(host::parse_group(part.data(), 4, 1, r), perf_status::no_counter);
  EXPECT_EQ(host::parse_group(nullptr, 0, 1, r), perf_status::no_counter);  // the error state of a pinned group
  const std::array<std::uint64_t, 4> other{2, 100, 100, 7};
  EXPECT_EQ(host::parse_group(other.data(), 4, 1, r), perf_status::no_counter);
  EXPECT_TRUE(r.counts.empty());
}

TEST(perf_group, names_why_an_event_was_refused) {
  EXPECT_EQ(host::status_of_open(ENOENT), perf_status::no_event);
  EXPECT_EQ(host::status_of_open(EACCES), perf_status::no_permission);
  EXPECT_EQ(host::status_of_open(ENOSYS), perf_status::no_perf);
  EXPECT_EQ(host::status_of_open(EINVAL), perf_status::no_counter);
  EXPECT_NE(host::text_of(perf_status::no_event), "");
}

TEST(perf_group, without_events_does_not_start) {
  host::perf_group group;
  host::perf_group_reading r;
  EXPECT_EQ(group.start(), perf_status::not_open);
  EXPECT_EQ(group.read(r), perf_status::not_open);
}

TEST(perf_group, counts_events_of_this_thread) {
  host::perf_group group;
  const perf_status opened = group.add({PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK});
  if (opened != perf_status::ok) GTEST_SKIP() << "no software event here: " << host::text_of(opened);
  const perf_status hardware = group.add({PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS});
  EXPECT_EQ(group.size(), hardware == perf_status::ok ? 2U : 1U);
  if (group.start() != perf_status::ok) GTEST_SKIP() << "the group cannot be enabled here";
  host::perf_group_reading before, after;
  ASSERT_EQ(group.read(before), perf_status::ok);
  volatile std::uint64_t work = 0;
  for (int i = 0; i < 100'000; ++i) work = work + 1;
  ASSERT_EQ(group.read(after), perf_status::ok);
  for (std::size_t i = 0; i < group.size(); ++i) EXPECT_GT(after.counts[i], before.counts[i]);
}

}  // namespace
}  // namespace rtm::test
