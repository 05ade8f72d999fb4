// SPDX-License-Identifier: MIT
// Turns the hooks of an OS, as they really come, into the facts of a ledger. Hooks are not what their names suggest:
// exits come without an enter, a switch is announced inside an interrupt, the same task is announced twice, idle has no
// hook at all. What has to be mended is mended by the profile of the OS (profile.hpp), counted (repairs.hpp), and
// shown.
//
//   hooks as they come   what the ledger is told        repairs
//   50 isr_enter 7       50 isr_enter 7
//   60 task_in 2         60 poll                        deferred_switch: 1
//   70 isr_exit 7        70 isr_exit 7, task_switch 2
//
// One for each core, beside its ledger:
//
//   rtm::ledger<> core0;                                     // .bss
//   rtm::os::normaliser<rtm::ledger<>> hooks0;               // .bss
//   hooks0.begin(core0, rtm::os::rt_thread);
//   (void)hooks0.start(now, rtm::kernel, {.window_ticks = 250'000});
//   hook:  rtm::report<port>([&](auto now) { (void)hooks0.task_in(now, rtm::task_id{2}); });
//
// Context of every call: as a fact of a ledger: on its core, masked, the clock read under the mask. All facts of frames
// and base owners of that ledger must come through here; points, `snapshot` and reading go to the ledger itself.
// Every call tells at least one fact (a poll, if nothing changed), and answers what the ledger answered to the last.
// Bound: O(frames closed) + the bound of the facts; nothing here loops over tasks or ids.
//
// The id of a leave is never trusted: what runs is what was announced last.
#pragma once

#include <stdint.h>

#include "rtm/ledger.hpp"
#include "rtm/os/profile.hpp"
#include "rtm/os/repairs.hpp"

namespace rtm::os {

/// What a repair does to the epoch.
enum class strictness : uint8_t {
  lenient,      ///< Counted.
  as_declared,  ///< Counted, if the profile says that its OS needs it (`known_repairs`). Else it is a fault.
  strict,       ///< Every repair is a fault.
};

/// How often hooks have been heard since the epoch began; each stays at 2^32 - 1.
struct hooks_heard {
  uint32_t task_in = 0;
  uint32_t task_out = 0;
  uint32_t idle_in = 0;
  uint32_t isr_enter = 0;
  uint32_t isr_exit = 0;
};

namespace detail {
template <class Ledger>
inline constexpr uint32_t depth_of = 8;
template <class Capacity, class Sink, class Store>
inline constexpr uint32_t depth_of<ledger<Capacity, Sink, Store>> = Capacity::depth;
}  // namespace detail

/// `Depth`: frames that are remembered, as many as the ledger has.
template <class Ledger, uint32_t Depth = detail::depth_of<Ledger>>
class normaliser {
 public:
  using word = typename Ledger::word;

  constexpr normaliser() = default;
  /// Its ledger is known by address, and it by its core.
  normaliser(const normaliser&) = delete;
  normaliser& operator=(const normaliser&) = delete;

  /// Before all else. Hooks before `start` are answered `not_started`. `ledger` and `how` must outlive it.
  /// `silence_ticks`: after that time of an epoch, hooks that the profile promises must have been heard, or the epoch
  /// is ended by a fault (`silent_hooks`). 0: nobody looks.
  void begin(Ledger& ledger, const profile& how, strictness mode = strictness::lenient, uint64_t silence_ticks = 0) {
    ledger_ = &ledger;
    how_ = &how;
    fatal_ = mode == strictness::lenient  ? no_repairs
             : mode == strictness::strict ? all_repairs
                                          : all_repairs & ~known_repairs(how);
    fatal_ |= one(repair::silent_hooks);
    silence_ticks_ = silence_ticks;
  }

  /// `ledger::start`, and forgets what was heard before. What the answers mean: see there.
  status start(word now, task_id base, const timing& when) {
    if (ledger_ == nullptr) return status::not_started;
    const status result = ledger_->start(now, base, when);
    if (result == status::ok) forget(base);
    return result;
  }
  /// `ledger::reset`: a new epoch, with no frame active.
  /// Wrong: from inside an interrupt. Its exit is then one without an enter.
  status reset(word now, task_id base) {
    if (ledger_ == nullptr) return status::not_started;
    const status result = ledger_->reset(now, base);
    if (result == status::ok) forget(base);
    return result;
  }

