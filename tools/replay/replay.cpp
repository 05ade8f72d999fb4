// SPDX-License-Identifier: MIT
#include "replay/replay.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "replay/core_replay.hpp"

namespace rtm::host {
namespace {

using names_by_id = std::map<source_id, std::string>;

/// Rows are sorted by id, and so are names. A named id without a row gets one.
template <class Row>
void add_names(std::vector<Row>& rows, const names_by_id& names) {
  std::vector<Row> added;
  auto row = rows.begin();
  for (const auto& [id, name] : names) {
    row = std::find_if(row, rows.end(), [wanted = id](const Row& r) { return r.id >= wanted; });
    if (row != rows.end() && row->id == id) {
      row->name = name;
    } else {
      added.emplace_back();
      added.back().id = id;
      added.back().name = name;
    }
  }
  const auto middle = static_cast<std::ptrdiff_t>(rows.size());
  rows.insert(rows.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
  std::inplace_merge(rows.begin(), rows.begin() + middle, rows.end(),
                     [](const Row& a, const Row& b) { return a.id < b.id; });
}

}  // namespace

replay::replay(const source_info& info, replay_listener* listener) : info_(info), listener_(listener) {}
replay::~replay() = default;

void replay::tell(std::span<const source_fact> facts) {
  core_replay* last = nullptr;
  std::uint32_t last_core = 0;
  for (const source_fact& fact : facts) {
    if (last == nullptr || fact.core != last_core) {
      auto& core = cores_[fact.core];
      if (core == nullptr) core = std::make_unique<core_replay>(info_, fact.core, listener_);
      last = core.get();
      last_core = fact.core;
    }
    last->tell(fact);
  }
}

report replay::finish(const source_info& names) {
  report out;
  out.clock_hz = info_.clock_hz;
  for (const auto& [number, core] : cores_) {
    core_report& added = out.cores.emplace_back();
    added.core = number;
    added.epochs = core->finish();
    for (epoch_row& epoch : added.epochs) {
      add_names(epoch.tasks, names.tasks);
      add_names(epoch.isrs, names.isrs);
      add_names(epoch.swis, names.swis);
      add_names(epoch.points, names.points);
    }
  }
  return out;
}

report make_report(source& from) {
  replay run(from.info());
  std::array<source_fact, 1024> facts;
  while (const std::size_t n = from.read(facts)) run.tell(std::span(facts).first(n));
  return run.finish(from.info());
}

}  // namespace rtm::host
