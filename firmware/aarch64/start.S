/* SPDX-License-Identifier: MIT
 * What happens between reset and run(core) at EL1, on core 0 and on those that PSCI turns on (x0: their index); and the
 * vectors as the application wrote them. */
#include "ports/cpu/aarch64/vector_table.S"

  .section .text.start, "ax"
  .globl start
start:
  ldr x0, =link_bss_start
  ldr x1, =link_bss_end
1:
  cmp x0, x1
  b.hs 2f
  stp xzr, xzr, [x0], #16
  b 1b
2:
  mov x0, #0
  .globl start_other_core
start_other_core:
  ldr x1, =link_stacks
  add x2, x0, #1
  add x1, x1, x2, lsl #16
  mov sp, x1
  ldr x1, =application_vectors
  msr vbar_el1, x1
  isb
  bl run
3:
  wfi
  b 3b

  vector_table application_vectors, application_irq, rtm_aarch64_exception
