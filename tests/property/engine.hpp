// SPDX-License-Identifier: MIT
// What is under test, behind one interface: something that is told facts and reports. Engines are the host replay and
// static ledgers of several capacities; for the tests of the tests also mutants of the oracle.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::property {

/// What an engine cannot do, so that it is not asked and not blamed.
struct engine_traits {
  /// The only clock width that the engine can run. Absent: 16 to 64.
  std::optional<std::uint32_t> clock_bits;
  /// The only capacity that the engine can run. Absent: any.
  std::optional<host::source_capacity> capacity;
  /// Open points of all contexts together, a limit that source_info cannot state.
  std::optional<std::uint64_t> point_frames;
  /// Longest window, and longest time between two facts.
  std::uint64_t max_window_ticks = ~std::uint64_t{0};
  /// A longer call is kept as this in shortest and longest calls.
  std::uint64_t longest_call_ticks = ~std::uint64_t{0};
  /// A ledger on target: knows no names, cannot tell an id that took part in a fact from one that did not, does not
  /// count open calls, and after a reset shows nothing of the epoch before.
  bool is_static = false;
  /// Keeps the shortest and longest calls.
  bool has_extremes = true;
};

/// True if the engine can be started so.
[[nodiscard]] bool accepts(const engine_traits& traits, const host::source_info& info);

class engine {
 public:
  engine() = default;
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  virtual ~engine() = default;

  /// An identifier, for the names of tests.
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual engine_traits traits() const = 0;
  /// The first fact of every core is a `reset`, its start.
  [[nodiscard]] virtual host::report run(const host::source_info& info, std::span<const host::source_fact> facts) = 0;
};

/// The replay of the host tools.
[[nodiscard]] std::unique_ptr<engine> make_replay_engine();
/// Static ledgers, one for each word and feature set that targets use.
[[nodiscard]] std::vector<std::unique_ptr<engine>> make_ledger_engines();

/// All of the above that this build has. Never empty: a build without any has the oracle's own tick-by-tick pace.
[[nodiscard]] std::vector<std::unique_ptr<engine>> engines_under_test();

/// Any function as an engine without limits: mutants, and the oracle at its other pace.
using run_function = std::function<host::report(const host::source_info&, std::span<const host::source_fact>)>;
[[nodiscard]] std::unique_ptr<engine> make_function_engine(std::string name, run_function run);

}  // namespace rtm::property
