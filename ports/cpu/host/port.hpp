// SPDX-License-Identifier: MIT
// Ports for a program on Linux: its threads are the cores, a signal handler is an interrupt. For simulations, for tests
// of code that reports facts, and for measuring a program's own threads. The only port that includes headers of an OS.
//
// What such a ledger measures is elapsed time: the kernel takes the CPU away without a word, and whoever ran pays for
// it.
#pragma once

#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "rtm/types.hpp"

namespace rtm::host {

/// CLOCK_MONOTONIC in nanoseconds: goes on in every idle of the process, but not while the machine is suspended. A call
/// of some 20 ns, without entering the kernel.
struct monotonic_clock {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 64;
  static constexpr bool runs_in_idle = true;
  static constexpr uint64_t rate_hz() { return 1'000'000'000; }
  static word now() {
    timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return static_cast<uint64_t>(at.tv_sec) * rate_hz() + static_cast<uint64_t>(at.tv_nsec);
  }
};

#if defined(__x86_64__) || defined(__aarch64__)
/// The CPU's own counter: TSC behind an LFENCE, CNTVCT_EL0 behind an ISB. One for all cores if the machine says so
/// (flags constant_tsc and nonstop_tsc in /proc/cpuinfo; always on AArch64): then it runs in idle too. `Hz` of a TSC is
/// not to be read in user space: measure it (`test_clock` against `monotonic_clock` proves it). On AArch64 it is
/// CNTFRQ_EL0, and `Hz` is 0.
template <uint64_t Hz, bool RunsInIdle = true>
struct cpu_counter {
  using word = uint64_t;
#if defined(__x86_64__)
  static_assert(Hz != 0, "cpu_counter: say how fast the TSC is");
  static constexpr uint32_t clock_bits = 64;
  static constexpr uint64_t rate_hz() { return Hz; }
  static word now() {
    uint32_t low, high;
    // Without the fence it may be read before what stands before it.
    asm volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high)::"memory");
    return word{high} << 32 | low;
  }
#else
  static_assert(Hz == 0, "cpu_counter: the rate is in CNTFRQ_EL0");
  static constexpr uint32_t clock_bits = 56;
  static uint64_t rate_hz() {
    uint64_t value;
    asm volatile("mrs %0, cntfrq_el0" : "=r"(value));
    return value;
  }
  static word now() {
    uint64_t value;
    asm volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(value)::"memory");
    return value & (~word{0} >> 8);
  }
#endif
  static constexpr bool runs_in_idle = RunsInIdle;
};
#endif

/// For threads that report nothing from signal handlers: there is nothing to hold back.
struct no_mask {
  using mask_state = uint32_t;
  static mask_state lock() { return 0; }
  static void unlock(mask_state /*before*/) {}
};

/// Holds back every signal of the calling thread that can be held back. Two system calls a fact.
struct signal_mask {
  using mask_state = sigset_t;
  static mask_state lock() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    return before;
  }
  static void unlock(const mask_state& before) { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
};

/// Threads as cores: each says once which one it is. One that has not is no core, and reports nothing.
template <uint32_t Cores>
struct threads {
  static constexpr uint32_t cores = Cores;

  static void i_am(uint32_t core) { self().core = core; }
  static uint32_t core_index() { return self().core < Cores ? self().core : no_id; }

  /// For signal handlers: `enter_signal(number)` first, `leave_signal(what it returned)` last. It nests.
  static uint32_t enter_signal(uint32_t number) {
    const uint32_t before = self().signal;
    self().signal = number;
    return before;
  }
  static void leave_signal(uint32_t before) { self().signal = before; }
  static uint32_t active_exception() { return self().signal; }

 private:
  struct state {
    uint32_t core = no_id;
    volatile uint32_t signal = no_id;
  };
  static state& self() {
    static thread_local state mine;
    return mine;
  }
};

}  // namespace rtm::host
