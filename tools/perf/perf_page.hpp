// SPDX-License-Identifier: MIT
// A counter of perf_event read without a system call, from the page that the kernel maps beside it
// (linux/perf_event.h, struct perf_event_mmap_page). The kernel changes the page under the reader, whenever it moves
// the event to another counter or switches the thread, and says so by a sequence number.
//
// `Cpu`: uint64_t counter(uint32_t n), the raw counter (rdpmc on x86, a PMU register on AArch64), and void barrier(),
// for the compiler; a test lets the page change there.
#pragma once

#include <linux/perf_event.h>

#include <cstdint>
#include <optional>

namespace rtm::host {

struct perf_reading {
  std::uint64_t count = 0;
  std::uint64_t enabled_ns = 0;  ///< As of when the kernel last wrote the page.
  std::uint64_t running_ns = 0;
  bool on_cpu = false;  ///< A hardware counter holds the event now, and was read.

  /// Less than all the time: another event had the counter meanwhile. A pinned event never does.
  [[nodiscard]] bool was_multiplexed() const { return running_ns < enabled_ns; }
};

/// Absent if the page changed during each of `most_tries` tries: nothing is read then, not even something old.
/// Context: the thread that the event counts; another one would read its own counters.
template <class Cpu>
std::optional<perf_reading> read_page(const perf_event_mmap_page& page, Cpu& cpu, int most_tries = 100) {
  for (int i = 0; i < most_tries; ++i) {
    const std::uint32_t sequence = __atomic_load_n(&page.lock, __ATOMIC_ACQUIRE);
    cpu.barrier();
    perf_reading r;
    r.enabled_ns = __atomic_load_n(&page.time_enabled, __ATOMIC_RELAXED);
    r.running_ns = __atomic_load_n(&page.time_running, __ATOMIC_RELAXED);
    const std::uint32_t index = __atomic_load_n(&page.index, __ATOMIC_RELAXED);
    auto count = std::uint64_t(__atomic_load_n(&page.offset, __ATOMIC_RELAXED));
    // Index 0: no counter holds the event, and the offset is all there is.
    if (page.cap_user_rdpmc != 0 && index != 0) {
      const unsigned unused = 64U - page.pmc_width;
      // The counter is `pmc_width` bits wide and may have been set to a negative start: its sign is extended.
      const std::uint64_t raw = cpu.counter(index - 1);
      count += std::uint64_t(std::int64_t(raw << (unused & 63U)) >> (unused & 63U));
      r.on_cpu = true;
    }
    r.count = count;
    cpu.barrier();
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(&page.lock, __ATOMIC_RELAXED) == sequence) return r;
  }
  return std::nullopt;
}

}  // namespace rtm::host
