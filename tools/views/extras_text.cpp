// SPDX-License-Identifier: MIT
#include "views/extras_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "replay/replay.hpp"
#include "text/text.hpp"
#include "views/numbers.hpp"
#include "views/table.hpp"
#include "views/text.hpp"
#include "views/window_lines.hpp"

namespace rtm::host {
namespace {

using cells = std::vector<std::string>;
using trace::wire::row_class;

const char* subject_of(const std::string& finder) {
  for (const auto& row : trace::wire::finders) {
    if (finder == row.name) return row.subject;
  }
  return "subject";
}

/// The name that the report has for an id; rows of epochs carry them.
template <class Rows>
std::string named(std::string_view kind, std::uint64_t id, const Rows& rows) {
  for (const auto& row : rows) {
    if (row.id == id && row.name) return fmt::format("{} {} {}", kind, id, *row.name);
  }
  return fmt::format("{} {}", kind, id);
}

std::string name_of(const counter_row& row, const epoch_row& names) {
  constexpr std::string_view owners[] = {"idle", "kernel", "unknown"};
  switch (row.of) {
    case row_class::base: return std::string(owners[std::min<std::uint64_t>(row.id, 2)]);
    case row_class::task: return named("task", row.id, names.tasks);
    case row_class::isr: return named("isr", row.id, names.isrs);
    case row_class::swi: return named("swi", row.id, names.swis);
    case row_class::point: return named("point", row.id, names.points);
    case row_class::no_more: break;
  }
  return "?";
}

/// Two decimals, rounded down; n/a if there is nothing to divide by.
std::string ratio(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "n/a";
  return fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(whole));
}

class counters_text {
 public:
  explicit counters_text(const core_counters& of)
      : of_(of), instructions_(of.find("instructions")), cycles_(of.find("cycles")) {
    has_ratio_ = of.group != 0 && instructions_ && cycles_;
  }

  void print(std::uint64_t core, const counter_table& epoch, const epoch_row& names, const view_options& options,
             std::ostream& out) const {
    const style how{options.colour};
    out << '\n' << how.bold(fmt::format("core {}, epoch {}: counters", core, epoch.epoch)) << '\n';
    if (epoch.status != "ok") {
      out << how.alarm(wrapped(fmt::format("no counts: {}", epoch.status), options.width));
      return;
    }
    table rows(std::vector<unsigned>(of_.columns.size() + 2, 0));
    cells heading{"owner"};
    heading.insert(heading.end(), of_.columns.begin(), of_.columns.end());
    if (has_ratio_) heading.emplace_back("IPC");
    rows.add(std::move(heading), table::row_kind::heading);
    for (const counter_row& row : epoch.rows) rows.add(cells_of(name_of(row, names), row.exclusive));
    rows.add(cells_of("total", epoch.total));
    rows.print(out, options.width, how);
  }

 private:
  [[nodiscard]] cells cells_of(std::string name, const std::vector<std::uint64_t>& counts) const {
    cells row{std::move(name)};
    for (const std::uint64_t count : counts) row.push_back(std::to_string(count));
    if (has_ratio_) row.push_back(ratio(counts[*instructions_], counts[*cycles_]));
    return row;
  }

  const core_counters& of_;
  std::optional<std::size_t> instructions_, cycles_;
  bool has_ratio_ = false;
};

std::string load_text(const system_window_row& row) {
  const auto load = load_of(row);
  if (!load) return "n/a";
  const std::string least = fmt::format("{:.1f}", load->least * 100), most = fmt::format("{:.1f}", load->most * 100);
  return least == most ? least + " %" : fmt::format("{} to {} %", least, most);
}

/// "0:3" is window 3 of epoch 0.
std::string windows_text(const system_window_row& row) {
  std::string text;
  for (const system_core_row& core : row.cores)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", core.epoch, core.window);
  return text;
}

void print_system_windows(const system_view& system, std::uint64_t hz, const view_options& options, std::ostream& out) {
  const std::uint64_t all = system.windows.size();
  const std::uint64_t shown =
      std::min(all, options.windows.value_or(all <= most_text_windows ? all : last_few_windows));
  if (shown == 0) return;
  table rows({0, 0, 3, 0, 2, 1});
  rows.add({"common time", "length", "time", "load", "skew", "epoch:window of each core"}, table::row_kind::heading);
  for (const system_window_row& row : std::span(system.windows).last(shown)) {
    rows.add({fmt::format("from {}", row.start), std::to_string(row.length), duration(row.length, hz),
              row.verdict == "ok" ? load_text(row) : row.verdict, std::to_string(row.skew_bound_ticks),
              windows_text(row)});
  }
  rows.print(out, options.width, {options.colour});
  if (shown < all)
    out << wrapped(fmt::format("the last {} of {} (--windows all shows all)", shown, all), options.width);
}

}  // namespace

