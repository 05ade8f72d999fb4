// SPDX-License-Identifier: MIT
#include "sources/perf_text/perf_text.hpp"

#include <algorithm>
#include <utility>

#include "sources/linux/text_cursor.hpp"

namespace rtm::host {
namespace {

using kernel::text_cursor;
using kernel::text_event;
using kernel::text_line;

constexpr std::string_view event_line = "COMM TID [CPU] SECONDS: EVENT: FIELDS";
constexpr std::string_view stamp = "seconds with 6 or 9 digits behind the point";
constexpr std::string_view record = "PERF_RECORD_";

std::string_view without_trailing_blanks(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// "comm  123" or "comm  123/124": the thread is the last number. Without one, nobody is named.
void take_task(std::string_view before, text_event& e) {
  before = without_trailing_blanks(before);
  std::size_t begin = before.size();
  while (begin != 0 && text_cursor::is_digit(before[begin - 1])) --begin;
  text_cursor tid(before.substr(begin));
  std::size_t end = begin;
  if (begin != 0 && before[begin - 1] == '/') {
    --end;
    while (end != 0 && text_cursor::is_digit(before[end - 1])) --end;
  }
  const bool stands_alone = end == 0 || before[end - 1] == ' ';
  e.names_pid = stands_alone && kernel::take_pid(tid, e.pid);
  e.comm = before.substr(0, e.names_pid ? end : 0);
  e.comm = without_trailing_blanks(e.comm);
}

/// "lost 4"; other records of perf say nothing of the time of a CPU.
void take_record(std::string_view name, text_cursor& at, text_line& to) {
  to.is = text_line::kind::note;
  if (!name.starts_with("PERF_RECORD_LOST")) return;
  to.is = text_line::kind::loss;
  at.skip_blanks();
  if (!at.skip("lost ") || at.number(to.lost) == 0) to.lost = 0;
}

/// A call chain: "\tffffffff82265ec8 __schedule+0x628 ([kernel.kallsyms])".
bool is_call(text_cursor at) {
  if (!at.skip_blanks()) return false;
  const std::string_view address = at.word();
  const auto is_hex = [](char c) { return text_cursor::is_digit(c) || (c >= 'a' && c <= 'f'); };
  return !address.empty() && std::all_of(address.begin(), address.end(), is_hex) && at.skip(' ');
}

}  // namespace

bool perf_line_parser::take_event(std::string_view line, std::size_t bracket, text_line& to) {
  text_event& e = to.event;
  text_cursor at(line.substr(bracket));
  if (!kernel::take_cpu(at, e.cpu) || !at.skip_blanks() || !at.at_digit()) return false;
  to.expected = stamp;
  e.stamp_digits = at.stamp(e.time_ns);
  if (e.stamp_digits == 0 || !at.skip(':') || !at.skip_blanks()) return false;
  if (text_cursor period = at; period.at_digit()) {
    period.word();
    if (period.skip_blanks()) at = period;
  }
  const std::string_view name = at.long_word();
  if (name.starts_with(record)) {
    take_record(name, at, to);
    return true;
  }
  if (!name.ends_with(':')) return false;
  e.name = name.substr(0, name.size() - 1);
  at.skip_blanks();
  e.fields = without_trailing_blanks(at.rest());
  e.in = {};
  take_task(line.substr(0, bracket), e);
  to.is = text_line::kind::event;
  return true;
}

void perf_line_parser::parse(std::string_view line, text_line& to) {
  to.expected = event_line;
  if (bracket_ < line.size() && line[bracket_] == '[' && take_event(line, bracket_, to)) [[likely]]
    return;
  for (std::size_t bracket = line.find('['); bracket != line.npos; bracket = line.find('[', bracket + 1)) {
    if (!take_event(line, bracket, to)) continue;
    bracket_ = bracket;
    return;
  }
  if (is_call(text_cursor(line)))
    to.is = text_line::kind::continuation;
  else if (line.starts_with('#') || line.find_first_not_of(" \t") == line.npos)
    to.is = text_line::kind::note;
}

perf_text::perf_text(input in) : text_source(std::move(in), event_line) {}

bool perf_text::recognises(std::string_view prefix) {
  perf_line_parser parser;
  return kernel::holds_event(prefix, [&parser](std::string_view line) {
    text_line to;
    parser.parse(line, to);
    return to.is == text_line::kind::event || to.expected == stamp;
  });
}

}  // namespace rtm::host
