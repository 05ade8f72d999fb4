// SPDX-License-Identifier: MIT
#include "views/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "text/text.hpp"
#include "views/fault_text.hpp"
#include "views/loss_text.hpp"
#include "views/numbers.hpp"
#include "views/table.hpp"
#include "views/window_lines.hpp"

namespace rtm::host {
namespace {

constexpr std::string_view legend =
    "Loads by the ledger: exact, to the tick, of what the input reports; an interrupt that it does not report is "
    "inside the row that it interrupted. Kernel time counts as load, unknown time neither as load nor as idle.";

/// A point of this name is taken for the time that the CPU was halted: method 3 of TI's Load.
constexpr std::string_view halt_point = "halt";

/// Least and most of one owner in the windows that are complete and in which no fact is missing.
struct spread {
  std::uint64_t least = 0, most = 0;
  std::uint64_t windows = 0;  ///< Those in which it has a row.

  void add(std::uint64_t ticks) {
    least = windows == 0 ? ticks : std::min(least, ticks);
    most = std::max(most, ticks);
    ++windows;
  }
};

/// The same for all owners of one kind, by id.
using spreads = std::map<std::uint64_t, spread>;

template <class Row>
spreads spreads_of(const epoch_row& epoch, std::vector<Row> window_row::*rows) {
  spreads all;
  for (const window_row& window : epoch.windows) {
    if (!window.complete || !window.covered) continue;
    for (const Row& row : window.*rows) all[row.id].add(row.exclusive);
  }
  return all;
}

template <class Rows>
std::uint64_t exclusive_sum(const Rows& rows) {
  std::uint64_t sum = 0;
  for (const auto& row : rows) sum += row.exclusive;
  return sum;
}

/// Any call of the class, even one that has not ended.
bool is_reported(const std::vector<call_row>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const call_row& row) { return row.inclusive != 0 || row.calls != 0 || row.open != 0; });
}

class epoch_loads {
 public:
  epoch_loads(const epoch_row& epoch, std::uint64_t hz, const view_options& options, std::ostream& out)
      : epoch_(epoch), hz_(hz), options_(options), out_(out), how_{options.colour} {
    for (const window_row& window : epoch.windows) {
      if (!window.complete || !window.covered) continue;
      ++complete_windows_;
      window_ticks_ = window.length;
    }
  }

  void print(std::uint64_t core) const {
    out_ << how_.bold(fmt::format("core {}, epoch {}: {}", core, epoch_.epoch, cpu_load())) << '\n';
    if (epoch_.fault) {
      out_ << how_.alarm(wrapped("invalid since " + sentence_of(*epoch_.fault, epoch_), options_.width));
      out_ << wrapped(fmt::format("what follows was measured before that; later facts ignored: {}", epoch_.ignored),
                      options_.width);
    }
    print_classes();
    print_not_reported();
    print_rows();
    print_halted();
    print_window_part();
  }

 private:
  [[nodiscard]] std::string cpu_load() const;
  void print_classes() const;
  void print_not_reported() const;
  void print_rows() const;
  void print_halted() const;
  void print_window_part() const;
  /// How many.
  template <class Row>
  std::size_t add_rows(table& to, std::string_view kind, const std::vector<Row>& rows, const spreads& in_windows) const;

  const epoch_row& epoch_;
  std::uint64_t hz_;
  const view_options& options_;
  std::ostream& out_;
  style how_;
  std::uint64_t complete_windows_ = 0;
  std::uint64_t window_ticks_ = 0;
};

std::string epoch_loads::cpu_load() const {
  const std::uint64_t known = epoch_.total - epoch_.base.unknown;
  if (!epoch_.valid()) return "CPU load n/a (invalid)";
  if (known == 0) return epoch_.total == 0 ? "CPU load n/a (no time has passed)" : "CPU load n/a (nothing is known)";
  const std::string load = "CPU load " + percent_with_unit(known - epoch_.base.idle, known);
  return epoch_.base.unknown == 0 ? load : load + " of the known time";
}

void epoch_loads::print_classes() const {
  table classes({0, 0, 5, 0});
  classes.add({"class", "ticks", "time", "of all time"}, table::row_kind::heading);
  const auto add = [&](const char* name, std::uint64_t ticks) {
    classes.add({name, std::to_string(ticks), duration(ticks, hz_), percent_with_unit(ticks, epoch_.total)});
  };
  add("tasks", exclusive_sum(epoch_.tasks));
  add("interrupts (Hwi)", exclusive_sum(epoch_.isrs));
  add("software interrupts (Swi)", exclusive_sum(epoch_.swis));
  add("kernel", epoch_.base.kernel);
  add("idle", epoch_.base.idle);
  add("unknown", epoch_.base.unknown);
  add("total", epoch_.total);
  out_ << '\n';
  classes.print(out_, options_.width, how_);
}

