// SPDX-License-Identifier: MIT
#include "sources/linux/text_fields.hpp"

#include <algorithm>
#include <cstddef>

#include "sources/linux/text_line.hpp"

namespace rtm::host::kernel {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Places of `mark`, which begins with a blank. Faster than a general search, because few characters are blanks.
std::size_t find_mark(std::string_view text, std::string_view mark, std::size_t from) {
  for (std::size_t i = text.find(' ', from); i != npos; i = text.find(' ', i + 1))
    if (text.substr(i).starts_with(mark)) return i;
  return npos;
}
std::size_t find_last_mark(std::string_view text, std::string_view mark) {
  for (std::size_t i = text.size(); i-- > 0;)
    if (text[i] == ' ' && text.substr(i).starts_with(mark)) return i;
  return npos;
}

/// A name ends at `end` and begins behind `mark`, which it may contain: it has at most `longest_comm` bytes.
std::size_t begin_of_comm(std::string_view text, std::string_view mark, std::size_t end) {
  const std::size_t longest = longest_comm + mark.size();
  const std::size_t at = find_mark(text.substr(0, end), mark, end - std::min(end, longest));
  return at == npos ? npos : at + mark.size();
}

/// The pid at `at`, with `follows` behind it.
bool pid_at(std::string_view text, std::size_t at, std::string_view follows, std::uint32_t& pid) {
  text_cursor rest(text.substr(at));
  return take_pid(rest, pid) && rest.rest().starts_with(follows);
}

/// "X", "Z", of old kernels "x"; "R+" and the like go on. As a number: EXIT_DEAD or EXIT_ZOMBIE of linux/sched.h.
bool is_end(std::string_view state) {
  if (state.starts_with('(')) state.remove_prefix(1);
  const std::size_t end = state.find_first_of(" )|");
  state = state.substr(0, end);
  text_cursor at(state);
  std::uint64_t bits = 0;
  constexpr std::uint64_t ended = 0x30;
  if (at.number(bits) != 0) return at.at_end() && (bits & ~ended) == 0 && bits != 0;
  return state == "X" || state == "Z" || state == "x";
}

std::optional<switch_fields> named_switch(std::string_view fields) {
  constexpr std::string_view prev_comm = "prev_comm=";
  constexpr std::string_view prev_pid = " prev_pid=";
  constexpr std::string_view next_comm = " next_comm=";
  constexpr std::string_view next_pid = " next_pid=";
  const std::size_t next_end = find_last_mark(fields, next_pid);
  if (next_end == npos) return std::nullopt;
  const std::size_t next_begin = begin_of_comm(fields, next_comm, next_end);
  const std::size_t prev_end =
      find_last_mark(fields.substr(0, prev_comm.size() + longest_comm + prev_pid.size()), prev_pid);
  if (next_begin == npos || prev_end == npos || prev_end < prev_comm.size()) return std::nullopt;
  switch_fields found;
  found.previous.comm = fields.substr(prev_comm.size(), prev_end - prev_comm.size());
  found.next.comm = fields.substr(next_begin, next_end - next_begin);
  if (!pid_at(fields, prev_end + prev_pid.size(), " prev_prio=", found.previous.pid) ||
      !pid_at(fields, next_end + next_pid.size(), " next_prio=", found.next.pid))
    return std::nullopt;
  constexpr std::string_view prev_state = " prev_state=";
  const std::size_t state = find_mark(fields.substr(0, next_begin), prev_state, prev_end + prev_pid.size());
  found.is_last_of_previous = state != npos && is_end(fields.substr(state + prev_state.size()));
  return found;
}

/// Of "a:1 [120]..." what is before the last " [": the pid behind the last colon, and where that colon is.
std::size_t take_short_task(std::string_view text, task_fields& task) {
  const std::size_t prio = find_last_mark(text, " [");
  if (prio == npos || text.find(']', prio) == npos) return npos;
  const std::size_t colon = text.rfind(':', prio);
  return colon != npos && pid_at(text, colon + 1, " [", task.pid) ? colon : npos;
}

std::optional<switch_fields> short_switch(std::string_view fields) {
  constexpr std::string_view arrow = " ==> ";
  switch_fields found;
  const std::size_t next_end = take_short_task(fields, found.next);
  if (next_end == npos) return std::nullopt;
  const std::size_t next_begin = begin_of_comm(fields, arrow, next_end);
  if (next_begin == npos) return std::nullopt;
  found.next.comm = fields.substr(next_begin, next_end - next_begin);
  const std::string_view left = fields.substr(0, next_begin - arrow.size());
  const std::size_t prev_end = take_short_task(left, found.previous);
  if (prev_end == npos) return std::nullopt;
  found.previous.comm = left.substr(0, prev_end);
  const std::string_view state = left.substr(std::min(left.size(), left.find("] ", prev_end) + 2));
  found.is_last_of_previous = is_end(state);
  // Kernels 2.6: "task a:1 [120] (R) ==> b:2 [120]".
  constexpr std::string_view of_old = "task ";
  if (state.starts_with('(') && found.previous.comm.starts_with(of_old))
    found.previous.comm.remove_prefix(of_old.size());
  return found;
}

}  // namespace

