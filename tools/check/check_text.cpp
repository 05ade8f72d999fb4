// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <ostream>
#include <string>

#include "check/check_views.hpp"
#include "text/text.hpp"
#include "views/numbers.hpp"
#include "views/table.hpp"

namespace rtm::host {
namespace {

/// Of each limit; beyond them it is the same over and over.
constexpr std::size_t most_shown = 10;

std::string name_of(const verdict& of) {
  if (of.kind == budget_kind::core) return fmt::format("core {}", of.core);
  return fmt::format("{} {}{}", word_of(of.kind), of.id, of.name ? " " + *of.name : std::string());
}

std::string found_in(const breach_row& b, std::uint64_t hz) {
  if (!b.found) return "nothing";
  if (b.is_certain && !b.is_whole) return "at least " + duration(*b.found, hz);
  if (b.is_certain || *b.found == b.at_most) return duration(*b.found, hz);
  return fmt::format("{} to {}", duration(*b.found, hz), duration(b.at_most, hz));
}

void add(table& to, const verdict& of, const breach_row& b, std::uint64_t hz) {
  to.add({name_of(of), word_of(of.rule), std::to_string(of.core), std::to_string(b.epoch),
          b.window ? std::to_string(*b.window) : "-", found_in(b, hz), b.allowed ? duration(*b.allowed, hz) : "-",
          b.in_a_row > 1 ? std::to_string(b.in_a_row) : "", b.is_certain ? "breach" : "possible"});
}

std::string counted(std::uint64_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

}  // namespace

void render_check_text(const check_result& of, const check_view_options& how, std::ostream& out) {
  const style colours{how.colour};
  table breaches({0, 1, 3, 4, 0, 0, 0, 2, 0});
  bool any_row = false;
  for (const verdict& v : of.verdicts)
    for (const breach_row& b : v.breaches) any_row = any_row || b.in_a_row > 1;
  breaches.add({"who", "limit", "core", "epoch", "window", "found", "allowed", any_row ? "in a row" : "", ""},
               table::row_kind::heading);
  std::uint64_t left_out = 0;
  for (const verdict& v : of.verdicts) {
    for (std::size_t i = 0; i < v.breaches.size(); ++i)
      i < most_shown ? add(breaches, v, v.breaches[i], how.clock_hz) : void(++left_out);
  }
  const std::uint64_t certain = of.certain();
  const std::uint64_t possible = of.possible();
  if (certain + possible != 0) breaches.print(out, how.width, colours);
  if (left_out != 0) out << fmt::format("and {} more (--json lists all)\n", left_out);
  if (possible != 0)
    out << colours.dim(
        wrapped("possible: the limit is broken if unknown time, or what was never seen whole, is "
                "counted; nothing: there was nothing to judge",
                how.width));
  if (of.invalid_epochs != 0)
    out << colours.alarm(wrapped(fmt::format("{} invalid since a fault: judged up to it (rtm report names it)",
                                             counted(of.invalid_epochs, "epoch")),
                                 how.width));
  if (of.is_incomplete) out << wrapped("facts are missing in the input (rtm report lists what)", how.width);
  out << wrapped(certain + possible == 0
                     ? fmt::format("{} kept", counted(of.verdicts.size(), "limit"))
                     : fmt::format("{}: {}, {} possible", counted(of.verdicts.size(), "limit"),
                                   certain == 1 ? "1 breach" : fmt::format("{} breaches", certain), possible),
                 how.width);
}

}  // namespace rtm::host
