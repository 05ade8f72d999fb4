// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

#include "draw.hpp"
#include "oracle.hpp"
#include "shrink.hpp"

namespace rtm::property {
namespace {

std::string text(const difference& found) {
  return found.place + "\n    oracle: " + found.expected + "\n    engine: " + found.actual + '\n';
}

/// Shrinking may make scenarios that nobody may ask for: those show nothing.
bool shows_difference(engine& tested, const scenario& of) {
  try {
    return difference_of(tested, of).has_value();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

std::optional<difference> first_shown_difference(host::report expected, host::report actual,
                                                 const engine_traits& traits) {
  for (host::report* report : {&expected, &actual}) {
    if (!traits.has_extremes) drop_extremes(*report);
    limit_extremes(*report, traits.longest_call_ticks);
    if (!traits.is_static) continue;
    drop_empty_rows(*report);
    drop_open_calls(*report);
    drop_clock_faults_of_resets(*report);
  }
  return first_difference(expected, actual);
}

std::optional<difference> difference_of(engine& tested, const scenario& of) {
  host::report expected = oracle_report(of.info, of.facts, {pace::runs, of.point_frames});
  return first_shown_difference(std::move(expected), tested.run(of.info, of.facts), tested.traits());
}

std::string explain(engine& tested, const scenario& failing) {
  const scenario shortest =
      shrink(failing, tested.traits(), [&](const scenario& candidate) { return shows_difference(tested, candidate); });
  std::ostringstream out;
  out << "engine: " << tested.name() << "\nseed: " << failing.seed << ", " << failing.facts.size()
      << " facts, shrunk to " << shortest.facts.size() << '\n';
  if (const auto found = difference_of(tested, failing)) out << "first difference as generated: " << text(*found);
  if (const auto found = difference_of(tested, shortest)) out << "first difference as shrunk: " << text(*found);
  out << "script:\n" << to_script(shortest);
  if (const auto diagram = draw(shortest)) out << "as the oracle sees it:\n" << *diagram;
  return out.str();
}

testing::AssertionResult agrees(engine& tested, const scenario& of) {
  if (!difference_of(tested, of)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << explain(tested, of);
}

}  // namespace rtm::property
