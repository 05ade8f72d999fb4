// SPDX-License-Identifier: MIT
// The ledger: who owned every tick of one core? It is told facts, each with its time, and attributes the time between
// them. Start reading here; in detail/ledger_*.hpp are the hot path (hot), what happens seldom (cold), how a window is
// closed (windows), and how results are read (read).
//
//   rtm::ledger<> core0;                                   // one object a core, in .bss
//   core0.start(now, rtm::kernel, {.window_ticks = 250'000});
//   ...
//   (void)core0.isr_enter(now, rtm::isr_id{3});            // hooks may drop the status: the first fault sticks
//
// The rules, with the base owner in frame 0 and interrupt frames above it:
//
//   frame 2   isr 5   ==          exclusive: only the topmost frame's clock runs
//   frame 1   isr 3  =--===       inclusive: from enter to exit
//   frame 0   task  =------==     a task's clock is exchanged at a switch like a register
//
// Context of every call: the core that owns the ledger, serialised by the caller: mask what can report facts, THEN read
// the clock, then call, then restore the mask. A clock that is read before masking lets a later fact overtake this one
// (`time_backwards`). Not from NMI or other exceptions that the mask does not hold back.
// `now` is the raw reading of the clock, `clock_bits` wide.
// Bound of every call: two spans of time, at most one window closed; no loop over ids. See each call for loops over
// what is open. Nothing allocates, waits, prints, or calls back (but for the sink).
#pragma once

#include <stdint.h>

#include "rtm/capacity.hpp"
#include "rtm/detail/hints.hpp"
#include "rtm/detail/records.hpp"
#include "rtm/detail/static_store.hpp"
#include "rtm/sink.hpp"
#include "rtm/types.hpp"
#include "rtm/window.hpp"

namespace rtm {

template <class Capacity = default_capacity, class Sink = no_sink, class Store = detail::static_store<Capacity>>
class ledger : private Sink {
  static_assert(detail::check_capacity<Capacity>());

 public:
  using word = typename Capacity::word;
  using sink_type = Sink;

  /// Longest window with this capacity: so that sums of one window fit a word even if every level of a full stack
  /// belongs to the same id. Without windows time is folded at this distance, and max_gap cannot be longer.
  static constexpr uint64_t max_window_ticks =
      sizeof(word) == 8 ? ~uint64_t{0}
                        : uint64_t{0xFFFF'FFFFU} / (Capacity::depth > Capacity::point_depth || Capacity::points == 0
                                                        ? Capacity::depth
                                                        : Capacity::point_depth);

  constexpr ledger() = default;
  /// What is open is known by its address in the ledger: a copy would go on writing into the original.
  ledger(const ledger&) = delete;
  ledger& operator=(const ledger&) = delete;

  /// Begins the first epoch at `now` with a known base owner. Also forgets everything if called again.
  /// @retval ok          measuring
  /// @retval bad_config  timing out of range (see `timing`), or `base` outside the capacity; the ledger is as before
  /// Context: start-up, or the owning core with the facts masked; a second start not while others read: the rows are
  /// cleared under them. Bound: clears all rows, O(capacity).
  status start(word now, task_id base, const timing& how);

  /// Ends the epoch and begins the next one at `now`, with base owner `base` and empty stacks; also after a fault.
  /// Read what you need of the old epoch before (`snapshot`): this forgets it, row by row, as rows are next touched.
  /// @retval ok           a new epoch
  /// @retval not_started  before `start`
  /// @retval bad_id       `base` outside the capacity: a fault of the old epoch, if it was valid
  /// @retval ignored      the same, in an epoch that was invalid already
  /// @retval gap_exceeded, time_backwards  `base` outside the capacity, and the time is the fault that comes first
  /// Its time is never refused: after a fault more than a wrap may have passed, and the new start is then nominal.
  /// Bound: O(1).
  status reset(word now, task_id base);

