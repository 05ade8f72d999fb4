// SPDX-License-Identifier: MIT
#include "views/extras_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

namespace rtm::host {
namespace {

using json = nlohmann::ordered_json;
using trace::wire::row_class;

template <class Rows>
std::span<const typename Rows::value_type> last(const Rows& rows, std::uint64_t count) {
  return std::span(rows).last(static_cast<std::size_t>(std::min<std::uint64_t>(count, rows.size())));
}

json row_json(const counter_row& row) {
  json out = {{"id", row.id}, {"exclusive", row.exclusive}};
  if (!row.inclusive.empty()) out["inclusive"] = row.inclusive;
  return out;
}

json table_json(const counter_table& of) {
  json out = {{"epoch", of.epoch}};
  if (of.window) out["window"] = *of.window;
  out["status"] = of.status;
  if (of.status != "ok") return out;
  out["total"] = of.total;
  constexpr const char* owners[] = {"idle", "kernel", "unknown"};
  constexpr std::pair<row_class, const char*> classes[] = {
      {row_class::task, "tasks"}, {row_class::isr, "isrs"}, {row_class::swi, "swis"}, {row_class::point, "points"}};
  const std::vector<std::uint64_t> none(of.total.size(), 0);
  for (const char* owner : owners) out[owner] = none;
  for (const auto& [id, name] : classes) out[name] = json::array();
  for (const counter_row& row : of.rows) {
    if (row.of == row_class::base) {
      out[owners[std::min<std::uint64_t>(row.id, 2)]] = row.exclusive;
      continue;
    }
    for (const auto& [id, name] : classes) {
      if (id == row.of) out[name].push_back(row_json(row));
    }
  }
  return out;
}

json bounded_json(const std::optional<bounded_ticks>& of) {
  if (!of) return nullptr;
  return {{"ticks", of->ticks}, {"error", of->error_ticks}};
}

json window_json(const system_window_row& row) {
  json cores = json::array();
  for (const system_core_row& core : row.cores) {
    cores.push_back({{"core", core.core},
                     {"epoch", core.epoch},
                     {"window", core.window},
                     {"clock", core.clock},
                     {"start", core.start},
                     {"stop", core.stop},
                     {"bound", core.bound_ticks}});
  }
  const auto load = load_of(row);
  return {{"verdict", row.verdict},
          {"start", row.start},
          {"length", row.length},
          {"late", row.late_ticks},
          {"skew_bound", row.skew_bound_ticks},
          {"idle", bounded_json(row.idle)},
          {"unknown", bounded_json(row.unknown)},
          {"load_least", load ? json(load->least) : json(nullptr)},
          {"load_most", load ? json(load->most) : json(nullptr)},
          {"cores", std::move(cores)}};
}

json ipc_json(const system_ipc_row& of) {
  json out = {{"verdict", of.verdict}};
  if (of.verdict != "ok") return out;
  out["instructions"] = of.instructions;
  out["cycles"] = of.cycles;
  out["ipc"] = static_cast<double>(of.instructions) / static_cast<double>(of.cycles);
  return out;
}

}  // namespace

json findings_json(const std::vector<finding_row>& rows) {
  json out = json::array();
  for (const finding_row& row : rows)
    out.push_back({{"of", row.of}, {"status", row.status}, {"subject", row.subject}, {"detail", row.detail}});
  return out;
}

json counters_json(const core_counters& of, std::uint64_t windows) {
  json epochs = json::array(), closed = json::array();
  for (const counter_table& table : of.epochs) epochs.push_back(table_json(table));
  for (const counter_table& table : last(of.windows, windows)) closed.push_back(table_json(table));
  return {{"columns", of.columns},
          {"group", of.group == 0 ? json(nullptr) : json(of.group)},
          {"epochs", std::move(epochs)},
          {"windows", std::move(closed)}};
}

json system_json(const system_view& of, std::uint64_t windows) {
  json out = {{"verdict", of.verdict}};
  if (of.verdict == "ok") {
    out["clock"] = of.clock;
    out["bound"] = of.bound_ticks;
    json rows = json::array();
    for (const system_window_row& row : last(of.windows, windows)) rows.push_back(window_json(row));
    out["windows"] = std::move(rows);
  }
  if (of.ipc) out["ipc"] = ipc_json(*of.ipc);
  return out;
}

}  // namespace rtm::host
