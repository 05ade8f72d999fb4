// SPDX-License-Identifier: MIT
// All that the port of an OS needs, in one object: for each core a ledger and the normaliser of its hooks, and one
// table of tasks. One member a hook; each masks, then reads the clock, then tells. The ports in ports/os/ bind the
// hooks of an OS to such an object, in a file of the application:
//
//   struct my_ecu : rtm::os::default_config {
//     using port = rtm::port_of<my_clock, rtm::cortex_m::primask<>, rtm::cortex_m::single_core<>>;
//     static constexpr const rtm::os::profile& how = rtm::os::freertos;
//   };
//   rtm::os::accounting<my_ecu> cpu_time;                     // .bss
//   RTM_FREERTOS_HOOKS(cpu_time)                              // ports/os/freertos/hooks.hpp
//   ...
//   (void)cpu_time.start({.window_ticks = 250'000});          // on each core, before its scheduler starts
//
// Context of the hooks: tasks, interrupts and the kernel, on any core of the port, masked or not; not NMI. A core that
// the port does not list is answered `not_started`, and no ledger is touched.
#pragma once

#include <stdint.h>

#include "rtm/os/normaliser.hpp"
#include "rtm/os/task_table.hpp"
#include "rtm/port.hpp"

namespace rtm::os {

/// Derive from it, name the `port` and the profile `how`, and what differs.
struct default_config {
  using capacity = default_capacity;
  using sink = no_sink;
  static constexpr strictness mode = strictness::lenient;
  /// See `normaliser::begin`.
  static constexpr uint64_t silence_ticks = 0;
  /// The id of an interrupt of which neither the hook nor the CPU tells the number. `no_id`: that is a fault.
  static constexpr uint32_t unnumbered_isr = no_id;
};

/// The answer to a point.
enum class [[nodiscard]] point_status : uint8_t{
    ok,
    would_migrate,  ///< Of a task that may move to another core: counted as `refused_point`, and not told.
    refused,        ///< The ledger says why: its first fault.
};

template <class Config>
class accounting {
 public:
  using port = typename Config::port;
  using capacity = typename Config::capacity;
  using word = typename port::word;
  using ledger_type = ledger<capacity, typename Config::sink>;
  using normaliser_type = normaliser<ledger_type>;
  using table_type = task_table<capacity::tasks>;
  using rows_type = task_rows<ledger_type, capacity::tasks>;

  static_assert(
      port::runs_in_idle,
      "accounting: a clock that stops in idle measures work, and every load would be 100 %: use another clock");

  static_assert(
      capacity::clock_bits == port::clock_bits || capacity::clock_bits == 0,
      "accounting: the capacity's clock_bits must be those of the port: a clock of another width wraps elsewhere");
  static_assert(sizeof(typename capacity::word) >= sizeof(word),
                "accounting: the capacity's word must hold a reading of the port's clock");

  static constexpr uint32_t cores = port::cores;
  static constexpr task_id others = table_type::others;
  static constexpr task_id departed = table_type::departed;

  /// One core's part.
  struct core {
    ledger_type ledger;
    normaliser_type hooks;
    rows_type rows;
    uint32_t shared_before_start = 0;  ///< Tasks that were created here before the start and for which no row was left.
  };

  constexpr accounting() = default;
  accounting(const accounting&) = delete;
  accounting& operator=(const accounting&) = delete;

  // ---- Epochs: on each core for itself ----

  /// @retval ok          measuring
  /// @retval bad_config  as ledger::start; or a width of the clock that is not the port's. Nothing changed.
  /// @retval bad_id      measuring, but in an epoch that is invalid at once: there are more tasks than rows already,
  /// and
  ///                     the mode makes a fault of it
  /// Bound: O(capacity + tasks created before), masked.
  status start(const timing& when, task_id base = kernel) {
    if (when.clock_bits != 0 && when.clock_bits != port::clock_bits) return status::bad_config;
    timing with_width = when;
    with_width.clock_bits = port::clock_bits;
    return on_this_core([&](core& c, word now) {
      c.hooks.begin(c.ledger, Config::how, Config::mode, Config::silence_ticks);
      c.rows.begin(tasks_);
      status result = c.hooks.start(now, base, with_width);
      for (uint32_t i = 0; i < c.shared_before_start && result == status::ok; ++i)
        result = c.hooks.add(now, repair::table_full);
      return result;
    });
  }
  /// A new epoch, in which `base` has the core. Wrong: from an interrupt, see `normaliser::reset`. Bound: O(tasks).
  status reset(task_id base = kernel) {
    return on_this_core([&](core& c, word now) {
      const status result = c.hooks.reset(now, base);
      if (result == status::ok) c.rows.begin(tasks_);
      return result;
    });
  }