  /// The base owner becomes `owner`. A switch to the current owner changes nothing. Report it at the dispatch, after
  /// the outermost interrupt has exited; both may carry the same `now`.
  /// @retval ok             accepted
  /// @retval switch_in_isr  a frame is active: the wrong use is to report a wake-up from inside the ISR
  /// @retval bad_id, gap_exceeded, time_backwards, ignored, not_started
  status task_switch(word now, task_id owner) {
    if (try_task_switch(now, uint32_t(owner))) return accepted(now, fact_kind::task_switch, uint32_t(owner));
    return slow(now, fact_kind::task_switch, uint32_t(owner));
  }

  /// A hardware interrupt begins on top of whatever runs.
  /// @retval ok          accepted
  /// @retval stack_full  `depth` frames are active
  /// @retval bad_id, gap_exceeded, time_backwards, ignored, not_started
  status isr_enter(word now, isr_id isr) {
    if (try_isr_enter(now, uint32_t(isr))) return accepted(now, fact_kind::isr_enter, uint32_t(isr));
    return slow(now, fact_kind::isr_enter, uint32_t(isr));
  }

  /// The topmost frame, which must be this interrupt, ends. The interrupted owner resumes.
  /// @retval ok               accepted
  /// @retval isr_mismatch     another frame is topmost: an exit is missing, or a Swi is still active
  /// @retval isr_underflow    no frame is active
  /// @retval point_left_open  one of this frame's points has not ended
  /// @retval bad_id, gap_exceeded, time_backwards, ignored, not_started
  /// Wrong: `if (isr == top) exit(); else ignore;` around it. That charges the outer ISR silently.
  status isr_exit(word now, isr_id isr) {
    if (try_isr_exit(now, uint32_t(isr))) return accepted(now, fact_kind::isr_exit, uint32_t(isr));
    return slow(now, fact_kind::isr_exit, uint32_t(isr));
  }

  /// A software interrupt (Swi, softirq, DPC) begins on the base owner or on another Swi.
  /// @retval ok            accepted
  /// @retval swi_over_isr  a hardware interrupt is topmost
  /// @retval stack_full, bad_id, gap_exceeded, time_backwards, ignored, not_started
  status swi_enter(word now, swi_id swi) {
    if (try_swi_enter(now, uint32_t(swi))) return accepted(now, fact_kind::swi_enter, uint32_t(swi));
    return slow(now, fact_kind::swi_enter, uint32_t(swi));
  }

  /// The topmost frame, which must be this Swi, ends.
  /// @retval ok             accepted
  /// @retval swi_mismatch   another frame is topmost
  /// @retval swi_underflow  no frame is active
  /// @retval point_left_open, bad_id, gap_exceeded, time_backwards, ignored, not_started
  status swi_exit(word now, swi_id swi) {
    if (try_swi_exit(now, uint32_t(swi))) return accepted(now, fact_kind::swi_exit, uint32_t(swi));
    return slow(now, fact_kind::swi_exit, uint32_t(swi));
  }

  /// A measured function or section begins in the current context: the topmost frame, or else the base owner. What is
  /// measured is CPU time of that context: preemption and blocking are not in it. Recursion is allowed.
  /// @retval ok                accepted
  /// @retval point_stack_full  `point_depth` in this context, or `point_frames` in all, are open
  /// @retval bad_id, gap_exceeded, time_backwards, ignored, not_started
  status point_begin(word now, point_id point) {
    if constexpr (Capacity::points != 0) {
      if (try_point_begin(now, uint32_t(point))) return accepted(now, fact_kind::point_begin, uint32_t(point));
    }
    return slow(now, fact_kind::point_begin, uint32_t(point));
  }

  /// The innermost open point of the current context, which must be this one, ends.
  /// @retval ok               accepted
  /// @retval point_mismatch   another point is innermost. Wrong: leaving a section by longjmp or an exception
  /// @retval point_underflow  this context has no open point. Wrong: ending in an ISR what a task began
  /// @retval bad_id, gap_exceeded, time_backwards, ignored, not_started
  status point_end(word now, point_id point) {
    if constexpr (Capacity::points != 0) {
      if (try_point_end(now, uint32_t(point))) return accepted(now, fact_kind::point_end, uint32_t(point));
    }
    return slow(now, fact_kind::point_end, uint32_t(point));
  }

