// SPDX-License-Identifier: MIT
// How much CPU time does each function take, without a line in its source? A compiler that is told
// -finstrument-functions calls a hook at the begin and the end of every function, with its address. This turns
// addresses into points of a ledger (`point_begin`): the first function that is called becomes the first point, and so
// on, until the table is full. What a host needs to give them their names again is the table: see `address_of`.
//
//   rtm::function_points<decltype(core0), 100> functions0;            // in .bss, one a core
//   functions0.begin(core0, rtm::point_id{0});                        // functions are points 0 .. 99 of core0
//   hook:  lock(); (void)functions0.enter(clock_now(), uintptr_t(function)); unlock();
//
// What is measured is what a point measures: CPU time of the task, or of the activation of the interrupt, that calls
// the function. So hooks may be called wherever a point may begin: in tasks, in interrupts after `isr_enter` and before
// `isr_exit`, in the idle loop; recursion is allowed. Not in NMI.
//
// Hooks before the ledger is started, and in an epoch that a fault has cut, do nothing. A function that was entered
// then, or before a `reset`, and returns now, has no begin in this epoch: its return is counted, `unmatched`, and not
// told. To leave a function by longjmp is a fault (`point_mismatch`) as soon as a function below it returns.
//
// The C API is rtm_functions.h; examples/functions is a whole program. C++17, freestanding.
#pragma once

#include <stdint.h>

#include "rtm/types.hpp"

namespace rtm {

namespace detail {

/// A power of two, so that the table is at most half full.
constexpr uint32_t function_slots(uint32_t functions) {
  uint32_t slots = 16;
  while (slots < 2 * functions) slots *= 2;
  return slots;
}

}  // namespace detail

/// Addresses in order of appearance. Never forgets one.
template <uint32_t Functions>
class function_table {
  static_assert(Functions >= 1 && Functions <= 8192, "function_table: 1 to 8192 functions");

 public:
  static constexpr uint32_t slots = detail::function_slots(Functions);
  /// The most slots that are looked at for one address. One that finds no room there has none in the table.
  static constexpr uint32_t probes = 8;

  /// Its number, 0 .. count()-1, or `no_id`. Bound: O(probes).
  [[nodiscard]] uint32_t find(uintptr_t address) const {
    for (uint32_t i = 0; i < probes; ++i) {
      const uint32_t number = numbers_[slot_of(address, i)];
      if (number == 0) return no_id;
      if (addresses_[number - 1] == address) return number - 1;
    }
    return no_id;
  }

  /// The same, and takes it in if it is new. `no_id`: there is no room for it, now and for ever. Bound: O(probes).
  [[nodiscard]] uint32_t find_or_add(uintptr_t address) {
    for (uint32_t i = 0; i < probes; ++i) {
      uint16_t& number = numbers_[slot_of(address, i)];
      if (number == 0) {
        if (count_ == Functions) return no_id;
        addresses_[count_] = address;
        number = uint16_t(++count_);
        return count_ - 1;
      }
      if (addresses_[number - 1] == address) return uint32_t(number) - 1;
    }
    return no_id;
  }

  void clear() {
    count_ = 0;
    for (uint16_t& number : numbers_) number = 0;
  }
  [[nodiscard]] uint32_t count() const { return count_; }
  [[nodiscard]] uintptr_t address_of(uint32_t number) const { return addresses_[number]; }

 private:
  /// Functions lie at even addresses, often 4 or 16 apart: the product spreads them.
  static uint32_t slot_of(uintptr_t address, uint32_t probe) {
    const uint64_t wide = address;
    const uint32_t mixed = (uint32_t(wide >> 1) ^ uint32_t(wide >> 33)) * 0x9E3779B1U;
    return ((mixed >> 16) + probe) & (slots - 1);
  }

  uint32_t count_ = 0;
  uintptr_t addresses_[Functions] = {};
  uint16_t numbers_[slots] = {};  // 1 + the number of an address; 0: free
};

/// What could not be told as a point: the last two are 0 if every call since the start is in the ledger.
struct function_counts {
  uint32_t known = 0;       ///< Functions in the table.
  uint32_t unrecorded = 0;  ///< Calls of functions that had no room in it. Their time is in their callers.
  uint32_t unmatched = 0;   ///< Returns where nothing is open: from calls that had begun before the epoch did.
};

template <class Ledger, uint32_t Functions>
class function_points {
 public:
  using word = typename Ledger::word;

