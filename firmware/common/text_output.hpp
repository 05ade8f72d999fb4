// SPDX-License-Identifier: MIT
// Text and decimal numbers out of any device that has `static void put(char)`. For boards that are not MPS2.
#pragma once

#include <stdint.h>

template <class Device>
struct text_output {
  const text_output& put(char c) const {
    Device::put(c);
    return *this;
  }
  const text_output& text(const char* zero_terminated) const {
    for (; *zero_terminated != '\0'; ++zero_terminated) Device::put(*zero_terminated);
    return *this;
  }
  const text_output& decimal(uint64_t value) const {
    char digits[20];
    uint32_t count = 0;
    do {
      digits[count++] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    while (count > 0) Device::put(digits[--count]);
    return *this;
  }
};