  /// Nothing happened; the time up to `now` is settled and a window that ended is closed. Call it at least every
  /// max_gap while nothing else is reported: from the tick, or before and after sleeping.
  /// @retval ok  accepted
  /// @retval gap_exceeded, time_backwards, ignored, not_started
  status poll(word now) {
    if (try_settle(now)) return accepted(now, fact_kind::poll, 0);
    return slow(now, fact_kind::poll, 0);
  }

  /// Life-cycle marks of a task, by whoever runs, in a frame too. They settle the time, never change the owner, and are
  /// there for timing parameters made from a trace. A terminating task abandons its open points.
  /// @retval ok      accepted
  /// @retval bad_id  not a task of the capacity (idle, kernel and unknown have no life)
  /// @retval gap_exceeded, time_backwards, ignored, not_started
  /// Bound: task_terminate O(point_depth), the others O(1).
  status task_activate(word now, task_id task) { return slow(now, fact_kind::task_activate, uint32_t(task)); }
  status task_wait(word now, task_id task) { return slow(now, fact_kind::task_wait, uint32_t(task)); }
  status task_release(word now, task_id task) { return slow(now, fact_kind::task_release, uint32_t(task)); }
  status task_terminate(word now, task_id task) { return slow(now, fact_kind::task_terminate, uint32_t(task)); }

  // ---- Reading the latest closed window: from any core, any context, without a lock ----
  //
  //   rtm::window_header w;
  //   if (core0.latest_window(w) == rtm::status::ok) {
  //     auto a = core0.window_sums(w, rtm::isr_id{3});
  //     auto b = core0.window_sums(w, rtm::idle);
  //     if (!core0.is_latest(w)) ...      // another window closed meanwhile: a and b may belong to different windows
  //   }

  /// @retval ok         `header` names the latest closed window
  /// @retval no_window  none has closed in this epoch, or there are no windows
  /// @retval moved      a window is being closed this very moment; `header` is unchanged. Try again.
  /// Bound: O(1), never waits. In an NMI that interrupts the closing, `moved` stays until the NMI returns.
  status latest_window(window_header& header) const;
  /// Sums of one id in that window. Zeros for an id outside the capacity.
  [[nodiscard]] task_sums window_sums(const window_header& window, task_id owner) const;
  [[nodiscard]] call_sums window_sums(const window_header& window, isr_id isr) const;
  [[nodiscard]] call_sums window_sums(const window_header& window, swi_id swi) const;
  [[nodiscard]] call_sums window_sums(const window_header& window, point_id point) const;
  /// True if all that was read with this header belongs to that window. False: read again, or count it as missed.
  [[nodiscard]] bool is_latest(const window_header& window) const;

  // ---- Reading the epoch and the window in progress: on the owning core, serialised like a fact ----

  /// Settles the time up to `now` and makes the sums below exact up to it. They stay so until the next fact.
  /// In an invalid epoch, shows what was measured up to the fault.
  /// @retval ok      valid so far
  /// @retval ignored invalid: the sums are those up to the fault. Not counted as an ignored fact.
  /// @retval gap_exceeded, time_backwards, not_started
  /// Bound: O(active frames + open points).
  status snapshot(word now);
  /// Number, start, settled time and validity. Before `start`: all 0, not valid.
  [[nodiscard]] epoch_header epoch() const;
  /// Where the window in progress lies and how much of it is settled. `length_ticks` 0: nothing yet.
  [[nodiscard]] window_header window_in_progress() const;
  /// Sums since the epoch began. Zeros for an id outside the capacity.
  [[nodiscard]] task_sums epoch_sums(task_id owner) const;
  [[nodiscard]] call_sums epoch_sums(isr_id isr) const;
  [[nodiscard]] call_sums epoch_sums(swi_id swi) const;
  [[nodiscard]] call_sums epoch_sums(point_id point) const;
  /// Shortest and longest completed call since the epoch began. Zeros if there is none, or `extremes` is off.
  [[nodiscard]] call_extremes epoch_extremes(isr_id isr) const;
  [[nodiscard]] call_extremes epoch_extremes(swi_id swi) const;
  [[nodiscard]] call_extremes epoch_extremes(point_id point) const;

