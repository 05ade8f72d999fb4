// SPDX-License-Identifier: MIT
// Where is what on QEMU's machine `virt` for AArch64, and what does the firmware need from it beside its port?
// Addresses: QEMU 7.2, hw/arm/virt.c. The variant says which GIC the image is for.
#pragma once

#include <stdint.h>

#include "ports/cpu/aarch64/gic.hpp"
#include "ports/cpu/aarch64/port.hpp"
#include "rtm/port.hpp"

namespace board {

inline constexpr uint32_t ticks_per_us = 62;   // CNTFRQ is 62.5 MHz
inline constexpr uint32_t virtual_timer = 27;  // INTIDs
inline constexpr uint32_t physical_timer = 30;

inline constexpr uintptr_t distributor = 0x0800'0000U;
inline constexpr uintptr_t cpu_interface = 0x0801'0000U;
inline constexpr uintptr_t redistributors = 0x080A'0000U;

using rtm::aarch64::hardware;
using cores = rtm::aarch64::listed_cores<hardware, 0, 1, 2, 3>;
using port = rtm::port_of<rtm::aarch64::generic_timer_low<>, rtm::aarch64::daif_mask<>, cores>;
static_assert(rtm::check_port<port>());

struct uart {  // PL011
  static void put(char c) {
    while ((hardware::read(0x0900'0018U) & 0x20U) != 0) {
    }
    hardware::write(0x0900'0000U, static_cast<uint8_t>(c));
  }
};

/// Lets another core run under -icount, and costs nothing elsewhere.
inline void yield() { asm volatile("yield" ::: "memory"); }
inline void wait_for_interrupt() { asm volatile("dsb sy\n\twfi" ::: "memory"); }
inline void unmask() { asm volatile("msr daifclr, #2" ::: "memory"); }

/// One interrupt after `ticks`, from the timer of this core.
inline void arm_virtual_timer(uint32_t ticks) {
  asm volatile("msr cntv_tval_el0, %0\n\tmsr cntv_ctl_el0, %1\n\tisb" ::"r"(uint64_t{ticks}), "r"(uint64_t{1}));
}
inline void stop_virtual_timer() { asm volatile("msr cntv_ctl_el0, %0\n\tisb" ::"r"(uint64_t{0})); }

/// PSCI CPU_ON: `core` begins at `entry`, with its index in x0. False: refused.
inline bool turn_on(uint32_t core, void (*entry)()) {
  register uint64_t x0 asm("x0") = 0xC400'0003U;
  register uint64_t x1 asm("x1") = core;
  register uint64_t x2 asm("x2") = reinterpret_cast<uint64_t>(entry);
  register uint64_t x3 asm("x3") = core;
  asm volatile("hvc #0"
               : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3)::"memory", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11",
                 "x12", "x13", "x14", "x15", "x16", "x17");
  return x0 == 0;
}

/// QEMU exits with this code: semihosting's SYS_EXIT.
[[noreturn]] inline void exit(uint64_t code) {
  const uint64_t block[2] = {0x20026U, code};
  register uint64_t operation asm("x0") = 0x18;
  register const uint64_t* parameters asm("x1") = block;
  asm volatile("hlt #0xF000" ::"r"(operation), "r"(parameters) : "memory");
  while (true) {
  }
}

}  // namespace board
