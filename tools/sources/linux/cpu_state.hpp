// SPDX-License-Identifier: MIT
// One CPU of a traced Linux kernel: turns its events into facts. It never guesses: where events are missing or
// contradict each other, the time since the event before belongs to `unknown`, until an event tells who runs.
//
//   sched_switch          the base owner; the time of this event is the boundary between two owners
//   irq_handler, vectors  a Hwi frame; softirqs are Swi frames. As long as no event tells whom they interrupt, their
//                         own time is unknown too
//   any event             evidence: it names the task that runs, and says whether an interrupt is being served
//
// Of each event first `is_expected` is asked, and `weigh` if it is not; then it is told by exactly one of the calls
// below it, whether it means something or not, because a repair goes back to the latest event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/linux/event.hpp"
#include "sources/source.hpp"
#include "sources/stamp_doubts.hpp"

namespace rtm::host::kernel {

struct frame {
  source_id id = 0;
  frame_kind kind = frame_kind::hard_irq;
  bool is_unowned = false;  ///< No event tells whom it interrupts.
  bool is_shown = false;    ///< Its events say that it is served; not those of every vector do.
  bool operator==(const frame& other) const { return id == other.id && kind == other.kind; }
};

struct cpu_belief : core_belief {
  std::uint64_t told_ns_ = 0;        ///< Of the latest fact.
  source_id owner_ = unknown_owner;  ///< The base owner, as told.
  bool is_lost_ = true;  ///< Frames may be active of which no event has told: at the beginning and after a loss.
  bool was_unseen_hard_ = false;  ///< At the latest event an interrupt ran without a frame.
  bool was_unseen_soft_ = false;
  std::vector<frame> frames_;
};

class cpu_state : private cpu_belief {
 public:
  /// A step of more than this may be to an odd stamp; see stamp_doubts.
  static constexpr std::uint64_t longest_step_ns = 1'000'000;
  /// So many events behind it, all in order, prove that it is none.
  static constexpr std::uint64_t enough_events = 512;
  /// Longer than any CPU of a kernel that runs is silent.
  static constexpr std::uint64_t longest_pause_ns = 10'000'000'000;

  /// Frames that may be active at once; more are a contradiction.
  static constexpr std::size_t most_frames = 64;

  cpu_state(std::uint32_t core, fact_queue& to) : core_(core), to_(&to), doubts_(to) {
    counts_.core = core;
    doubt_until(enough_events);
  }
  /// Steps are doubted until so many events behind them agree. 1 for who shows what happens while it does.
  void doubt_until(std::uint64_t events) {
    doubts_.doubt(longest_step_ns, events);
    follow_doubts();
  }
  /// Or until it is said that no event before `time_ns`, which is not before the latest one, is still to come.
  static constexpr std::uint64_t told = stamp_doubts<cpu_belief>::never;
  void trust(std::uint64_t time_ns) {
    doubts_.trust(*this, time_ns);
    follow_doubts();
  }
  /// What comes next up to `time_ns` is not odd: who knows where the events behind it begin says so. 0: nobody knows.
  void believe_up_to(std::uint64_t time_ns) { doubts_.believe_up_to(time_ns); }

  /// `counts` tells of this part of the time only, in ns after the beginning. Before the first event.
  void count_part(std::uint64_t from_ns, std::uint64_t to_ns) {
    part_.select(from_ns, to_ns);
    follow_doubts();
  }
  /// Begins the core's only epoch, at the beginning of the range that all cores have in common.
  void begin(std::uint64_t time_ns);
  /// For who follows a CPU: no event before `time_ns` is still to come, so the time up to there can be settled. One
  /// that comes all the same is out of order, and a repair goes back no further. Not before the latest event.
  void settle(std::uint64_t time_ns);
  /// Settles the time up to the end of the common range. What is said to be later is odd. Nothing may follow.
  void end(std::uint64_t time_ns);
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  /// Switches were not recorded: an event that names a task does not say how long that one runs.
  void know_nobody() { is_blind_ = true; }
  /// Where its events lie, for `end_of_range`.
  [[nodiscard]] std::vector<stamped_piece> pieces() const { return doubts_.pieces(*this, begin_ns_); }

  /// Does the event fit behind the one before it, beyond doubt? If not, `weigh` is to be asked.
  [[nodiscard]] bool is_expected(const event& e) const { return e.time_ns - last_ <= free_step_ns_; }
  /// False: it is odd, it has been counted as ignored, and nothing else may be told of it. In both cases it may be that
  /// a stamp has been found odd: the caller reports `take_misfit` with its place.
  [[nodiscard]] bool weigh(const event& e);
  /// Both at once, for those who need not be fast.
  [[nodiscard]] bool is_in_order(const event& e) { return is_expected(e) || weigh(e); }
  /// The first odd stamp of the core; once.
  [[nodiscard]] std::optional<misfit> take_misfit() { return doubts_.take_misfit(); }