  // ---- Sums between two instants of the caller's choice, for a ledger without windows ----
  //
  //   lock(); now = clock(); (void)core0.close_period(now); unlock();     // O(what is open) under the mask
  //   do {
  //     mark = core0.period_mark();
  //     for (each id) later[id] = core0.closed_sums(id);                  // interrupts on: the sums stay at `now`
  //   } while (core0.period_mark() != mark);                              // at most twice: a period is long
  //   used = later - earlier

  /// Ends the period at `now`: `closed_sums` stay what they are at this instant until the next call. Time is also
  /// folded once in max_window_ticks by itself, which moves them; `period_mark` then changes.
  /// @retval ok          closed
  /// @retval bad_config  this ledger has fixed windows, which nobody may cut
  /// @retval gap_exceeded, time_backwards, ignored, not_started
  /// Bound: O(active frames + open points).
  status close_period(word now);
  /// Changes with every closed period.
  [[nodiscard]] uint32_t period_mark() const { return detail::load_acquire(sequence_); }
  /// Extended time at which the latest period was closed. Context: as closed_sums.
  [[nodiscard]] uint64_t closed_time() const { return window_start_.value(); }
  /// Sums from the beginning of the epoch to the end of the latest closed period. Zeros outside the capacity.
  /// Context: any on the owning core, nothing masked. Wrong: from another core, which may see half a row.
  [[nodiscard]] task_sums closed_sums(task_id owner) const;
  [[nodiscard]] call_sums closed_sums(isr_id isr) const;
  [[nodiscard]] call_sums closed_sums(swi_id swi) const;
  [[nodiscard]] call_sums closed_sums(point_id point) const;

  /// The first fault of the current epoch.
  /// @retval ok       `out` holds it; `out.kind` is `ok` if the epoch is valid, and before `start`
  /// @retval moved    it changed while it was read; `out` is unchanged
  /// Context: any core, any context. Bound: O(1).
  status first_fault(fault& out) const;

  /// Who owns the core, which frames are active and which points open: as the facts, latest first, that would bring an
  /// empty ledger there, `visit(fact_kind, id)`. Each owner is a task_switch; the current one comes after the frames,
  /// owners that were switched away from with open points after it.
  /// Context: a sink, or the owning core with the facts masked. Bound: O(active frames + open points).
  template <class Visit>
  void visit_state(Visit visit) const;

  /// Who hears of every fact, see sink.hpp.
  [[nodiscard]] Sink& sink() { return *this; }
  [[nodiscard]] const Sink& sink() const { return *this; }
  /// For the host tools, whose store grows and lists its rows. On target there is nothing in it for an application.
  [[nodiscard]] Store& store() { return store_; }
  [[nodiscard]] const Store& store() const { return store_; }

 private:
  using half = detail::half_of<word>;
  using handle = typename Store::handle;
  using context = detail::context<word>;
  using flag = detail::frame_flag<word>;
  using frame = typename Store::frame_type;
  using call_record = detail::call_record<word, Capacity::extremes>;
  using point_record = detail::point_record<word, Capacity::extremes>;
  using point_frame = detail::point_frame<word>;
  using open_call = detail::open_call<word>;

  static constexpr bool full_width = Capacity::clock_bits == sizeof(word) * 8;
  static constexpr uint32_t first_task = 3;  // contexts: idle, kernel, unknown, task 0, task 1, ...

