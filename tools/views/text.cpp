// SPDX-License-Identifier: MIT
#include "views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/text.hpp"
#include "views/completeness_text.hpp"
#include "views/extras_text.hpp"
#include "views/fault_text.hpp"
#include "views/loss_text.hpp"
#include "views/numbers.hpp"
#include "views/table.hpp"
#include "views/timing_text.hpp"
#include "views/window_lines.hpp"

namespace rtm::host {
namespace {

using cells = std::vector<std::string>;

/// Named, or the base owner of an epoch without time: there is nothing to tell of it.
bool is_unseen(const task_row& row) { return row.exclusive == 0 && row.dispatches == 0; }
bool is_unseen(const call_row& row) {
  return row.inclusive == 0 && row.calls == 0 && row.open == 0 && row.abandoned == 0;
}

/// Its mean holds time of calls that did not complete.
bool is_unfinished(const call_row& row) { return row.calls != 0 && (row.open != 0 || row.abandoned != 0); }
constexpr std::string_view unfinished_legend = "mean ~ or n/a: the ticks hold time of calls that did not end";

template <class Rows>
bool any_seen(const Rows& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return !is_unseen(row); });
}

std::string name_of(std::string_view kind, std::uint64_t id, const std::optional<std::string>& name) {
  return name ? fmt::format("{} {} {}", kind, id, *name) : fmt::format("{} {}", kind, id);
}

class epoch_text {
 public:
  epoch_text(const epoch_row& epoch, std::uint64_t hz, const view_options& options, std::ostream& out)
      : epoch_(epoch), hz_(hz), options_(options), out_(out), how_{options.colour} {}

  void print(std::uint64_t core) const {
    print_title(core);
    print_owners();
    print_points();
    if (epoch_.timing) print_timing(out_, *epoch_.timing, hz_, options_);
    print_unseen();
    print_window_part();
  }

 private:
  void print_title(std::uint64_t core) const;
  void print_owners() const;
  void print_points() const;
  void print_unseen() const;
  void print_window_part() const;
  void print_wrapped(const std::string& text) const { out_ << wrapped(text, options_.width); }
  [[nodiscard]] std::string load_sentence() const;
  void add_owner(table& owners, std::string name, std::uint64_t ticks, cells counts = {}) const;
  void add_calls(table& owners, std::string_view kind, std::string_view title, const std::vector<call_row>& rows) const;
  [[nodiscard]] std::string mean(const call_row& row, std::uint64_t ticks, const std::optional<extremes>& calls) const;
  [[nodiscard]] std::string shortest(const std::optional<extremes>& of) const {
    return of ? duration(of->min, hz_) : "n/a";
  }
  [[nodiscard]] std::string longest(const std::optional<extremes>& of) const {
    return of ? duration(of->max, hz_) : "n/a";
  }

  const epoch_row& epoch_;
  std::uint64_t hz_;
  const view_options& options_;
  std::ostream& out_;
  style how_;
};

/// A load with what must be known to read it: of what, and how far the unknown time could move it.
std::string epoch_text::load_sentence() const {
  const std::uint64_t unknown_ticks = epoch_.base.unknown;
  const std::uint64_t known = epoch_.total - unknown_ticks;
  if (!epoch_.valid()) return "load n/a (invalid)";
  if (epoch_.total == 0) return "load n/a (no time has passed)";
  if (known == 0) return "load n/a (nothing is known)";
  const std::uint64_t busy = known - epoch_.base.idle;
  const std::string load = "load " + percent_with_unit(busy, known);
  if (unknown_ticks == 0) return load;
  return fmt::format("{} of the known time (of all time {} to {} %)", load, percent(busy, epoch_.total),
                     percent(busy + unknown_ticks, epoch_.total));
}

void epoch_text::print_title(std::uint64_t core) const {
  out_ << how_.bold(fmt::format("core {}, epoch {}: {}", core, epoch_.epoch, load_sentence())) << '\n';
  out_ << fmt::format("{} ticks ({}) from tick {}\n", epoch_.total, duration(epoch_.total, hz_), epoch_.start);
  if (!epoch_.fault) return;
  out_ << how_.alarm(wrapped("invalid since " + sentence_of(*epoch_.fault, epoch_), options_.width));
  print_wrapped(fmt::format("what follows was measured before that; {} later {} ignored", epoch_.ignored,
                            epoch_.ignored == 1 ? "fact was" : "facts were"));
}

void epoch_text::add_owner(table& owners, std::string name, std::uint64_t ticks, cells counts) const {
  cells all = {std::move(name), std::to_string(ticks), duration(ticks, hz_), percent_with_unit(ticks, epoch_.total)};
  all.insert(all.end(), std::make_move_iterator(counts.begin()), std::make_move_iterator(counts.end()));
  owners.add(std::move(all));
}

/// Of completed calls. The sum may hold time of calls that did not complete: then the mean is marked, and left out
/// where that time makes it longer than the longest call.
std::string epoch_text::mean(const call_row& row, std::uint64_t ticks, const std::optional<extremes>& calls) const {
  if (!calls) return "n/a";
  if (!is_unfinished(row)) return mean_duration(ticks, row.calls, hz_);
  return ticks / row.calls > calls->max ? "n/a" : "~" + mean_duration(ticks, row.calls, hz_);
}

