// SPDX-License-Identifier: MIT
// Takes the windows of one core, by any of the four strategies.
//
//   rtm::sync::sampler<port, counters, 2> windows(core_index);
//   windows.arm(plan, port);                     // in the IPI, or at start-up
//   if (windows.poll(port, counters) == rtm::sync::status::ok) publish(windows.window());
//
// `Source` reads the counters of one group:
//
//   bool read(uint64_t (&count)[Columns]);   // false: not to be believed (ownership lost, power)
//   uint32_t group();                        // 0: not one group
//   uint32_t epoch();                        // of the core's ledger
//
// Context: the core itself, serialised. The interrupt that arms must be able to interrupt the overflow interrupt of the
// PMU, equally on all cores (pmu/wiring.hpp); otherwise a core is late by a whole handler, and its window says so.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/sync/clock.hpp"
#include "rtm/sync/window.hpp"

namespace rtm::sync {

template <class Port, class Source, unsigned Columns>
class sampler {
  static_assert(check_time_base<Port>());

 public:
  constexpr explicit sampler(uint32_t core = 0) : core_(core) {}

  /// Forgets what was planned before.
  /// @retval ok
  /// @retval bad_plan  a window of length 0, or one that wraps the clock
  status arm(const plan& what, Port& port) {
    if (what.length_ticks == 0 || what.start_ticks > ~uint64_t{0} - what.length_ticks) return status::bad_plan;
    plan_ = what;
    clock_ = port.id();
    phase_ = phase::before_start;
    number_ = what.number;
    boundary_ = what.start_ticks;
    warming_up_ = what.warm_up;
    has_sample_ = false;
    for (uint64_t& each : mask_) each = ~uint64_t{0};
    return status::ok;
  }

  /// Goes on with the plan. Call it in the arming interrupt and at every tick (software, periodic), or as often as
  /// samples are wanted (global_clock).
  /// @retval ok           a window is over: `window()`
  /// @retval waiting      not yet. For `software`: too early to wait for the boundary, come again.
  /// @retval missed       the core came after the end of a whole window; a periodic plan goes on with a later one
  /// @retval clock_stuck  the plan is given up
  /// @retval not_armed
  /// Bound: for `software` most_wait_ticks masked; otherwise one reading of the counters.
  status poll(Port& port, Source& source) {
    if (phase_ == phase::idle) return status::not_armed;
    switch (plan_.how) {
      case strategy::software: return poll_deadline(port, source);
      case strategy::periodic: return poll_boundary(port, source);
      case strategy::global_clock: return poll_sample(port, source);
      case strategy::hardware: return status::waiting;
    }
    return status::not_armed;
  }

  /// The hardware has captured the counters at `time_ticks`, all within `taken_ticks` after it (what the trigger's
  /// manual or measurement says). The first capture begins the window, the second ends it.
  /// @retval ok, waiting, not_armed
  /// `bits`: of each counter; the count of the window is taken modulo that, so less than 2^bits events.
  status captured(Source& source, uint64_t time_ticks, uint64_t taken_ticks, const uint64_t (&count)[Columns],
                  const uint32_t (&bits)[Columns]) {
    return capture(source, time_ticks, taken_ticks, count, bits, true);
  }
  /// The trigger came, and the hardware has not captured (pmu::pmuv3_snapshot): the window will be `is_lost`.
  /// @retval ok, waiting, not_armed
  status capture_lost(Source& source, uint64_t time_ticks) {
    constexpr uint64_t nothing[Columns] = {};
    constexpr uint32_t no_bits[Columns] = {};
    return capture(source, time_ticks, 0, nothing, no_bits, false);
  }

  [[nodiscard]] const core_window<Columns>& window() const { return window_; }
  /// Windows that this core does not have although they were planned.
  [[nodiscard]] uint32_t missed() const { return missed_; }

 private:
  enum class phase : uint8_t { idle, before_start, before_stop };

  struct edge {
    uint64_t time = 0;
    uint64_t late = 0;
    uint64_t taken = 0;
    uint64_t spacing = 0;
    uint32_t epoch = 0;
    bool is_sound = false;
    uint64_t count[Columns] = {};
  };

  static void copy(const uint64_t (&from)[Columns], uint64_t (&to)[Columns]) {
    for (unsigned i = 0; i < Columns; ++i) to[i] = from[i];
  }

  status capture(Source& source, uint64_t time_ticks, uint64_t taken_ticks, const uint64_t (&count)[Columns],
                 const uint32_t (&bits)[Columns], bool is_sound) {
    if (phase_ == phase::idle || plan_.how != strategy::hardware) return status::not_armed;
    edge e = {};
    e.time = time_ticks;
    e.taken = taken_ticks;
    e.late = time_ticks > boundary_ ? time_ticks - boundary_ : 0;
    e.is_sound = is_sound;
    e.epoch = source.epoch();
    copy(count, e.count);
    for (unsigned i = 0; i < Columns; ++i) {
      // What a lost capture says of the width counts for nothing, nor does a width that cannot be.
      if (is_sound && (bits[i] == 0 || bits[i] > 64)) e.is_sound = false;
      mask_[i] = rtm::detail::low_bits(e.is_sound ? bits[i] : 64);
    }
    return pass(source, e);
  }

  /// The counters now; `time` is a reading of the clock just before.
  edge take(Port& port, Source& source, uint64_t time) {
    edge e = {};
    e.time = time;
    e.is_sound = source.read(e.count);
    e.taken = port.now() - time;
    e.epoch = source.epoch();
    e.late = time > boundary_ ? time - boundary_ : 0;
    return e;
  }

