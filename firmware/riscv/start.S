/* SPDX-License-Identifier: MIT
 * What happens between reset and run(hart). All harts begin here at once: hart 0 clears memory, the others sleep until it
 * interrupts them (if it ever does), because what they wrote before would be cleared too. And the vectors as the
 * application wrote them. */
  .section .text.start, "ax"
  .globl start
start:
  csrr a0, mhartid
  la sp, link_stack_top
  slli t0, a0, 14
  sub sp, sp, t0
  la t0, unexpected_trap
  csrw mtvec, t0
  bnez a0, 3f
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
  csrwi mie, 8 /* masked by mstatus.MIE: it wakes and is not taken */
4:
  wfi
  csrr t0, mip
  andi t0, t0, 8
  beqz t0, 4b
  call run

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
