// SPDX-License-Identifier: MIT
// How loaded is this core, and by whom? TI's Load (ti.sysbios.utils.Load) on top of a ledger: an update closes one
// window for all classes at one instant, so that hwis + swis + tasks + idle + kernel + unknown is its length, to the
// tick. rtm_load.h is the same for C. The words are those of load_types.h; docs/load.md says how to use them.
//
//   rtm::ledger<> core;                       // started without windows
//   rtm::load<rtm::ledger<>, my_port> load;   // one a core, in .bss
//   load.start(core, rtm::kernel, how);
//   ...
//   load.hwi_begin(rtm::isr_id{3});           // hooks of the OS: mask, read the clock, report to the ledger
//   load.idle();                              // once a trip through the idle loop: closes the windows
//   load.get_cpu_load(RTM_LOAD_AUTO, stat);   // from any core, any context
//
// A class that is switched off is not reported to the ledger at all: its time is inside the row that it interrupted, by
// construction. So facts that go to the ledger directly are counted whatever the switches say.
//
// The port, an object or a type with static functions:
//
//   struct my_port {
//     word now();                  // the raw clock
//     unsigned lock();             // masks whatever reports facts on this core; returns the mask before. Nests.
//     void unlock(unsigned before);
//     rtm_load_thread thread();    // for the checks of contexts; RTM_LOAD_IN_ANY: nothing is checked
//   };
#pragma once

#include <stdint.h>

#include "rtm/detail/load_math.hpp"
#include "rtm/detail/load_record.hpp"
#include "rtm/ledger.hpp"
#include "rtm/load_types.h"

namespace rtm {

template <class Ledger, class Port>
class load {
  using capacity = typename detail::ledger_traits<Ledger>::capacity;
  static_assert(capacity::clock_bits != 0, "Load must know the width of the clock when it is compiled");

 public:
  using word = typename Ledger::word;

  // ---- Life: on the owning core ----

  /// Begins with no window. `core` is started, without windows; `base` runs at this moment.
  /// @retval RTM_LOAD_WINDOW_ZERO, RTM_LOAD_WINDOW_TOO_LONG, RTM_LOAD_BAD_MIN_IDLE, RTM_LOAD_BAD_HALT_POINT,
  ///         RTM_LOAD_BAD_METHOD  `how` is refused
  /// @retval RTM_LOAD_BAD_ID          `base` is outside the capacity
  /// @retval RTM_LOAD_CORE_NOT_STARTED, RTM_LOAD_FIXED_WINDOWS, RTM_LOAD_FAULT  `core` is refused
  /// @retval RTM_LOAD_WRONG_CONTEXT
  /// Context: main or a task, no interrupt active, no halt begun. Without taskEnabled the base owner becomes `unknown`
  /// for good. Bound: O(tasks + Hwis + Swis). Refused, it has changed nothing.
  [[nodiscard]] rtm_load_status start(Ledger& core, task_id base, const rtm_load_config& how,
                                      const Port& port = Port());

  /// Closes the window that began with the update before, and begins the next.
  /// @retval RTM_LOAD_OK       published; log and postUpdate have been called
  /// @retval RTM_LOAD_NO_TIME  at the same tick as the update before: the window goes on
  /// @retval RTM_LOAD_BUSY     interrupts another update or reset on this core: the window goes on. Do not wait for it.
  /// @retval RTM_LOAD_FAULT    no window: getters say so too until reset
  /// @retval RTM_LOAD_MOVED    somebody else closed periods of this ledger all the time; the window goes on
  /// @retval RTM_LOAD_NOT_STARTED, RTM_LOAD_WRONG_CONTEXT
  /// Context: task; Hwi and Swi without taskEnabled.
  /// Bound: masked, that of ledger::close_period; unmasked, O(tasks + Hwis + Swis).
  rtm_load_status update();

  /// Forgets the window and the shortest trip. After a fault, begins a new epoch of the ledger.
  /// @retval RTM_LOAD_OK  getters answer RTM_LOAD_NO_WINDOW until the next update
  /// @retval RTM_LOAD_BUSY, RTM_LOAD_MOVED, RTM_LOAD_NOT_STARTED, RTM_LOAD_WRONG_CONTEXT
  /// Context: main, task; Hwi and Swi without taskEnabled, but not after a fault: their frames are no longer known.
  /// Bound: as update.
  rtm_load_status reset();

  /// From the next update on no trip counts as shorter than `ticks` (0: no bound). `*old`, if not null: the bound
  /// before.
  /// @retval RTM_LOAD_BAD_MIN_IDLE, RTM_LOAD_NOT_STARTED, RTM_LOAD_WRONG_CONTEXT  `*old` is unchanged
  /// Context: main, task, Hwi, Swi. Bound: O(1).
  rtm_load_status set_min_idle(uint32_t ticks, uint32_t* old = nullptr);

