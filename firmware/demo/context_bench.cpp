// SPDX-License-Identifier: MIT
#include "context_bench.hpp"

#include "board_mps2_an385.hpp"
#include "cortex_m3.hpp"

namespace {

uint32_t* saved_stack[bench::max_tasks + 1];
uint32_t current = bench::idle_context;
uint32_t ready = 1U << bench::idle_context;  // bit n: context n; the idle context is always ready
uint32_t woken = 0;                          // tasks with a wake that `wait` has not consumed

uint32_t most_urgent_ready() { return static_cast<uint32_t>(__builtin_ctz(ready)); }

/// From the main stack to the process stack, for good. Naked: a compiled function could not survive the exchange of
/// the stack that its own locals are on.
[[gnu::naked, noreturn]] void continue_on_process_stack(uint32_t* /*stack*/, void (* /*code*/)()) {
  asm volatile(
      "msr psp, r0\n\t"
      "mrs r2, control\n\t"
      "orr r2, r2, #2\n\t"
      "msr control, r2\n\t"
      "isb\n\t"
      "cpsie i\n\t"
      "blx r1\n\t"
      "b .");
}

}  // namespace

/// The second half of pend_sv_handler, which finds it by its name. Takes and gives process stack pointers, with r4 to
/// r11 saved where they point to.
extern "C" [[gnu::used]] uint32_t* bench_switch_context(uint32_t* stack) {
  bench::hooks::switch_begins();
  const uint32_t mask = board::port::lock();
  saved_stack[current] = stack;
  current = most_urgent_ready();
  const uint32_t next = current;
  board::port::unlock(mask);
  // An interrupt that wakes a more urgent task from here on makes PendSV pending again.
  bench::hooks::dispatched(next);
  return saved_stack[next];
}

namespace bench {

void create(uint32_t task, void (*entry)(), uint32_t* stack, size_t stack_words) {
  uint32_t* top = stack + stack_words;
  *--top = 0x0100'0000U;                        // xPSR: Thumb state
  *--top = reinterpret_cast<uintptr_t>(entry);  // pc
  *--top = 0xFFFF'FFFFU;                        // lr: a task that returns faults
  for (int i = 0; i < 5 + 8; ++i) *--top = 0;   // r12, r3 to r0; r11 to r4
  saved_stack[task] = top;
  ready |= 1U << task;
}

void run(void (*idle)(), uint32_t* stack, size_t stack_words) {
  hooks::dispatched(idle_context);
  cortex_m3::pend_pend_sv();
  continue_on_process_stack(stack + stack_words, idle);
}

void wait() {
  const uint32_t bit = 1U << current;  // only this task's own dispatch changes `current` back to it
  uint32_t mask = board::port::lock();
  if ((woken & bit) == 0) {
    ready &= ~bit;
    cortex_m3::pend_pend_sv();
    board::port::unlock(mask);
    cortex_m3::settle();  // PendSV runs here; the next instruction is executed after a wake
    mask = board::port::lock();
  }
  woken &= ~bit;
  board::port::unlock(mask);
}

void wake(uint32_t task) {
  const uint32_t mask = board::port::lock();
  woken |= 1U << task;
  ready |= 1U << task;
  if (task < current) cortex_m3::pend_pend_sv();
  board::port::unlock(mask);
}

[[gnu::naked]] void pend_sv_handler() {
  asm volatile(
      "mrs r0, psp\n\t"
      "stmdb r0!, {r4-r11}\n\t"
      "push {r3, lr}\n\t"  // r3 only keeps the stack aligned to 8 bytes
      "bl bench_switch_context\n\t"
      "pop {r3, lr}\n\t"
      "ldmia r0!, {r4-r11}\n\t"
      "msr psp, r0\n\t"
      "bx lr");
}

}  // namespace bench