  // ---- Tasks: serialised over all cores by the OS ----

  /// A task begins to exist: see `task_table::create`. More tasks than rows is the repair `table_full`, on this core;
  /// before the start, it is counted by the start.
  task_id task_created(uintptr_t object, const char* name) {
    task_id made = others;
    (void)on_this_core([&](core& c, word now) {
      made = tasks_.create(object, name, [this](task_id id) { return has_a_core(id); });
      if (made != others) return c.hooks.poll(now);
      const status told = c.hooks.add(now, repair::table_full);
      if (told == status::not_started) ++c.shared_before_start;
      return told;
    });
    return made;
  }
  /// It ends to exist; it may go on running for a while. Its open points are abandoned on this core.
  status task_deleted(task_id task) {
    return on_this_core([&](core& c, word now) {
      tasks_.remove(task);
      return task == others ? c.hooks.poll(now) : c.hooks.task_terminate(now, task);
    });
  }
  [[nodiscard]] task_id find(uintptr_t object) const { return tasks_.find(object); }

  // ---- Hooks: see the members of `normaliser` ----

  status task_in(task_id task) {
    return on_this_core([&](core& c, word now) {
      c.rows.meet(c.ledger, tasks_, task);
      return c.hooks.task_in(now, task);
    });
  }
  status switch_request(task_id task) {
    return on_this_core([&](core& c, word now) {
      c.rows.meet(c.ledger, tasks_, task);
      return c.hooks.switch_request(now, task);
    });
  }
  status task_out() {
    return tell([](normaliser_type& h, word now) { return h.task_out(now); });
  }
  status idle_in() {
    return tell([](normaliser_type& h, word now) { return h.idle_in(now); });
  }
  /// One hook that says both: `task` leaves, and idle or the kernel has the core.
  status task_out_to(task_id next) {
    return tell([=](normaliser_type& h, word now) {
      const status left = h.task_out(now);
      return next == idle && left == status::ok ? h.idle_in(now) : left;
    });
  }

  /// A hook without a number: the CPU tells it.
  status isr_enter() { return isr_enter(active_isr()); }
  [[nodiscard]] static isr_id active_isr() {
    const uint32_t number = port::active_exception();
    return isr_id{number == no_id ? Config::unnumbered_isr : number};
  }
  status isr_enter(isr_id isr) {
    return tell([=](normaliser_type& h, word now) { return h.isr_enter(now, isr); });
  }
  status isr_exit(isr_id isr = normaliser_type::no_isr) {
    return tell([=](normaliser_type& h, word now) { return h.isr_exit(now, isr); });
  }
  status isr_exit_to_scheduler(isr_id isr = normaliser_type::no_isr) {
    return tell([=](normaliser_type& h, word now) { return h.isr_exit_to_scheduler(now, isr); });
  }
  status wrapper_enter(isr_id isr) {
    return tell([=](normaliser_type& h, word now) { return h.wrapper_enter(now, isr); });
  }
  status wrapper_exit(isr_id isr) {
    return tell([=](normaliser_type& h, word now) { return h.wrapper_exit(now, isr); });
  }
  status isr_dispatch(isr_id isr) {
    return tell([=](normaliser_type& h, word now) { return h.isr_dispatch(now, isr); });
  }
  status swi_enter(swi_id swi) {
    return tell([=](normaliser_type& h, word now) { return h.swi_enter(now, swi); });
  }
  status swi_exit(swi_id swi) {
    return tell([=](normaliser_type& h, word now) { return h.swi_exit(now, swi); });
  }

  status task_level() {
    return tell([](normaliser_type& h, word now) { return h.task_level(now); });
  }
  status abort_frame() {
    return tell([](normaliser_type& h, word now) { return h.abort_frame(now); });
  }
  status abort_frames() {
    return tell([](normaliser_type& h, word now) { return h.abort_frames(now); });
  }
  status shutdown() {
    return tell([](normaliser_type& h, word now) { return h.shutdown(now); });
  }
  status poll() {
    return tell([](normaliser_type& h, word now) { return h.poll(now); });
  }

  status task_activate(task_id task) { return mark(task, &normaliser_type::task_activate); }
  status task_wait(task_id task) { return mark(task, &normaliser_type::task_wait); }
  status task_release(task_id task) { return mark(task, &normaliser_type::task_release); }
  status task_terminate(task_id task) { return mark(task, &normaliser_type::task_terminate); }