  // ---- Dispatches ----

  /// A task gets the core. `rtm::idle` for the idle task, `rtm::unknown` for one that the port has no id for.
  status task_in(word now, task_id task);
  /// The task that has the core leaves it: the kernel has it until the next dispatch. Whoever the hook names, it is the
  /// one that was announced last.
  status task_out(word now);
  /// A dispatch that is decided now and made at the end of the outermost interrupt; outside of interrupts it is a
  /// `task_in`. For kernels whose hook can tell; others call `task_in`, and the profile decides.
  status switch_request(word now, task_id task);
  /// Idle has begun, by a hook, a loop of the application, or because the port found nothing ready.
  status idle_in(word now);

  // ---- Frames ----

  /// A hook of the kernel: an interrupt begins.
  status isr_enter(word now, isr_id isr) { return enter(now, uint32_t(isr), frame_kind::told); }
  /// A hook of the kernel: an interrupt ends. `no_isr`: the hook does not say which, so the topmost.
  /// Inside a wrapped handler it ends nothing: the wrapper knows better.
  status isr_exit(word now, isr_id isr = no_isr);
  /// The same, announcing that the scheduler runs next.
  status isr_exit_to_scheduler(word now, isr_id isr = no_isr);
  /// A handler that is wrapped by hand (RTM_ISR): both ends are certain.
  status wrapper_enter(word now, isr_id isr) { return enter(now, uint32_t(isr), frame_kind::wrapped); }
  status wrapper_exit(word now, isr_id isr);
  /// Profiles with `isr_hooks::dispatched`: the thing that is dispatched is an interrupt. It ends with the next leave.
  status isr_dispatch(word now, isr_id isr);
  status swi_enter(word now, swi_id swi);
  status swi_exit(word now, swi_id swi);

  // ---- Evidence, and ends ----

  /// The port knows from the CPU that no interrupt is active. Frames that still are were left open by missing exits.
  status task_level(word now) { return close_frames(now, 0, repair::missing_exit); }
  /// The OS has killed the topmost interrupt: its exit will never come.
  status abort_frame(word now) {
    return depth_ == 0 ? poll(now) : close_frames(now, depth_ - 1, repair::aborted_frame);
  }
  /// The OS has killed all that was active.
  status abort_frames(word now) { return close_frames(now, 0, repair::aborted_frame); }
  /// The OS has killed every interrupt for which `is_killed(id, is_swi)`, and no other. One that lies under another
  /// that goes on has no time any more: it is closed when that one ends. Bound: O(active frames).
  template <class IsKilled>
  status abort_frames(word now, IsKilled is_killed) {
    for (uint32_t i = 0; i < depth_; ++i) {
      frame& f = frames_[i];
      f.is_doomed = f.is_doomed || is_killed(f.id, f.kind == frame_kind::swi);
    }
    const status answer = poll(now);
    return answer == status::ok ? close_doomed(now) : answer;
  }
  /// The OS has killed the topmost interrupt, and others that nobody names: who has the core is not known before the
  /// next dispatch. An exit of one that goes on is then an `exit_without_enter`.
  status abort_unnamed(word now);
  /// The OS is shut down: closes what is active and the last slice, which no hook does. Later hooks are counted
  /// (`late_hook`) and answered `ignored`. `reset` begins again.
  status shutdown(word now);

  /// `ledger::poll`, at least every max_gap; it is also here that silence is noticed.
  status poll(word now);

  // ---- Marks ----

  /// `ledger::task_activate` and so on. A task without an id is left out.
  status task_activate(word now, task_id task) { return mark(now, task, &Ledger::task_activate); }
  status task_wait(word now, task_id task) { return mark(now, task, &Ledger::task_wait); }
  status task_release(word now, task_id task) { return mark(now, task, &Ledger::task_release); }
  status task_terminate(word now, task_id task) { return mark(now, task, &Ledger::task_terminate); }