  /// Functions become the points `first`, `first` + 1, ... of `core`: Functions of them, within its capacity. Forgets
  /// the table. Before or after the ledger is started; once, and not while a measured function runs.
  /// Context: start-up, or the owning core with the facts masked.
  void begin(Ledger& core, point_id first) {
    core_ = &core;
    first_ = uint32_t(first);
    is_busy_ = false;
    counts_ = {};
    table_.clear();
  }

  /// A function is entered. Returns the point that has begun, or `no_id`.
  /// Context: the owning core, facts masked, then the clock read: as every fact. Bound: O(probes), and that of
  /// `point_begin`. Before `begin` it does nothing; nor if it is called from within itself, because the ledger was
  /// compiled with hooks too. What masks and what reads the clock cannot be helped: they must have no hooks.
  [[gnu::no_instrument_function]] uint32_t enter(word now, uintptr_t function) {
    if (core_ == nullptr || is_busy_) return no_id;
    is_busy_ = true;
    const uint32_t point = begin_call(now, function);
    is_busy_ = false;
    return point;
  }

  /// It returns. Returns the point that has ended, or `no_id`.
  /// Context: as `enter`. Bound: O(probes + active frames + open points), and that of `point_end`.
  [[gnu::no_instrument_function]] uint32_t exit(word now, uintptr_t function) {
    if (core_ == nullptr || is_busy_) return no_id;
    is_busy_ = true;
    const uint32_t point = end_call(now, function);
    is_busy_ = false;
    return point;
  }

  /// Context: any on the owning core. Grows only.
  [[nodiscard]] uint32_t known() const { return table_.count(); }
  /// Of the function that is point `first` + `number`. `number` below `known()`.
  [[nodiscard]] uintptr_t address_of(uint32_t number) const { return table_.address_of(number); }
  [[nodiscard]] point_id point_of(uint32_t number) const { return point_id{first_ + number}; }
  [[nodiscard]] function_counts counts() const {
    function_counts all = counts_;
    all.known = known();
    return all;
  }

 private:
  uint32_t begin_call(word now, uintptr_t function) {
    if (!core_->epoch().valid) return no_id;
    const uint32_t number = table_.find_or_add(function);
    if (number == no_id) {
      ++counts_.unrecorded;
      return no_id;
    }
    const uint32_t point = first_ + number;
    return core_->point_begin(now, point_id{point}) == status::ok ? point : no_id;
  }

  uint32_t end_call(word now, uintptr_t function) {
    if (!core_->epoch().valid) return no_id;
    const uint32_t number = table_.find(function);
    if (number == no_id && counts_.unrecorded != 0) return no_id;  // It found no room when it was entered.
    // What is older than the epoch lies below all that began since, so nothing is open when it returns.
    if (number == no_id || !has_open_point()) {
      ++counts_.unmatched;
      return no_id;
    }
    const uint32_t point = first_ + number;
    return core_->point_end(now, point_id{point}) == status::ok ? point : no_id;
  }

  /// Has the context that runs?
  [[nodiscard]] bool has_open_point() const {
    bool is_first = true, found = false;
    core_->visit_state([&](fact_kind latest, uint32_t) {
      if (is_first) found = latest == fact_kind::point_begin;
      is_first = false;
    });
    return found;
  }

  Ledger* core_ = nullptr;
  uint32_t first_ = 0;
  bool is_busy_ = false;
  function_counts counts_ = {};
  function_table<Functions> table_ = {};
};

/// "0x1a4c": what a name has to say so that a host finds the function in the ELF file of the program. `anchor`: 0, or,
/// if the program does not run where it was linked (PIE), where `__cyg_profile_func_enter` lies:
/// "0x55d01a4c@0x55d01200". Writes at most `function_name_bytes`, with the closing zero.
inline constexpr uint32_t function_name_bytes = 40;
inline void function_name(uintptr_t address, uintptr_t anchor, char* text) {
  const auto put = [&](uintptr_t value) {
    *text++ = '0';
    *text++ = 'x';
    uint32_t shift = sizeof value * 8 - 4;
    while (shift != 0 && value >> shift == 0) shift -= 4;
    for (;; shift -= 4) {
      *text++ = "0123456789abcdef"[value >> shift & 0xF];
      if (shift == 0) break;
    }
  };
  put(address);
  if (anchor != 0) {
    *text++ = '@';
    put(anchor);
  }
  *text = '\0';
}

}  // namespace rtm
