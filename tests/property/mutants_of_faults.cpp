// SPDX-License-Identifier: MIT
// Mistakes with what is wrong: accepted, not named, named in the wrong order, or not kept.
#include <utility>

#include "mutants.hpp"

namespace rtm::property {
namespace {

struct fault_settles_nothing : oracle {
  using oracle::oracle;
  void settle(std::uint64_t delta, std::uint64_t reading) override {
    before_ = epoch();
    oracle::settle(delta, reading);
  }
  void freeze(status kind, const source_fact& fact) override {
    if (kind != status::gap_exceeded && kind != status::time_backwards) epoch() = before_;
    oracle::freeze(kind, fact);
  }
  epoch_state before_;
};

struct last_fault_is_kept : oracle {
  using oracle::oracle;
  void tell(const source_fact& fact) override {
    if (!epochs_.empty() && epoch().fault) epoch().fault->reading_ticks = fact.reading_ticks;
    oracle::tell(fact);
  }
};

struct accepted_reset_is_ignored_too : oracle {
  using oracle::oracle;
  void begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) override {
    if (!epochs_.empty() && epoch().fault) ++epoch().ignored;
    oracle::begin_epoch(start, reading, owner);
  }
};

struct ignored_facts_are_listed : oracle {
  using oracle::oracle;
  void tell(const source_fact& fact) override {
    oracle::tell(fact);
    if (epoch().fault && fact.kind == fact_kind::isr_enter) epoch().sum.isrs[fact.id];
  }
};

struct refused_task_is_listed : oracle {
  using oracle::oracle;
  void freeze(status kind, const source_fact& fact) override {
    oracle::freeze(kind, fact);
    if (fact.kind == fact_kind::task_switch && fact.id < host::idle_owner) epoch().sum.tasks[fact.id];
  }
};

struct refused_reset_begins_an_epoch : oracle {
  using oracle::oracle;
  std::optional<status> objection(const source_fact& fact) const override {
    return fact.kind == fact_kind::reset ? std::nullopt : oracle::objection(fact);
  }
};

struct reset_hides_a_gap : oracle {
  using oracle::oracle;
  void freeze(status kind, const source_fact& fact) override {
    if (fact.kind != fact_kind::reset || kind == status::bad_id) oracle::freeze(kind, fact);
  }
};

struct id_is_looked_at_before_the_clock : oracle {
  using oracle::oracle;
  void tell(const source_fact& fact) override {
    told_ = fact;
    oracle::tell(fact);
  }
  std::optional<status> clock_fault(std::uint64_t delta) const override {
    const auto wrong = oracle::clock_fault(delta);
    return wrong && objection(told_) == status::bad_id ? status::bad_id : wrong;
  }
  source_fact told_;
};

struct frames_are_looked_at_before_the_id : oracle {
  using oracle::oracle;
  std::optional<status> objection(const source_fact& fact) const override {
    if (fact.kind == fact_kind::task_switch && !epoch().frames.empty()) return status::switch_in_isr;
    return oracle::objection(fact);
  }
};

struct switch_to_the_current_owner_is_allowed_in_frames : oracle {
  using oracle::oracle;
  std::optional<status> objection(const source_fact& fact) const override {
    if (fact.kind == fact_kind::task_switch && fact.id == epoch().owner) return std::nullopt;
    return oracle::objection(fact);
  }
};

struct swi_begins_on_interrupts : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_enter(bool is_swi, source_id id) const override {
    const auto wrong = oracle::objection_to_enter(is_swi, id);
    return wrong == status::swi_over_isr ? std::nullopt : wrong;
  }
};

struct room_is_looked_at_before_what_is_below : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_enter(bool is_swi, source_id id) const override {
    const auto wrong = oracle::objection_to_enter(is_swi, id);
    const bool full = info_.capacity.depth && epoch().frames.size() >= *info_.capacity.depth;
    return wrong == status::swi_over_isr && full ? status::stack_full : wrong;
  }
};

struct one_frame_too_many : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_enter(bool is_swi, source_id id) const override {
    const auto wrong = oracle::objection_to_enter(is_swi, id);
    return wrong == status::stack_full && epoch().frames.size() == *info_.capacity.depth ? std::nullopt : wrong;
  }
};

struct one_point_too_many : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_point_begin(source_id id) const override {
    const auto wrong = oracle::objection_to_point_begin(id);
    return wrong == status::point_stack_full && running_points().size() == *info_.capacity.point_depth ? std::nullopt
                                                                                                       : wrong;
  }
};

