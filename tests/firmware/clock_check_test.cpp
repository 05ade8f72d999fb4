// SPDX-License-Identifier: MIT
// What the start-up test says of clocks of a real machine, as far as QEMU is one. DWT is not modelled by QEMU 7.2: its
// registers read 0 and ignore writes, as on a core without it.
#include <gmock/gmock.h>

#include "runs.hpp"

namespace truth {
namespace {

TEST(firmware_clock_check, good_clocks_start_a_ledger_and_bad_ones_are_named_and_do_not) {
  EXPECT_EQ(file_of("clock_check", "uart.txt"),
            "timer0: clock_ok, started\n"
            "timer0, said to be half as fast: clock_too_fast, not started\n"
            "timer0, said to be twice as fast: clock_too_slow, not started\n"
            "DWT absent\n"
            "DWT all the same: clock_stuck, not started\n"
            "SysTick started\n"
            "SysTick: clock_ok, started\n"
            "SysTick, gated in sleep: clock_stops_in_idle, not started\n"
            "SysTick, whose port says that it stops: clock_stops_in_idle, not started\n"
            "SysTick from the reference other_source\n"
            "SysTick with a period occupied\n"
            "end 0\n");
}

}  // namespace
}  // namespace truth
