// SPDX-License-Identifier: MIT
// Of what is counted of a core, what belongs to a part of its time: the events from `from` up to before `to`, and what
// is missing since the event before any of them or before the first one behind them.
#pragma once

#include <cstdint>

#include "sources/source.hpp"

namespace rtm::host {

class part_counts {
 public:
  /// Readings of the clock.
  void select(std::uint64_t from, std::uint64_t to) {
    is_selected_ = true;
    has_begun_ = from == 0;
    from_ = from;
    to_ = to;
  }
  [[nodiscard]] bool is_selected() const { return is_selected_; }

  /// An event at `time`; `counts`: of all before it.
  void pass(std::uint64_t time, const source_completeness& counts) {
    if (is_open_) take_gaps(counts);
    is_open_ = false;
    if (!has_begun_ && time >= from_) {
      has_begun_ = true;
      before_ = counts;
    }
    if (!has_ended_ && time >= to_) {
      has_ended_ = is_open_ = true;
      end_ = counts;
    }
  }

  /// `counts`: of all events by now.
  [[nodiscard]] source_completeness of(const source_completeness& counts) const {
    if (!is_selected_) return counts;
    source_completeness part;
    part.core = counts.core;
    if (!has_begun_) return part;
    const source_completeness& end = has_ended_ ? end_ : counts;
    const source_completeness& gaps = has_ended_ && !is_open_ ? end_ : counts;
    part.events = end.events - before_.events;
    part.ignored = end.ignored - before_.ignored;
    part.lost = gaps.lost - before_.lost;
    part.repairs = gaps.repairs - before_.repairs;
    part.hard_irqs = difference(end.hard_irqs, before_.hard_irqs);
    part.soft_irqs = difference(end.soft_irqs, before_.soft_irqs);
    return part;
  }

 private:
  static unseen_interrupts difference(const unseen_interrupts& a, const unseen_interrupts& b) {
    return {a.events - b.events, a.ticks - b.ticks};
  }
  void take_gaps(const source_completeness& counts) {
    end_.lost = counts.lost;
    end_.repairs = counts.repairs;
  }

  bool is_selected_ = false;
  bool has_begun_ = false;
  bool has_ended_ = false;
  bool is_open_ = false;  ///< The first event behind the part has been passed, but not yet counted.
  std::uint64_t from_ = 0, to_ = 0;
  source_completeness before_, end_;
};

}  // namespace rtm::host
