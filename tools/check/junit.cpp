// SPDX-License-Identifier: MIT
// JUnit's form has no schema that all servers share; what is here is what they have in common: suites, cases, failures.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>

#include "check/check_views.hpp"
#include "text/text.hpp"
#include "views/numbers.hpp"

namespace rtm::host {
namespace {

/// Control characters are no part of XML at all, however escaped.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string name_of(const verdict& of) {
  if (of.kind == budget_kind::core) return fmt::format("core {} {}", of.core, word_of(of.rule));
  return fmt::format("{} {}{} {}", word_of(of.kind), of.id, of.name ? " " + *of.name : std::string(), word_of(of.rule));
}

std::string line_of(const breach_row& b, std::uint64_t hz) {
  if (!b.found) return "nothing to judge";
  std::string where = fmt::format("epoch {}", b.epoch);
  if (b.window) where += fmt::format(", window {}", *b.window);
  const std::string most =
      b.is_certain ? "" : fmt::format(", at most {} ({} ticks)", duration(b.at_most, hz), b.at_most);
  const std::uint64_t allowed = b.allowed.value_or(0);  // of all that was found
  return fmt::format("{}: found {}{} ({} ticks){}, allowed {} ({} ticks), {}", where, b.is_whole ? "" : "at least ",
                     duration(*b.found, hz), *b.found, most, duration(allowed, hz), allowed,
                     b.is_certain ? "breach" : "possible");
}

bool is_failure(const verdict& of, const check_view_options& how) {
  const auto counts = [&how](const breach_row& b) { return b.is_certain || !how.allows_possible; };
  return std::any_of(of.breaches.begin(), of.breaches.end(), counts);
}

void write_case(const verdict& of, const check_view_options& how, std::ostream& out) {
  out << fmt::format("  <testcase classname=\"core {}\" name=\"{}\"", of.core, escaped(name_of(of)));
  if (of.breaches.empty()) {
    out << "/>\n";
    return;
  }
  const bool fails = is_failure(of, how);
  if (fails)
    out << fmt::format(">\n   <failure message=\"{}:{}: {}\">", escaped(how.budget), of.line,
                       escaped(line_of(of.breaches.front(), how.clock_hz)));
  else
    out << ">\n   <system-out>";
  for (const breach_row& b : of.breaches) out << escaped(line_of(b, how.clock_hz)) << '\n';
  out << (fails ? "</failure>\n  </testcase>\n" : "</system-out>\n  </testcase>\n");
}

}  // namespace

void render_junit(const check_result& of, const check_view_options& how, std::ostream& out) {
  std::uint64_t failures = 0;
  for (const verdict& v : of.verdicts) failures += is_failure(v, how) ? 1 : 0;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  out << fmt::format(" <testsuite name=\"rtm check {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
                     escaped(how.input), of.verdicts.size() + (of.invalid_epochs != 0 ? 1 : 0), failures,
                     of.invalid_epochs != 0 ? 1 : 0);
  for (const verdict& v : of.verdicts) write_case(v, how, out);
  if (of.invalid_epochs != 0)
    out << fmt::format(
        "  <testcase classname=\"input\" name=\"valid\">\n   <error message=\"{} epochs invalid since a "
        "fault\"/>\n  </testcase>\n",
        of.invalid_epochs);
  out << " </testsuite>\n</testsuites>\n";
}

}  // namespace rtm::host