struct last_id_is_refused : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_enter(bool is_swi, source_id id) const override {
    if (!is_swi && info_.capacity.isrs && id + 1 == *info_.capacity.isrs) return status::bad_id;
    return oracle::objection_to_enter(is_swi, id);
  }
};

/// `if (isr == top) exit(); else ignore;`
struct mismatched_exit_pops : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_exit(bool is_swi, source_id id) const override {
    const auto wrong = oracle::objection_to_exit(is_swi, id);
    return wrong == status::isr_mismatch ? std::nullopt : wrong;
  }
};

struct exits_do_not_tell_swi_from_isr : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_exit(bool is_swi, source_id id) const override {
    const auto& frames = epoch().frames;
    const bool same_id = !frames.empty() && frames.back().id == id;
    return same_id && frames.back().points.empty() ? std::nullopt : oracle::objection_to_exit(is_swi, id);
  }
};

struct open_points_are_looked_at_before_the_match : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_exit(bool is_swi, source_id id) const override {
    const auto wrong = oracle::objection_to_exit(is_swi, id);
    const bool open = !epoch().frames.empty() && !epoch().frames.back().points.empty();
    return wrong == status::isr_mismatch && open ? status::point_left_open : wrong;
  }
};

struct open_points_end_with_their_frame : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_exit(bool is_swi, source_id id) const override {
    const auto wrong = oracle::objection_to_exit(is_swi, id);
    return wrong == status::point_left_open ? std::nullopt : wrong;
  }
};

struct mismatched_point_end_pops : oracle {
  using oracle::oracle;
  std::optional<status> objection_to_point_end(source_id id) const override {
    const auto wrong = oracle::objection_to_point_end(id);
    return wrong == status::point_mismatch ? std::nullopt : wrong;
  }
};

struct expected_id_is_the_lowest_frame : oracle {
  using oracle::oracle;
  std::optional<source_id> expected_id(status kind) const override {
    return kind == status::isr_mismatch ? std::optional(epoch().frames.front().id) : oracle::expected_id(kind);
  }
};

struct fault_depth_counts_the_base : oracle {
  using oracle::oracle;
  void freeze(status kind, const source_fact& fact) override {
    oracle::freeze(kind, fact);
    ++epoch().fault->depth;
  }
};

}  // namespace

std::vector<mutant> mutants_of_faults() {
  return {
      make_mutant<fault_settles_nothing>("fault_settles_nothing"),
      make_mutant<last_fault_is_kept>("last_fault_is_kept"),
      make_mutant<accepted_reset_is_ignored_too>("accepted_reset_is_ignored_too"),
      make_mutant<ignored_facts_are_listed>("ignored_facts_are_listed"),
      make_mutant<refused_task_is_listed>("refused_task_is_listed"),
      make_mutant<refused_reset_begins_an_epoch>("refused_reset_begins_an_epoch"),
      make_mutant<reset_hides_a_gap>("reset_hides_a_gap"),
      make_mutant<id_is_looked_at_before_the_clock>("id_is_looked_at_before_the_clock"),
      make_mutant<frames_are_looked_at_before_the_id>("frames_are_looked_at_before_the_id"),
      make_mutant<switch_to_the_current_owner_is_allowed_in_frames>("switch_to_the_current_owner_is_allowed_in_frames"),
      make_mutant<swi_begins_on_interrupts>("swi_begins_on_interrupts"),
      make_mutant<room_is_looked_at_before_what_is_below>("room_is_looked_at_before_what_is_below"),
      make_mutant<one_frame_too_many>("one_frame_too_many"),
      make_mutant<one_point_too_many>("one_point_too_many"),
      make_mutant<last_id_is_refused>("last_id_is_refused"),
      make_mutant<mismatched_exit_pops>("mismatched_exit_pops"),
      make_mutant<exits_do_not_tell_swi_from_isr>("exits_do_not_tell_swi_from_isr"),
      make_mutant<open_points_are_looked_at_before_the_match>("open_points_are_looked_at_before_the_match"),
      make_mutant<open_points_end_with_their_frame>("open_points_end_with_their_frame"),
      make_mutant<mismatched_point_end_pops>("mismatched_point_end_pops"),
      make_mutant<expected_id_is_the_lowest_frame>("expected_id_is_the_lowest_frame"),
      make_mutant<fault_depth_counts_the_base>("fault_depth_counts_the_base")};
}

}  // namespace rtm::property
