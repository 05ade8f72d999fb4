// SPDX-License-Identifier: MIT
// The timing parameters of tasks, interrupts and points, by the names that the field gives them (AUTOSAR TIMEX, OT1).
//
//   task        activate  start         wait  release      end             activate
//                  |--IPT--|==== CET ====|-WT-|-PRE-|=CET=|------- ST -------|
//                  |       |---------------- GET ---------|
//                  |------------------ RT ----------------|                       DT: from start to start
//
// Every tick of GET is exactly one of CET (the task owned the core), WT (it waited) and PRE (neither), so
// GET = CET + WT + PRE for each instance, and for the sums.
#pragma once

#include <stdint.h>

namespace rtm::os {

/// How often, shortest, longest, all together; in ticks. `min` and `max` mean something only if `count` is not 0.
struct spread {
  uint64_t count = 0;
  uint64_t min = 0;
  uint64_t max = 0;
  uint64_t sum = 0;

  /// True if it is the longest by now.
  bool add(uint64_t ticks) {
    const bool is_longest = count == 0 || ticks > max;
    if (is_longest) max = ticks;
    if (count == 0 || ticks < min) min = ticks;
    sum += ticks;
    ++count;
    return is_longest;
  }
};

/// Of the instances of a task that were seen whole: from their start to their end.
struct task_times {
  spread cet;  ///< Core execution time: it owned the core.
  spread get;  ///< Gross execution time: from start to end.
  spread ipt;  ///< Initial pending time: from activation to start. Only of instances whose activation was told.
  spread rt;   ///< Response time: from activation to end. As ipt.
  spread wt;   ///< Waiting time: between wait and release. Not of an instance that was dispatched without a release.
  spread pre;  ///< Preemption time: neither running nor waiting. As wt.
  spread dt;   ///< Delta time: from the start before to the start.
  spread st;   ///< Slack time: from the end to the next activation. Not if that came before the end.
  uint64_t longest_cet_end = 0;  ///< Time at which the first instance of the longest `cet` ended.
  uint64_t early = 0;            ///< Activations that came while an instance was open.
  uint64_t cut = 0;              ///< Instances begun of which a part is unknown: they count in nothing.
  uint64_t open = 0;             ///< 1: an instance has started and not ended.
};

/// Of the calls of an interrupt or Swi that were seen whole.
struct call_times {
  spread cet;  ///< Exclusive: it was the topmost frame.
  spread get;  ///< Inclusive: from enter to exit.
  spread pre;  ///< Other interrupts on top of it: get - cet.
  spread dt;   ///< From the enter before to the enter.
  uint64_t longest_cet_end = 0;
  uint64_t cut = 0;
  uint64_t open = 0;  ///< Calls that have not ended.
};

/// Of the calls of a point that were seen whole. All but `dt` is CPU time of the context that runs it.
struct point_times {
  spread cet;   ///< Inclusive: nested points are in it.
  spread self;  ///< Exclusive: they are not.
  spread dt;    ///< Time from the begin before to the begin.
  uint64_t longest_cet_end = 0;
  uint64_t cut = 0;  ///< Also abandoned ones: their task terminated.
  uint64_t open = 0;
};

}  // namespace rtm::os
