// SPDX-License-Identifier: MIT
// What the parts of this image share: the backend, the registers behind it, and the one interrupt that it is about.
#pragma once

#include <stdint.h>

#include "controller.hpp"
#include "rtm/pmu/access/aarch64.hpp"
#include "rtm/pmu/backends/pmuv3_a64.hpp"
#include "text_output.hpp"

namespace counters {

using access = rtm::pmu::access::aarch64;
using backend = rtm::pmu::pmuv3_a64<access>;
/// The cycle counter overflows after 32 bits and counts on above them: its upper half knows what a reader must find.
struct narrow_cycles : rtm::pmu::pmuv3_options {
  static constexpr bool long_cycles = false;
};
using narrow_backend = rtm::pmu::pmuv3_a64<access, narrow_cycles>;

inline constexpr uint32_t overflow_interrupt = 23;
inline constexpr uint32_t cycle_bit = 1U << 31;
inline constexpr text_output<board::uart> results;

/// What the overflow interrupt calls from here on.
void on_overflow(void (*handler)());
/// So often since then.
uint32_t overflow_interrupts();

/// Long enough for whatever is pending.
inline void let_interrupts_in() {
  board::unmask();
  asm volatile("isb\n\tnop\n\tnop" ::: "memory");
  (void)board::port::lock();
}

/// One event of sw_incr on each counter of `mask`: exact here and on silicon.
inline void increment(uint32_t times, uint32_t mask = 1) {
  for (uint32_t i = 0; i < times; ++i) access::write<rtm::pmu::a64::pmswinc>(mask);
  access::sync();
}

inline uint32_t flags() { return static_cast<uint32_t>(access::read<rtm::pmu::a64::pmovsclr>()); }

inline void say(const char* what, uint64_t number) { results.text(what).put(' ').decimal(number).put('\n'); }
inline void say(const char* what, const char* answer) { results.text(what).put(' ').text(answer).put('\n'); }
inline void say(const char* what, rtm::pmu::status answer) { say(what, rtm::pmu::name_of(answer)); }

// The parts, each with a section of its own in the output. All run masked, and leave the PMU halted.

/// What is there, what is refused, and who else had his hands on it (counting.cpp).
void show_what_is_there();
void count_exactly();
void sample();
void notice_others();
/// Is the line a level, and does it arrive (line.cpp)?
void test_flags();
void test_line();
/// The wrap of the cycle counter at every instruction of a read (sweep.cpp).
void sweep_reads();
/// Three whole wraps, most of it asleep (sweep.cpp).
void wrap_for_real();

}  // namespace counters