  /// idle, kernel and unknown are the three largest ids, so adding 3 maps every owner to its row.
  static constexpr uint32_t context_index(uint32_t owner) { return owner + first_task; }
  using pair = detail::pair_of_halves<word>;
  static constexpr uint32_t id_of(half id_and_flags) { return id_and_flags & flag::id_mask; }
  [[nodiscard]] word clock_mask() const {
    constexpr unsigned word_bits = sizeof(word) * 8;
    if constexpr (Capacity::clock_bits != 0) return word(-1) >> (word_bits - Capacity::clock_bits);
    return bits_ == 0 ? 0 : word(-1) >> (word_bits - bits_);
  }

  // ---- detail/ledger_hot.hpp ----
  template <class Row>
  RTM_HOT Row& near(Row& first, uint32_t index);
  RTM_HOT context& hot_context(uint32_t index);
  RTM_HOT call_record& hot_isr(uint32_t id);
  RTM_HOT call_record& hot_swi(uint32_t id);
  RTM_HOT point_record& hot_point(uint32_t id);
  RTM_HOT bool measure(word now, word& time) const;
  RTM_HOT bool try_settle(word now);
  RTM_HOT bool try_task_switch(word now, uint32_t owner);
  RTM_HOT bool try_enter(word now, uint32_t id, uint32_t count, half kind);
  RTM_HOT bool try_exit(word now, uint32_t id, half kind, call_record& row);
  RTM_HOT bool try_isr_enter(word now, uint32_t id) { return try_enter(now, id, store_.isr_count(), 0); }
  RTM_HOT bool try_swi_enter(word now, uint32_t id) { return try_enter(now, id, store_.swi_count(), flag::swi); }
  RTM_HOT bool try_isr_exit(word now, uint32_t id) {
    return !RTM_SELDOM(id >= store_.isr_count()) && try_exit(now, id, 0, hot_isr(id));
  }
  RTM_HOT bool try_swi_exit(word now, uint32_t id) {
    return !RTM_SELDOM(id >= store_.swi_count()) && try_exit(now, id, flag::swi, hot_swi(id));
  }
  RTM_HOT bool try_point_begin(word now, uint32_t id);
  RTM_HOT bool try_point_end(word now, uint32_t id);
  RTM_HOT void complete(call_record& row, const open_call& ended, open_call& outer, word clock);
  RTM_HOT static void add_call(call_record& row, word exclusive, word inclusive);
  RTM_COLD static void widen(call_record& row, word exclusive, word inclusive);

  RTM_HOT status accepted(word now, fact_kind fact, uint32_t id) {
    const word time = full_width ? now : last_;  // the same, but one of them is in a register
    if constexpr (detail::sees_ledger<Sink>) {
      return Sink::accepted(*this, fact, time, id);
    } else {
      Sink::accepted(fact, time, id);
      return status::ok;
    }
  }
  status refused(status why, fact_kind fact, uint32_t id, word reading) {
    if constexpr (detail::sees_ledger<Sink>) {
      Sink::refused(*this, why, fact, word(last_ + ((reading - last_) & clock_mask())), id);
    }
    return why;
  }

  // ---- detail/ledger_cold.hpp ----
  RTM_COLD status slow(word now, fact_kind fact, uint32_t id);
  void settle(word elapsed);
  word base_clock() const;
  void set_deadline();
  RTM_COLD status apply(fact_kind fact, uint32_t id);
  status apply_switch(uint32_t owner);
  status apply_enter(uint32_t id, half kind);
  status apply_exit(uint32_t id, half kind);
  status apply_point_begin(uint32_t id);
  status apply_point_end(uint32_t id);
  status apply_mark(fact_kind fact, uint32_t id);
  RTM_COLD status freeze(status kind, fact_kind fact, uint32_t id, word reading);
  uint32_t expected_id(status kind) const;
  RTM_COLD void begin_epoch(uint64_t start, uint32_t base_index);
  RTM_COLD void complete_whole(call_record& row, const open_call& ended, open_call& outer, word clock);
  void suspend(context& from);
  RTM_COLD void resume(context& to);
  void unlink(context& owner);
  /// Of a context on the list of suspended ones.
  point_frame& innermost_of(half index_plus_1) {
    return store_.pool_at(store_.context_at(index_plus_1 - 1u).state.high);
  }
  handle take_point_frame();
  RTM_COLD void abandon_points(uint32_t index);
  bool has_isr(uint32_t id) { return id < store_.isr_count() || store_.grow_isrs(id); }
  bool has_swi(uint32_t id) { return id < store_.swi_count() || store_.grow_swis(id); }
  bool has_point(uint32_t id) { return id < store_.point_count() || store_.grow_points(id); }
  bool has_context(uint32_t index) { return index < store_.context_count() || store_.grow_contexts(index); }
  call_record& row_of(half id_and_flags);
  [[nodiscard]] bool in_epoch(half stamp) const { return half(stamp_ - stamp) <= half(stamp_ - first_stamp_); }
  [[nodiscard]] uint64_t last_time() const;
  [[nodiscard]] uint32_t depth() const;