  status poll_deadline(Port& port, Source& source) {
    uint64_t now = port.now();
    if (now < boundary_ && boundary_ - now > plan_.most_wait_ticks) return status::waiting;
    const uint32_t before = port.lock();
    for (uint32_t readings = 0; now < boundary_; ++readings) {
      if (readings == plan_.most_readings) {
        port.unlock(before);
        phase_ = phase::idle;
        return status::clock_stuck;
      }
      now = port.now();
    }
    const bool is_too_late = phase_ == phase::before_start && now - boundary_ >= plan_.length_ticks;
    edge e = {};
    if (!is_too_late) e = take(port, source, now);
    port.unlock(before);
    if (is_too_late) {
      phase_ = phase::idle;
      ++missed_;
      return status::missed;
    }
    return pass(source, e);
  }

  status poll_boundary(Port& port, Source& source) {
    const uint32_t before = port.lock();
    const uint64_t now = port.now();
    if (now < boundary_) {
      port.unlock(before);
      return status::waiting;
    }
    const edge e = take(port, source, now);
    port.unlock(before);
    return pass_boundary(e, source);
  }

  /// At a boundary, or after some of them.
  status pass_boundary(const edge& e, Source& source) {
    const uint64_t over = e.time - boundary_;
    if (over >= plan_.length_ticks) {
      // Whole windows went by unseen: this core has none of those
      // numbers, nor that of the window that has begun meanwhile, nor of the one in progress, whose end nobody saw.
      const uint64_t gone = rtm::detail::divide(over, plan_.length_ticks).whole + 1;
      const uint32_t numbers = uint32_t(gone) + (phase_ == phase::before_stop ? 1 : 0);
      boundary_ += rtm::detail::full_product(gone, plan_.length_ticks).low;
      number_ += numbers;
      missed_ += numbers;
      phase_ = phase::before_start;
      return status::missed;
    }
    if (phase_ == phase::before_start) {
      start_ = e;
      phase_ = phase::before_stop;
      boundary_ += plan_.length_ticks;
      return status::waiting;
    }
    close(e, source);
    start_ = e;  // the end of this one is the beginning of the next
    boundary_ += plan_.length_ticks;
    return status::ok;
  }

  status poll_sample(Port& port, Source& source) {
    const uint32_t before = port.lock();
    const uint64_t now = port.now();
    const edge e = take(port, source, now);
    port.unlock(before);
    status result = status::waiting;
    if (e.time >= boundary_ && has_sample_) {
      result = pass_between(e, source);
    } else if (e.time >= boundary_) {
      // The plan had begun before the first sample.
      const uint64_t gone = rtm::detail::divide(e.time - boundary_, plan_.length_ticks).whole + 1;
      boundary_ += rtm::detail::full_product(gone, plan_.length_ticks).low;
      number_ += uint32_t(gone);
      missed_ += uint32_t(gone);
      result = status::missed;
    }
    sample_ = e;
    has_sample_ = true;
    return result;
  }

  /// The boundary lies between the sample before and this one: counts at it by a straight line.
  status pass_between(const edge& after, Source& source) {
    if (after.time - boundary_ >= plan_.length_ticks) return pass_boundary(after, source);
    edge at = after;
    const uint64_t spacing = after.time - sample_.time;
    const uint64_t part = boundary_ - sample_.time;
    for (unsigned i = 0; i < Columns; ++i) {
      const uint64_t step = after.count[i] - sample_.count[i];
      at.count[i] = sample_.count[i] + (spacing == 0 ? 0 : rtm::detail::scale_down(step, part, spacing));
    }
    at.time = boundary_;
    at.late = 0;
    at.spacing = spacing;
    at.taken = after.taken > sample_.taken ? after.taken : sample_.taken;
    at.is_sound = after.is_sound && sample_.is_sound && after.epoch == sample_.epoch;
    return pass_boundary(at, source);
  }

  /// One of the two edges of a window that is planned alone.
  status pass(Source& source, const edge& e) {
    if (phase_ == phase::before_start) {
      start_ = e;
      phase_ = phase::before_stop;
      boundary_ += plan_.length_ticks;
      return status::waiting;
    }
    close(e, source);
    phase_ = phase::idle;
    return status::ok;
  }

  void close(const edge& stop, Source& source) {
    core_window<Columns>& w = window_;
    w = {};
    w.core = core_;
    w.epoch = stop.epoch;
    w.number = number_++;
    w.group = source.group();
    w.clock = clock_;
    w.how = plan_.how;
    w.is_warm_up = warming_up_ != 0;
    if (warming_up_ != 0) --warming_up_;
    w.is_lost = !start_.is_sound || !stop.is_sound || start_.epoch != stop.epoch;
    w.start_ticks = start_.time;
    w.stop_ticks = stop.time;
    w.start_late_ticks = start_.late;
    w.stop_late_ticks = stop.late;
    w.start_taken_ticks = start_.taken;
    w.stop_taken_ticks = stop.taken;
    w.start_spacing_ticks = start_.spacing;
    w.stop_spacing_ticks = stop.spacing;
    for (unsigned i = 0; i < Columns; ++i) w.count[i] = (stop.count[i] - start_.count[i]) & mask_[i];
  }

  uint32_t core_ = 0;
  uint32_t clock_ = 0;
  phase phase_ = phase::idle;
  bool has_sample_ = false;
  uint32_t number_ = 0;
  uint32_t warming_up_ = 0;
  uint32_t missed_ = 0;
  uint64_t boundary_ = 0;
  uint64_t mask_[Columns] = {};  // of the counters: what `captured` says of their width
  plan plan_ = {};
  edge start_ = {};
  edge sample_ = {};
  core_window<Columns> window_ = {};
};

}  // namespace rtm::sync
