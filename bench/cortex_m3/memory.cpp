// SPDX-License-Identifier: MIT
// memcpy and memset as fast as those of a C library on aligned words, which is all that a ledger asks for. Those of
// firmware/common go byte by byte and would hide what a reader costs.
#include <stddef.h>
#include <stdint.h>

extern "C" {

// Built with -fno-tree-loop-distribute-patterns: otherwise the compiler turns each loop into a call of itself.
void* memcpy(void* __restrict to, const void* __restrict from, size_t bytes) {
  auto* target = static_cast<uint8_t*>(to);
  const auto* source = static_cast<const uint8_t*>(from);
  const bool aligned = ((reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from)) & 3U) == 0;
  for (; aligned && bytes >= 4; bytes -= 4, target += 4, source += 4)
    *reinterpret_cast<uint32_t*>(target) = *reinterpret_cast<const uint32_t*>(source);
  for (; bytes > 0; --bytes) *target++ = *source++;
  return to;
}

void* memset(void* to, int value, size_t bytes) {
  auto* target = static_cast<uint8_t*>(to);
  const uint32_t word = 0x0101'0101U * static_cast<uint8_t>(value);
  const bool aligned = (reinterpret_cast<uintptr_t>(to) & 3U) == 0;
  for (; aligned && bytes >= 4; bytes -= 4, target += 4) *reinterpret_cast<uint32_t*>(target) = word;
  for (; bytes > 0; --bytes) *target++ = static_cast<uint8_t>(value);
  return to;
}
}
