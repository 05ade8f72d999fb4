// SPDX-License-Identifier: MIT
#include "views/json.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "report/words.hpp"
#include "views/extras_json.hpp"
#include "views/timing_json.hpp"

namespace rtm::host {
namespace {

using json = nlohmann::ordered_json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json to_json(const std::optional<fault_row>& fault) {
  if (!fault) return nullptr;
  return {{"kind", word_of(fault->kind)}, {"fact", word_of(fault->fact)},
          {"id", or_null(fault->id)},     {"expected", or_null(fault->expected)},
          {"time", fault->time_ticks},    {"reading", fault->reading_ticks},
          {"depth", fault->depth}};
}

json task_json(const task_row& row) {
  return {{"id", row.id}, {"name", or_null(row.name)}, {"exclusive", row.exclusive}, {"dispatches", row.dispatches}};
}

json task_in_window_json(const task_row& row) {
  return {{"id", row.id}, {"exclusive", row.exclusive}, {"dispatches", row.dispatches}};
}

enum class call_kind { interrupt, point };

template <call_kind Kind>
json call_in_window_json(const call_row& row) {
  json out = {{"id", row.id}, {"exclusive", row.exclusive}, {"inclusive", row.inclusive}, {"calls", row.calls}};
  if (Kind == call_kind::point) out["abandoned"] = row.abandoned;
  return out;
}

template <call_kind Kind>
json call_json(const call_row& row) {
  json out = {{"id", row.id}, {"name", or_null(row.name)}, {"calls", row.calls}};
  if (Kind == call_kind::point) out["abandoned"] = row.abandoned;
  out["exclusive"] = row.exclusive;
  out["inclusive"] = row.inclusive;
  const auto add_extremes = [&](const std::string& name, const std::optional<extremes>& of) {
    out[name + "_min"] = of ? json(of->min) : json(nullptr);
    out[name + "_max"] = of ? json(of->max) : json(nullptr);
  };
  add_extremes("exclusive", row.exclusive_call);
  add_extremes("inclusive", row.inclusive_call);
  return out;
}

/// On one line. A name that is not UTF-8 (sources should refuse it) must not cost the whole report.
std::string text_of(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

/// The object without its closing brace, for members that are written one by one.
std::string open_object(const json& members) {
  std::string text = text_of(members);
  text.pop_back();
  return text;
}

/// `,"name":[` and the rows, one a line.
template <class Rows, class To>
void write_rows(std::ostream& out, std::string_view name, const Rows& rows, To to, std::string_view indent) {
  out << ",\n" << indent << '"' << name << "\":[";
  const char* separator = "\n";
  for (const auto& row : rows) {
    out << separator << indent << ' ' << text_of(to(row));
    separator = ",\n";
  }
  out << ']';
}

template <class Rows, class To>
json rows_json(const Rows& rows, To to) {
  json out = json::array();
  for (const auto& row : rows) out.push_back(to(row));
  return out;
}

json window_json(const window_row& row) {
  json out = {{"index", row.index},
              {"start", row.start},
              {"length", row.length},
              {"complete", row.complete},
              {"idle", row.base.idle},
              {"kernel", row.base.kernel},
              {"unknown", row.base.unknown},
              {"load", or_null(load_of(row))},
              {"tasks", rows_json(row.tasks, task_in_window_json)},
              {"isrs", rows_json(row.isrs, call_in_window_json<call_kind::interrupt>)},
              {"swis", rows_json(row.swis, call_in_window_json<call_kind::interrupt>)},
              {"points", rows_json(row.points, call_in_window_json<call_kind::point>)}};
  if (!row.covered) out["covered"] = false;
  return out;
}

/// The line is a member only where the input has lines.
template <class Row>
json with_line(json members, const Row& row) {
  if (row.line != 0) members["line"] = row.line;
  return members;
}

json loss_json(const loss_row& row) {
  return with_line({{"core", row.core},
                    {"offset", row.offset},
                    {"lost", row.lost},
                    {"missing", row.missing},
                    {"epoch", row.epoch},
                    {"from", row.from},
                    {"to_epoch", row.to ? json(row.to_epoch) : json(nullptr)},
                    {"to", or_null(row.to)},
                    {"first_window", or_null(row.first_window)},
                    {"last_window", or_null(row.last_window)},
                    {"expected", row.is_expected}},
                   row);
}

json problem_json(const problem_row& row) {
  return with_line({{"offset", row.offset}, {"found", row.found}, {"expected", row.expected}}, row);
}

json completeness_json(const completeness_row& row) {
  return {{"events", row.events},
          {"lost", row.lost},
          {"repairs", row.repairs},
          {"ignored", row.ignored},
          {"hard_irqs_unseen", {{"events", row.hard_irqs.events}, {"ticks", row.hard_irqs.ticks}}},
          {"soft_irqs_unseen", {{"events", row.soft_irqs.events}, {"ticks", row.soft_irqs.ticks}}},
          {"missing", row.missing}};
}

json core_json(const core_report& row, std::uint64_t windows) {
  json out = {{"core", row.core}};
  if (!row.findings.empty()) out["findings"] = findings_json(row.findings);
  if (row.counters) out["counters"] = counters_json(*row.counters, windows);
  if (row.completeness) out["completeness"] = completeness_json(*row.completeness);
  for (const repair_row& repair : row.repairs) out["repairs"][repair_word(repair.kind)] = repair.count;
  return out;
}

void write_epoch(std::ostream& out, const epoch_row& row, std::uint64_t windows) {
  constexpr std::string_view indent = "   ";
  json members = {{"epoch", row.epoch},           {"start", row.start},        {"valid", row.valid()},
                  {"fault", to_json(row.fault)},  {"ignored", row.ignored},    {"total", row.total},
                  {"idle", row.base.idle},        {"kernel", row.base.kernel}, {"unknown", row.base.unknown},
                  {"load", or_null(load_of(row))}};
  if (!row.covered) members["covered"] = false;
  out << open_object(members);
  write_rows(out, "tasks", row.tasks, task_json, indent);
  write_rows(out, "isrs", row.isrs, call_json<call_kind::interrupt>, indent);
  write_rows(out, "swis", row.swis, call_json<call_kind::interrupt>, indent);
  write_rows(out, "points", row.points, call_json<call_kind::point>, indent);
  if (row.timing) out << ",\n" << indent << "\"timing\":" << text_of(timing_json(*row.timing));
  write_rows(out, "windows", last_windows(row, windows), window_json, indent);
  out << '}';
}

/// No string of JSON has a line break in it.
std::string on_one_line(std::string text) {
  std::erase(text, '\n');
  return text;
}

}  // namespace

std::string json_of(const window_row& row) { return text_of(window_json(row)); }

std::string json_of(const epoch_row& row) {
  std::ostringstream lines;
  write_epoch(lines, row, 0);
  return on_one_line(std::move(lines).str());
}

std::string json_of(const core_counters& columns, const counter_table& counts) {
  core_counters one{columns.columns, columns.group, {}, {}};
  (counts.window ? one.windows : one.epochs).push_back(counts);
  return text_of(counters_json(one, 1));
}

std::string json_of_lacks(const report& of) {
  std::ostringstream lines;
  render_json(of, {}, lines);
  return on_one_line(std::move(lines).str());
}

void render_json(const report& of, const view_options& options, std::ostream& out) {
  const std::uint64_t windows = options.windows.value_or(std::numeric_limits<std::uint64_t>::max());
  out << open_object({{"schema", "rtm.report/1"}, {"clock_hz", of.clock_hz}}) << ",\"cores\":[";
  const char* core_separator = "\n ";
  for (const core_report& core : of.cores) {
    out << core_separator << open_object(core_json(core, windows)) << ",\"epochs\":[";
    core_separator = ",\n ";
    const char* epoch_separator = "\n  ";
    for (const epoch_row& epoch : core.epochs) {
      out << epoch_separator;
      epoch_separator = ",\n  ";
      write_epoch(out, epoch, windows);
    }
    out << "]}";
  }
  out << ']';
  if (options.system) out << ",\n\"system\":" << text_of(of.system ? system_json(*of.system, windows) : json(nullptr));
  if (!of.losses.empty()) write_rows(out, "losses", of.losses, loss_json, "");
  if (!of.problems.empty()) write_rows(out, "problems", of.problems, problem_json, "");
  if (of.unlisted != 0) out << ",\n\"unlisted\":" << of.unlisted;
  out << "}\n";
}

}  // namespace rtm::host
