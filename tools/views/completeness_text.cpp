// SPDX-License-Identifier: MIT
#include "views/completeness_text.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <string_view>

#include "report/words.hpp"
#include "text/text.hpp"
#include "views/numbers.hpp"

namespace rtm::host {
namespace {

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  return n == 0 ? fmt::format("no {}", many) : fmt::format("{} {}", n, n == 1 ? one : many);
}

struct core_time {
  std::uint64_t total = 0;
  std::uint64_t unknown = 0;
};

core_time time_of(const core_report& of) {
  core_time all;
  for (const epoch_row& epoch : of.epochs) {
    all.total += epoch.total;
    all.unknown += epoch.base.unknown;
  }
  return all;
}

std::string unseen_sentence(std::string_view kind, const completeness_row::unseen& of, const core_time& all,
                            std::uint64_t hz) {
  return fmt::format(
      "{} in {} of which nothing tells when they begin and end; {} ({}) lie between two such, and what of it was "
      "theirs "
      "is charged to whom they interrupted",
      counted(of.events, "event", "events"), kind, duration(of.ticks, hz), percent_with_unit(of.ticks, all.total));
}

}  // namespace

void print_completeness(const core_report& of, std::uint64_t clock_hz, std::size_t width, std::ostream& out) {
  if (!of.completeness) return;
  const completeness_row& row = *of.completeness;
  const core_time all = time_of(of);
  std::string line =
      fmt::format("core {} completeness: {}, {} lost, {}, unknown {} ({})", of.core,
                  counted(row.events, "event", "events"), row.lost, counted(row.repairs, "repair", "repairs"),
                  duration(all.unknown, clock_hz), percent_with_unit(all.unknown, all.total));
  if (row.ignored != 0) line += fmt::format(", {} out of order", row.ignored);
  for (std::size_t i = 0; i < row.missing.size(); ++i) line += (i == 0 ? ", not recorded: " : " and ") + row.missing[i];
  if (!row.missing.empty() && all.unknown < all.total) line += ", so the load is at least what is said";
  if (row.hard_irqs.events != 0) line += "; " + unseen_sentence("hard interrupts", row.hard_irqs, all, clock_hz);
  if (row.soft_irqs.events != 0) line += "; " + unseen_sentence("softirqs", row.soft_irqs, all, clock_hz);
  out << '\n' << wrapped(line, width);
}

void print_repairs(const core_report& of, std::size_t width, std::ostream& out) {
  if (of.repairs.empty()) return;
  out << '\n'
      << wrapped(fmt::format("core {} repairs: what its port made of hooks that came otherwise", of.core), width);
  for (const repair_row& row : of.repairs)
    out << wrapped(fmt::format("{} {}: {}", repair_word(row.kind), row.count, repair_sentence(row.kind)), width);
}

}  // namespace rtm::host
