// SPDX-License-Identifier: MIT
// Mistakes with frames, points and dispatches.
#include <utility>

#include "mutants.hpp"

namespace rtm::property {
namespace {

counter_table& table_of(account& of, const open_frame& frame) { return frame.is_swi ? of.swis : of.isrs; }

struct inclusive_misses_the_top : oracle {
  using oracle::oracle;
  void charge(account& to, std::uint64_t ticks) override {
    oracle::charge(to, ticks);
    if (epoch().frames.empty()) return;
    const open_frame& top = epoch().frames.back();
    table_of(to, top)[top.id].inclusive -= ticks;
  }
};

/// One start time for each id instead of each frame.
struct reentry_is_one_call : oracle {
  using oracle::oracle;
  void charge(account& to, std::uint64_t ticks) override {
    oracle::charge(to, ticks);
    const auto& frames = epoch().frames;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      for (std::size_t below = 0; below < i; ++below) {
        if (frames[below].id != frames[i].id || frames[below].is_swi != frames[i].is_swi) continue;
        table_of(to, frames[i])[frames[i].id].inclusive -= ticks;
        break;
      }
    }
  }
};

struct empty_calls_are_dropped : oracle {
  using oracle::oracle;
  void complete(counter_table account::*table, source_id id, std::uint64_t exclusive,
                std::uint64_t inclusive) override {
    if (inclusive != 0) oracle::complete(table, id, exclusive, inclusive);
  }
};

struct extremes_are_inclusive_only : oracle {
  using oracle::oracle;
  void complete(counter_table account::*table, source_id id, std::uint64_t, std::uint64_t inclusive) override {
    oracle::complete(table, id, inclusive, inclusive);
  }
};

struct switch_to_the_current_owner_counts : oracle {
  using oracle::oracle;
  void switch_to(source_id id) override {
    if (id != epoch().owner || id >= host::idle_owner) return oracle::switch_to(id);
    in_both_accounts([&](account& to) { ++to.tasks[id].dispatches; });
  }
};

struct start_is_a_dispatch : oracle {
  using oracle::oracle;
  void begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) override {
    oracle::begin_epoch(start, reading, owner);
    if (owner < host::idle_owner) ++epoch().sum.tasks[owner].dispatches;
  }
};

/// Wall time instead of the context's own clock.
struct points_run_while_preempted : oracle {
  using oracle::oracle;
  void charge_points(account& to, std::uint64_t ticks) override {
    oracle::charge_points(to, ticks);
    for (const auto& [owner, points] : epoch().suspended) {
      if (&points == &running_points()) continue;
      for (const open_point& point : points) to.points[point.id].inclusive += ticks;
    }
  }
};

struct points_run_during_interrupts : oracle {
  using oracle::oracle;
  void charge_points(account& to, std::uint64_t ticks) override {
    oracle::charge_points(to, ticks);
    if (epoch().frames.empty()) return;
    for (const open_point& point : epoch().suspended[epoch().owner]) to.points[point.id].inclusive += ticks;
  }
};

struct nested_points_are_exclusive_too : oracle {
  using oracle::oracle;
  void charge_points(account& to, std::uint64_t ticks) override {
    oracle::charge_points(to, ticks);
    const point_stack& points = running_points();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) to.points[points[i].id].exclusive += ticks;
  }
};

struct recursion_counts_time_once : oracle {
  using oracle::oracle;
  void charge_points(account& to, std::uint64_t ticks) override {
    oracle::charge_points(to, ticks);
    const point_stack& points = running_points();
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (points[i].id == points[i - 1].id) to.points[points[i].id].inclusive -= ticks;
    }
  }
};

struct preemption_loses_points : oracle {
  using oracle::oracle;
  void switch_to(source_id id) override {
    if (id != epoch().owner) epoch().suspended[epoch().owner].clear();
    oracle::switch_to(id);
  }
};

struct terminate_counts_calls : oracle {
  using oracle::oracle;
  void terminate(source_id id) override {
    for (const open_point& point : std::exchange(epoch().suspended[id], {})) {
      complete(&account::points, point.id, point.exclusive, point.inclusive);
    }
  }
};

struct terminate_keeps_points : oracle {
  using oracle::oracle;
  void terminate(source_id id) override {
    const point_stack points = epoch().suspended[id];
    oracle::terminate(id);
    epoch().suspended[id] = points;
  }
};

struct terminate_reaches_the_running_task_only : oracle {
  using oracle::oracle;
  void terminate(source_id id) override {
    if (id == epoch().owner) oracle::terminate(id);
  }
};

struct terminate_forgets_time : oracle {
  using oracle::oracle;
  void terminate(source_id id) override {
    for (const open_point& point : epoch().suspended[id]) epoch().sum.points[point.id].inclusive -= point.inclusive;
    oracle::terminate(id);
  }
};

struct terminate_makes_kernel_the_owner : oracle {
  using oracle::oracle;
  void terminate(source_id id) override {
    oracle::terminate(id);
    if (id == epoch().owner && epoch().frames.empty()) switch_to(host::kernel_owner);
  }
};

struct reset_keeps_points : oracle {
  using oracle::oracle;
  void begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) override {
    std::map<source_id, point_stack> kept;
    if (!epochs_.empty()) kept = epoch().suspended;
    oracle::begin_epoch(start, reading, owner);
    epoch().suspended = kept;
  }
};

struct reset_keeps_frames : oracle {
  using oracle::oracle;
  void begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) override {
    std::vector<open_frame> kept;
    if (!epochs_.empty()) kept = epoch().frames;
    oracle::begin_epoch(start, reading, owner);
    epoch().frames = kept;
  }
};

}  // namespace

std::vector<mutant> mutants_of_calls() {
  return {make_mutant<inclusive_misses_the_top>("inclusive_misses_the_top"),
          make_mutant<reentry_is_one_call>("reentry_is_one_call"),
          make_mutant<empty_calls_are_dropped>("empty_calls_are_dropped"),
          make_mutant<extremes_are_inclusive_only>("extremes_are_inclusive_only"),
          make_mutant<switch_to_the_current_owner_counts>("switch_to_the_current_owner_counts"),
          make_mutant<start_is_a_dispatch>("start_is_a_dispatch"),
          make_mutant<points_run_while_preempted>("points_run_while_preempted"),
          make_mutant<points_run_during_interrupts>("points_run_during_interrupts"),
          make_mutant<nested_points_are_exclusive_too>("nested_points_are_exclusive_too"),
          make_mutant<recursion_counts_time_once>("recursion_counts_time_once"),
          make_mutant<preemption_loses_points>("preemption_loses_points"),
          make_mutant<terminate_counts_calls>("terminate_counts_calls"),
          make_mutant<terminate_keeps_points>("terminate_keeps_points"),
          make_mutant<terminate_reaches_the_running_task_only>("terminate_reaches_the_running_task_only"),
          make_mutant<terminate_forgets_time>("terminate_forgets_time"),
          make_mutant<terminate_makes_kernel_the_owner>("terminate_makes_kernel_the_owner"),
          make_mutant<reset_keeps_points>("reset_keeps_points"),
          make_mutant<reset_keeps_frames>("reset_keeps_frames")};
}

}  // namespace rtm::property
