// SPDX-License-Identifier: MIT
// The whole way as an engine for the property tests: facts to a ledger on target, its trace, the wire, the decoder, the
// replay. Without a loss its report must be the oracle's.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "property/engine.hpp"
#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/trace.hpp"
#include "streams.hpp"

namespace rtm::test {

template <class Capacity>
class trace_engine final : public property::engine {
 public:
  explicit trace_engine(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] property::engine_traits traits() const override {
    property::engine_traits traits;
    if (Capacity::clock_bits != 0) traits.clock_bits = Capacity::clock_bits;
    host::source_capacity capacity;
    capacity.tasks = Capacity::tasks;
    capacity.isrs = Capacity::isrs;
    capacity.swis = Capacity::swis;
    capacity.points = Capacity::points;
    capacity.depth = Capacity::depth;
    capacity.point_depth = Capacity::point_depth;
    traits.capacity = capacity;
    traits.point_frames = Capacity::point_frames;
    traits.max_window_ticks = ledger<Capacity>::max_window_ticks;
    return traits;
  }

  host::report run(const source_info& info, std::span<const source_fact> facts) override {
    const std::string stream = stream_of<Capacity>(info, facts);
    host::trace_source source(host::input("trace", stream));
    auto report = host::make_report(source);
    if (report.is_incomplete()) throw std::runtime_error("nothing was lost, but the report is incomplete");
    return report;
  }

 private:
  std::string name_;
};

}  // namespace rtm::test
