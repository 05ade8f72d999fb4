// SPDX-License-Identifier: MIT
// The host's port on the host: threads as cores. No test looks at how long anything takes.
#include "ports/cpu/host/port.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "rtm/clock_test.hpp"
#include "rtm/ledger.hpp"
#include "rtm/port.hpp"

namespace {

using cores = rtm::host::threads<2>;
using plain_port = rtm::port_of<rtm::host::monotonic_clock, rtm::host::no_mask, cores>;
static_assert(rtm::check_port<plain_port>());

struct capacity : rtm::default_capacity {
  using word = std::uint64_t;
  static constexpr std::uint32_t clock_bits = 64;
};
using ledger_type = rtm::ledger<capacity>;

TEST(host_port, monotonic_clock_moves_and_never_goes_back) {
  EXPECT_EQ(rtm::test_clock<plain_port>({}).status, rtm::clock_status::clock_ok);
  std::uint64_t last = plain_port::now();
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t now = plain_port::now();
    ASSERT_GE(now, last);
    last = now;
  }
}

#if defined(__x86_64__)
TEST(host_port, cpu_counter_moves_and_never_goes_back_on_one_thread) {
  using counter_port = rtm::port_of<rtm::host::cpu_counter<1'000'000'000>, rtm::host::no_mask, cores>;
  static_assert(rtm::check_port<counter_port>());
  EXPECT_EQ(rtm::test_clock<counter_port>({}).status, rtm::clock_status::clock_ok);
}
#endif

TEST(host_port, thread_that_has_no_name_is_no_core) {
  ledger_type ledgers[2];
  std::thread([&] {
    EXPECT_EQ(cores::core_index(), rtm::no_id);
    EXPECT_EQ(rtm::report_on_core<plain_port>(ledgers, [](ledger_type&, std::uint64_t) { FAIL(); }),
              rtm::core_status::bad_core);
    cores::i_am(2);
    EXPECT_EQ(cores::core_index(), rtm::no_id) << "there are two";
  }).join();
}

TEST(host_port, threads_tell_their_own_ledgers_and_each_adds_up) {
  ledger_type ledgers[2];
  const auto run = [&](std::uint32_t core) {
    cores::i_am(core);
    const auto tell = [&](auto fact) {
      ASSERT_EQ(rtm::report_on_core<plain_port>(ledgers, fact), rtm::core_status::ok);
    };
    tell([](ledger_type& l, std::uint64_t now) { (void)l.start(now, rtm::idle, {}); });
    for (int i = 0; i < 1'000; ++i) {
      tell([](ledger_type& l, std::uint64_t now) { (void)l.task_switch(now, rtm::task_id{1}); });
      tell([](ledger_type& l, std::uint64_t now) { (void)l.isr_enter(now, rtm::isr_id{2}); });
      tell([](ledger_type& l, std::uint64_t now) { (void)l.isr_exit(now, rtm::isr_id{2}); });
      tell([](ledger_type& l, std::uint64_t now) { (void)l.task_switch(now, rtm::idle); });
    }
    tell([](ledger_type& l, std::uint64_t now) { (void)l.snapshot(now); });
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  for (const ledger_type& l : ledgers) {
    EXPECT_TRUE(l.epoch().valid);
    EXPECT_EQ(l.epoch_sums(rtm::isr_id{2}).calls, 1'000U);
    EXPECT_EQ(l.epoch_sums(rtm::task_id{1}).dispatches, 1'000U);
    EXPECT_EQ(l.epoch_sums(rtm::idle).exclusive + l.epoch_sums(rtm::task_id{1}).exclusive +
                  l.epoch_sums(rtm::isr_id{2}).exclusive,
              l.epoch().total_ticks);
  }
}

}  // namespace
