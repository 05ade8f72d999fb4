/* SPDX-License-Identifier: MIT
 * The trap entry of traps.hpp. Compile it into an image that uses it. RV32 and RV64, machine mode.
 *
 * The frame keeps what a C function may change, mepc, mstatus and the cause. The handler needs none of it restored: it
 * saves and restores what it finds, and comes back here by its mret, in machine mode with interrupts masked.
 * An interrupt executes 64 instructions of this file, besides the handler's and those of the two hooks. */
#if __riscv_xlen == 64
#define STORE sd
#define LOAD ld
#define WORD 8
#else
#define STORE sw
#define LOAD lw
#define WORD 4
#endif

#define MSTATUS_MPIE 0x80
#define MSTATUS_MPP 0x1800
#define FRAME (20 * WORD) /* a multiple of 16 bytes, as the calling convention wants */
#define SLOT(n) ((n) * WORD)

  .section .text.rtm_riscv_entry, "ax"
  .balign 64 /* mtvec takes 4; some harts take 64 only */
  .globl rtm_riscv_entry
  .type rtm_riscv_entry, @function
rtm_riscv_entry:
  addi sp, sp, -FRAME
  STORE a0, SLOT(0)(sp)
  csrr a0, mcause
  bgez a0, 1f /* the top bit is clear: an exception */
  STORE a1, SLOT(1)(sp)
  STORE a2, SLOT(2)(sp)
  STORE a3, SLOT(3)(sp)
  STORE a4, SLOT(4)(sp)
  STORE a5, SLOT(5)(sp)
  STORE a6, SLOT(6)(sp)
  STORE a7, SLOT(7)(sp)
  STORE t0, SLOT(8)(sp)
  STORE t1, SLOT(9)(sp)
  STORE t2, SLOT(10)(sp)
  STORE t3, SLOT(11)(sp)
  STORE t4, SLOT(12)(sp)
  STORE t5, SLOT(13)(sp)
  STORE t6, SLOT(14)(sp)
  STORE ra, SLOT(15)(sp)
  csrr t0, mepc
  STORE t0, SLOT(16)(sp)
  csrr t0, mstatus
  STORE t0, SLOT(17)(sp)
  slli a0, a0, 1 /* without its top bit */
  srli a0, a0, 1
  STORE a0, SLOT(18)(sp)
  call rtm_riscv_enter
  la t0, 2f
  csrw mepc, t0
  li t0, MSTATUS_MPIE
  csrc mstatus, t0
  li t0, MSTATUS_MPP
  csrs mstatus, t0
  jr a0

1:
  LOAD a0, SLOT(0)(sp)
  addi sp, sp, FRAME
  j rtm_riscv_exception

  .balign 4 /* mepc has no lower bits without compressed instructions */
2:
  LOAD a0, SLOT(18)(sp)
  call rtm_riscv_exit
  LOAD t0, SLOT(16)(sp)
  csrw mepc, t0
  /* Only what mret reads: the handler may have made the floating-point state dirty. */
  li t1, MSTATUS_MPIE | MSTATUS_MPP
  csrc mstatus, t1
  LOAD t0, SLOT(17)(sp)
  and t0, t0, t1
  csrs mstatus, t0
  LOAD ra, SLOT(15)(sp)
  LOAD t6, SLOT(14)(sp)
  LOAD t5, SLOT(13)(sp)
  LOAD t4, SLOT(12)(sp)
  LOAD t3, SLOT(11)(sp)
  LOAD t2, SLOT(10)(sp)
  LOAD t1, SLOT(9)(sp)
  LOAD t0, SLOT(8)(sp)
  LOAD a7, SLOT(7)(sp)
  LOAD a6, SLOT(6)(sp)
  LOAD a5, SLOT(5)(sp)
  LOAD a4, SLOT(4)(sp)
  LOAD a3, SLOT(3)(sp)
  LOAD a2, SLOT(2)(sp)
  LOAD a1, SLOT(1)(sp)
  LOAD a0, SLOT(0)(sp)
  addi sp, sp, FRAME
  mret
  .size rtm_riscv_entry, . - rtm_riscv_entry
