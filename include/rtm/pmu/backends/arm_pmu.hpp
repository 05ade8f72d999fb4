// SPDX-License-Identifier: MIT
// What the PMUs of Arm have in common, from Armv7-A to Armv8.1-M: set and clear registers, a control register whose
// writes can also reset, and a cycle counter in bit 31 of every mask. A map (pmuv3_a64.hpp, pmuv2_a32.hpp,
// pmu_armv81m.hpp) says where a register is and how it is reached:
//
//   control, count_enable_set, count_enable_clear, overflow_clear, overflow_set, irq_enable_set, irq_enable_clear
//                                                the names of the registers
//   get<R>(), set<R>(v)                          one access
//   cycles(), set_cycles(v), set_cycle_filter(v), cycle_filter()
//   counter(n), set_counter(n, v), type(n), set_type(n, v)
//   open()                                       status: what must be done before the first access
//   event_counters(), event_bits(), cycle_bits(), counts(event), control_value(), filter_value(filter), filter_mask
//   sync(), lock(), unlock(v)
#pragma once

#include <stdint.h>

#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

template <class Map>
class arm_pmu {
  static constexpr uint32_t cycle_bit = uint32_t{1} << 31;
  // PMCR, and CTRL of Armv8.1-M: enable, reset of the event counters, reset of the cycle counter.
  static constexpr uint32_t control_e = 1U, control_p = 2U, control_c = 4U;
  // Events that only software of this project knows: the cycle counter.
  static constexpr bool is_cycle_counter(event e) { return e == event{0xFFFF'0011U}; }

 public:
  static constexpr bool has_overflow = true;
  static constexpr bool runs_in_idle = false;

  constexpr arm_pmu() = default;
  explicit constexpr arm_pmu(const Map& map) : map_(map) {}

  /// After a reset the enables may be set and filters and flags hold anything, so everything is cleared before the
  /// first enable. Counters start at 0, which matters to nobody.
  status start_up() {
    if (const status s = map_.open(); s != status::ok) return s;
    events_ = map_.event_counters();
    const uint32_t all = counters();
    map_.template set<Map::count_enable_clear>(all);
    map_.template set<Map::irq_enable_clear>(all);
    map_.template set<Map::overflow_clear>(all);
    map_.sync();
    map_.set_cycle_filter(map_.filter_value(filter{}));
    map_.template set<Map::control>(control_p | control_c | map_.control_value());
    map_.sync();
    return status::ok;
  }

  uint32_t counters() const { return ((uint32_t{1} << events_) - 1) | cycle_bit; }

  uint32_t candidates(event what) {
    if (is_cycle_counter(what)) return cycle_bit;
    if (!map_.counts(what)) return 0;
    const uint32_t all = counters() & ~cycle_bit;
    return what == arm::chain ? all & 0xAAAA'AAAAU : all;  // only an odd counter hears the overflows of its neighbour
  }

  uint32_t bits(unsigned n) const { return n == 31 ? map_.cycle_bits() : map_.event_bits(); }

  uint64_t read(unsigned n) { return n == 31 ? map_.cycles() : map_.counter(n); }

  void write(unsigned n, uint64_t value) {
    touched_ |= uint32_t{1} << n;
    if (n == 31) {
      map_.set_cycles(value);
    } else {
      map_.set_counter(n, value);
    }
  }

  void select(unsigned n, event what, filter where) {
    if (n == 31) {
      map_.set_cycle_filter(map_.filter_value(where));
    } else {
      map_.set_type(n, (uint32_t(what) & 0xFFFFU) | map_.filter_value(where));
    }
  }

  bool is_selected(unsigned n, event what, filter where) {
    const uint32_t wanted = map_.filter_value(where) & Map::filter_mask;
    if (n == 31) return (map_.cycle_filter() & Map::filter_mask) == wanted;
    return (map_.type(n) & (Map::filter_mask | 0xFFFFU)) == (wanted | (uint32_t(what) & 0xFFFFU));
  }

  void enable(uint32_t mask) { map_.template set<Map::count_enable_set>(mask); }
  /// Writing 0 to the set register would do nothing.
  void disable(uint32_t mask) { map_.template set<Map::count_enable_clear>(mask); }
  uint32_t enabled() { return uint32_t(map_.template get<Map::count_enable_set>()); }

  void irq_enable(uint32_t mask) { map_.template set<Map::irq_enable_set>(mask); }
  void irq_disable(uint32_t mask) { map_.template set<Map::irq_enable_clear>(mask); }

  uint32_t irq_enabled() { return uint32_t(map_.template get<Map::irq_enable_set>()); }

  void acknowledge() {}
  uint32_t overflows() { return uint32_t(map_.template get<Map::overflow_clear>()); }
  void clear_overflows(uint32_t mask) {
    touched_ |= mask;
    map_.template set<Map::overflow_clear>(mask);
  }
  uint32_t take_touched() {
    const uint32_t all = touched_;
    touched_ = 0;
    return all;
  }

  /// Sets flags as overflows would: for line_test.hpp.
  void raise_overflows(uint32_t mask) { map_.template set<Map::overflow_set>(mask); }

  /// The reset bits read as 0, so what is read can be written back without resetting anything.
  void run() {
    map_.sync();
    map_.template set<Map::control>(control() | control_e);
  }
  void halt() {
    map_.template set<Map::control>(control() & ~control_e);
    map_.sync();
  }
  bool running() { return (control() & control_e) != 0; }

  void sync() { map_.sync(); }
  uint32_t lock() { return map_.lock(); }
  void unlock(uint32_t before) { map_.unlock(before); }

  [[nodiscard]] Map& map() { return map_; }

 private:
  uint32_t control() { return uint32_t(map_.template get<Map::control>()) & ~(control_p | control_c); }

  Map map_ = {};
  uint32_t events_ = 0;
  uint32_t touched_ = 0;
};

}  // namespace rtm::pmu
