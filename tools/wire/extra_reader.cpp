// SPDX-License-Identifier: MIT
#include "wire/extra_reader.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "rtm/pmu/status.hpp"
#include "text/text.hpp"

namespace rtm::host::wire {
namespace {

/// Rows of one target; no capacity is larger than a header allows, but repeated packets must not fill the memory.
constexpr std::size_t most_rows = std::size_t{1} << 16;

problem bad(const packet_view& packet, std::string found, std::string expected) {
  return {packet.offset, std::move(found), std::move(expected)};
}

std::vector<std::uint64_t> numbers(fields& in, std::uint64_t count) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back(in.number());
  return all;
}

/// Ids of a class that a target of that capacity has.
std::uint64_t count_of(const trace::limits& capacity, format::row_class of) {
  switch (of) {
    case format::row_class::base: return 3;
    case format::row_class::task: return capacity.tasks;
    case format::row_class::isr: return capacity.isrs;
    case format::row_class::swi: return capacity.swis;
    case format::row_class::point: return capacity.points;
    case format::row_class::no_more: break;
  }
  return 0;
}

enum class end_of_part { more, last, bad };

end_of_part read_rows(fields& in, counter_table& into, std::uint64_t columns, const trace::limits& capacity) {
  while (!in.at_end()) {
    const std::uint64_t tag = in.number();
    counter_row row;
    row.of = static_cast<format::row_class>(tag & 7);
    row.id = tag >> 3;
    if (row.of == format::row_class::no_more) return in.at_end() && !in.failed() ? end_of_part::last : end_of_part::bad;
    if (row.id >= count_of(capacity, row.of) || into.rows.size() == most_rows) return end_of_part::bad;
    row.exclusive = numbers(in, columns);
    const bool is_call = row.of != format::row_class::base && row.of != format::row_class::task;
    if (is_call && !into.window) {
      row.inclusive = numbers(in, columns);
      for (std::size_t i = 0; i < columns; ++i) row.inclusive[i] += row.exclusive[i];
    }
    into.rows.push_back(std::move(row));
  }
  return in.failed() ? end_of_part::bad : end_of_part::more;
}

/// Points are part of their contexts' counts.
std::optional<problem> what_does_not_add_up(const packet_view& packet, const counter_table& of) {
  for (std::size_t i = 0; i < of.total.size(); ++i) {
    std::uint64_t sum = 0;
    for (const counter_row& row : of.rows) {
      if (row.of != format::row_class::point) sum += row.exclusive[i];
    }
    if (sum != of.total[i]) {
      return bad(packet, fmt::format("{} events of all owners in column {}", sum, i),
                 fmt::format("{}, which the counter itself advanced", of.total[i]));
    }
  }
  return std::nullopt;
}

std::optional<core_extras> read_findings(const packet_view& packet, std::optional<problem>& why) {
  fields in(packet.fields);
  core_extras out;
  while (!in.at_end()) {
    const auto of = static_cast<format::finder>(in.number());
    finding_row row = to_finding(of, in.number());
    row.subject = in.number();
    row.detail = in.number();
    if (in.failed()) {
      why = bad(packet, "findings that end early", "a whole finding");
      return std::nullopt;
    }
    out.findings.push_back(std::move(row));
  }
  return out;
}

std::optional<core_extras> read_clock(const packet_view& packet, std::optional<problem>& why) {
  fields in(packet.fields);
  core_extras out;
  const std::uint64_t clock = in.number();
  out.clock = clock;
  while (!in.at_end()) {
    exchange_row row;
    row.clock = clock;
    row.other = in.number();
    row.stamps.sent = in.number();
    row.stamps.received = in.number();
    row.stamps.replied = in.number();
    row.stamps.returned = in.number();
    out.exchanges.push_back(row);
  }
  if (!in.failed()) return out;
  why = bad(packet, "a clock packet that ends early", "whole exchanges");
  return std::nullopt;
}

}  // namespace

std::optional<core_extras> extra_reader::read(const packet_view& packet, const trace::limits& capacity,
                                              std::optional<problem>& why) {
  std::optional<core_extras> out;
  switch (static_cast<format::packet>(packet.type)) {
    case format::packet::columns: out = read_columns(packet, why); break;
    case format::packet::counts: out = read_counts(packet, capacity, why); break;
    case format::packet::finding: out = read_findings(packet, why); break;
    case format::packet::clock: out = read_clock(packet, why); break;
    default: break;
  }
  if (out) out->core = packet.core;
  return out;
}

std::optional<core_extras> extra_reader::read_columns(const packet_view& packet, std::optional<problem>& why) {
  fields in(packet.fields);
  core_counters of;
  of.group = in.number();
  while (!in.at_end()) {
    (void)in.number();
    const std::string_view text = in.text(in.number());
    if (in.failed() || text.empty() || first_bad_utf8(text) || has_control(text)) {
      why = bad(packet, fmt::format("the name {} of a column", quoted(text)), "printable UTF-8");
      return std::nullopt;
    }
    of.columns.emplace_back(text);
  }
  if (of.columns.empty() || of.columns.size() > format::most_columns) {
    why = bad(packet, fmt::format("{} columns", of.columns.size()), fmt::format("1 to {}", format::most_columns));
    return std::nullopt;
  }
  columns_ = of.columns.size();
  core_extras out;
  out.counters = std::move(of);
  return out;
}

std::optional<core_extras> extra_reader::read_counts(const packet_view& packet, const trace::limits& capacity,
                                                     std::optional<problem>& why) {
  fields in(packet.fields);
  const std::uint64_t flags = in.number();
  const std::uint64_t columns = in.number();
  counter_table of;
  of.epoch = in.number();
  if ((flags & format::of_window) != 0) of.window = in.number();
  if (columns != columns_) {
    begun_.reset();
    if (columns_ != 0) why = bad(packet, fmt::format("counts of {} columns", columns), fmt::format("of {}", columns_));
    return std::nullopt;  // before the columns are known, which come again
  }
  if ((flags & format::first_part) != 0) {
    of.status = to_finding(format::finder::pmu, in.number()).status;
    of.total = numbers(in, columns);
    begun_ = std::move(of);
  } else if (!begun_ || begun_->epoch != of.epoch || begun_->window != of.window) {
    begun_.reset();
    return std::nullopt;
  }
  const end_of_part end = in.failed() ? end_of_part::bad : read_rows(in, *begun_, columns, capacity);
  if (end == end_of_part::more) return std::nullopt;
  counter_table whole = std::move(*begun_);
  begun_.reset();
  if (end == end_of_part::bad) {
    why = bad(packet, "counts with a row of no known form", "rows as the format has them");
    return std::nullopt;
  }
  if (whole.status == "ok") why = what_does_not_add_up(packet, whole);
  if (why) return std::nullopt;
  if (whole.status != "ok") whole.total.clear(), whole.rows.clear();
  core_extras out;
  out.counters.emplace();
  auto& tables = whole.window ? out.counters->windows : out.counters->epochs;
  tables.push_back(std::move(whole));
  return out;
}

}  // namespace rtm::host::wire
