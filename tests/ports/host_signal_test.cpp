// SPDX-License-Identifier: MIT
// The host's port: a signal as the interrupt. Apart from the threads, because ThreadSanitizer puts signals off.
#include <gmock/gmock.h>

#include <csignal>

#include "ports/cpu/host/port.hpp"
#include "rtm/ledger.hpp"
#include "rtm/port.hpp"

namespace {

using cores = rtm::host::threads<1>;
using signal_port = rtm::port_of<rtm::host::monotonic_clock, rtm::host::signal_mask, cores>;
static_assert(rtm::check_port<signal_port>());

struct capacity : rtm::default_capacity {
  using word = std::uint64_t;
  static constexpr std::uint32_t clock_bits = 64;
};

rtm::ledger<capacity> signalled;
volatile std::sig_atomic_t handled = 0;
std::uint32_t active_in_handler = rtm::no_id;

void on_signal(int number) {
  const std::uint32_t before = cores::enter_signal(static_cast<std::uint32_t>(number));
  rtm::report<signal_port>([](std::uint64_t now) { (void)signalled.isr_enter(now, rtm::isr_id{0}); });
  active_in_handler = signal_port::active_exception();
  handled = handled + 1;
  rtm::report<signal_port>([](std::uint64_t now) { (void)signalled.isr_exit(now, rtm::isr_id{0}); });
  cores::leave_signal(before);
}

TEST(host_port, signal_waits_until_the_fact_is_told_and_is_an_interrupt_then) {
  ASSERT_NE(std::signal(SIGUSR1, on_signal), SIG_ERR);
  rtm::report<signal_port>([](std::uint64_t now) { (void)signalled.start(now, rtm::idle, {}); });
  rtm::report<signal_port>([](std::uint64_t now) {
    std::raise(SIGUSR1);
    EXPECT_EQ(handled, 0) << "held back";
    (void)signalled.poll(now);
  });
  EXPECT_EQ(handled, 1);
  EXPECT_EQ(active_in_handler, static_cast<std::uint32_t>(SIGUSR1));
  EXPECT_EQ(signal_port::active_exception(), rtm::no_id);
  rtm::report<signal_port>([](std::uint64_t now) { EXPECT_EQ(signalled.snapshot(now), rtm::status::ok); });
  EXPECT_EQ(signalled.epoch_sums(rtm::isr_id{0}).calls, 1U);
  std::signal(SIGUSR1, SIG_DFL);
}

}  // namespace
