// SPDX-License-Identifier: MIT
// The whole way as an engine for the property tests: facts to a ledger on target, its trace, the wire, the decoder, the
// replay. Without a loss its report must be the oracle's.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>

#include "property/engine.hpp"
#include "replay/replay.hpp"
#include "simulated_target.hpp"
#include "sources/input.hpp"
#include "sources/trace.hpp"

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

  /// Drains now and then, at places that depend on the facts alone, and never so late that something is lost.
  host::report run(const source_info& info, std::span<const source_fact> facts) override {
    std::map<std::uint32_t, simulated_target<Capacity>> targets;
    std::string stream;
    std::size_t told = 0;
    for (const source_fact& fact : facts) {
      auto& target = targets.try_emplace(fact.core, info, fact.core).first->second;
      (void)target.tell(fact);
      if (fact.reading_ticks % 3 == 0) target.drain();
      if (fact.reading_ticks % 17 == 0 || fact.kind == fact_kind::reset) target.flush();
      if (++told % 8 == 0) collect(targets, stream);
    }
    for (auto& [core, target] : targets) target.finish();
    collect(targets, stream);
    host::trace_source source(host::input("trace", stream));
    auto report = host::make_report(source);
    problems_ = source.take_problems();
    if (!problems_.empty()) throw std::runtime_error(problems_.front());
    return report;
  }

 private:
  template <class Targets>
  static void collect(Targets& targets, std::string& stream) {
    for (auto& [core, target] : targets) {
      target.drain();
      stream += std::exchange(target.sent().bytes, {});
    }
  }

  std::string name_;
  std::vector<std::string> problems_;
};

}  // namespace rtm::test