  // ---- Facts: the hooks of the OS, on the owning core ----
  //
  // They answer as the ledger does (`ok` for a class that is not watched), and the status may be dropped. Bound: of the
  // same fact of the ledger, masked for all of it.

  status hwi_begin(isr_id hwi) {
    if (core_ == nullptr) return status::not_started;
    if (!how_.hwiEnabled && !detail::load(halted_)) return status::ok;
    return report([&](word now) {
      if (halted_) (void)end_halt(now);
      return how_.hwiEnabled ? core_->isr_enter(now, hwi) : status::ok;
    });
  }
  status hwi_end(isr_id hwi) {
    if (core_ == nullptr) return status::not_started;
    if (!how_.hwiEnabled) return status::ok;
    return report([&](word now) { return core_->isr_exit(now, hwi); });
  }
  status swi_begin(swi_id swi) {
    if (core_ == nullptr) return status::not_started;
    if (!how_.swiEnabled && !detail::load(halted_)) return status::ok;
    return report([&](word now) {
      if (halted_) end_halt_late(now);
      return how_.swiEnabled ? core_->swi_enter(now, swi) : status::ok;
    });
  }
  status swi_end(swi_id swi) {
    if (core_ == nullptr) return status::not_started;
    if (!how_.swiEnabled) return status::ok;
    return report([&](word now) { return core_->swi_exit(now, swi); });
  }
  /// Also for idle and kernel. See ledger::task_switch.
  status task_switch(task_id owner) {
    if (core_ == nullptr) return status::not_started;
    if (!how_.taskEnabled && !detail::load(halted_)) return status::ok;
    return report([&](word now) {
      if (halted_) end_halt_late(now);
      if (!how_.taskEnabled) return status::ok;
      owner_ = owner;
      return core_->task_switch(now, owner);
    });
  }
  /// At least every max_gap, if nothing else is reported.
  status poll() {
    if (core_ == nullptr) return status::not_started;
    return report([&](word now) { return core_->poll(now); });
  }

  /// One trip through the idle loop has ended and the next begins. Settles the time, and closes the window if it is
  /// due.
  /// @retval RTM_LOAD_OK  counted; no window was due, or it was closed
  /// @retval              what update answers
  /// Context: the idle loop. Bound: of a poll; when a window is due, of update too.
  rtm_load_status idle();

  /// The CPU is about to halt / runs again. hwi_begin ends a halt too; then halt_end changes nothing.
  /// Best: mask interrupts, halt_begin, halt (a pending interrupt wakes a masked CPU too), halt_end, unmask. Unmasked,
  /// an interrupt may come in between halt_begin and the halt, which is then not counted.
  /// @retval RTM_LOAD_NO_HALT  not configured    @retval RTM_LOAD_FAULT, RTM_LOAD_NOT_STARTED
  /// Context: halt_begin: the idle loop. halt_end: there, or a Hwi before its begin is reported. Bound: of a point.
  rtm_load_status halt_begin();
  rtm_load_status halt_end();

  // ---- Results: of the latest closed window; from any core and context, without a lock, in bounded time ----
  //
  // Any may answer RTM_LOAD_NOT_STARTED, _NO_WINDOW, _FAULT and _MOVED; `out` is then unchanged. Two results are of one
  // window if their `window` is the same.

  /// @retval RTM_LOAD_BAD_ID       no task of the capacity, nor idle, kernel or unknown
  /// @retval RTM_LOAD_NOT_WATCHED  without taskEnabled, but for unknown
  rtm_load_status get_task_load(task_id task, rtm_load_stat& out) const;
  /// @retval RTM_LOAD_BAD_ID, RTM_LOAD_NOT_WATCHED
  rtm_load_status get_hwi_load(isr_id hwi, rtm_load_stat& out) const;
  rtm_load_status get_swi_load(swi_id swi, rtm_load_stat& out) const;
  /// @retval RTM_LOAD_NOT_WATCHED
  rtm_load_status get_global_hwi_load(rtm_load_stat& out) const;
  rtm_load_status get_global_swi_load(rtm_load_stat& out) const;
  /// @retval RTM_LOAD_BAD_METHOD, RTM_LOAD_CPU_LOAD_OFF
  /// @retval RTM_LOAD_IDLE_HALTS, RTM_LOAD_NO_TRIP              of method 1
  /// @retval RTM_LOAD_NO_IDLE_TASK, RTM_LOAD_NO_KNOWN_TIME      of method 2
  /// @retval RTM_LOAD_NO_HALT                                   of method 3
  rtm_load_status get_cpu_load(rtm_load_method method, rtm_load_stat& out) const;
  /// @retval RTM_LOAD_CPU_LOAD_OFF, RTM_LOAD_NO_IDLE_TASK, RTM_LOAD_IDLE_HALTS, RTM_LOAD_NO_TRIP
  rtm_load_status get_coverage(rtm_load_coverage& out) const;
  rtm_load_status get_summary(rtm_load_summary& out) const;

