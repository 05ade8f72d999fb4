// SPDX-License-Identifier: MIT
// The functions of ThreadX's execution profile kit, by their names and with their meanings, over a ledger: an
// application that calls them goes on as it is, and gets numbers that add up. Instead of tx_execution_profile.c, on one
// core; in the file that has RTM_THREADX_HOOKS(cpu_time):
//
//   RTM_THREADX_EXECUTION_PROFILE(cpu_time)
//
// What differs from the kit: the thread that runs is counted up to now, not to its last switch; nested interrupts, the
// wrap of the clock and a reading of 0 lose nothing; time of the kernel is in none of the three sums. After a fault of
// the ledger the times stand still, and the answer is TX_NOT_AVAILABLE; also for a thread that shares the row named
// others, because its own time is in no row.
#pragma once

#include "rtm/os/accounting.hpp"

namespace rtm::os::threadx_hooks {

/// From where on the application wants to count; a new epoch begins at 0 anyway. In .bss.
template <class Accounting>
class execution_profile {
 public:
  using core = typename Accounting::core;

  /// Ticks of one thread since its reset; 0 if it has not run yet. False: not measuring, or it has no row of its own.
  bool thread_time(Accounting& all, task_id thread, uint64_t& ticks) {
    if (thread == Accounting::others) return false;
    return read(all, [&](const core& c) {
      ticks = has_row(thread) ? thread_sum(all, c, thread) - zero_of(all, c, thread) : 0;
    });
  }
  bool reset_thread(Accounting& all, task_id thread) {
    if (thread == Accounting::others) return false;
    return read(all, [&](const core& c) {
      if (!has_row(thread)) return;
      rows_[uint32_t(thread)] = {zero_at(c, thread_sum(all, c, thread)), all.tasks().generation_of(thread)};
    });
  }
  bool total_time(Accounting& all, uint64_t& ticks) { return since(all, total_, ticks, &execution_profile::total); }
  bool reset_total(Accounting& all) { return restart(all, total_, &execution_profile::total); }
  bool isr_time(Accounting& all, uint64_t& ticks) { return since(all, isr_, ticks, &execution_profile::isrs); }
  bool reset_isr(Accounting& all) { return restart(all, isr_, &execution_profile::isrs); }
  bool idle_time(Accounting& all, uint64_t& ticks) { return since(all, idle_, ticks, &execution_profile::idle_sum); }
  bool reset_idle(Accounting& all) { return restart(all, idle_, &execution_profile::idle_sum); }

 private:
  static constexpr uint32_t tasks = Accounting::capacity::tasks;
  struct zero {
    uint64_t ticks = 0;
    uint32_t epoch = 0;
    [[nodiscard]] uint64_t in(const core& c) const { return epoch == c.ledger.epoch().epoch ? ticks : 0; }
  };
  struct row_zero {
    zero at = {};
    uint16_t generation = 0;
  };
  static zero zero_at(const core& c, uint64_t ticks) { return {ticks, c.ledger.epoch().epoch}; }
  using sum_of = uint64_t (*)(const Accounting&, const core&);

  template <class Use>
  static bool read(Accounting& all, Use use) {
    return all.on_this_core([&](core& c, typename Accounting::word now) {
      const status settled = c.ledger.snapshot(now);
      use(c);
      return settled;
    }) == status::ok;
  }
  static bool has_row(task_id thread) { return uint32_t(thread) < tasks; }
  static uint64_t thread_sum(const Accounting& all, const core& c, task_id thread) {
    return c.rows.epoch_sums(c.ledger, all.tasks(), thread).exclusive;
  }
  /// A row that another thread has taken since begins at 0.
  uint64_t zero_of(const Accounting& all, const core& c, task_id thread) const {
    const row_zero& z = rows_[uint32_t(thread)];
    return z.generation == all.tasks().generation_of(thread) ? z.at.in(c) : 0;
  }
  bool since(Accounting& all, const zero& from, uint64_t& ticks, sum_of sum) {
    return read(all, [&](const core& c) { ticks = sum(all, c) - from.in(c); });
  }
  bool restart(Accounting& all, zero& from, sum_of sum) {
    return read(all, [&](const core& c) { from = zero_at(c, sum(all, c)); });
  }
  static uint64_t total(const Accounting&, const core& c) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < tasks; ++i) sum += c.ledger.epoch_sums(task_id{i}).exclusive;
    return sum;
  }
  static uint64_t isrs(const Accounting&, const core& c) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < Accounting::capacity::isrs; ++i) sum += c.ledger.epoch_sums(isr_id{i}).exclusive;
    return sum;
  }
  static uint64_t idle_sum(const Accounting&, const core& c) { return c.ledger.epoch_sums(idle).exclusive; }

  row_zero rows_[tasks] = {};
  zero total_ = {};
  zero isr_ = {};
  zero idle_ = {};
};

