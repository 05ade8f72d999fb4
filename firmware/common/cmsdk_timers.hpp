// SPDX-License-Identifier: MIT
// Arm's CMSDK timers, which the MPS2 boards have at different addresses: CMSDK technical reference (DDI 0479).
#pragma once

#include <stdint.h>

#include "mmio.hpp"
#include "ports/cpu/timer_clock.hpp"

/// Block 1 of a dual timer, free-running, 32 bits, no interrupt. It counts down; its complement counts up. It runs in
/// every sleep of the core.
template <uint32_t Base, uint64_t Hz>
struct dual_timer_clock : rtm::timer_clock<Base + 4, rtm::counts::down, Hz, true> {
  static constexpr uint32_t value = Base + 0x4;  // the register whose reads QEMU can trace

  /// `first_reading`: what `now` gives first. The counter starts at its complement and wraps like any other.
  static void start(uint32_t first_reading) {
    mmio::write(Base + 0x8, 0);
    mmio::write(Base + 0x0, ~first_reading);
    mmio::write(Base + 0x8, 0x82);  // enabled, 32 bits, free-running, interrupt off
  }
};

/// Block 2 of a dual timer (`Base` is that of the whole) as a one-shot. It shares the interrupt with block 1, whose
/// interrupt stays off.
template <uint32_t Base>
struct dual_timer_shot {
  static void arm(uint32_t ticks) {
    mmio::write(Base + 0x28, 0);
    mmio::write(Base + 0x20, ticks);
    mmio::write(Base + 0x28, 0xA3);  // enabled, interrupt on, 32 bits, one shot
  }
  static void acknowledge() { mmio::write(Base + 0x2C, 1); }
};

/// A CMSDK timer used for one interrupt after `ticks`, then armed again by its handler.
struct cmsdk_timer {
  uint32_t base;

  void arm(uint32_t ticks) const {
    mmio::write(base + 0x0, 0);
    mmio::write(base + 0x8, 0);  // no reload: one shot
    mmio::write(base + 0x4, ticks);
    mmio::write(base + 0x0, 0x9);  // enabled, interrupt on
  }
  void acknowledge() const { mmio::write(base + 0xC, 1); }
};
