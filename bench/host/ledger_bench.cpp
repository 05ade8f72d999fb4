// SPDX-License-Identifier: MIT
// How many facts a second does a ledger take, alone, on one core of this machine? Shown, never gated.
#include <benchmark/benchmark.h>

#include <memory>

#include "rtm/ledger.hpp"
#include "streams.hpp"

namespace rtm::bench {
namespace {

struct wide : default_capacity {
  using word = std::uint64_t;
  static constexpr std::uint32_t clock_bits = 64;
};

using make_stream = std::vector<timed_fact> (*)(std::size_t facts);
constexpr std::size_t stream_facts = 20'000;  // small enough for the second cache

template <class Capacity>
void static_ledger(benchmark::State& state, make_stream make) {
  const auto stream = make(stream_facts);
  const auto core = std::make_unique<ledger<Capacity>>();
  typename Capacity::word now = 0;
  if (core->start(now, idle, {stream_window_ticks, 0, 0}) != status::ok) return state.SkipWithError("start refused");
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

void wide_words(benchmark::State& state, make_stream make) { static_ledger<wide>(state, make); }
void narrow_words(benchmark::State& state, make_stream make) { static_ledger<default_capacity>(state, make); }

BENCHMARK_CAPTURE(wide_words, interrupts, interrupt_heavy_stream);
BENCHMARK_CAPTURE(wide_words, random, random_stream);
BENCHMARK_CAPTURE(narrow_words, interrupts, interrupt_heavy_stream);
BENCHMARK_CAPTURE(narrow_words, random, random_stream);

}  // namespace
}  // namespace rtm::bench

BENCHMARK_MAIN();
