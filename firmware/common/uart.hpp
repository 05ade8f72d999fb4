// SPDX-License-Identifier: MIT
// How does text leave the target? Byte by byte through a CMSDK UART, waiting while its one-byte buffer is full.
// Integers only; no format strings, no buffer, no state beyond the register address.
#pragma once

#include <stdint.h>

#include "mmio.hpp"

class uart {
 public:
  constexpr explicit uart(uint32_t base) : base_(base) {}

  /// Once, before the first `put`.
  void enable_transmitter() const;

  void put(char c) const;
  /// False: its buffer is full. Never waits.
  [[nodiscard]] bool try_put(uint8_t byte) const;
  const uart& text(const char* zero_terminated) const;
  const uart& decimal(uint64_t value) const;

 private:
  uint32_t base_;
};