  /// Counts a repair that was made outside of here (task_table.hpp), or ends the epoch for it if it is fatal.
  status add(word now, repair kind) {
    if (ledger_ == nullptr) return status::not_started;
    return repaired(kind) ? poll_ledger(now) : refuse(now, kind);
  }

  // ---- Reading, on the owning core ----

  [[nodiscard]] const repair_counts& repairs() const { return repairs_; }
  [[nodiscard]] const hooks_heard& heard() const { return heard_; }
  [[nodiscard]] uint32_t depth() const { return depth_; }
  /// Id of the topmost interrupt; `no_id` if none is active, or it is a Swi.
  [[nodiscard]] uint32_t topmost_isr() const {
    return depth_ == 0 || frames_[depth_ - 1].kind == frame_kind::swi ? no_id : frames_[depth_ - 1].id;
  }
  /// The base owner as the ledger knows it; the kernel before the start.
  [[nodiscard]] task_id base() const { return ledger_ == nullptr ? kernel : base_; }
  /// Hooks that are promised and have not been heard, true for each. Means something after some time only.
  [[nodiscard]] promised_hooks silent() const {
    const promised_hooks promised = promised_by(*how_);
    return {promised.task_in && heard_.task_in == 0, promised.task_out && heard_.task_out == 0,
            promised.isr_enter && heard_.isr_enter == 0};
  }
  [[nodiscard]] const profile& how() const { return *how_; }

  static constexpr isr_id no_isr{no_id};

 private:
  enum class frame_kind : uint8_t { told, wrapped, dispatched, swi };
  struct frame {
    uint32_t id = 0;
    frame_kind kind = frame_kind::told;
    bool is_doomed = false;  ///< Killed; something that goes on lies on it.
  };

  static void count(uint32_t& n) {
    if (n != ~uint32_t{0}) ++n;
  }
  /// Counts, but not what comes after a fault: those numbers belong to an epoch that has ended.
  void count(repair kind) {
    if (ledger_->epoch().valid) repairs_.add(kind);
  }
  /// Counts; false if it must be a fault instead.
  bool repaired(repair kind) {
    count(kind);
    return (fatal_ & one(kind)) == 0;
  }
  /// Counts if it must be a fault. Where the ledger refuses what came, it is given that, and names the fault itself.
  bool is_fatal(repair kind) { return (fatal_ & one(kind)) != 0 && !repaired(kind); }
  status refuse(word now, repair kind) { return ledger_->task_switch(now, task_id{fault_id_of(kind)}); }
  status poll_ledger(word now) { return ledger_->poll(now); }
  /// Ready for a hook? Otherwise `answer` is the answer to it.
  bool listens(status& answer) {
    answer = ledger_ == nullptr ? status::not_started : status::ignored;
    if (is_shut_down_) count(repair::late_hook);
    return ledger_ != nullptr && !is_shut_down_;
  }
  [[nodiscard]] bool has_task() const {
    return base_ != kernel && base_ != unknown && (base_ != idle || how_->idle == idle_is::a_task);
  }
  void forget(task_id base);
  status become(word now, task_id owner);
  status dispatch(word now, task_id task);
  status defer(word now, task_id task);
  status enter(word now, uint32_t id, frame_kind kind);
  status pop(word now);
  status tell_exit(word now, const frame& f);
  status finish(word now, uint32_t index);
  status close_frames(word now, uint32_t down_to, repair why);
  status close_doomed(word now);
  status apply_pending(word now);
  [[nodiscard]] uint32_t find(uint32_t id, bool is_swi) const;
  status surplus_exit(word now, uint32_t id, bool is_swi);
  status mark(word now, task_id task, status (Ledger::*tell)(word, task_id));

  Ledger* ledger_ = nullptr;
  const profile* how_ = nullptr;
  repair_set fatal_ = no_repairs;
  uint64_t silence_ticks_ = 0;
  task_id base_{};
  task_id pending_{};
  bool has_pending_ = false;
  bool is_pending_leave_ = false;
  bool is_shut_down_ = false;
  uint32_t depth_ = 0;
  frame frames_[Depth] = {};
  repair_counts repairs_ = {};
  hooks_heard heard_ = {};
};

}  // namespace rtm::os

#include "rtm/os/detail/normaliser_rules.hpp"