void epoch_text::add_calls(table& owners, std::string_view kind, std::string_view title,
                           const std::vector<call_row>& rows) const {
  if (!any_seen(rows)) return;
  owners.add({std::string(title), "", "", "", "calls", "mean", "min", "max", "incl mean", "incl max"},
             table::row_kind::heading);
  for (const call_row& row : rows) {
    if (is_unseen(row)) continue;
    add_owner(owners, name_of(kind, row.id, row.name), row.exclusive,
              {std::to_string(row.calls), mean(row, row.exclusive, row.exclusive_call), shortest(row.exclusive_call),
               longest(row.exclusive_call), mean(row, row.inclusive, row.inclusive_call), longest(row.inclusive_call)});
  }
}

void epoch_text::print_owners() const {
  table owners({0, 0, 5, 0, 0, 4, 6, 3, 8, 7});
  owners.add({"owner", "ticks", "time", "share"}, table::row_kind::heading);
  add_owner(owners, "idle", epoch_.base.idle);
  add_owner(owners, "kernel", epoch_.base.kernel);
  add_owner(owners, "unknown", epoch_.base.unknown);
  if (any_seen(epoch_.tasks)) owners.add({"tasks", "", "", "", "dispatches"}, table::row_kind::heading);
  for (const task_row& row : epoch_.tasks)
    if (!is_unseen(row))
      add_owner(owners, name_of("task", row.id, row.name), row.exclusive, {std::to_string(row.dispatches)});
  add_calls(owners, "isr", "isrs", epoch_.isrs);
  add_calls(owners, "swi", "swis", epoch_.swis);
  add_owner(owners, "total", epoch_.total);
  out_ << '\n';
  owners.print(out_, options_.width, how_);
  const auto any_unfinished = [](const std::vector<call_row>& rows) {
    return std::any_of(rows.begin(), rows.end(), is_unfinished);
  };
  if (any_unfinished(epoch_.isrs) || any_unfinished(epoch_.swis))
    out_ << how_.dim(wrapped(unfinished_legend, options_.width));
}

void epoch_text::print_points() const {
  const std::vector<call_row>& all = epoch_.points;
  if (!any_seen(all)) return;
  const bool any_abandoned = std::any_of(all.begin(), all.end(), [](const call_row& p) { return p.abandoned != 0; });
  table points({0, 0, 5, 0, 0, 4, 6, 3, 8, 2});
  points.add({"points", "ticks", "time", "share", "calls", "incl mean", "incl min", "incl max", "mean",
              any_abandoned ? "abandoned" : ""},
             table::row_kind::heading);
  for (const call_row& row : all) {
    if (is_unseen(row)) continue;
    add_owner(points, name_of("point", row.id, row.name), row.exclusive,
              {std::to_string(row.calls), mean(row, row.inclusive, row.inclusive_call), shortest(row.inclusive_call),
               longest(row.inclusive_call), mean(row, row.exclusive, row.exclusive_call),
               any_abandoned ? std::to_string(row.abandoned) : ""});
  }
  out_ << '\n';
  points.print(out_, options_.width, how_);
  std::string legend = "points are CPU time of who ran them, part of the rows above";
  if (std::any_of(all.begin(), all.end(), is_unfinished)) legend += fmt::format("; {}", unfinished_legend);
  out_ << how_.dim(wrapped(legend, options_.width));
}

void epoch_text::print_unseen() const {
  std::string names;
  const auto add = [&](std::string_view kind, const auto& rows) {
    for (const auto& row : rows)
      if (is_unseen(row)) names += (names.empty() ? "" : ", ") + name_of(kind, row.id, row.name);
  };
  add("task", epoch_.tasks);
  add("isr", epoch_.isrs);
  add("swi", epoch_.swis);
  add("point", epoch_.points);
  if (names.empty()) return;
  out_ << '\n';
  print_wrapped("never ran: " + names);
}

void epoch_text::print_window_part() const {
  const std::uint64_t all = std::max<std::uint64_t>(epoch_.history.count, epoch_.windows.size());
  if (all == 0 || (epoch_.windows.empty() && options_.windows == 0)) return;
  const std::uint64_t wanted = options_.windows.value_or(all <= most_text_windows ? all : last_few_windows);
  const auto shown = last_windows(epoch_, wanted);
  std::string title = fmt::format("{} window{}", all, all == 1 ? "" : "s");
  const std::string how_many = shown.empty() ? "none" : fmt::format("the last {}", shown.size());
  if (shown.size() < all) title += fmt::format(", {} shown (--windows all shows all)", how_many);
  out_ << '\n';
  print_wrapped(title);
  print_windows(out_, epoch_, shown, options_.width, how_);
}

}  // namespace

void render_epoch_text(std::uint64_t core, const epoch_row& epoch, std::uint64_t clock_hz, const view_options& options,
                       std::ostream& out) {
  epoch_text(epoch, clock_hz, options, out).print(core);
}

void render_text(const report& of, const view_options& options, std::ostream& out) {
  out << fmt::format("clock {}, {} core{}\n", frequency(of.clock_hz), of.cores.size(), of.cores.size() == 1 ? "" : "s");
  for (const core_report& core : of.cores) {
    for (const epoch_row& epoch : core.epochs) {
      out << '\n';
      epoch_text(epoch, of.clock_hz, options, out).print(core.core);
    }
    print_counters(core, options, out);
    print_findings(core, options, out);
    print_completeness(core, of.clock_hz, options.width, out);
    print_repairs(core, options.width, out);
  }
  if (options.system) print_system(of, options, out);
  print_incomplete(of, options, out);
}

}  // namespace rtm::host
