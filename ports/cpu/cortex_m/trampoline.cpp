// SPDX-License-Identifier: MIT
// The trampoline of vectors.hpp. Compile it into an image that uses them. Armv6-M instructions only.
//
// What the hardware has done: pushed the frame on the stack that was in use, put EXC_RETURN into the link register, and
// left the other registers as they were. Then, in order:
//
//   push {r3, lr}              EXC_RETURN is kept; r3 only keeps the stack aligned to 8 bytes
//   mrs r0, ipsr               the number of this exception, not of one that nests: that has returned by then
//   bl rtm_cortex_m_enter      reports, and returns the handler
//   blx r0                     the handler, an ordinary function
//   mrs r0, ipsr
//   bl rtm_cortex_m_exit
//   pop {r3, pc}               loads EXC_RETURN: the exception returns, or chains to the next
//
// Seven instructions, besides those of the two hooks. r4 to r11 and the floating-point registers are not touched, so
// lazy stacking stays lazy; EXC_RETURN is taken as it is, whatever stack, state and security it names.
#include "vectors.hpp"

extern "C" [[gnu::naked, gnu::used]] void rtm_cortex_m_trampoline() {
  asm volatile(
      "push {r3, lr}\n\t"
      "mrs r0, ipsr\n\t"
      "bl rtm_cortex_m_enter\n\t"
      "blx r0\n\t"
      "mrs r0, ipsr\n\t"
      "bl rtm_cortex_m_exit\n\t"
      "pop {r3, pc}");
}
