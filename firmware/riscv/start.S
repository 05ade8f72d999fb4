/* SPDX-License-Identifier: MIT
 * What happens between reset and run() on hart 0, and the vectors as the application wrote them. Other harts sleep. */
  .section .text.start, "ax"
  .globl start
start:
  csrr t0, mhartid
  bnez t0, 3f
  la sp, link_stack_top
  la t0, unexpected_trap
  csrw mtvec, t0
  la t0, link_bss_start
  la t1, link_bss_end
1:
  bgeu t0, t1, 2f
  sw zero, 0(t0)
  addi t0, t0, 4
  j 1b
2:
  call run
3:
  wfi
  j 3b

/* Vectored mode: cause n jumps to entry n; exceptions to the first. */
  .balign 256
  .option push
  .option norvc
  .globl application_vectors
application_vectors:
  j rtm_riscv_exception
  j unexpected_trap
  j unexpected_trap
  j soft_handler
  j unexpected_trap
  j unexpected_trap
  j unexpected_trap
  j timer_handler
  j unexpected_trap
  j unexpected_trap
  j unexpected_trap
  j unexpected_trap
  .option pop
