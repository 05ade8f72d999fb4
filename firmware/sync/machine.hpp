// SPDX-License-Identifier: MIT
// What the parts of this image share: four cores of QEMU's `virt` with two counters each, and the two clocks that they
// read. The common one is CNTVCT. Core 1 has a clock of its own beside it, its cycle counter, which begins elsewhere.
//
// QEMU lets cycles go by in nanoseconds of its own time, 16 a tick of CNTVCT, on every core, asleep or not: so what a
// core counts in a window, and what its clock shows when, is known by construction. Its counter of instructions is no
// use here: it is one for all cores.
#pragma once

#include <stdint.h>

#include "controller.hpp"
#include "rtm/detail/wide_math.hpp"
#include "rtm/pmu/access/aarch64.hpp"
#include "rtm/pmu/backends/pmuv3_a64.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/sync/alignment.hpp"
#include "rtm/sync/combine.hpp"
#include "rtm/sync/sampler.hpp"
#include "text_output.hpp"

namespace machine {

using access = rtm::pmu::access::aarch64;
using backend = rtm::pmu::pmuv3_a64<access>;
using rtm::sync::status;

inline constexpr uint32_t cores = board::port::cores;
inline constexpr uint32_t ms_ticks = 62'500;
inline constexpr uint32_t cycles_per_tick = 16;
inline constexpr uint64_t cycles_hz = 1'000'000'000;
inline constexpr unsigned columns = 2;  // events of this program's own, and cycles
inline constexpr unsigned cycle_column = 1;
inline constexpr text_output<board::uart> results;

/// What start-up firmware wrote into CNTFRQ, true or not.
inline uint64_t nominal_hz() { return board::hardware::count_frequency(); }

/// The mask of the samplers.
struct core_mask {
  using mask = rtm::aarch64::daif_mask<>;
  static uint32_t lock() { return static_cast<uint32_t>(mask::lock()); }
  static void unlock(uint32_t before) { mask::unlock(before); }
};

/// One group of one core.
class counters {
 public:
  rtm::pmu::status start();
  bool read(uint64_t (&count)[columns]);
  static uint32_t group() { return 1; }
  static uint32_t epoch() { return 0; }
  /// Did nobody else have his hands on it? Too long to ask within a reading.
  bool is_ours() { return pmu_.check() == rtm::pmu::status::ok; }
  /// Once after each reading.
  bool has_just_read() {
    const bool has = has_just_read_;
    has_just_read_ = false;
    return has;
  }
  /// One event.
  void happen() { access::write<rtm::pmu::a64::pmswinc>(group_.mask()); }

 private:
  bool has_just_read_ = false;
  rtm::pmu::unit<backend> pmu_;
  rtm::pmu::counter_group<backend, columns, rtm::pmu::extend::by_poll> group_;
};

/// A clock whose waiter lets the others run: with -icount one core runs at a time. Not between a reading of counters
/// and the time that it took, which would contain what the others do.
class waiting_clock : public core_mask {
 public:
  static constexpr bool runs_in_idle = true;
  explicit waiting_clock(counters& of) : reader_(of) {}

 protected:
  void let_others_run() {
    if (!reader_.has_just_read()) board::yield();
  }

 private:
  counters& reader_;
};

struct common_clock : waiting_clock {
  using waiting_clock::waiting_clock;
  static uint64_t read() { return board::hardware::virtual_count(); }
  uint64_t now() {
    let_others_run();
    return read();
  }
  static constexpr uint32_t id() { return 0; }
};

/// The cycle counter of the core that reads it, in what would be ticks of the common clock if both kept the rates that
/// are written on them. QEMU's goes on in sleep; of most parts it does not, and is no clock.
struct own_clock : waiting_clock {
  using waiting_clock::waiting_clock;
  static uint64_t cycles() { return access::read<rtm::pmu::a64::pmccntr>(); }
  static uint64_t read() { return rtm::detail::scale_down(cycles(), nominal_hz(), cycles_hz); }
  uint64_t now() {
    let_others_run();
    return read();
  }
  static constexpr uint32_t id() { return 1; }
};

/// One core, on cache lines of its own.
struct alignas(64) member {
  constexpr explicit member(uint32_t core) : windows(core), own_windows(core) {}

  counters source;
  rtm::sync::sampler<common_clock, counters, columns> windows;
  rtm::sync::sampler<own_clock, counters, columns> own_windows;
  // Written by core 0 before it interrupts this one.
  rtm::sync::plan planned;
  uint32_t windows_wanted = 1;
  bool reads_own_clock = false;
  uint64_t masked_until = 0;  // by the common clock: a critical section that begins when the plan arrives
  // Written by this core.
  rtm::sync::core_window<columns> window;
  status answer = status::not_armed;
  volatile bool is_up = false;
  volatile bool is_armed = false;
  volatile bool is_done = false;
};
extern member all[cores];

inline void barrier() { asm volatile("dmb ish" ::: "memory"); }

// Interrupts from core to core.
inline constexpr uint32_t arm_message = 1;
inline constexpr uint32_t exchange_message = 2;

/// On each core, masked: its interrupts, its counters.
void set_up_this_core(uint32_t index);
/// What a core does when nobody asks for more: events, and its plan if it has one. Comes back after a round.
void go_on(member& mine);
/// Gives each core what is in its `planned`, by an interrupt, and goes on until all have answered. Core 0, unmasked.
void run_plans();

/// One after the other; false: something that must always hold does not.
bool show_strategies();
bool show_two_clocks();

void print_window(const char* name, const member& of, uint64_t planned_start);
void print_verdict(const rtm::sync::system_window<columns>& seen);
void print_signed(int64_t value);

}  // namespace machine
