// SPDX-License-Identifier: MIT
// What the module asks of a CPU's counters: a type with these members, one object a core. The rest of the module is
// written against it; backends/ has one for each architecture, each over a policy of register accesses, so that the
// order of its accesses can be checked on the host.
//
//   static constexpr bool has_overflow;      there are overflow flags, and an interrupt
//   static constexpr bool runs_in_idle;      false for every counter of core cycles: such a counter is no clock
//   status   start_up();                     all off, flags clear, in the order that the architecture wants
//   uint32_t counters();                     the counters there are, a bit each
//   uint32_t candidates(event);              those that can count it; 0: none
//   uint32_t bits(unsigned n);               after how many bits counter n wraps (and sets its flag), 8 .. 64
//   uint64_t read(unsigned n);               bits above `bits(n)` may be anything
//   void     write(unsigned n, uint64_t);
//   void     select(unsigned n, event, filter);
//   bool     is_selected(unsigned n, event, filter);
//   void     enable(uint32_t mask);          in one access, so that a group starts as one
//   void     disable(uint32_t mask);
//   uint32_t enabled();
//   void     run(); void halt(); bool running();      the switch of all counters of the core
//   void     sync();                         later register reads are not older than earlier ones (ISB)
//   uint32_t lock(); void unlock(uint32_t);  masks interrupts of this core; nests
//
// and with has_overflow:
//
//   void     irq_enable(uint32_t mask); void irq_disable(uint32_t mask);
//   uint32_t irq_enabled();                  the counters whose overflow would interrupt, as the hardware has it
//   void     acknowledge();                  what must be cleared before the flags are read; on Arm nothing
//   uint32_t overflows();                    the flags
//   void     clear_overflows(uint32_t mask); those, and no others
//   uint32_t take_touched();                 the counters that this object wrote or whose flag it cleared since the
//                                            last call: what changed besides was somebody else
#pragma once

#include <stdint.h>

#include "rtm/pmu/event.hpp"
#include "rtm/pmu/status.hpp"

namespace rtm::pmu {
namespace detail {

template <class T>
T&& some() noexcept;  // std::declval, which freestanding C++17 need not have

template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

template <class>
struct well_formed {
  using type = void;
};

/// True if the expression that `Try<B>` names has the type `Result`.
template <template <class> class Try, class B, class Result, class = void>
inline constexpr bool gives = false;
template <template <class> class Try, class B, class Result>
inline constexpr bool gives<Try, B, Result, typename well_formed<Try<B>>::type> = same<Try<B>, Result>;

template <class B>
using try_start_up = decltype(some<B&>().start_up());
template <class B>
using try_counters = decltype(some<B&>().counters());
template <class B>
using try_candidates = decltype(some<B&>().candidates(event{}));
template <class B>
using try_bits = decltype(some<B&>().bits(0U));
template <class B>
using try_read = decltype(some<B&>().read(0U));
template <class B>
using try_write = decltype(some<B&>().write(0U, uint64_t{}));
template <class B>
using try_select = decltype(some<B&>().select(0U, event{}, filter{}));
template <class B>
using try_is_selected = decltype(some<B&>().is_selected(0U, event{}, filter{}));
template <class B>
using try_enable = decltype(some<B&>().enable(uint32_t{}));
template <class B>
using try_disable = decltype(some<B&>().disable(uint32_t{}));
template <class B>
using try_enabled = decltype(some<B&>().enabled());
template <class B>
using try_run = decltype(some<B&>().run());
template <class B>
using try_halt = decltype(some<B&>().halt());
template <class B>
using try_running = decltype(some<B&>().running());
template <class B>
using try_sync = decltype(some<B&>().sync());
template <class B>
using try_lock = decltype(some<B&>().lock());
template <class B>
using try_unlock = decltype(some<B&>().unlock(uint32_t{}));
template <class B>
using try_irq_enable = decltype(some<B&>().irq_enable(uint32_t{}));
template <class B>
using try_irq_disable = decltype(some<B&>().irq_disable(uint32_t{}));
template <class B>
using try_irq_enabled = decltype(some<B&>().irq_enabled());
template <class B>
using try_take_touched = decltype(some<B&>().take_touched());
template <class B>
using try_acknowledge = decltype(some<B&>().acknowledge());
template <class B>
using try_overflows = decltype(some<B&>().overflows());
template <class B>
using try_clear_overflows = decltype(some<B&>().clear_overflows(uint32_t{}));

/// Masks interrupts for as long as it lives.
template <class Backend>
class masked {
 public:
  explicit masked(Backend& pmu) : pmu_(pmu), before_(pmu.lock()) {}
  ~masked() { pmu_.unlock(before_); }
  masked(const masked&) = delete;
  masked& operator=(const masked&) = delete;

 private:
  Backend& pmu_;
  uint32_t before_;
};

}  // namespace detail

/// Refuses a type that is no backend, at compile time and in one sentence for what is missing.
template <class B>
constexpr bool check_backend() {
  using namespace detail;
  static_assert(same<decltype(B::has_overflow), const bool>, "backend: needs `static constexpr bool has_overflow`");
  static_assert(same<decltype(B::runs_in_idle), const bool>, "backend: needs `static constexpr bool runs_in_idle`");
  static_assert(gives<try_start_up, B, status>, "backend: needs `status start_up()`");
  static_assert(gives<try_counters, B, uint32_t>, "backend: needs `uint32_t counters()`");
  static_assert(gives<try_candidates, B, uint32_t>, "backend: needs `uint32_t candidates(event)`");
  static_assert(gives<try_bits, B, uint32_t>, "backend: needs `uint32_t bits(unsigned)`");
  static_assert(gives<try_read, B, uint64_t>, "backend: needs `uint64_t read(unsigned)`");
  static_assert(gives<try_write, B, void>, "backend: needs `void write(unsigned, uint64_t)`");
  static_assert(gives<try_select, B, void>, "backend: needs `void select(unsigned, event, filter)`");
  static_assert(gives<try_is_selected, B, bool>, "backend: needs `bool is_selected(unsigned, event, filter)`");
  static_assert(gives<try_enable, B, void> && gives<try_disable, B, void> && gives<try_enabled, B, uint32_t>,
                "backend: needs `void enable(uint32_t)`, `void disable(uint32_t)`, `uint32_t enabled()`");
  static_assert(gives<try_run, B, void> && gives<try_halt, B, void> && gives<try_running, B, bool>,
                "backend: needs `void run()`, `void halt()`, `bool running()`");
  static_assert(gives<try_sync, B, void>, "backend: needs `void sync()`");
  static_assert(gives<try_lock, B, uint32_t> && gives<try_unlock, B, void>,
                "backend: needs `uint32_t lock()`, `void unlock(uint32_t)`");
  if constexpr (B::has_overflow) {
    static_assert(gives<try_irq_enable, B, void> && gives<try_irq_disable, B, void>,
                  "backend: with overflow, needs `void irq_enable(uint32_t)`, `void irq_disable(uint32_t)`");
    static_assert(gives<try_irq_enabled, B, uint32_t> && gives<try_take_touched, B, uint32_t>,
                  "backend: with overflow, needs `uint32_t irq_enabled()`, `uint32_t take_touched()`");
    static_assert(gives<try_acknowledge, B, void>, "backend: with overflow, needs `void acknowledge()`");
    static_assert(gives<try_overflows, B, uint32_t> && gives<try_clear_overflows, B, void>,
                  "backend: with overflow, needs `uint32_t overflows()`, `void clear_overflows(uint32_t)`");
  }
  return true;
}

}  // namespace rtm::pmu