void print_findings(const core_report& of, const view_options& options, std::ostream& out) {
  const style how{options.colour};
  std::string good;
  for (const finding_row& row : of.findings) {
    if (row.is_good) {
      good += fmt::format("{}{} {}", good.empty() ? "" : ", ", row.of, row.status);
      continue;
    }
    out << '\n'
        << how.alarm(wrapped(fmt::format("core {}: {} says {} ({}: {}, detail {})", of.core, row.of, row.status,
                                         subject_of(row.of), row.subject, row.detail),
                             options.width));
  }
  if (!good.empty()) out << '\n' << wrapped(fmt::format("core {}: {}", of.core, good), options.width);
}

void print_counters(const core_report& of, const view_options& options, std::ostream& out) {
  if (!of.counters) return;
  const counters_text view(*of.counters);
  static const epoch_row no_names;
  for (const counter_table& epoch : of.counters->epochs) {
    // Names are the same in all epochs.
    view.print(of.core, epoch, of.epochs.empty() ? no_names : of.epochs.front(), options, out);
  }
}

std::string line_of_counts(const core_counters& columns, const counter_table& of, const source_info& names) {
  if (of.status != "ok") return "no counts: " + of.status;
  epoch_row known;
  add_names(known, names);
  std::string line;
  for (std::size_t i = 0; i < std::min(columns.columns.size(), of.total.size()); ++i) {
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", columns.columns[i], of.total[i]);
    const counter_row* most = nullptr;
    for (const counter_row& row : of.rows)
      if (row.of != row_class::point && (most == nullptr || row.exclusive[i] > most->exclusive[i])) most = &row;
    if (most != nullptr && most->exclusive[i] != 0)
      line += fmt::format(" ({} {} %)", printable(name_of(*most, known)), percent(most->exclusive[i], of.total[i]));
  }
  return line;
}

void print_system(const report& of, const view_options& options, std::ostream& out) {
  if (!of.system) {
    out << '\n'
        << wrapped("no system: of fewer than two cores, or of clocks of which the input says nothing", options.width);
    return;
  }
  const system_view& system = *of.system;
  const style how{options.colour};
  if (system.verdict != "ok") {
    out << '\n' << how.bold("system") << '\n';
    out << wrapped(fmt::format("{}: nobody has shown how the clocks of these cores relate, so they are not combined",
                               system.verdict),
                   options.width);
  } else if (!system.windows.empty()) {
    out << '\n'
        << how.bold(fmt::format("system of {} cores, in ticks of clock {}", of.cores.size(), system.clock)) << '\n';
    if (system.bound_ticks != 0) {
      out << wrapped(fmt::format("clocks are aligned to within {} ticks ({})", system.bound_ticks,
                                 duration(system.bound_ticks, of.clock_hz)),
                     options.width);
    }
    print_system_windows(system, of.clock_hz, options, out);
  }
  if (!system.ipc) return;
  const system_ipc_row& ipc = *system.ipc;
  out << '\n'
      << wrapped(ipc.verdict == "ok" ? fmt::format("system: {} instructions in {} cycles of its cores, IPC {}",
                                                   ipc.instructions, ipc.cycles, ratio(ipc.instructions, ipc.cycles))
                                     : fmt::format("system: no IPC, {}", ipc.verdict),
                 options.width);
}

}  // namespace rtm::host