  // ---- detail/ledger_windows.hpp ----
  void close_window(word now, word length);
  RTM_COLD word credit_open(word now, bool closing);
  RTM_HOT word credit(call_record& row, open_call& open, word clock, word stop, word restart);
  RTM_COLD static void carry(open_call& open, word exclusive, word inclusive);
  RTM_COLD void credit_points(handle innermost, word clock, word restart);
  void touch(context& row);
  void touch(call_record& row);
  void touch(point_record& row);
  RTM_COLD void roll(context& row);
  RTM_COLD void roll(call_record& row);
  RTM_COLD void roll(point_record& row);
  void sweep();
  void refresh(half& stamp) const;

  // ---- detail/ledger_read.hpp ----
  template <class Row>
  [[nodiscard]] call_sums read_window(const window_header& window, const Row& row) const;
  template <class Row>
  [[nodiscard]] call_sums read_epoch(const Row& row) const;
  template <class Row>
  [[nodiscard]] call_sums read_closed(const Row& row) const;
  template <class Row>
  [[nodiscard]] call_extremes read_extremes(const Row& row) const;

  enum class phase : uint8_t { not_started, measuring, frozen };

  // Hot words first: short offsets are cheap on Armv6-M. All zero in a new object, so that it lies in .bss and every
  // fact before `start` fails the range check.
  word last_ = 0;      // extended time of the last fact, modulo the word
  word deadline_ = 0;  // facts before it are plain, see measure(); == last_ while not measuring
  frame* top_ = nullptr;
  context* current_ = nullptr;
  half stamp_ = 0;   // number of the period in progress, modulo half a word
  handle free_ = 0;  // free list of the pool
  word end_ = 0;     // end of the period in progress
  word max_gap_ = 0;
  handle fresh_ = 0;      // pool entries from here on have not been used in this epoch
  half suspended_ = 0;    // list of suspended contexts with open points, as index + 1
  half first_stamp_ = 0;  // first period of the epoch
  half sweep_ = 0;        // next row to refresh
  half fault_expected_ = 0;
  uint8_t fault_depth_ = 0;
  status fault_kind_ = status::ok;
  fact_kind fault_fact_ = fact_kind::task_switch;
  phase phase_ = phase::not_started;
  bool windows_ = false;  // false: periods are only folded, never published
  uint8_t bits_ = 0;      // clock width
  uint32_t fault_id_ = 0;
  word fault_reading_ = 0;
  word window_ = 0;        // length of a period
  uint32_t sequence_ = 0;  // odd while a window closes, an epoch begins or is frozen
  uint32_t epoch_ = 0;
  uint32_t ignored_ = 0;
  detail::wide<word> epoch_start_ = {};
  detail::wide<word> window_start_ = {};
  detail::wide<word> window_index_ = {};
  Store store_ = {};
};

}  // namespace rtm

#include "rtm/detail/ledger_cold.hpp"
#include "rtm/detail/ledger_hot.hpp"
#include "rtm/detail/ledger_read.hpp"
#include "rtm/detail/ledger_windows.hpp"