 private:
  static constexpr uint32_t context_rows = capacity::tasks + 3;  // idle, kernel, unknown, task 0, ...
  static constexpr uint32_t row_count = context_rows + capacity::isrs + capacity::swis;
  static constexpr word half_range = word(-1) >> (sizeof(word) * 8 - capacity::clock_bits) >> 1;
  using record = detail::load_record<row_count>;

  /// What the ledger had summed up when the latest window closed.
  struct base_line {
    uint64_t rows[row_count];
    uint64_t halted;
    uint64_t time;
    uint32_t epoch;
  };

  /// What only Load sees, counted since start; counts wrap.
  struct tally {
    uint32_t trips;
    uint32_t shortest_trip;
    uint32_t halts;
    uint32_t late_halts;
  };

  template <class Fact>
  status report(Fact fact) {
    const unsigned before = port_.lock();
    const status answer = fact(port_.now());
    port_.unlock(before);
    return answer;
  }
  template <class Fact>
  rtm_load_status report_halt(Fact fact) {
    return report(fact) == status::ok ? RTM_LOAD_OK : RTM_LOAD_FAULT;
  }

  status end_halt(word now);
  void end_halt_late(word now) {
    ++tally_.late_halts;
    (void)end_halt(now);
  }

  static constexpr uint32_t class_of(uint32_t row) {
    if (row < context_rows) return detail::load_tasks;
    return row < context_rows + capacity::isrs ? detail::load_hwis : detail::load_swis;
  }

  // detail/load_update.hpp
  static rtm_load_status check(const rtm_load_config& how, uint64_t window_ticks);
  static uint64_t longest_trip(uint64_t window_ticks);
  rtm_load_status new_epoch(word now, rtm_load_thread caller);
  void forget();
  rtm_load_status begin_anew();
  bool end_trip(bool is_valid);
  [[nodiscard]] uint32_t closing_threads() const;
  rtm_load_status close_period(tally& at);
  rtm_load_status publish_window(const tally& at);
  void publish_fault();
  record& open_record();
  void publish() { detail::store_release(published_, published_ + 1); }
  bool measure(record& r, uint32_t& epoch) const;
  void measure_rows(record& r, bool is_same_epoch) const;
  [[nodiscard]] uint64_t closed_ticks(uint32_t row) const;
  [[nodiscard]] uint64_t closed_halt() const { return core_->closed_sums(point_id{how_.haltPoint}).inclusive; }
  void move_base_line(const record& r, uint32_t epoch);
  void describe(record& r, const tally& at);
  [[nodiscard]] uint32_t flags_of(const record& r, const tally& at) const;
  [[nodiscard]] rtm_load_method method_of_auto() const;
  void tell(const record& r) const;
  void log_all(const record& r) const;

  // detail/load_read.hpp
  template <class Out, class Copy>
  rtm_load_status read(Out& out, Copy copy) const;
  rtm_load_status read_row(uint32_t row, uint32_t not_watched, rtm_load_stat& out) const;
  rtm_load_status read_class(uint32_t which, uint32_t not_watched, rtm_load_stat& out) const;

  Ledger* core_ = nullptr;  // null: not started
  Port port_ = {};
  rtm_load_config how_ = {};
  task_id owner_ = {};         // the base owner, for a reset after a fault
  uint32_t min_idle_ = 0;      // here, because it changes
  uint64_t window_ticks_ = 0;  // 0: windows end by calls of update
  tally tally_ = {};
  tally counted_ = {};       // tally_ when the latest window closed
  uint64_t trip_start_ = 0;  // extended time
  uint32_t trip_epoch_ = 0;
  bool trip_open_ = false;
  bool halted_ = false;
  bool busy_ = false;  // an update or a reset is under way
  uint32_t windows_ = 0;
  uint32_t halt_epoch_ = 0;  // of the halt, if halted_
  base_line base_ = {};
  // Readers look at records_[published_ % 2]. While begun_ != published_, the other one may be half written.
  uint32_t begun_ = 0;
  uint32_t published_ = 0;
  record records_[2] = {};
};

}  // namespace rtm

#include "rtm/detail/load_read.hpp"
#include "rtm/detail/load_update.hpp"
