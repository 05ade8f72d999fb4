/* SPDX-License-Identifier: MIT
 * Included, not compiled alone: a vector table for EL1 whose IRQs call a C function.
 *
 *   vector_table <name>, <C function for IRQ>, <where everything else goes>
 *
 * The frame keeps what a C function may change of the general registers, and ELR and SPSR, so that the function may unmask
 * IRQ. 31 instructions an interrupt, besides those of the function. */

#define IRQ_FRAME 192

  .macro vector_table name, irq, exception
  .section .text.\name, "ax"
\name\()_irq:
  sub sp, sp, #IRQ_FRAME
  stp x0, x1, [sp, #0]
  stp x2, x3, [sp, #16]
  stp x4, x5, [sp, #32]
  stp x6, x7, [sp, #48]
  stp x8, x9, [sp, #64]
  stp x10, x11, [sp, #80]
  stp x12, x13, [sp, #96]
  stp x14, x15, [sp, #112]
  stp x16, x17, [sp, #128]
  stp x18, x30, [sp, #144]
  mrs x0, elr_el1
  mrs x1, spsr_el1
  stp x0, x1, [sp, #160]
  bl \irq
  ldp x0, x1, [sp, #160]
  msr elr_el1, x0
  msr spsr_el1, x1
  ldp x18, x30, [sp, #144]
  ldp x16, x17, [sp, #128]
  ldp x14, x15, [sp, #112]
  ldp x12, x13, [sp, #96]
  ldp x10, x11, [sp, #80]
  ldp x8, x9, [sp, #64]
  ldp x6, x7, [sp, #48]
  ldp x4, x5, [sp, #32]
  ldp x2, x3, [sp, #16]
  ldp x0, x1, [sp, #0]
  add sp, sp, #IRQ_FRAME
  eret

  /* Four groups (current EL with SP_EL0, with SP_ELx, lower EL in AArch64, in AArch32) of synchronous, IRQ, FIQ, SError,
   * 128 bytes each. */
  .balign 2048
  .globl \name
\name:
  .rept 4
  .balign 128
  b \exception
  .balign 128
  b \name\()_irq
  .balign 128
  b \exception
  .balign 128
  b \exception
  .endr
  .balign 128
  .endm