/// The kit's answers: TX_SUCCESS, TX_PTR_ERROR, TX_NOT_AVAILABLE.
constexpr unsigned int answer(bool is_measured) { return is_measured ? 0x00U : 0x1DU; }
inline constexpr unsigned int no_pointer = 0x03U;

}  // namespace rtm::os::threadx_hooks

#define RTM_THREADX_EXECUTION_PROFILE(object)                                                                          \
  typedef unsigned long long EXECUTION_TIME;                                                                           \
  namespace {                                                                                                          \
  template <class Accounting>                                                                                          \
  rtm::os::threadx_hooks::execution_profile<Accounting> rtm_threadx_profile_of{};                                      \
  template <class Accounting>                                                                                          \
  rtm::os::threadx_hooks::execution_profile<Accounting>& rtm_threadx_profile(Accounting&) {                            \
    return rtm_threadx_profile_of<Accounting>;                                                                         \
  }                                                                                                                    \
  rtm::task_id rtm_threadx_row(const TX_THREAD* thread) {                                                              \
    return rtm::task_id{uint32_t(thread->tx_thread_rtm_id - 1)};                                                       \
  }                                                                                                                    \
  template <class Of>                                                                                                  \
  UINT rtm_threadx_get(EXECUTION_TIME* time, Of of) {                                                                  \
    if (time == nullptr) return rtm::os::threadx_hooks::no_pointer;                                                    \
    uint64_t ticks = 0;                                                                                                \
    const bool is_measured = of(ticks);                                                                                \
    *time = ticks;                                                                                                     \
    return rtm::os::threadx_hooks::answer(is_measured);                                                                \
  }                                                                                                                    \
  }                                                                                                                    \
  extern "C" {                                                                                                         \
  UINT _tx_execution_thread_time_get(TX_THREAD* thread, EXECUTION_TIME* time) {                                        \
    if (thread == nullptr) return rtm::os::threadx_hooks::no_pointer;                                                  \
    return rtm_threadx_get(time, [=](uint64_t& ticks) {                                                                \
      return rtm_threadx_profile(object).thread_time(object, rtm_threadx_row(thread), ticks);                          \
    });                                                                                                                \
  }                                                                                                                    \
  UINT _tx_execution_thread_time_reset(TX_THREAD* thread) {                                                            \
    if (thread == nullptr) return rtm::os::threadx_hooks::no_pointer;                                                  \
    return rtm::os::threadx_hooks::answer(rtm_threadx_profile(object).reset_thread(object, rtm_threadx_row(thread)));  \
  }                                                                                                                    \
  UINT _tx_execution_thread_total_time_get(EXECUTION_TIME* time) {                                                     \
    return rtm_threadx_get(time,                                                                                       \
                           [](uint64_t& ticks) { return rtm_threadx_profile(object).total_time(object, ticks); });     \
  }                                                                                                                    \
  UINT _tx_execution_thread_total_time_reset(void) {                                                                   \
    return rtm::os::threadx_hooks::answer(rtm_threadx_profile(object).reset_total(object));                            \
  }                                                                                                                    \
  UINT _tx_execution_isr_time_get(EXECUTION_TIME* time) {                                                              \
    return rtm_threadx_get(time, [](uint64_t& ticks) { return rtm_threadx_profile(object).isr_time(object, ticks); }); \
  }                                                                                                                    \
  UINT _tx_execution_isr_time_reset(void) {                                                                            \
    return rtm::os::threadx_hooks::answer(rtm_threadx_profile(object).reset_isr(object));                              \
  }                                                                                                                    \
  UINT _tx_execution_idle_time_get(EXECUTION_TIME* time) {                                                             \
    return rtm_threadx_get(time,                                                                                       \
                           [](uint64_t& ticks) { return rtm_threadx_profile(object).idle_time(object, ticks); });      \
  }                                                                                                                    \
  UINT _tx_execution_idle_time_reset(void) {                                                                           \
    return rtm::os::threadx_hooks::answer(rtm_threadx_profile(object).reset_idle(object));                             \
  }                                                                                                                    \
  }
