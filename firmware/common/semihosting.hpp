// SPDX-License-Identifier: MIT
// How does an image end its run under QEMU with an exit code? By a semihosting call (`-semihosting-config enable=on`).
#pragma once

#include <stdint.h>

namespace semihosting {

/// QEMU exits with `code` (0 .. 255). Without semihosting the breakpoint is a HardFault.
[[noreturn]] inline void exit(uint32_t code) {
  // SYS_EXIT_EXTENDED takes reason (ADP_Stopped_ApplicationExit) and code; plain SYS_EXIT can only say 0 or 1.
  const uint32_t block[2] = {0x20026U, code};
  register uint32_t operation asm("r0") = 0x20;
  register const uint32_t* parameters asm("r1") = block;
  asm volatile("bkpt 0xAB" ::"r"(operation), "r"(parameters) : "memory");
  while (true) {
  }
}

}  // namespace semihosting
