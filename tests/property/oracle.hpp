// SPDX-License-Identifier: MIT
// What must a report say about these facts? The oracle answers by playing the accounting contract literally, tick by
// tick, with counters that are bumped and lists that are walked. It is the judge of the engine in every test of this
// folder, so it shares no code and no idea with it: nothing is lazy, folded, cached or wrapped, nothing is fast.
//
// It is written to be checked by reading. Every step is one short virtual function, so that a mutant (mutants.hpp) can
// get exactly one step wrong and show that the comparison notices.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::property {

using host::source_capacity;
using host::source_fact;
using host::source_id;
using host::source_info;

/// How time passes. `ticks` is the definition; `runs` takes all ticks of one window between two facts, which have the
/// same owner and the same open calls, in one step. A test holds both to the same reports.
enum class pace { ticks, runs };

/// A limit that targets have and source_info cannot state: open points of all contexts together.
struct oracle_settings {
  pace how = pace::runs;
  std::optional<std::uint64_t> point_frames;
};

struct counters {
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
  std::uint64_t calls = 0;
  std::uint64_t dispatches = 0;
  std::uint64_t abandoned = 0;
  std::optional<host::extremes> exclusive_call;
  std::optional<host::extremes> inclusive_call;
};

using counter_table = std::map<source_id, counters>;

/// Everything that is counted, once for an epoch and once for each of its windows.
struct account {
  host::base_ticks base;
  counter_table tasks, isrs, swis, points;
};

/// A call of a point that has not ended. `call` numbers calls, for drawings.
struct open_point {
  source_id id = 0;
  std::uint64_t call = 0;
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
};
using point_stack = std::vector<open_point>;

/// A call of an interrupt that has not ended.
struct open_frame {
  bool is_swi = false;
  source_id id = 0;
  std::uint64_t call = 0;
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
  point_stack points;
};

struct epoch_state {
  std::uint64_t start = 0;    ///< Extended ticks.
  std::uint64_t elapsed = 0;  ///< Ticks settled since `start`.
  std::uint64_t ignored = 0;
  std::optional<host::fault_row> fault;
  account sum;
  std::vector<account> windows;  ///< Tick t of the epoch belongs to number t / W, and so does what happens at t.
  source_id owner = host::unknown_owner;
  std::vector<open_frame> frames;              ///< The topmost is the last.
  std::map<source_id, point_stack> suspended;  ///< Point stacks of the base owners, the current one too.
};

/// The oracle of one core.
class oracle {
 public:
  explicit oracle(const source_info& info, oracle_settings settings = {});
  oracle(const oracle&) = default;
  oracle& operator=(const oracle&) = delete;
  virtual ~oracle() = default;

  /// The first fact must be a `reset` that names a base owner within the capacity (std::invalid_argument otherwise).
  virtual void tell(const source_fact& fact);
  [[nodiscard]] host::core_report result(std::uint64_t core) const;

  /// What a generator of facts may look at.
  [[nodiscard]] const epoch_state& current() const { return epochs_.back(); }
  [[nodiscard]] const point_stack& running_points() const;
  [[nodiscard]] std::uint64_t max_gap() const { return max_gap_; }
  [[nodiscard]] std::uint64_t last_reading() const { return last_reading_; }
  [[nodiscard]] std::uint64_t open_points() const;
  [[nodiscard]] const oracle_settings& settings() const { return settings_; }

 protected:
  // Time (contract 1, 3, 6).
  [[nodiscard]] virtual std::uint64_t delta_to(std::uint64_t reading) const;
  [[nodiscard]] virtual std::optional<status> clock_fault(std::uint64_t delta) const;
  virtual void settle(std::uint64_t delta, std::uint64_t reading);
  virtual void pass(std::uint64_t ticks);
  virtual void charge(account& to, std::uint64_t ticks);
  virtual void charge_owner(account& to, std::uint64_t ticks);
  virtual void charge_points(account& to, std::uint64_t ticks);
  [[nodiscard]] virtual std::uint64_t window_of_instant() const;

  // What is wrong with a fact whose time is sound (contract 4, 5, 12), in the order in which it is named.
  [[nodiscard]] virtual std::optional<status> objection(const source_fact& fact) const;
  [[nodiscard]] virtual std::optional<status> objection_to_enter(bool is_swi, source_id id) const;
  [[nodiscard]] virtual std::optional<status> objection_to_exit(bool is_swi, source_id id) const;
  [[nodiscard]] virtual std::optional<status> objection_to_point_begin(source_id id) const;
  [[nodiscard]] virtual std::optional<status> objection_to_point_end(source_id id) const;
  [[nodiscard]] virtual std::optional<source_id> expected_id(status kind) const;
  virtual void freeze(status kind, const source_fact& fact);

  // What an accepted fact changes (contract 4, 5, 7).
  virtual void apply(const source_fact& fact);
  virtual void switch_to(source_id id);
  virtual void enter(bool is_swi, source_id id);
  virtual void exit();
  virtual void end_point();
  virtual void terminate(source_id id);
  virtual void tell_reset(const source_fact& fact);
  virtual void begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner);
  virtual void complete(counter_table account::*table, source_id id, std::uint64_t exclusive, std::uint64_t inclusive);

  /// Does `step` to the account of the epoch and to the account of the window of this instant.
  template <class Step>
  void in_both_accounts(Step step) {
    step(epoch().sum);
    if (info_.window_ticks != 0) step(window(window_of_instant()));
  }

  [[nodiscard]] account& window(std::uint64_t index);
  [[nodiscard]] epoch_state& epoch() { return epochs_.back(); }
  [[nodiscard]] const epoch_state& epoch() const { return epochs_.back(); }
  [[nodiscard]] point_stack& points_to_change();
  [[nodiscard]] bool owner_exists(source_id id) const;
  [[nodiscard]] bool task_exists(source_id id) const;

  source_info info_;
  oracle_settings settings_;
  std::uint64_t mask_;
  std::uint64_t max_gap_;
  std::uint64_t last_reading_ = 0;  ///< Raw, of the last fact that settled time.
  std::uint64_t calls_ = 0;         ///< Begun so far.
  std::vector<epoch_state> epochs_;

 private:
  [[nodiscard]] host::epoch_row epoch_row(std::uint64_t number, const epoch_state& epoch) const;
};

/// The report of all cores named in `facts`. `Oracle` is `oracle` or, to test the tests, a mutant of it.
template <class Oracle = oracle>
[[nodiscard]] host::report oracle_report(const source_info& info, std::span<const source_fact> facts,
                                         oracle_settings settings = {}) {
  std::map<std::uint32_t, Oracle> cores;
  for (const source_fact& fact : facts) cores.try_emplace(fact.core, info, settings).first->second.tell(fact);
  host::report report;
  report.clock_hz = info.clock_hz;
  for (const auto& [core, judge] : cores) report.cores.push_back(judge.result(core));
  return report;
}

/// max_gap as the contract defaults it: min(window, 2^(bits-1) - 1).
[[nodiscard]] std::uint64_t default_max_gap(const source_info& info);

/// 2^bits - 1, for 1 to 64 bits.
[[nodiscard]] constexpr std::uint64_t clock_mask(std::uint32_t bits) { return ~std::uint64_t{0} >> (64U - bits); }

}  // namespace rtm::property
