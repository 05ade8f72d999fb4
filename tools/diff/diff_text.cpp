// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "diff/diff_views.hpp"
#include "text/text.hpp"
#include "views/numbers.hpp"
#include "views/table.hpp"

namespace rtm::host {
namespace {

/// With two decimals; what is not nothing is not shown as nothing.
std::string share(double of) {
  const double percent = of * 100;
  if (percent == 0) return "0";
  return percent < 0.005 ? "<0.01" : fmt::format("{:.2f}", percent);
}

std::string change(double of) {
  const double percent = of * 100;
  if (percent == 0) return "0";
  if (std::fabs(percent) < 0.005) return percent > 0 ? "<+0.01" : ">-0.01";
  return fmt::format("{:+.2f}", percent);
}

std::string probability(const std::optional<double>& p) {
  if (!p) return {};
  return *p < 0.001 ? "<0.001" : fmt::format("{:.3f}", *p);
}

template <class Row>
std::string label(const Row& row) {
  const std::string word(word_of(row.kind));
  if (row.kind <= diff_kind::unknown) return word;
  const auto& side = row.a ? *row.a : *row.b;
  return word + ' ' + (row.name ? printable(*row.name) : fmt::format("{}", side.ids.front()));
}

std::vector<const diff_row*> shown_rows(const diff_core& of, bool only_regressions) {
  std::vector<const diff_row*> rows;
  for (const diff_row& row : of.rows)
    if (!only_regressions || row.is_regression) rows.push_back(&row);
  return rows;
}

void print_shares(const diff_core& of, const std::vector<const diff_row*>& rows, const diff_view_options& how,
                  std::ostream& out) {
  table shares({0, 0, 0, 0, 0, 1});
  shares.add({"owner", "A %", "B %", "change", of.no_test.empty() ? "p" : "", ""}, table::row_kind::heading);
  const auto side = [](const std::optional<diff_side>& s) { return s ? share(s->share) : std::string("-"); };
  for (const diff_row* row : rows)
    shares.add({label(*row), side(row->a), side(row->b), change(row->change), probability(row->p),
                row->is_regression ? "regression" : ""});
  shares.print(out, how.width, style{how.colour});
}

/// In that unit, with four digits.
std::string amount(double ticks, std::uint64_t hz, double units_per_second) {
  const double units = ticks * units_per_second / static_cast<double>(hz);
  if (units == 0) return "0";
  if (units < 0.001) return "<0.001";
  return fmt::format("{:.{}f}", units, units >= 1000 ? 0 : units >= 100 ? 1 : units >= 10 ? 2 : 3);
}

/// "9.000/10.00/11.00 us", in the unit that suits the longest one.
std::string lengths_of_calls(const std::optional<diff_side>& side, std::uint64_t hz) {
  if (!side || side->calls == 0 || !side->call) return "-";
  constexpr std::array units = {std::pair{"s", 1.0}, std::pair{"ms", 1e3}, std::pair{"us", 1e6}, std::pair{"ns", 1e9}};
  const auto fits = [&](const auto& unit) {
    return static_cast<double>(side->call->max) * unit.second >= static_cast<double>(hz);
  };
  const auto found = std::find_if(units.begin(), units.end(), fits);
  const auto& unit = found != units.end() ? *found : units.back();
  const double mean = static_cast<double>(side->call_ticks) / static_cast<double>(side->calls);
  return fmt::format("{}/{}/{} {}", amount(static_cast<double>(side->call->min), hz, unit.second),
                     amount(mean, hz, unit.second), amount(static_cast<double>(side->call->max), hz, unit.second),
                     unit.first);
}

void print_calls(const diff& all, const std::vector<const diff_row*>& rows, const diff_view_options& how,
                 std::ostream& out) {
  table calls({0, 0, 0, 0, 0});
  calls.add({"calls", "A", "B", "A min/mean/max", "B min/mean/max"}, table::row_kind::heading);
  bool any = false;
  for (const diff_row* row : rows) {
    const auto count = [](const auto& s) { return s ? fmt::format("{}", s->calls) : std::string("-"); };
    if ((!row->a || row->a->calls == 0) && (!row->b || row->b->calls == 0)) continue;
    any = true;
    calls.add({label(*row), count(row->a), count(row->b), lengths_of_calls(row->a, all.hz_a),
               lengths_of_calls(row->b, all.hz_b)});
  }
  if (!any) return;
  out << '\n';
  calls.print(out, how.width, style{how.colour});
}

/// "1.234 M", with four digits.
std::string events_a_second(double rate) {
  constexpr std::array units = {std::pair{"G", 1e9}, std::pair{"M", 1e6}, std::pair{"k", 1e3}};
  if (rate == 0) return "0";
  for (const auto& [name, size] : units)
    if (rate >= size) return amount(rate, 1, 1 / size) + ' ' + name;
  return amount(rate, 1, 1);
}

void print_counter(const diff_counter& of, const diff_view_options& how, std::ostream& out) {
  table rows({0, 0, 0, 0, 0, 1});
  const bool has_p = of.p.has_value();
  rows.add({of.column, "A /s", "B /s", "change", has_p ? "p" : "", ""}, table::row_kind::heading);
  const auto side = [](const auto& s) { return s ? events_a_second(s->rate) : std::string("-"); };
  for (const diff_count_row& row : of.rows) {
    if (how.only_regressions && !row.is_regression) continue;
    rows.add({label(row), side(row.a), side(row.b), change(row.change), probability(row.p),
              row.is_regression ? "regression" : ""});
  }
  const double whole = of.rate_a != 0 ? of.rate_a : of.rate_b;
  rows.add({"total", events_a_second(of.rate_a), events_a_second(of.rate_b),
            change(whole == 0 ? 0 : (of.rate_b - of.rate_a) / whole), probability(of.p), ""});
  out << '\n';
  rows.print(out, how.width, style{how.colour});
}

bool has_regression(const diff_counters& of) {
  return std::any_of(of.columns.begin(), of.columns.end(), [](const diff_counter& column) {
    return std::any_of(column.rows.begin(), column.rows.end(), [](const auto& row) { return row.is_regression; });
  });
}

void print_counters(const diff_counters& of, const diff_view_options& how, std::ostream& out) {
  if (!of.not_compared.empty()) out << '\n' << wrapped("counters: " + of.not_compared, how.width);
  if (of.columns.empty()) return;
  for (const diff_counter& column : of.columns) print_counter(column, how, out);
  out << wrapped(fmt::format("events of {} and {} windows with counts; change in % of all events in A", of.windows_a,
                             of.windows_b),
                 how.width);
}

std::string load_line(const diff_core& of) {
  const auto percent = [](const std::optional<double>& load) {
    return load ? fmt::format("{:.2f} %", *load * 100) : std::string("n/a");
  };
  std::string line = fmt::format("core {}: load {} -> {}", of.core, percent(of.load.a), percent(of.load.b));
  if (of.load.a && of.load.b) line += fmt::format(" ({})", change(*of.load.b - *of.load.a));
  if (of.load.p) line += fmt::format(", p {}", probability(of.load.p));
  return line + (of.load.is_regression ? ", regression" : "");
}

void print_core(const diff& all, const diff_core& of, const diff_view_options& how, std::ostream& out) {
  const auto rows = shown_rows(of, how.only_regressions);
  if (how.only_regressions && rows.empty() && !of.load.is_regression && !has_regression(of.counters)) return;
  out << '\n' << style{how.colour}.bold(load_line(of)) << '\n';
  out << fmt::format("A {}, B {}\n", duration(of.ticks_a, all.hz_a), duration(of.ticks_b, all.hz_b));
  if (!rows.empty()) {
    out << '\n';
    print_shares(of, rows, how, out);
    print_calls(all, rows, how, out);
  }
  out << wrapped(of.no_test.empty()
                     ? fmt::format("\np: Welch's t-test over {} and {} complete windows; significant below {}",
                                   of.windows_a, of.windows_b, diff::significant_p)
                     : fmt::format("\nno significance: {}; the threshold alone decides", of.no_test),
                 how.width);
  print_counters(of.counters, how, out);
}

void print_name(char side, const std::string& name, bool is_incomplete, const diff_view_options& how,
                std::ostream& out) {
  constexpr std::string_view lacks = "  not all that happened is in it";
  const std::size_t room = how.width - 3 - (is_incomplete ? lacks.size() : 0);
  out << side << "  " << shortened(printable(name), how.width > 3 + lacks.size() ? room : how.width)
      << (is_incomplete ? lacks : "") << '\n';
}

}  // namespace

void render_diff_text(const diff& of, const diff_view_options& how, std::ostream& out) {
  print_name('A', how.name_a, of.is_a_incomplete, how, out);
  print_name('B', how.name_b, of.is_b_incomplete, how, out);
  for (const diff_core& core : of.cores) print_core(of, core, how, out);
  for (const std::uint64_t core : of.only_a) out << fmt::format("\ncore {}: only in A\n", core);
  for (const std::uint64_t core : of.only_b) out << fmt::format("\ncore {}: only in B\n", core);
  const bool has_counters = std::any_of(of.cores.begin(), of.cores.end(),
                                        [](const diff_core& core) { return !core.counters.columns.empty(); });
  const std::string limit =
      fmt::format("{:g} % of a core's time{}", of.threshold * 100, has_counters ? " or events" : "");
  const style look{how.colour};
  out << '\n';
  if (of.regressions == 0)
    out << "no regression of more than " << limit << '\n';
  else
    out << look.alarm(
               fmt::format("{} regression{} of more than {}", of.regressions, of.regressions == 1 ? "" : "s", limit))
        << '\n';
}

}  // namespace rtm::host
