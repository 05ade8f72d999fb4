// SPDX-License-Identifier: MIT
// Timing parameters on target: how long did instances of a task take, wait, hang back? (times.hpp says what each is.)
// A sink of the ledger, behind a switch of the capacity:
//
//   struct engine_ecu : rtm::default_capacity {
//     static constexpr bool timing = true;            // false: os::times is no_sink, and nothing is left of it
//   };
//   rtm::ledger<engine_ecu, rtm::os::times<engine_ecu>> core0;
//   ...
//   rtm::os::task_times t = core0.sink().times_of(rtm::task_id{1});
//   if (t.rt.count != 0) show(t.rt.max);
//
// With a trace beside it: rtm::os::times<engine_ecu, rtm::trace::sink<>>.
//
// The numbers are those of `rtm report --timing` over the same facts, to the tick. Tasks have instances only if the
// port reports task_terminate; IPT, RT and ST need task_activate too, WT needs task_wait and task_release.
// Wrong: to read t.rt.max of a task without activations as 0 ticks: ask `count` first.
//
// Cost, only with the switch: one call a fact (64-bit additions, no division, no loop), and about 390 bytes a task,
// 180 an interrupt, 145 a point.
#pragma once

#include <stdint.h>

#include "rtm/capacity.hpp"
#include "rtm/os/timing_book.hpp"
#include "rtm/sink.hpp"
#include "rtm/types.hpp"

namespace rtm::os {
namespace detail {

template <uint32_t N>
inline constexpr uint32_t at_least_one = N == 0 ? 1 : N;

/// The tables of a capacity.
template <class Capacity>
class static_rows {
 public:
  task_row& task(uint32_t id) { return tasks_[id]; }
  call_row& isr(uint32_t id) { return isrs_[id]; }
  call_row& swi(uint32_t id) { return swis_[id]; }
  point_row& point(uint32_t id) { return points_[id]; }
  owner_row& owner(uint32_t index) { return owners_[index]; }
  frame_row& frame(uint32_t depth) { return frames_[depth]; }
  open_point_row& open_point(uint32_t link) { return pool_[link]; }

  /// Links are used for the first time in order, so that an epoch begins without a loop.
  uint32_t take_point() {
    const uint32_t link = free_;
    if (link == 0) return fresh_ > Capacity::point_frames ? 0 : fresh_++;
    free_ = pool_[link].below;
    return link;
  }
  void give_back(uint32_t link) {
    pool_[link].below = free_;
    free_ = link;
  }
  void forget_points() {
    free_ = 0;
    fresh_ = 1;
  }

 private:
  uint32_t free_ = 0;
  uint32_t fresh_ = 0;  // 1 from the first epoch on
  task_row tasks_[Capacity::tasks] = {};
  call_row isrs_[at_least_one<Capacity::isrs>] = {};
  call_row swis_[at_least_one<Capacity::swis>] = {};
  point_row points_[at_least_one<Capacity::points>] = {};
  owner_row owners_[Capacity::tasks + 3] = {};
  frame_row frames_[Capacity::depth] = {};
  open_point_row pool_[Capacity::points == 0 ? 1 : Capacity::point_frames + 1] = {};
};

template <class Capacity, class Next, class Watch>
class times_sink : public Next {
  using word = typename Capacity::word;

 public:
  static constexpr bool sees_ledger = rtm::detail::sees_ledger<Next>;

  /// Of the current epoch, up to the latest fact: instances and calls that were seen whole. All 0 for an id outside
  /// the capacity. Context: as a fact of the ledger (its core, the facts masked). Bound: O(active frames).
  [[nodiscard]] task_times times_of(task_id id) {
    return uint32_t(id) < Capacity::tasks ? book_.task(uint32_t(id), now_) : task_times{};
  }
  [[nodiscard]] call_times times_of(isr_id id) {
    return uint32_t(id) < Capacity::isrs ? book_.isr(uint32_t(id)) : call_times{};
  }
  [[nodiscard]] call_times times_of(swi_id id) {
    return uint32_t(id) < Capacity::swis ? book_.swi(uint32_t(id)) : call_times{};
  }
  [[nodiscard]] point_times times_of(point_id id) {
    return uint32_t(id) < Capacity::points ? book_.point(uint32_t(id)) : point_times{};
  }

  /// What the instance of a task that is open, or may be, has had of the core up to the latest fact: at least so much
  /// will be its CET. 0 if none is. Context and id as above. Bound: O(1).
  [[nodiscard]] uint64_t open_cet_of(task_id id) {
    return uint32_t(id) < Capacity::tasks ? book_.open_cet(uint32_t(id), now_) : 0;
  }
  /// Extended time of the latest fact.
  [[nodiscard]] uint64_t latest() const { return now_; }

  /// Who hears of every completed instance and call, in the hook: see budget.hpp.
  [[nodiscard]] Watch& watch() { return book_.watch(); }

  /// Called by the ledger.
  void accepted(fact_kind fact, word time, uint32_t id) {
    take(fact, time, id);
    Next::accepted(fact, time, id);
  }
  template <class Ledger>
  status accepted(const Ledger& of, fact_kind fact, word time, uint32_t id) {
    take(fact, time, id);
    return Next::accepted(of, fact, time, id);
  }

 private:
  /// The ledger's time modulo its word, and at least one fact comes in every half round of that.
  __attribute__((noinline)) void take(fact_kind fact, word time, uint32_t id) {
    if (fact == fact_kind::reset) {
      now_ = time;
      return book_.begin(now_, id, id != uint32_t(unknown));
    }
    now_ += word(time - word(now_));
    if (fact != fact_kind::poll) book_.accept(fact, now_, id);
  }

  uint64_t now_ = 0;
  timing_book<static_rows<Capacity>, Watch> book_ = {};
};

template <bool IsOn, class Capacity, class Next, class Watch>
struct times_choice {
  using type = times_sink<Capacity, Next, Watch>;
};
template <class Capacity, class Next, class Watch>
struct times_choice<false, Capacity, Next, Watch> {
  using type = Next;
};

}  // namespace detail

/// The sink to give to a ledger of this capacity. `Next` hears every fact too.
template <class Capacity, class Next = no_sink, class Watch = no_watch>
using times = typename detail::times_choice<Capacity::timing, Capacity, Next, Watch>::type;

}  // namespace rtm::os