std::optional<switch_fields> fields_of_switch(std::string_view fields) {
  return fields.starts_with("prev_comm=") ? named_switch(fields) : short_switch(fields);
}

std::optional<irq_fields> fields_of_irq(std::string_view fields) {
  text_cursor at(fields);
  irq_fields found;
  if (!at.skip("irq=") || at.number(found.irq) == 0 || !at.skip_blanks()) return std::nullopt;
  if (at.skip("name=")) found.handler = at.rest();
  return found;
}

std::optional<std::uint64_t> vector_of_softirq(std::string_view fields) {
  text_cursor at(fields);
  std::uint64_t vector = 0;
  if (!at.skip("vec=") || at.number(vector) == 0 || !(at.at_end() || at.peek() == ' ')) return std::nullopt;
  return vector;
}

std::optional<std::string_view> reason_of_ipi(std::string_view fields) {
  if (fields.size() < 3 || fields.front() != '(' || fields.back() != ')') return std::nullopt;
  return fields.substr(1, fields.size() - 2);
}

std::optional<std::uint64_t> length_ns_of_nmi(std::string_view fields) {
  constexpr std::string_view mark = " delta_ns: ";
  const std::size_t found = find_last_mark(fields, mark);
  if (found == npos) return std::nullopt;
  text_cursor at(fields.substr(found + mark.size()));
  std::uint64_t length_ns = 0;
  if (at.number(length_ns) == 0 || at.peek() != ' ') return std::nullopt;
  return length_ns;
}

std::optional<task_fields> child_of_fork(std::string_view fields) {
  constexpr std::string_view pid = " child_pid=";
  constexpr std::string_view comm = " child_comm=";
  const std::size_t end = find_last_mark(fields, pid);
  if (end == npos) return std::nullopt;
  const std::size_t begin = begin_of_comm(fields, comm, end);
  task_fields child;
  if (begin == npos || !pid_at(fields, end + pid.size(), "", child.pid)) return std::nullopt;
  child.comm = fields.substr(begin, end - begin);
  return child;
}

std::optional<task_fields> task_of_exit(std::string_view fields) {
  constexpr std::string_view comm = "comm=";
  constexpr std::string_view pid = " pid=";
  if (!fields.starts_with(comm)) return std::nullopt;
  const std::size_t end = find_last_mark(fields.substr(0, comm.size() + longest_comm + pid.size()), pid);
  task_fields task;
  if (end == npos || !pid_at(fields, end + pid.size(), " prio=", task.pid)) return std::nullopt;
  task.comm = fields.substr(comm.size(), end - comm.size());
  return task;
}

std::optional<rename_fields> fields_of_rename(std::string_view fields) {
  constexpr std::string_view comm = " newcomm=";
  const std::size_t end = find_last_mark(fields, " oom_score_adj=");
  if (end == npos) return std::nullopt;
  const std::size_t begin = begin_of_comm(fields, comm, end);
  if (begin == npos) return std::nullopt;
  rename_fields found;
  found.comm = fields.substr(begin, end - begin);
  if (fields.starts_with("pid=")) {
    std::uint32_t pid = 0;
    if (!pid_at(fields, 4, " ", pid)) return std::nullopt;
    found.pid = pid;
  }
  return found;
}

}  // namespace rtm::host::kernel