  /// Any fact that has no member here, under the mask: `with([](auto& hooks, auto now) { return hooks.poll(now); })`.
  template <class Fact>
  status tell(Fact fact) {
    return on_this_core([&](core& c, word now) { return fact(c.hooks, now); });
  }
  /// The same with the ledger beside: `fact(core, now)` answers a status.
  template <class Fact>
  status on_this_core(Fact fact) {
    status result = status::not_started;
    const core_status found = report_on_core<port>(cores_, [&](core& c, word now) { result = fact(c, now); });
    return found == core_status::ok ? result : status::not_started;
  }

  // ---- Points ----

  /// A point of whoever runs. With several cores, of tasks only if they are pinned to one: the clock of a task is that
  /// of the core, and a point that moved would end on another. Of one that has no id nobody knows that. Wrong: to pin
  /// or unpin a task inside a point.
  point_status point_begin(point_id point) { return at_point(&ledger_type::point_begin, point); }
  point_status point_end(point_id point) { return at_point(&ledger_type::point_end, point); }

  // ---- Reading ----

  /// Context: on that core and masked, for all but closed windows and faults.
  [[nodiscard]] core& at(uint32_t index) { return cores_[index]; }
  [[nodiscard]] const core& at(uint32_t index) const { return cores_[index]; }
  [[nodiscard]] table_type& tasks() { return tasks_; }
  [[nodiscard]] const table_type& tasks() const { return tasks_; }

  /// Of a task, `others` or `departed`, since the epoch began. After `at(index).ledger.snapshot(now)`.
  [[nodiscard]] task_sums epoch_sums(uint32_t index, task_id task) const {
    return cores_[index].rows.epoch_sums(cores_[index].ledger, tasks_, task);
  }
  [[nodiscard]] task_sums window_sums(uint32_t index, const window_header& window, task_id task) const {
    return cores_[index].rows.window_sums(cores_[index].ledger, tasks_, window, task);
  }

  /// The latest closed windows of all cores, to add up what a task has used wherever it ran.
  /// @retval ok         `windows` holds one header a core. They are windows of one time only if the cores share a clock
  ///                    and began together: look at `start_ticks`.
  /// @retval no_window  a core has closed none yet
  /// @retval moved      one of them was closing. Try again.
  /// Context: any core, any context. Bound: O(cores).
  status latest_windows(window_header (&windows)[cores]) const {
    for (uint32_t i = 0; i < cores; ++i) {
      const status found = cores_[i].ledger.latest_window(windows[i]);
      if (found != status::ok) return found;
    }
    return status::ok;
  }
  /// In these windows, over all cores. Afterwards ask `are_latest`.
  [[nodiscard]] task_sums sums_of_all_cores(const window_header (&windows)[cores], task_id task) const {
    task_sums sum;
    for (uint32_t i = 0; i < cores; ++i) {
      const task_sums one = window_sums(i, windows[i], task);
      sum.exclusive += one.exclusive;
      sum.dispatches += one.dispatches;
    }
    return sum;
  }
  [[nodiscard]] bool are_latest(const window_header (&windows)[cores]) const {
    for (uint32_t i = 0; i < cores; ++i) {
      if (!cores_[i].ledger.is_latest(windows[i])) return false;
    }
    return true;
  }

 private:
  status mark(task_id task, status (normaliser_type::*of)(word, task_id)) {
    return tell([=](normaliser_type& h, word now) { return task == others ? h.poll(now) : (h.*of)(now, task); });
  }
  [[nodiscard]] bool has_a_core(task_id task) const {
    for (uint32_t i = 0; i < cores; ++i) {
      if (cores_[i].hooks.base() == task) return true;
    }
    return false;
  }
  [[nodiscard]] bool may_migrate(const core& c) const {
    if (cores == 1 || c.hooks.depth() != 0) return false;
    const task_id base = c.hooks.base();
    return base == unknown || (uint32_t(base) < capacity::tasks && !tasks_.is_pinned(base));
  }
  point_status at_point(status (ledger_type::*fact)(word, point_id), point_id point) {
    point_status answer = point_status::refused;
    (void)on_this_core([&](core& c, word now) {
      if (may_migrate(c)) {
        answer = point_status::would_migrate;
        return c.hooks.add(now, repair::refused_point);
      }
      const status told = (c.ledger.*fact)(now, point);
      if (told == status::ok) answer = point_status::ok;
      return told;
    });
    return answer;
  }

  core cores_[cores] = {};
  table_type tasks_ = {};
};

}  // namespace rtm::os
