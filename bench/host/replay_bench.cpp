// SPDX-License-Identifier: MIT
// The host's own ways: the ledger over a store that grows, and lines of a timeline script a second.
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <string>

#include "replay/growing_store.hpp"
#include "rtm/ledger.hpp"
#include "sources/timeline.hpp"
#include "streams.hpp"

namespace rtm::bench {
namespace {

using growing_ledger = ledger<host::host_capacity, no_sink, host::growing_store>;

void growing_store(benchmark::State& state, std::vector<timed_fact> (*make)(std::size_t)) {
  const auto stream = make(20'000);
  const auto core = std::make_unique<growing_ledger>();
  std::uint64_t now = 0;
  if (core->start(now, idle, {stream_window_ticks, 0, 64}) != status::ok) return state.SkipWithError("start refused");
  for (auto _ : state) {
    bool all_accepted = true;
    for (const timed_fact& fact : stream) {
      now += fact.delta_ticks;
      all_accepted &= tell(*core, fact, now);
    }
    if (!all_accepted) return state.SkipWithError("a fact was refused");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(stream.size()));
}

std::string script_of(const std::vector<timed_fact>& stream) {
  std::string text = "rtm-timeline 1\nwindow 1000000\nstart 0 idle\n";
  std::uint64_t now = 0;
  for (const timed_fact& fact : stream) {
    now += fact.delta_ticks;
    text += std::to_string(now) + ' ';
    switch (fact.kind) {
      case fact_kind::task_switch: text += fact.id < stream_tasks ? "task " + std::to_string(fact.id) : "idle"; break;
      case fact_kind::isr_enter: text += "isr_enter " + std::to_string(fact.id); break;
      case fact_kind::isr_exit: text += "isr_exit " + std::to_string(fact.id); break;
      case fact_kind::point_begin: text += "point_begin " + std::to_string(fact.id); break;
      case fact_kind::point_end: text += "point_end " + std::to_string(fact.id); break;
      default: text += "poll"; break;
    }
    text += '\n';
  }
  return text;
}

void timeline_lines(benchmark::State& state) {
  const std::string script = script_of(random_stream(100'000));
  std::array<host::source_fact, 256> facts;
  std::int64_t read = 0;
  for (auto _ : state) {
    host::timeline source(host::input("script", script));
    for (std::size_t n = source.read(facts); n != 0; n = source.read(facts)) read += static_cast<std::int64_t>(n);
  }
  state.SetItemsProcessed(read);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(script.size()));
}

BENCHMARK_CAPTURE(growing_store, interrupts, interrupt_heavy_stream);
BENCHMARK_CAPTURE(growing_store, random, random_stream);
BENCHMARK(timeline_lines);

}  // namespace
}  // namespace rtm::bench
