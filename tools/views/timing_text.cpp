// SPDX-License-Identifier: MIT
#include "views/timing_text.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <string_view>

#include "text/text.hpp"
#include "views/numbers.hpp"
#include "views/table.hpp"

namespace rtm::host {
namespace {

constexpr std::string_view legend =
    "of instances and calls seen whole: GET = CET + WT + PRE (start to end: running, waiting, neither), IPT activation "
    "to start, RT activation to end, DT start to start, ST end to activation, JIT longest less shortest DT";

class timing_text {
 public:
  explicit timing_text(std::uint64_t hz) : hz_(hz) {
    lines_.add({"timing", "count", "min", "mean", "max"}, table::row_kind::heading);
  }

  void add(const timing_row<os::task_times>& row) {
    title("task", row);
    if (row.migrates) return lines_.add({"  n/a: ran on several cores"});
    const os::task_times& t = row.times;
    line("CET", t.cet);
    line("GET", t.get);
    line("IPT", t.ipt);
    line("RT", t.rt);
    line("WT", t.wt);
    line("PRE", t.pre);
    line("DT", t.dt);
    line("ST", t.st);
    jitter(row);
    if (t.early != 0) lines_.add({"  activated early", std::to_string(t.early)});
    rest(t.cut, t.open);
  }
  void add(std::string_view kind, const timing_row<os::call_times>& row) {
    title(kind, row);
    line("CET", row.times.cet);
    line("GET", row.times.get);
    line("PRE", row.times.pre);
    line("DT", row.times.dt);
    jitter(row);
    rest(row.times.cut, row.times.open);
  }
  void add(const timing_row<os::point_times>& row) {
    title("point", row);
    line("CET", row.times.cet);
    line("self", row.times.self);
    line("DT", row.times.dt);
    jitter(row);
    rest(row.times.cut, row.times.open);
  }

  void print(std::ostream& out, const view_options& options) const {
    lines_.print(out, options.width, {options.colour});
    out << style{options.colour}.dim(wrapped(std::string(legend), options.width));
  }

 private:
  template <class Times>
  void title(std::string_view kind, const timing_row<Times>& row) {
    lines_.add({row.name ? fmt::format("{} {} {}", kind, row.id, *row.name) : fmt::format("{} {}", kind, row.id)});
  }
  void line(std::string_view name, const os::spread& of) {
    if (of.count == 0) return;
    lines_.add({fmt::format("  {}", name), std::to_string(of.count), duration(of.min, hz_),
                mean_duration(of.sum, of.count, hz_), duration(of.max, hz_)});
  }
  /// With its sign, as the distance from a period has one.
  [[nodiscard]] std::string off(std::uint64_t ticks, std::uint64_t period) const {
    if (ticks == period) return "0 s";
    return ticks < period ? "-" + duration(period - ticks, hz_) : "+" + duration(ticks - period, hz_);
  }
  template <class Times>
  void jitter(const timing_row<Times>& row) {
    const os::spread& dt = row.times.dt;
    if (dt.count == 0) return;
    if (dt.count > 1) lines_.add({"  JIT", "", "", "", duration(dt.max - dt.min, hz_)});
    if (row.period)
      lines_.add({"  DT - " + duration(*row.period, hz_), "", off(dt.min, *row.period), "", off(dt.max, *row.period)});
  }
  void rest(std::uint64_t cut, std::uint64_t open) {
    if (cut != 0) lines_.add({"  cut, not counted", std::to_string(cut)});
    if (open != 0) lines_.add({"  open at the end", std::to_string(open)});
  }

  std::uint64_t hz_;
  table lines_{{0, 0, 2, 1, 0}};
};

}  // namespace

void print_timing(std::ostream& out, const epoch_timing& of, std::uint64_t clock_hz, const view_options& options) {
  out << '\n';
  if (of.tasks.empty() && of.isrs.empty() && of.swis.empty() && of.points.empty()) {
    out << wrapped("timing n/a: no instance of a task and no call ended that was seen whole", options.width);
    return;
  }
  timing_text text(clock_hz);
  for (const auto& row : of.tasks) text.add(row);
  for (const auto& row : of.isrs) text.add("isr", row);
  for (const auto& row : of.swis) text.add("swi", row);
  for (const auto& row : of.points) text.add(row);
  text.print(out, options);
}

}  // namespace rtm::host
