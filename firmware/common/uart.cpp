// SPDX-License-Identifier: MIT
#include "uart.hpp"

namespace {

constexpr uint32_t data = 0x0;
constexpr uint32_t state = 0x4;  // bit 0: transmit buffer full
constexpr uint32_t control = 0x8;
constexpr uint32_t baud_divider = 0x10;

}  // namespace

void uart::enable_transmitter() const {
  mmio::write(base_ + baud_divider, 16);  // the smallest legal value; QEMU ignores the rate but not a missing one
  mmio::write(base_ + control, 1);
}

void uart::put(char c) const {
  while ((mmio::read(base_ + state) & 1U) != 0) {
  }
  mmio::write(base_ + data, static_cast<uint8_t>(c));
}

bool uart::try_put(uint8_t byte) const {
  if ((mmio::read(base_ + state) & 1U) != 0) return false;
  mmio::write(base_ + data, byte);
  return true;
}

const uart& uart::text(const char* zero_terminated) const {
  for (; *zero_terminated != '\0'; ++zero_terminated) put(*zero_terminated);
  return *this;
}

const uart& uart::decimal(uint64_t value) const {
  char digits[20];
  uint32_t count = 0;
  // 64-bit division is a library call of some hundred instructions: only while the value needs it.
  for (; value > 0xFFFF'FFFFU; value /= 10) digits[count++] = static_cast<char>('0' + value % 10);
  auto low = static_cast<uint32_t>(value);
  do {
    digits[count++] = static_cast<char>('0' + low % 10);
    low /= 10;
  } while (low != 0);
  while (count > 0) put(digits[--count]);
  return *this;
}
