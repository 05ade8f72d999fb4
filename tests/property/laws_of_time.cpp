// SPDX-License-Identifier: MIT
#include <map>

#include "laws.hpp"
#include "oracle.hpp"

namespace rtm::property {
namespace {

host::report run(engine& tested, const scenario& of) { return tested.run(of.info, of.facts); }

/// Facts that meet a valid epoch and are told after a sound time: before those a poll may stand.
std::vector<bool> polls_may_stand_before(const scenario& given) {
  std::map<std::uint32_t, oracle> cores;
  std::vector<bool> may;
  for (const source_fact& fact : given.facts) {
    const auto found = cores.try_emplace(fact.core, given.info, oracle_settings{pace::runs, given.point_frames});
    oracle& core = found.first->second;
    const std::uint64_t delta = (fact.reading_ticks - core.last_reading()) & clock_mask(given.info.clock_bits);
    may.push_back(!found.second && !core.current().fault && delta <= core.max_gap());
    core.tell(fact);
  }
  return may;
}

std::optional<difference> polls_change_nothing(engine& tested, const scenario& given, prng& random) {
  const std::vector<bool> may = polls_may_stand_before(given);
  const std::uint64_t mask = clock_mask(given.info.clock_bits);
  std::map<std::uint32_t, std::uint64_t> last;
  scenario polled = given;
  polled.facts.clear();
  for (std::size_t i = 0; i < given.facts.size(); ++i) {
    const source_fact& fact = given.facts[i];
    std::uint64_t from = last[fact.core];
    for (std::uint64_t polls = may[i] ? random.below(3) : 0; polls > 0; --polls) {
      from = (from + random.between(0, (fact.reading_ticks - from) & mask)) & mask;
      polled.facts.push_back({fact_kind::poll, fact.core, from, 0});
    }
    polled.facts.push_back(fact);
    last[fact.core] = fact.reading_ticks;
  }
  return first_difference(run(tested, given), run(tested, polled));
}

/// All times of a core `by` ticks later, as if the clock had started so.
void delay(host::core_report& core, std::uint64_t by, std::uint64_t mask) {
  for (host::epoch_row& epoch : core.epochs) {
    epoch.start += by;
    for (host::window_row& window : epoch.windows) window.start += by;
    if (!epoch.fault) continue;
    epoch.fault->time_ticks += by;
    epoch.fault->reading_ticks = (epoch.fault->reading_ticks + by) & mask;
  }
}

std::optional<difference> start_of_the_clock_only_moves_times(engine& tested, const scenario& given, prng& random) {
  const std::uint64_t mask = clock_mask(given.info.clock_bits);
  const std::uint64_t by = random.next() & mask;
  scenario moved = given;
  for (source_fact& fact : moved.facts) fact.reading_ticks = (fact.reading_ticks + by) & mask;
  host::report expected = run(tested, given);
  for (host::core_report& core : expected.cores) {
    const std::uint64_t start = core.epochs.front().start;  // raw, so it wraps; what follows is extended from it
    delay(core, ((start + by) & mask) - start, mask);
  }
  return first_difference(expected, run(tested, moved));
}

bool has_fault(const host::report& report) {
  for (const host::core_report& core : report.cores) {
    for (const host::epoch_row& epoch : core.epochs) {
      if (!epoch.valid()) return true;
    }
  }
  return false;
}

/// Not after a fault: how often the clock wrapped until the next reset is what a narrow clock cannot tell.
std::optional<difference> width_of_the_clock_changes_nothing(engine& tested, const scenario& given, prng&) {
  const host::report narrow = run(tested, given);
  if (given.info.clock_bits > 48 || has_fault(narrow)) return std::nullopt;
  return first_difference(narrow, run(tested, on_a_wide_clock(given)));
}

void drop_windows(host::report& report) {
  for (host::core_report& core : report.cores) {
    for (host::epoch_row& epoch : core.epochs) epoch.windows.clear();
  }
}

std::optional<difference> length_of_windows_changes_no_epoch(engine& tested, const scenario& given, prng& random) {
  scenario other = given;
  const std::uint64_t gap = given.info.max_gap_ticks != 0 ? given.info.max_gap_ticks : default_max_gap(given.info);
  other.info.max_gap_ticks = gap;
  other.info.window_ticks = gap + random.below(50);
  if (!accepts(tested.traits(), other.info)) return std::nullopt;
  host::report expected = run(tested, given);
  host::report actual = run(tested, other);
  drop_windows(expected);
  drop_windows(actual);
  return first_difference(expected, actual);
}

}  // namespace

scenario on_a_wide_clock(const scenario& narrow) {
  scenario wide = narrow;
  wide.info.clock_bits = 64;
  wide.info.max_gap_ticks = narrow.info.max_gap_ticks != 0 ? narrow.info.max_gap_ticks : default_max_gap(narrow.info);
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> clocks;  // last reading, extended
  for (source_fact& fact : wide.facts) {
    auto& [last, extended] = clocks[fact.core];
    extended += (fact.reading_ticks - last) & clock_mask(narrow.info.clock_bits);
    last = fact.reading_ticks;
    fact.reading_ticks = extended;
  }
  return wide;
}

std::vector<law> laws_of_time() {
  return {
      {"polls_anywhere_change_nothing", polls_change_nothing, "window_closes_late", false},
      {"start_of_the_clock_only_moves_times", start_of_the_clock_only_moves_times, "wrap_is_one_tick_short", false},
      {"width_of_the_clock_changes_nothing", width_of_the_clock_changes_nothing, "slice_across_the_wrap_is_dropped",
       true},
      {"length_of_windows_changes_no_epoch", length_of_windows_changes_no_epoch, "extremes_cover_the_last_window_only",
       false},
  };
}

}  // namespace rtm::property
