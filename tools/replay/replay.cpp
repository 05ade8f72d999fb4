// SPDX-License-Identifier: MIT
#include "replay/replay.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "replay/core_replay.hpp"
#include "replay/migration.hpp"
#include "replay/parts.hpp"
#include "replay/system.hpp"

namespace rtm::host {
namespace {

using names_by_id = std::map<source_id, std::string>;

/// Rows are sorted by id, and so are names. A named id without a row gets one.
template <class Row>
void add_names(std::vector<Row>& rows, const names_by_id& names, bool adds_rows) {
  std::vector<Row> added;
  auto row = rows.begin();
  for (const auto& [id, name] : names) {
    row = std::find_if(row, rows.end(), [wanted = id](const Row& r) { return r.id >= wanted; });
    if (row != rows.end() && row->id == id) {
      row->name = name;
    } else if (adds_rows) {
      added.emplace_back();
      added.back().id = id;
      added.back().name = name;
    }
  }
  const auto middle = static_cast<std::ptrdiff_t>(rows.size());
  rows.insert(rows.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
  std::inplace_merge(rows.begin(), rows.begin() + middle, rows.end(),
                     [](const Row& a, const Row& b) { return a.id < b.id; });
}

/// Tables of an epoch come again as it grows: the latest is kept. Of windows the last `kept`.
void add(core_counters& to, core_counters&& more, std::size_t kept) {
  if (!more.columns.empty()) {
    to.columns = std::move(more.columns);
    to.group = more.group;
  }
  for (counter_table& table : more.epochs) {
    std::erase_if(to.epochs, [&](const counter_table& known) { return known.epoch == table.epoch; });
    to.epochs.push_back(std::move(table));
  }
  for (counter_table& table : more.windows) to.windows.push_back(std::move(table));
  if (to.windows.size() > kept)
    to.windows.erase(to.windows.begin(), to.windows.end() - static_cast<std::ptrdiff_t>(kept));
}

completeness_row to_row(const source_completeness& of) {
  return {of.events,
          of.lost,
          of.repairs,
          of.ignored,
          {of.hard_irqs.events, of.hard_irqs.ticks},
          {of.soft_irqs.events, of.soft_irqs.ticks},
          of.missing};
}

template <class Times>
void add_names(std::vector<timing_row<Times>>& rows, const names_by_id& names) {
  for (timing_row<Times>& row : rows)
    if (const auto found = names.find(row.id); found != names.end()) row.name = found->second;
}

void add_names(epoch_timing& timing, const source_info& names) {
  add_names(timing.tasks, names.tasks);
  add_names(timing.isrs, names.isrs);
  add_names(timing.swis, names.swis);
  add_names(timing.points, names.points);
}

}  // namespace

void add_names(epoch_row& epoch, const source_info& names) {
  add_names(epoch.tasks, names.tasks, names.lists_named_ids);
  add_names(epoch.isrs, names.isrs, names.lists_named_ids);
  add_names(epoch.swis, names.swis, names.lists_named_ids);
  add_names(epoch.points, names.points, names.lists_named_ids);
  if (epoch.timing) add_names(*epoch.timing, names);
}

void add_missing_names(source_info& names, const source_info& more) {
  names.tasks.insert(more.tasks.begin(), more.tasks.end());
  names.isrs.insert(more.isrs.begin(), more.isrs.end());
  names.swis.insert(more.swis.begin(), more.swis.end());
  names.points.insert(more.points.begin(), more.points.end());
}

replay::replay(const source_info& info, replay_listener* listener, std::size_t kept_windows, bool keeps_timing)
    : info_(info), listener_(listener), kept_windows_(kept_windows), keeps_timing_(keeps_timing) {}
replay::~replay() = default;

void replay::tell(std::span<const source_fact> facts) {
  core_replay* last = nullptr;
  std::uint32_t last_core = 0;
  for (const source_fact& fact : facts) {
    if (last == nullptr || fact.core != last_core) {
      last = &core_of(fact.core);
      last_core = fact.core;
    }
    last->tell(fact);
  }
}

core_replay& replay::core_of(std::uint32_t number) {
  auto& core = cores_[number];
  if (core == nullptr) {
    source_info its = info_;
    if (const auto own = info_.capacity_of_core.find(number); own != info_.capacity_of_core.end())
      its.capacity = own->second;
    core = std::make_unique<core_replay>(its, number, listener_, kept_windows_, keeps_timing_);
  }
  return *core;
}

void replay::learn(const source_info& info) {
  if (info.capacity_of_core.size() != info_.capacity_of_core.size()) info_.capacity_of_core = info.capacity_of_core;
}

void replay::lose(std::span<const source_loss> losses) {
  for (const source_loss& loss : losses) core_of(loss.core).lose(loss);
}

void replay::add_problems(std::span<const source_problem> problems) {
  for (const source_problem& p : problems) {
    if (problems_.size() < report::most_listed)
      problems_.push_back({p.offset, p.found, p.expected, p.line});
    else
      ++unlisted_problems_;
  }
}

void replay::add_completeness(std::vector<source_completeness> of) {
  for (source_completeness& core : of) completeness_[core.core] = std::move(core);
}

void replay::add_extras(std::vector<core_extras> extras) {
  for (core_extras& more : extras) {
    core_report& of = extras_[more.core];
    if (more.clock) of.clock = more.clock;
    for (finding_row& row : more.findings) {
      // They come again after every header.
      if (of.findings.size() < report::most_listed &&
          std::find(of.findings.begin(), of.findings.end(), row) == of.findings.end())
        of.findings.push_back(std::move(row));
    }
    exchanges_.insert(exchanges_.end(), more.exchanges.begin(), more.exchanges.end());
    if (exchanges_.size() > 2 * kept_exchanges)
      exchanges_.erase(exchanges_.begin(), exchanges_.end() - static_cast<std::ptrdiff_t>(kept_exchanges));
    if (!more.counters) continue;
    if (!of.counters) of.counters.emplace();
    if (listener_ == nullptr) {
      add(*of.counters, std::move(*more.counters), kept_windows_);
      continue;
    }
    const core_counters told = *more.counters;
    add(*of.counters, std::move(*more.counters), 0);
    const core_counters columns{of.counters->columns, of.counters->group, {}, {}};
    for (const auto* tables : {&told.windows, &told.epochs})
      for (const counter_table& table : *tables) listener_->counted(more.core, columns, table);
  }
}

void replay::add_repairs(std::vector<source_repairs> of) {
  for (source_repairs& core : of) repairs_[core.core] = std::move(core);
}

report replay::finish(const source_info& names) {
  report out;
  out.clock_hz = info_.clock_hz;
  out.problems = std::move(problems_);
  out.unlisted = unlisted_problems_;
  for (const auto& [number, core] : cores_) {
    out.losses.insert(out.losses.end(), core->losses().begin(), core->losses().end());
    out.unlisted += core->unlisted_losses();
    (void)extras_[number];
  }
  for (auto& [number, extras] : extras_) {
    core_report& added = out.cores.emplace_back(std::move(extras));
    added.core = number;
    if (const auto its = completeness_.find(number); its != completeness_.end())
      added.completeness = to_row(its->second);
    if (const auto core = cores_.find(number); core != cores_.end()) added.epochs = core->second->finish();
    if (const auto its = repairs_.find(number); its != repairs_.end())
      for (const auto& [kind, count] : its->second.counts) added.repairs.push_back({kind, count});
    for (epoch_row& epoch : added.epochs) add_names(epoch, names);
    if (info_.has_one_clock) added.clock = 0;
  }
  if (listener_ == nullptr && (info_.has_one_clock || info_.tells_clocks))
    out.system = combine_cores(out.cores, exchanges_);
  const auto in_order = [](const auto& a, const auto& b) { return in_order_of_input(a, b); };
  std::stable_sort(out.losses.begin(), out.losses.end(), in_order);
  std::stable_sort(out.problems.begin(), out.problems.end(), in_order);
  return out;
}

bool tell_next(source& from, replay& to, const next_part& see) {
  const std::span<const source_fact> facts = to.room().first(from.read(to.room()));
  const std::vector<source_loss> losses = from.take_losses();
  if (see) see(losses, facts);
  to.learn(from.info());
  to.lose(losses);
  to.add_problems(from.take_problems());
  to.tell(facts);
  to.add_extras(from.take_extras());  // counts are of windows that have closed
  return !facts.empty();
}

report make_report(source& from, std::size_t kept_windows, bool keeps_timing) {
  if (auto parts = from.split(); !parts.empty())
    if (auto made = make_report_of_parts(std::move(parts), kept_windows, keeps_timing)) return *std::move(made);
  replay run(from.info(), nullptr, kept_windows, keeps_timing);
  while (tell_next(from, run)) {
  }
  run.add_completeness(from.completeness());
  run.add_repairs(from.repairs());
  report made = run.finish(from.info());
  mark_migration(made);
  return made;
}

}  // namespace rtm::host
