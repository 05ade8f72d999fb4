// SPDX-License-Identifier: MIT
// Where is what on QEMU's machine `virt` for RISC-V? Addresses: QEMU 7.2, hw/riscv/virt.c.
#pragma once

#include <stdint.h>

#include "ports/cpu/mmio.hpp"
#include "ports/cpu/riscv/port.hpp"
#include "rtm/port.hpp"

namespace board {

inline constexpr uint32_t mtime = 0x0200'BFF8U;
inline constexpr uint32_t mtimecmp = 0x0200'4000U;  // of hart 0
inline constexpr uint32_t msip = 0x0200'0000U;      // of hart 0
inline constexpr uint64_t mtime_hz = 10'000'000;
inline constexpr uint32_t ticks_per_us = 10;
/// With -icount QEMU's mcycle counts nanoseconds of virtual time, asleep too. Real harts differ in both.
inline constexpr uint64_t mcycle_hz = 1'000'000'000;

using clock = rtm::riscv::mtime_low<mtime, mtime_hz>;
using port = rtm::port_of<clock, rtm::riscv::mie_mask<>, rtm::riscv::harts<1>>;
static_assert(rtm::check_port<port>());

/// The 16550 of the machine.
struct uart {
  static void put(char c) {
    while ((rtm::mmio::read_byte(0x1000'0005U) & 0x20U) == 0) {
    }
    rtm::mmio::write_byte(0x1000'0000U, static_cast<uint8_t>(c));
  }
};

/// Never two halves that belong to an earlier deadline: the high one is out of reach in between.
inline void set_deadline(uint64_t at, uint32_t hart = 0) {
  rtm::mmio::write(mtimecmp + 8 * hart + 4, 0xFFFF'FFFFU);
  rtm::mmio::write(mtimecmp + 8 * hart, static_cast<uint32_t>(at));
  rtm::mmio::write(mtimecmp + 8 * hart + 4, static_cast<uint32_t>(at >> 32));
}

/// The software interrupt of a hart, which is also how one hart interrupts another.
inline void set_soft_interrupt(uint32_t hart, bool is_pending) {
  rtm::mmio::write(msip + 4 * hart, is_pending ? 1 : 0);
}

inline void enable_interrupts(uint32_t causes) { asm volatile("csrs mie, %0" ::"r"(causes) : "memory"); }
inline void disable_interrupts(uint32_t causes) { asm volatile("csrc mie, %0" ::"r"(causes) : "memory"); }
inline void unmask() { asm volatile("csrsi mstatus, 8" ::: "memory"); }
/// Also what lets another hart run with -icount: QEMU takes turns there.
inline void wait_for_interrupt() { asm volatile("wfi" ::: "memory"); }

/// In a handler: lets other interrupts than `causes` nest, and keeps what the next trap overwrites.
inline void let_nest_all_but(uint32_t causes) {
  uintptr_t mepc, mstatus;
  asm volatile("csrr %0, mepc\n\tcsrr %1, mstatus" : "=r"(mepc), "=r"(mstatus)::"memory");
  disable_interrupts(causes);
  asm volatile("csrsi mstatus, 8\n\tnop\n\tcsrci mstatus, 8" ::: "memory");
  enable_interrupts(causes);
  asm volatile("csrw mepc, %0\n\tcsrw mstatus, %1" ::"r"(mepc), "r"(mstatus) : "memory");
}

/// The "test finisher": QEMU exits with this code.
[[noreturn]] inline void exit(uint32_t code) {
  rtm::mmio::write(0x0010'0000U, code == 0 ? 0x5555U : code << 16 | 0x3333U);
  while (true) {
  }
}

}  // namespace board
