// SPDX-License-Identifier: MIT
// One core of a recorded RTOS: turns "this task runs", "this interrupt starts" into facts. It never guesses: where two
// events contradict each other, the time since the event before belongs to `unknown`, until an event tells who runs.
// Ids are dense numbers; the reader of a format gives them to what it finds there.
//
// Of each event first `is_in_order` is asked; then it is told by at least one of the calls below it, all with its time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/source.hpp"
#include "sources/stamp_doubts.hpp"

namespace rtm::host::rtos {

struct frame {
  source_id id = 0;
  bool is_paused = false;
  std::vector<source_id> points = {};
};

struct rtos_belief : core_belief {
  source_id owner_ = unknown_owner;  ///< The base owner believed in.
  source_id told_ = unknown_owner;   ///< The base owner as told: it follows when time goes on.
  bool has_ended_ = false;           ///< The owner told, a task: what it does from here on is another instance.
  bool has_events_ = false;
  std::vector<frame> frames_;
  std::vector<source_id> cut_;                           ///< Interrupts that are paused and whose frames were ended.
  std::vector<std::vector<source_id>> points_of_tasks_;  ///< By task: dense ids.
};

class core_state : private rtos_belief {
 public:
  /// Frames that may be active at once, and points that may be open in one context; more are a contradiction.
  static constexpr std::size_t most_frames = 64;
  static constexpr std::size_t most_points = 1024;

  core_state(std::uint32_t core, fact_queue& to) : to_(&to), doubts_(to) { counts_.core = core; }
  /// A step of more than `ticks` may be to an odd stamp, until `events` events behind it are all in order; see
  /// stamp_doubts. Without this, stamps are believed as long as they do not go back.
  void doubt(std::uint64_t ticks, std::uint64_t events) { doubts_.doubt(ticks, events); }

  /// `counts` tells of this part of the time only, in readings of the clock.
  void count_part(std::uint64_t from, std::uint64_t to) { part_.select(from, to); }
  /// Where facts go from now on.
  void send_to(fact_queue& to) {
    doubts_.send_to(to);
    to_ = &doubts_.queue();
  }
  /// Begins the core's only epoch; facts that are told before it in time must be sent behind it.
  void begin(std::uint64_t ticks);
  /// Whoever has to know all facts up to `ticks` believes them.
  void trust_up_to(std::uint64_t ticks) {
    doubts_.trust_steps_up_to(ticks);
    to_ = &doubts_.queue();
  }
  /// Settles the time up to the end of the recording. What is said to be later is odd. Nothing may follow.
  void end(std::uint64_t ticks);
  /// Where its events lie, for `end_of_range`.
  [[nodiscard]] std::vector<stamped_piece> pieces() const { return doubts_.pieces(*this, begin_); }

  /// Is the event not before the one before it? If it is, it has been counted as ignored, nothing is known from the
  /// latest event on, and nothing else may be told of it. In both cases it may be that a stamp has been found odd: the
  /// caller reports `take_misfit`. `offset` and `line`: its place in the input.
  [[nodiscard]] bool is_in_order(std::uint64_t ticks, std::uint64_t offset = 0, std::uint64_t line = 0);
  /// The first odd stamp of the core; once.
  [[nodiscard]] std::optional<misfit> take_misfit() { return doubts_.take_misfit(); }

  /// An event that changes nothing.
  void seen(std::uint64_t ticks) { advance(ticks); }

  /// From now on `owner` (a task, idle_owner, kernel_owner) is the base owner. A contradiction under an interrupt that
  /// has not been paused.
  void runs(std::uint64_t ticks, source_id owner);
  /// `task` stops. If nothing starts at the same instant, the core is idle from here on.
  void left(std::uint64_t ticks, source_id task);

  void entered(std::uint64_t ticks, source_id isr);
  /// The interrupt gives the core away but goes on later. If nothing starts at the same instant, the core is idle.
  void paused(std::uint64_t ticks, source_id isr);
  void resumed(std::uint64_t ticks, source_id isr);
  void exited(std::uint64_t ticks, source_id isr);

  /// A measured section of whoever runs. False: it fits nowhere, and is ignored.
  [[nodiscard]] bool point_began(std::uint64_t ticks, source_id point);
  [[nodiscard]] bool point_ended(std::uint64_t ticks, source_id point);

  /// Of whoever runs, the point that would end next.
  [[nodiscard]] std::optional<source_id> innermost_point();

  /// A mark in the life of a task: task_activate, task_wait, task_release, task_terminate.
  void marked(std::uint64_t ticks, fact_kind kind, source_id task);

  /// The recorder lost `count` events (0: it does not know how many) between the latest one and now.
  void lost(std::uint64_t ticks, std::uint64_t count, std::uint64_t offset);
  /// The event contradicts what is believed: nothing is known since the latest one, nor from now on.
  void contradicted(std::uint64_t ticks);

  [[nodiscard]] bool is_running_task(source_id task) const { return frames_.empty() && owner_ == task; }
  [[nodiscard]] bool is_running_isr(source_id isr) const { return has_frame() && frames_.back().id == isr; }
  /// An interrupt that has not been paused.
  [[nodiscard]] bool has_frame() const { return !frames_.empty() && !frames_.back().is_paused; }
  [[nodiscard]] source_id topmost_isr() const { return frames_.back().id; }  ///< Only if has_frame().
  /// The base owner believed in.
  [[nodiscard]] source_id owner() const { return owner_; }
  [[nodiscard]] std::uint64_t latest_ticks() const { return last_; }
  [[nodiscard]] source_completeness counts() const { return part_.of(counts_); }
  [[nodiscard]] std::uint32_t core() const { return counts_.core; }

 private:
  void tell(fact_kind kind, source_id id, bool is_piece = false) {
    to_->push(source_fact{kind, counts_.core, last_, id, false, is_piece});
  }
  void become(source_id owner) {
    if (owner == told_ && !has_ended_) return;
    if (owner == told_) tell(fact_kind::task_switch, idle_owner);
    has_ended_ = false;
    told_ = owner;
    tell(fact_kind::task_switch, owner);
  }
  void advance(std::uint64_t ticks) {
    if (ticks == last_) return;
    settle();
    last_ = ticks;
  }
  void settle();
  void push_frame(std::uint64_t ticks, source_id isr, bool is_piece);
  void cut_frames();
  void give_up();
  void abandon_points();
  void end_points(std::vector<source_id>& open);
  [[nodiscard]] std::vector<source_id>* points_here();

  fact_queue* to_;
  std::uint64_t begin_ = 0;
  stamp_doubts<rtos_belief> doubts_;
};

}  // namespace rtm::host::rtos
