// SPDX-License-Identifier: MIT
// What must be known of a CPU before facts can be told: its clock, its mask, which core this is, and what runs. A port
// is a type with static members only, so that it costs nothing; ports/README.md lists those of this project.
//
//   struct my_port {
//     using word = uint32_t;                        // a reading: uint32_t or uint64_t
//     static constexpr uint32_t clock_bits = 32;    // it wraps after 2^clock_bits ticks; readings are below that
//     static constexpr bool runs_in_idle = true;    // false: a load cannot be measured with it, only work
//     static uint64_t rate_hz();                    // ticks a second
//     static word now();                            // up, never down; may be read at any place that may report
//
//     using mask_state = uint32_t;
//     static mask_state lock();                     // holds back whatever reports facts on this core; pairs nest
//     static void unlock(mask_state before);        // gives back what `lock` found, which may still be masked
//
//     static constexpr uint32_t cores = 1;
//     static uint32_t core_index();                 // 0 .. cores-1 without holes, or no_id for a core not in the list
//     static uint32_t active_exception();           // its number, as the CPU counts; no_id: a task, idle or start-up
//   };
//
// One pattern for every fact: mask, THEN read the clock, report, restore.
//
//   rtm::report<my_port>([](uint32_t now) { (void)ledger.isr_enter(now, timer); });
//
// Wrong: the clock before the mask. The interrupt that comes in between reports a later time first, and this one is
// then `time_backwards`.
#pragma once

#include <stdint.h>

#include "rtm/types.hpp"

namespace rtm {

namespace detail {

template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

}  // namespace detail

/// Refuses at compile time what is no port, and says why. `static_assert(rtm::check_port<my_port>());`
/// It cannot see what the functions do: that is what `test_clock` (clock_test.hpp) and the tests of a port are for.
template <class Port>
constexpr bool check_port() {
  using word = typename Port::word;
  using mask_state = typename Port::mask_state;
  static_assert(detail::same<word, uint32_t> || detail::same<word, uint64_t>,
                "port: a reading must be uint32_t or uint64_t");
  static_assert(Port::clock_bits >= 16 && Port::clock_bits <= 8 * sizeof(word),
                "port: clock_bits must be 16 .. the bits of a reading");
  static_assert(detail::same<decltype(Port::runs_in_idle), const bool>,
                "port: runs_in_idle must be a static constexpr bool");
  static_assert(detail::same<decltype(Port::rate_hz()), uint64_t>, "port: rate_hz() must return uint64_t");
  static_assert(detail::same<decltype(Port::now()), word>, "port: now() must return a word");
  static_assert(detail::same<decltype(Port::lock()), mask_state>, "port: lock() must return the mask state it found");
  static_assert(detail::same<decltype(Port::unlock(Port::lock())), void>, "port: unlock(mask_state) must return void");
  static_assert(Port::cores >= 1, "port: there must be at least one core");
  static_assert(detail::same<decltype(Port::core_index()), uint32_t>, "port: core_index() must return uint32_t");
  static_assert(detail::same<decltype(Port::active_exception()), uint32_t>,
                "port: active_exception() must return uint32_t");
  return true;
}

/// A port made of its three parts: a clock, a mask, and a core. Each can be tested, and exchanged, alone.
template <class Clock, class Mask, class Core>
struct port_of : Clock, Mask, Core {};

/// Holds back whatever reports facts, as long as it lives. Nests.
template <class Port>
class masked {
 public:
  masked() : before_(Port::lock()) {}
  ~masked() { Port::unlock(before_); }
  masked(const masked&) = delete;
  masked& operator=(const masked&) = delete;

 private:
  typename Port::mask_state before_;
};

/// Tells one fact: `fact(now)` runs masked, with a reading taken under the same mask. Returns what `fact` does.
/// Context: everything that `Port::lock` holds back, and what is interrupted by it; not NMI. Bound: that of `fact`.
template <class Port, class Fact>
inline auto report(Fact fact) {
  const masked<Port> held;
  return fact(Port::now());
}

/// The answer of `report_on_core`.
enum class [[nodiscard]] core_status : uint8_t{
    ok,        ///< Reported.
    bad_core,  ///< core_index() is not below `cores`: nothing was reported, no ledger touched.
};

/// The status as a word, for a report.
constexpr const char* name_of(core_status status) { return status == core_status::ok ? "ok" : "bad_core"; }

/// The same for several cores: `fact(objects[core], now)`, where the core is asked for under the mask too, so that
/// nobody moves to another in between. `objects` has `Port::cores` elements.
template <class Port, class Object, class Fact>
inline core_status report_on_core(Object* objects, Fact fact) {
  const masked<Port> held;
  const uint32_t core = Port::core_index();
  if (core >= Port::cores) return core_status::bad_core;
  fact(objects[core], Port::now());
  return core_status::ok;
}

}  // namespace rtm
