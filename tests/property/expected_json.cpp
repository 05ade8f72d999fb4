// SPDX-License-Identifier: MIT
#include "expected_json.hpp"

#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace rtm::property {
namespace {

using nlohmann::json;

std::optional<std::string> name_in(const json& row) {
  if (!row.contains("name") || row["name"].is_null()) return std::nullopt;
  return row["name"].get<std::string>();
}

std::optional<host::extremes> extremes_in(const json& row, const std::string& of) {
  if (!row.contains(of + "_min") || row[of + "_min"].is_null()) return std::nullopt;
  return host::extremes{row[of + "_min"].get<std::uint64_t>(), row[of + "_max"].get<std::uint64_t>()};
}

std::vector<host::task_row> tasks_in(const json& list) {
  std::vector<host::task_row> rows;
  for (const json& row : list) {
    rows.push_back({row["id"].get<std::uint64_t>(), name_in(row), row.value("exclusive", std::uint64_t{0}),
                    row.value("dispatches", std::uint64_t{0})});
  }
  return rows;
}

std::vector<host::call_row> calls_in(const json& list) {
  std::vector<host::call_row> rows;
  for (const json& from : list) {
    host::call_row row;
    row.id = from["id"].get<std::uint64_t>();
    row.name = name_in(from);
    row.exclusive = from.value("exclusive", std::uint64_t{0});
    row.inclusive = from.value("inclusive", std::uint64_t{0});
    row.calls = from.value("calls", std::uint64_t{0});
    row.abandoned = from.value("abandoned", std::uint64_t{0});
    row.exclusive_call = extremes_in(from, "exclusive");
    row.inclusive_call = extremes_in(from, "inclusive");
    rows.push_back(row);
  }
  return rows;
}

template <class Row>
void read_accounts(const json& from, Row& row) {
  row.base = {from["idle"].get<std::uint64_t>(), from["kernel"].get<std::uint64_t>(),
              from["unknown"].get<std::uint64_t>()};
  row.tasks = tasks_in(from["tasks"]);
  row.isrs = calls_in(from["isrs"]);
  row.swis = calls_in(from["swis"]);
  row.points = calls_in(from["points"]);
}

template <class Kind>
Kind kind_named(const std::string& name) {
  for (int value = 0; value < 64; ++value) {
    if (host::word_of(static_cast<Kind>(value)) == name) return static_cast<Kind>(value);
  }
  throw json::other_error::create(501, "unknown name " + name, nullptr);
}

std::optional<std::uint64_t> id_in(const json& from) {
  return from.is_null() ? std::nullopt : std::optional(from.get<std::uint64_t>());
}

host::fault_row fault_in(const json& from) {
  host::fault_row result;
  result.kind = kind_named<status>(from["kind"].get<std::string>());
  result.fact = kind_named<fact_kind>(from["fact"].get<std::string>());
  result.id = id_in(from["id"]);
  result.expected = id_in(from["expected"]);
  result.time_ticks = from["time"].get<std::uint64_t>();
  result.reading_ticks = from["reading"].get<std::uint64_t>();
  result.depth = from["depth"].get<std::uint64_t>();
  return result;
}

/// load = (known - idle) / known, and no number for an invalid epoch, a cut window, or nothing known.
bool load_agrees(const json& load, const host::base_ticks& base, std::uint64_t length, bool sound) {
  const std::uint64_t known = length - base.unknown;
  if (!sound || known == 0) return load.is_null();
  return load.is_number() && load.get<double>() == static_cast<double>(known - base.idle) / static_cast<double>(known);
}

host::epoch_row epoch_in(const json& from, bool& loads_agree) {
  host::epoch_row epoch;
  epoch.epoch = from["epoch"].get<std::uint64_t>();
  epoch.start = from["start"].get<std::uint64_t>();
  epoch.total = from["total"].get<std::uint64_t>();
  epoch.ignored = from["ignored"].get<std::uint64_t>();
  if (!from["fault"].is_null()) epoch.fault = fault_in(from["fault"]);
  read_accounts(from, epoch);
  loads_agree = loads_agree && from["valid"].get<bool>() == epoch.valid() &&
                load_agrees(from["load"], epoch.base, epoch.total, epoch.valid());
  for (const json& part : from["windows"]) {
    host::window_row window;
    window.index = part["index"].get<std::uint64_t>();
    window.start = part["start"].get<std::uint64_t>();
    window.length = part["length"].get<std::uint64_t>();
    window.complete = part["complete"].get<bool>();
    window.cut_by_fault = !window.complete && !epoch.valid();
    read_accounts(part, window);
    loads_agree = loads_agree && load_agrees(part["load"], window.base, window.length, !window.cut_by_fault);
    epoch.windows.push_back(window);
  }
  return epoch;
}

}  // namespace

expected_report from_json(const std::string& text) {
  const json document = json::parse(text);
  expected_report result;
  result.report.clock_hz = document["clock_hz"].get<std::uint64_t>();
  for (const json& from : document["cores"]) {
    host::core_report core;
    core.core = from["core"].get<std::uint64_t>();
    for (const json& epoch : from["epochs"]) core.epochs.push_back(epoch_in(epoch, result.loads_agree));
    result.report.cores.push_back(core);
  }
  return result;
}

}  // namespace rtm::property
