// SPDX-License-Identifier: MIT
// Streams of facts to measure speed with: legal ones, made once, told again and again.
#pragma once

#include <cstdint>
#include <vector>

#include "rtm/ledger.hpp"

namespace rtm::bench {

/// A fact, and the time since the one before, so that a stream can be told at any time.
struct timed_fact {
  fact_kind kind = fact_kind::poll;
  std::uint32_t id = 0;
  std::uint32_t delta_ticks = 0;
};

inline constexpr std::uint32_t stream_tasks = 16;
inline constexpr std::uint32_t stream_ids = 16;  ///< Interrupts, and points.
inline constexpr std::uint64_t stream_window_ticks = 1'000'000;

/// What a busy controller reports: interrupts of three rates, one nested in another now and then, a task switch after
/// some of them, a point in one interrupt and in one task.
[[nodiscard]] std::vector<timed_fact> interrupt_heavy_stream(std::size_t facts);

/// Whatever is legal, each kind about as often as another. The same in every run.
[[nodiscard]] std::vector<timed_fact> random_stream(std::size_t facts);

/// Tells a fact at `now`; true if it was accepted.
template <class Ledger>
[[nodiscard]] inline bool tell(Ledger& ledger, const timed_fact& fact, typename Ledger::word now) {
  switch (fact.kind) {
    case fact_kind::task_switch: return ledger.task_switch(now, task_id{fact.id}) == status::ok;
    case fact_kind::isr_enter: return ledger.isr_enter(now, isr_id{fact.id}) == status::ok;
    case fact_kind::isr_exit: return ledger.isr_exit(now, isr_id{fact.id}) == status::ok;
    case fact_kind::point_begin: return ledger.point_begin(now, point_id{fact.id}) == status::ok;
    case fact_kind::point_end: return ledger.point_end(now, point_id{fact.id}) == status::ok;
    default: return ledger.poll(now) == status::ok;
  }
}

}  // namespace rtm::bench