  /// An event without further meaning.
  void seen(const event& e) {
    if (!frames_.empty() && e.in.is_known) end_frames(e);
    note(e);
    last_ = e.time_ns;
  }

  /// sched_switch. `previous`: whom it says it leaves, or no_evidence.
  void switched(const event& e, source_id previous, source_id next) {
    ++counts_.events;
    const bool is_other = previous != owner_ && previous != no_evidence && owner_ != unknown_owner;
    if (is_other || !frames_.empty()) [[unlikely]]
      repair(e, unknown_owner, 0);
    become(e.time_ns, next);
    is_lost_ = was_unseen_hard_ = was_unseen_soft_ = false;
    last_ = e.time_ns;
  }

  void entered(const event& e, frame_kind kind, source_id id) {
    note_entry(e);
    const bool cannot_be = kind == frame_kind::soft_irq && !frames_.empty() &&
                           (frames_.back().kind == frame_kind::hard_irq || owner_ == unknown_owner);
    if (cannot_be || frames_.size() == most_frames) [[unlikely]]
      repair(e, owner_, 0);
    const bool is_shown = kind == frame_kind::hard_irq ? e.in.is_hard_irq : e.in.is_soft_irq;
    frames_.push_back({id, kind, owner_ == unknown_owner && (is_blind_ || e.owner == no_evidence), is_shown});
    seen_[static_cast<std::size_t>(kind)] = true;
    tell_frame(enter_of(kind), e.time_ns, frames_.back());
    last_ = e.time_ns;
  }

  void exited(const event& e, frame_kind kind, source_id id) {
    note(e);
    if (!frames_.empty() && frames_.back() == frame{id, kind}) [[likely]] {
      tell_frame(exit_of(kind), e.time_ns, frames_.back());
      frames_.pop_back();
    } else {
      exited_otherwise(e, {id, kind});
    }
    last_ = e.time_ns;
  }

  /// The end of something that began `length_ns` before the event, but not before the event before it.
  void passed(const event& e, frame_kind kind, source_id id, std::uint64_t length_ns);

  /// The recorder lost `count` events (0: it does not know how many) between the latest event and `next`, which is told
  /// after this, if there is one.
  void lost(std::uint64_t count, const event& next);

  [[nodiscard]] std::uint64_t latest_ns() const { return last_; }
  /// Without the missing classes, which only the whole input can tell: see missing_classes.
  [[nodiscard]] source_completeness counts() const { return part_.of(counts_); }
  [[nodiscard]] std::uint32_t core() const { return core_; }
  [[nodiscard]] bool has_seen(frame_kind kind) const { return seen_[static_cast<std::size_t>(kind)]; }

 private:
  static fact_kind enter_of(frame_kind kind) {
    return kind == frame_kind::hard_irq ? fact_kind::isr_enter : fact_kind::swi_enter;
  }
  static fact_kind exit_of(frame_kind kind) {
    return kind == frame_kind::hard_irq ? fact_kind::isr_exit : fact_kind::swi_exit;
  }

  /// What every event tells. Cheap for one that contradicts nothing and is served by no interrupt.
  void note(const event& e) {
    note_entry(e);
    if (e.in.is_hard_irq || e.in.is_soft_irq || was_unseen_hard_ || was_unseen_soft_) note_context(e);
  }
  /// At an entry the event says already what the frame will say.
  void note_entry(const event& e) {
    ++counts_.events;
    if (e.owner != owner_ && e.owner != no_evidence) correct(e);
  }
  void become(std::uint64_t time_ns, source_id owner) {
    if (owner == owner_) return;
    owner_ = owner;
    tell(fact_kind::task_switch, time_ns, owner);
  }
  void tell(fact_kind kind, std::uint64_t time_ns, source_id id) {
    told_ns_ = time_ns;
    to_->push(source_fact{kind, core_, time_ns, id, false, false, false});
  }
  void tell_frame(fact_kind kind, std::uint64_t time_ns, const frame& f, bool is_piece = false) {
    told_ns_ = time_ns;
    to_->push(source_fact{kind, core_, time_ns, f.id, false, is_piece, f.is_unowned});
  }

  void correct(const event& e);
  void note_context(const event& e);
  void end_frames(const event& e);
  void exited_otherwise(const event& e, const frame& ended);
  void repair(const event& e, source_id owner, std::size_t kept_frames);
  void ignore();
  void follow_doubts();
  void give_up();
  void count_unseen(unseen_interrupts& of, bool& was_unseen, bool is_unseen, std::uint64_t time_ns) const;
  [[nodiscard]] bool has_frame(frame_kind kind) const;

  std::uint32_t core_;
  fact_queue* to_;
  std::uint64_t begin_ns_ = 0;
  std::uint64_t free_step_ns_ = 0;
  bool has_begun_ = false;
  bool is_blind_ = false;
  bool seen_[2] = {};
  stamp_doubts<cpu_belief> doubts_;
};

}  // namespace rtm::host::kernel
