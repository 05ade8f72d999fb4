// SPDX-License-Identifier: MIT
#include "sources/ftrace_text/ftrace_text.hpp"

#include <algorithm>
#include <utility>

#include "sources/linux/text_cursor.hpp"
#include "sources/perf_text/perf_text.hpp"

namespace rtm::host {
namespace {

using kernel::text_cursor;
using kernel::text_event;
using kernel::text_line;

constexpr std::string_view event_line = "COMM-PID [CPU] SECONDS: EVENT: FIELDS";
constexpr std::string_view stamp = "seconds with 6 or 9 digits behind the point";

/// "(  123)" or "(-------)"
void skip_thread_group(text_cursor& at) {
  text_cursor inside = at;
  if (!inside.skip('(')) return;
  inside.skip_blanks();
  while (inside.at_digit() || inside.peek() == '-') inside.skip(inside.peek());
  if (inside.skip(')') && inside.skip_blanks()) at = inside;
}

/// trace-cmd report --ts-diff: "(+33)" between the stamp and the event.
void skip_difference(text_cursor& at) {
  text_cursor inside = at;
  std::uint64_t difference = 0;
  if (inside.skip("(+") && inside.number(difference) != 0 && inside.skip(')') && inside.skip_blanks()) at = inside;
}

/// What stands before the dash. A report of a buffer has that one's name before all.
std::string_view comm_before(std::string_view line, std::size_t dash) {
  const std::size_t longest = std::min(dash, kernel::longest_comm);
  return line.substr(dash - longest, longest);
}

/// "CPU:2 [LOST 5 EVENTS]" of the kernel, "CPU:2 [5 EVENTS DROPPED]" of trace-cmd; neither need know how many.
bool take_loss(std::string_view line, text_line& to) {
  const std::size_t begin = line.find("CPU:");
  if (begin == line.npos) return false;
  text_cursor at(line.substr(begin + 4));
  std::uint64_t lost = 0;
  if (at.number(to.event.cpu) == 0 || !at.skip(" [")) return false;
  const bool is_kernel = at.skip("LOST ");
  // Of a number that cannot be, nobody knows how many; but some are lost.
  if (at.number(lost) == 0 && at.peek() != 'E') at.word();
  at.skip(' ');
  if (!at.skip("EVENTS") || !at.skip(is_kernel ? "]" : " DROPPED]")) return false;
  to.lost = lost;
  to.is = text_line::kind::loss;
  return true;
}

}  // namespace

/// Of the flags "d.h1." the third says which interrupt is served, unless the header has another order.
kernel::context ftrace_line_parser::context_of(std::string_view flags) const {
  if (flags.size() < 4 || flags.size() > 8 || context_column_ >= flags.size()) return {};
  switch (flags[context_column_]) {
    case '.': return {true, false, false};
    case 's': return {true, false, true};
    case 'h':
    case 'z': return {true, true, false};
    case 'H':
    case 'Z': return {true, true, true};
    default: return {};
  }
}

bool ftrace_line_parser::take_event(std::string_view line, std::size_t dash, text_line& to) const {
  text_event& e = to.event;
  text_cursor at(line.substr(dash + 1));
  if (!kernel::take_pid(at, e.pid) || !at.skip_blanks()) return false;
  skip_thread_group(at);
  std::string_view flags;
  if (kernel::take_cpu(at, e.cpu)) {
    at.skip_blanks();
    if (!at.at_digit()) flags = at.word();
  } else {
    if (at.number(e.cpu) == 0) return false;  // trace-cmd report -l: the flags behind the number of the CPU
    flags = at.word();
    if (flags.size() < 4) return false;
  }
  at.skip_blanks();
  if (!at.at_digit()) return false;
  to.expected = stamp;
  e.stamp_digits = at.stamp(e.time_ns);
  if (e.stamp_digits == 0 || !at.skip(':') || !at.skip_blanks()) return false;
  skip_difference(at);
  const std::string_view name = at.long_word();
  e.name = name.ends_with(':') ? name.substr(0, name.size() - 1) : std::string_view();
  at.skip_blanks();
  e.fields = at.rest();
  e.names_pid = true;
  e.in = context_of(flags);
  e.comm = comm_before(line, dash);
  to.is = text_line::kind::event;
  return true;
}

/// "# _---=> hardirq/softirq": the legends of the flags, in their order. Kernels differ.
void ftrace_line_parser::take_comment(std::string_view line) {
  const std::size_t arrow = line.find("=> ");
  if (arrow == line.npos) return;
  const std::string_view what = line.substr(arrow + 3);
  if (what.starts_with("CPU#")) return;
  if (what.starts_with("irqs-off")) legends_ = 0;
  if (what.starts_with("hardirq/softirq")) context_column_ = legends_;
  ++legends_;
}

bool ftrace_line_parser::take_note(std::string_view line, text_line& to) {
  text_cursor at(line);
  at.skip_blanks();
  std::uint64_t number = 0;
  if (at.skip("=>") || at.rest() == "<stack trace>") {
    to.is = text_line::kind::continuation;
    return true;
  }
  if (at.peek() == '#') {
    take_comment(line);
  } else if (at.skip("cpus=")) {
    if (at.number(number) == 0 || !at.at_end() || number == 0) return false;
    cpus_ = number;
  } else if (at.skip("version = ")) {
    if (at.number(number) == 0 || !at.at_end()) return false;
  } else if (at.skip("CPU ")) {
    if (at.number(number) == 0 || at.rest() != " is empty") return false;
  } else if (!at.at_end()) {
    return false;
  }
  to.is = text_line::kind::note;
  return true;
}

void ftrace_line_parser::parse(std::string_view line, text_line& to) {
  to.expected = event_line;
  if (dash_ < line.size() && line[dash_] == '-' && take_event(line, dash_, to)) [[likely]]
    return;
  for (std::size_t dash = line.find('-'); dash != line.npos; dash = line.find('-', dash + 1)) {
    if (!take_event(line, dash, to)) continue;
    dash_ = dash;
    return;
  }
  if (!take_loss(line, to)) take_note(line, to);
}

ftrace_text::ftrace_text(input in) : text_source(std::move(in), event_line) {}

void ftrace_text::parse(std::string_view line, text_line& to) {
  parser_.parse(line, to);
  if (to.is == text_line::kind::note && parser_.cpus() != 0) set_cpus(parser_.cpus());
}

bool ftrace_text::recognises(std::string_view prefix) {
  if (prefix.starts_with("# tracer: ")) return true;
  ftrace_line_parser parser;
  perf_line_parser of_perf;
  bool is_perf = false, has_odd_stamp = false;
  const bool has_event = kernel::holds_event(prefix, [&](std::string_view line) {
    text_line to, perf;
    parser.parse(line, to);
    // perf names the system before the event; "sched:sched_switch" is none of ftrace's.
    if (to.is == text_line::kind::event) return to.event.name.find(':') == to.event.name.npos;
    // Tasks may have any names, also such that a line of perf looks like one of ftrace: the first event decides.
    of_perf.parse(line, perf);
    is_perf = perf.is == text_line::kind::event;
    has_odd_stamp = has_odd_stamp || to.expected == stamp;
    return is_perf;
  });
  return has_event ? !is_perf : has_odd_stamp;
}

}  // namespace rtm::host