/// The time of a class of which the input says nothing is not 0: as with hwiEnabled = 0 in TI's Load.
void epoch_loads::print_not_reported() const {
  std::string classes = is_reported(epoch_.isrs) ? "" : "interrupts (Hwi)";
  if (!is_reported(epoch_.swis))
    classes += classes.empty() ? "software interrupts (Swi)" : ", software interrupts (Swi)";
  if (classes.empty() || epoch_.total == 0) return;
  out_ << how_.dim(
      wrapped("not reported: " + classes + "; time of any is inside the row that it interrupted", options_.width));
}

template <class Row>
std::size_t epoch_loads::add_rows(table& to, std::string_view kind, const std::vector<Row>& rows,
                                  const spreads& in_windows) const {
  std::size_t count = 0;
  for (const Row& row : rows) {
    if (row.exclusive == 0) continue;
    const std::string name =
        row.name ? fmt::format("{} {} {}", kind, row.id, *row.name) : fmt::format("{} {}", kind, row.id);
    std::vector<std::string> cells = {name, std::to_string(row.exclusive),
                                      percent_with_unit(row.exclusive, epoch_.total)};
    if (complete_windows_ != 0) {
      const auto found = in_windows.find(row.id);
      spread s = found == in_windows.end() ? spread() : found->second;
      if (s.windows < complete_windows_) s.least = 0;  // windows leave out rows that are zero
      cells.push_back(percent_with_unit(s.least, window_ticks_));
      cells.push_back(percent_with_unit(s.most, window_ticks_));
    }
    to.add(std::move(cells));
    ++count;
  }
  return count;
}

void epoch_loads::print_rows() const {
  table rows({0, 3, 0, 2, 1});
  const bool has_windows = complete_windows_ != 0;
  rows.add({"who", "ticks", "load", has_windows ? "least" : "", has_windows ? "most" : ""}, table::row_kind::heading);
  const bool any = add_rows(rows, "task", epoch_.tasks, spreads_of(epoch_, &window_row::tasks)) +
                       add_rows(rows, "hwi", epoch_.isrs, spreads_of(epoch_, &window_row::isrs)) +
                       add_rows(rows, "swi", epoch_.swis, spreads_of(epoch_, &window_row::swis)) !=
                   0;
  if (!any) return;
  out_ << '\n';
  rows.print(out_, options_.width, how_);
  if (has_windows) out_ << how_.dim(wrapped("least, most: of one complete window", options_.width));
}

/// Method 3, if the input says when the CPU was halted. Halts are part of idle and do not nest; if the point says
/// otherwise, it is another kind of point.
void epoch_loads::print_halted() const {
  const auto found = std::find_if(epoch_.points.begin(), epoch_.points.end(),
                                  [](const call_row& point) { return point.name == halt_point; });
  if (found == epoch_.points.end() || !epoch_.valid() || epoch_.total == 0) return;
  const std::string load =
      found->inclusive > epoch_.base.idle
          ? "n/a (it is longer than idle, so it is not the time of halts alone)"
          : percent_with_unit(epoch_.total - found->inclusive, epoch_.total) + "; code of the idle loop is load there";
  out_ << '\n'
       << wrapped(fmt::format("CPU load by halted time (point {} {}): {}", found->id, halt_point, load),
                  options_.width);
}

void epoch_loads::print_window_part() const {
  const std::uint64_t all = epoch_.windows.size();
  if (all == 0) return;
  const auto shown = last_windows(epoch_, options_.windows.value_or(last_few_windows));
  out_ << '\n';
  if (shown.size() < all)
    out_ << wrapped(fmt::format("the last {} of {} windows (--windows all shows all)", shown.size(), all),
                    options_.width);
  print_windows(out_, epoch_, shown, options_.width, how_);
}

}  // namespace

void render_load(const report& of, const view_options& options, std::ostream& out) {
  out << style{options.colour}.dim(wrapped(std::string(legend), options.width));
  for (const core_report& core : of.cores) {
    for (const epoch_row& epoch : core.epochs) {
      out << '\n';
      epoch_loads(epoch, of.clock_hz, options, out).print(core.core);
    }
  }
  print_incomplete(of, options, out);
}

}  // namespace rtm::host
