// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "diff/diff_views.hpp"

namespace rtm::host {
namespace {

using json = nlohmann::ordered_json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json side_json(const std::optional<diff_side>& side, diff_kind kind) {
  if (!side) return nullptr;
  json out = {{"ids", side->ids}, {"exclusive", side->ticks}, {"share", side->share}};
  if (kind <= diff_kind::unknown) out.erase("ids");
  if (kind == diff_kind::task) out["dispatches"] = side->dispatches;
  if (kind <= diff_kind::task) return out;
  out["calls"] = side->calls;
  out["call_ticks"] = side->call_ticks;
  out["call_min"] = side->call ? json(side->call->min) : json(nullptr);
  out["call_max"] = side->call ? json(side->call->max) : json(nullptr);
  return out;
}

json row_json(const diff_row& row) {
  return {{"kind", word_of(row.kind)},       {"name", or_null(row.name)}, {"a", side_json(row.a, row.kind)},
          {"b", side_json(row.b, row.kind)}, {"change", row.change},      {"p", or_null(row.p)},
          {"regression", row.is_regression}};
}

json count_side_json(const std::optional<diff_count_side>& side, diff_kind kind) {
  if (!side) return nullptr;
  json out = {{"ids", side->ids}, {"events", side->events}, {"rate", side->rate}};
  if (kind <= diff_kind::unknown) out.erase("ids");
  return out;
}

json counter_json(const diff_counter& of, bool only_regressions) {
  json rows = json::array();
  for (const diff_count_row& row : of.rows)
    if (!only_regressions || row.is_regression)
      rows.push_back({{"kind", word_of(row.kind)},
                      {"name", or_null(row.name)},
                      {"a", count_side_json(row.a, row.kind)},
                      {"b", count_side_json(row.b, row.kind)},
                      {"change", row.change},
                      {"p", or_null(row.p)},
                      {"regression", row.is_regression}});
  return {{"column", of.column}, {"rate_a", of.rate_a}, {"rate_b", of.rate_b}, {"p", or_null(of.p)}, {"rows", rows}};
}

/// Null: neither has any.
json counters_json(const diff_counters& of, bool only_regressions) {
  if (of.columns.empty() && of.not_compared.empty()) return nullptr;
  json columns = json::array();
  for (const diff_counter& column : of.columns) columns.push_back(counter_json(column, only_regressions));
  return {{"windows_a", of.windows_a},
          {"windows_b", of.windows_b},
          {"not_compared", of.not_compared.empty() ? json(nullptr) : json(of.not_compared)},
          {"columns", columns}};
}

json load_json(const diff_load& load) {
  return {{"a", or_null(load.a)}, {"b", or_null(load.b)}, {"p", or_null(load.p)}, {"regression", load.is_regression}};
}

std::string text_of(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

/// Without its closing brace.
std::string open_object(const json& members) {
  std::string text = text_of(members);
  text.pop_back();
  return text;
}

}  // namespace

void render_diff_json(const diff& of, const diff_view_options& how, std::ostream& out) {
  out << open_object({{"schema", "rtm.diff/1"},
                      {"a", {{"input", how.name_a}, {"clock_hz", of.hz_a}, {"incomplete", of.is_a_incomplete}}},
                      {"b", {{"input", how.name_b}, {"clock_hz", of.hz_b}, {"incomplete", of.is_b_incomplete}}},
                      {"threshold", of.threshold},
                      {"test", "welch_t"},
                      {"significant_below", diff::significant_p},
                      {"regressions", of.regressions},
                      {"only_a", of.only_a},
                      {"only_b", of.only_b}})
      << ",\"cores\":[";
  const char* core_separator = "\n ";
  for (const diff_core& core : of.cores) {
    out << core_separator
        << open_object({{"core", core.core},
                        {"ticks_a", core.ticks_a},
                        {"ticks_b", core.ticks_b},
                        {"windows_a", core.windows_a},
                        {"windows_b", core.windows_b},
                        {"no_test", core.no_test.empty() ? json(nullptr) : json(core.no_test)},
                        {"load", load_json(core.load)},
                        {"counters", counters_json(core.counters, how.only_regressions)}})
        << ",\"rows\":[";
    core_separator = ",\n ";
    const char* separator = "\n  ";
    for (const diff_row& row : core.rows) {
      if (how.only_regressions && !row.is_regression) continue;
      out << separator << text_of(row_json(row));
      separator = ",\n  ";
    }
    out << "]}";
  }
  out << "]}\n";
}

}  // namespace rtm::host
