// SPDX-License-Identifier: MIT
#include "replay/system.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "rtm/sync/alignment.hpp"
#include "rtm/sync/combine.hpp"

namespace rtm::host {
namespace {

using clock_id = std::uint64_t;
using clock_pair = std::pair<clock_id, clock_id>;  // who told, and with whom
using alignments = std::map<clock_pair, sync::alignment<>>;

/// Columns of a window: what of it was idle, and what is not known.
constexpr unsigned idle_column = 0, unknown_column = 1;
using time_window = sync::core_window<2>;

std::uint32_t narrow(std::uint64_t number) { return static_cast<std::uint32_t>(number); }

alignments align(const std::vector<exchange_row>& exchanges) {
  alignments all;
  for (const exchange_row& row : exchanges) {
    const clock_pair key{row.clock, row.other};
    auto& of = all.try_emplace(key, narrow(row.clock), narrow(row.other)).first->second;
    (void)of.add(row.stamps);  // one that cannot be is not used
  }
  return all;
}

/// Brings every clock to that of `to`. Not ok: why the first one cannot be.
sync::status reaches_all(const alignments& all, clock_id to, const std::set<clock_id>& clocks) {
  for (const clock_id of : clocks) {
    if (of == to) continue;
    const auto found = all.find({to, of});
    if (found == all.end()) return sync::status::not_synchronous;
    if (found->second.state() != sync::status::ok) return found->second.state();
  }
  return sync::status::ok;
}

/// A window of a core, with where it lies in the time of the system.
struct placed {
  const core_report* core = nullptr;
  std::uint64_t epoch = 0;
  const window_row* row = nullptr;
  time_window window;
};

/// Complete windows in order of time. One that a loss touches is marked as such, so that nobody sums it.
std::vector<placed> place(const core_report& core, clock_id to, const alignments& all) {
  std::vector<placed> out;
  for (const epoch_row& epoch : core.epochs) {
    for (const window_row& row : epoch.windows) {
      if (!row.complete || row.cut_by_fault) continue;
      placed p{&core, epoch.epoch, &row, {}};
      p.window.core = narrow(core.core);
      p.window.epoch = narrow(epoch.epoch);
      p.window.clock = narrow(*core.clock);
      p.window.is_lost = !row.covered;
      p.window.start_ticks = row.start;
      p.window.stop_ticks = row.start + row.length;
      p.window.count[idle_column] = row.base.idle;
      p.window.count[unknown_column] = row.base.unknown;
      if (*core.clock != to && all.at({to, *core.clock}).align(p.window) != sync::status::ok) continue;
      out.push_back(std::move(p));
    }
  }
  return out;
}

/// Ticks that two spans have in common.
std::uint64_t overlap(const time_window& a, const time_window& b) {
  const std::uint64_t from = std::max(a.start_ticks, b.start_ticks);
  const std::uint64_t to = std::min(a.stop_ticks, b.stop_ticks);
  return from < to ? to - from : 0;
}

/// The one that shares most with `with`; null: none shares anything. `from` goes on with time.
const placed* nearest(const std::vector<placed>& all, std::size_t& from, const time_window& with) {
  while (from < all.size() && all[from].window.stop_ticks <= with.start_ticks) ++from;
  const placed* best = nullptr;
  for (std::size_t i = from; i < all.size() && all[i].window.start_ticks < with.stop_ticks; ++i) {
    if (best == nullptr || overlap(all[i].window, with) > overlap(best->window, with)) best = &all[i];
  }
  return best;
}

system_window_row combine_windows(const std::vector<const placed*>& of, clock_id clock) {
  system_window_row out;
  std::uint64_t stop = of.front()->window.stop_ticks;
  std::vector<time_window> windows;
  for (const placed* p : of) {
    out.start = std::max(out.start, p->window.start_ticks);
    stop = std::min(stop, p->window.stop_ticks);
    out.cores.push_back({p->core->core, p->epoch, p->row->index, *p->core->clock, p->window.start_ticks,
                         p->window.stop_ticks, p->window.clock_bound_ticks});
    windows.push_back(p->window);
  }
  out.length = stop > out.start ? stop - out.start : 0;
  sync::requirement<2> asked;
  asked.start_ticks = out.start;
  asked.length_ticks = out.length;
  asked.clock = narrow(clock);
  asked.error_ppm = 1'000'000;  // what is later than a whole window says nothing of it
  asked.rates[idle_column] = asked.rates[unknown_column] = {0, 1, 1};  // a tick has one owner
  const auto result = sync::combine(windows.data(), narrow(windows.size()), asked);
  out.verdict = out.length == 0 ? name_of(sync::status::no_window) : name_of(result.verdict);
  out.late_ticks = result.late_ticks;
  out.skew_bound_ticks = result.skew_bound_ticks;
  if (result.verdict == sync::status::ok) {
    out.idle = bounded_ticks{result.total[idle_column], result.total_error[idle_column]};
    out.unknown = bounded_ticks{result.total[unknown_column], result.total_error[unknown_column]};
  }
  return out;
}

std::vector<system_window_row> combine_all(const std::vector<core_report>& cores, clock_id to, const alignments& all) {
  std::vector<std::vector<placed>> windows;
  for (const core_report& core : cores) windows.push_back(place(core, to, all));
  std::vector<std::size_t> from(cores.size(), 0);
  std::vector<system_window_row> out;
  for (const placed& first : windows.front()) {
    std::vector<const placed*> of{&first};
    for (std::size_t i = 1; i < windows.size(); ++i) {
      if (const placed* its = nearest(windows[i], from[i], first.window)) of.push_back(its);
    }
    if (of.size() == cores.size()) out.push_back(combine_windows(of, to));
  }
  return out;
}

std::optional<system_ipc_row> combine_ipc_of(const std::vector<core_report>& cores) {
  std::vector<time_window> pairs;
  for (const core_report& core : cores) {
    if (!core.counters || core.counters->epochs.empty()) continue;
    const auto instructions = core.counters->find("instructions");
    const auto cycles = core.counters->find("cycles");
    if (!instructions || !cycles) continue;
    const counter_table& latest = core.counters->epochs.back();
    time_window pair;
    pair.core = narrow(core.core);
    pair.group = narrow(core.counters->group);
    pair.stop_ticks = 1;  // a ratio of counts needs no time of its own, only one that is not upside down
    pair.is_lost = latest.status != "ok";
    if (!pair.is_lost) {
      pair.count[0] = latest.total[*instructions];
      pair.count[1] = latest.total[*cycles];
    }
    pairs.push_back(pair);
  }
  if (pairs.empty()) return std::nullopt;
  system_ipc_row out;
  sync::system_ipc sum;
  const bool has_all = pairs.size() == cores.size();
  const sync::status result =
      has_all ? sync::combine_ipc(pairs.data(), narrow(pairs.size()), 0, 1, sum) : sync::status::mixed_groups;
  out.verdict = name_of(result);
  if (result == sync::status::ok) out.instructions = sum.instructions, out.cycles = sum.cycles;
  return out;
}

}  // namespace

std::optional<load_range> load_of(const system_window_row& of) {
  if (!of.idle || !of.unknown) return std::nullopt;
  const std::uint64_t all = of.length * of.cores.size();
  const std::uint64_t most_unknown = std::min(all, of.unknown->ticks + of.unknown->error_ticks);
  if (most_unknown >= all) return std::nullopt;
  const auto less = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; };
  // As if all of the error were on one side, then on the other.
  const std::uint64_t least_unknown = less(of.unknown->ticks, of.unknown->error_ticks);
  const std::uint64_t least_known = all - most_unknown, most_known = all - least_unknown;
  const std::uint64_t least_idle = less(of.idle->ticks, of.idle->error_ticks);
  const std::uint64_t most_idle = of.idle->ticks + of.idle->error_ticks;
  load_range range;
  range.least = static_cast<double>(less(least_known, most_idle)) / static_cast<double>(least_known);
  range.most = static_cast<double>(less(most_known, least_idle)) / static_cast<double>(most_known);
  return range;
}

std::optional<system_view> combine_cores(const std::vector<core_report>& cores,
                                         const std::vector<exchange_row>& exchanges) {
  const auto has_clock = [](const core_report& of) { return of.clock.has_value(); };
  if (cores.size() < 2) return std::nullopt;
  system_view out;
  out.ipc = combine_ipc_of(cores);
  if (!std::all_of(cores.begin(), cores.end(), has_clock)) {
    out.verdict = name_of(sync::status::not_synchronous);
    return out;
  }
  std::set<clock_id> clocks;
  for (const core_report& core : cores) clocks.insert(*core.clock);
  const alignments all = align(exchanges);
  sync::status why = sync::status::not_synchronous;
  for (const clock_id to : clocks) {
    const sync::status found = reaches_all(all, to, clocks);
    if (found == sync::status::not_synchronous) continue;
    why = found;
    out.clock = to;
    if (found == sync::status::ok) break;
  }
  out.verdict = name_of(why);
  if (why != sync::status::ok) return out;
  out.windows = combine_all(cores, out.clock, all);
  for (const system_window_row& row : out.windows) {
    for (const system_core_row& core : row.cores) out.bound_ticks = std::max(out.bound_ticks, core.bound_ticks);
  }
  return out;
}

}  // namespace rtm::host
