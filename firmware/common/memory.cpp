// SPDX-License-Identifier: MIT
// The two functions that a freestanding compiler may call without being asked.
#include <stddef.h>
#include <stdint.h>

extern "C" {

// Built with -fno-tree-loop-distribute-patterns: otherwise the compiler turns each loop into a call of itself.
void* memcpy(void* __restrict to, const void* __restrict from, size_t bytes) {
  auto* target = static_cast<uint8_t*>(to);
  const auto* source = static_cast<const uint8_t*>(from);
  for (size_t i = 0; i < bytes; ++i) target[i] = source[i];
  return to;
}

void* memset(void* to, int value, size_t bytes) {
  auto* target = static_cast<uint8_t*>(to);
  for (size_t i = 0; i < bytes; ++i) target[i] = static_cast<uint8_t>(value);
  return to;
}
}
