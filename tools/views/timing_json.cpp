// SPDX-License-Identifier: MIT
#include "views/timing_json.hpp"

#include <cstdint>
#include <vector>

namespace rtm::host {
namespace {

using json = nlohmann::ordered_json;

json spread_json(const os::spread& of) {
  if (of.count == 0) return nullptr;
  return {{"count", of.count}, {"min", of.min}, {"max", of.max}, {"sum", of.sum}};
}

/// Later by `a` than by `b`; below 0 if earlier. Both are distances of one recording, far below 2^63.
std::int64_t later_by(std::uint64_t a, std::uint64_t b) { return static_cast<std::int64_t>(a - b); }

template <class Times>
json jitter_json(const timing_row<Times>& row) {
  const os::spread& dt = row.times.dt;
  if (dt.count == 0) return nullptr;
  json out = {{"spread", dt.count < 2 ? json(nullptr) : json(dt.max - dt.min)},
              {"period", nullptr},
              {"earliest", nullptr},
              {"latest", nullptr}};
  if (!row.period) return out;
  out["period"] = *row.period;
  out["earliest"] = later_by(dt.min, *row.period);
  out["latest"] = later_by(dt.max, *row.period);
  return out;
}

template <class Times>
json begin_row(const timing_row<Times>& row) {
  return {{"id", row.id}, {"name", row.name ? json(*row.name) : json(nullptr)}};
}

template <class Times>
json end_row(json out, const timing_row<Times>& row) {
  out["jit"] = jitter_json(row);
  out["cut"] = row.migrates ? json(nullptr) : json(row.times.cut);
  out["open"] = row.migrates ? json(nullptr) : json(row.times.open);
  if (row.migrates) out["migrates"] = true;
  return out;
}

json row_json(const timing_row<os::task_times>& row) {
  const os::task_times& t = row.times;
  json out = begin_row(row);
  out["cet"] = spread_json(t.cet);
  out["get"] = spread_json(t.get);
  out["ipt"] = spread_json(t.ipt);
  out["rt"] = spread_json(t.rt);
  out["wt"] = spread_json(t.wt);
  out["pre"] = spread_json(t.pre);
  out["dt"] = spread_json(t.dt);
  out["st"] = spread_json(t.st);
  out["early"] = row.migrates ? json(nullptr) : json(t.early);
  return end_row(std::move(out), row);
}

json row_json(const timing_row<os::call_times>& row) {
  json out = begin_row(row);
  out["cet"] = spread_json(row.times.cet);
  out["get"] = spread_json(row.times.get);
  out["pre"] = spread_json(row.times.pre);
  out["dt"] = spread_json(row.times.dt);
  return end_row(std::move(out), row);
}

json row_json(const timing_row<os::point_times>& row) {
  json out = begin_row(row);
  out["cet"] = spread_json(row.times.cet);
  out["self"] = spread_json(row.times.self);
  out["dt"] = spread_json(row.times.dt);
  return end_row(std::move(out), row);
}

template <class Rows>
json rows_json(const Rows& rows) {
  json out = json::array();
  for (const auto& row : rows) out.push_back(row_json(row));
  return out;
}

}  // namespace

nlohmann::ordered_json timing_json(const epoch_timing& of) {
  return {{"tasks", rows_json(of.tasks)},
          {"isrs", rows_json(of.isrs)},
          {"swis", rows_json(of.swis)},
          {"points", rows_json(of.points)}};
}

}  // namespace rtm::host
