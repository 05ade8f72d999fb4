// SPDX-License-Identifier: MIT
// Traces on the host: decoding alone, and the whole way of `rtm report` from bytes to sums, on one core.
#include <benchmark/benchmark.h>

#include <string>

#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/trace.hpp"
#include "trace_stream.hpp"
#include "wire/decoder.hpp"

namespace rtm::bench {
namespace {

struct recorded {
  std::string bytes;
  std::uint64_t facts = 0;
};

/// About 2 million facts.
recorded record(std::vector<timed_fact> (*make)(std::size_t)) {
  trace_stream stream(make(20'000));
  recorded all;
  for (int i = 0; i < 100; ++i) all.bytes += stream.more();
  all.bytes += stream.end();
  all.facts = stream.is_sound() ? stream.facts() : 0;
  return all;
}

void set_rates(benchmark::State& state, const recorded& all) {
  if (all.facts == 0) return state.SkipWithError("a fact was refused");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.facts));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(all.bytes.size()));
}

void trace_decode(benchmark::State& state, std::vector<timed_fact> (*make)(std::size_t)) {
  struct counter final : host::wire::listener {
    std::uint64_t facts = 0;
    void on_facts(std::span<const host::source_fact> told) override { facts += told.size(); }
  };
  const recorded all = record(make);
  for (auto _ : state) {
    counter counted;
    host::wire::decoder decoder(counted);
    decoder.feed({reinterpret_cast<const std::uint8_t*>(all.bytes.data()), all.bytes.size()});
    decoder.finish();
    if (counted.facts != all.facts) return state.SkipWithError("not all facts came out");
  }
  set_rates(state, all);
}

void trace_report(benchmark::State& state, std::vector<timed_fact> (*make)(std::size_t)) {
  const recorded all = record(make);
  for (auto _ : state) {
    host::trace_source source(host::input("trace", all.bytes));
    const host::report made = host::make_report(source);
    if (made.is_incomplete()) return state.SkipWithError("something is missing");
  }
  set_rates(state, all);
}

BENCHMARK_CAPTURE(trace_decode, interrupts, interrupt_heavy_stream);
BENCHMARK_CAPTURE(trace_decode, random, random_stream);
BENCHMARK_CAPTURE(trace_report, interrupts, interrupt_heavy_stream);
BENCHMARK_CAPTURE(trace_report, random, random_stream);

}  // namespace
}  // namespace rtm::bench
