// SPDX-License-Identifier: MIT
// A trace of this machine that can be switched on: an instance with its clock, buffers and events. What is done with
// the pages of its buffers is up to others: `rtm record` copies them, `rtm top` decodes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/events.hpp"
#include "record/tracefs.hpp"

namespace rtm::host {

/// What the kernel tells of the buffer of one CPU.
struct ring_stats {
  std::uint32_t cpu = 0;
  std::uint64_t read = 0;     ///< Events.
  std::uint64_t overrun = 0;  ///< Events that newer ones have overwritten.
  std::uint64_t dropped = 0;  ///< Events that found no room.
  std::string text;           ///< All of it, as the kernel tells it.
  [[nodiscard]] std::uint64_t lost() const { return overrun + dropped; }
};
/// Of per_cpu/cpuN/stats; what it does not hold is 0.
[[nodiscard]] ring_stats stats_of(std::uint32_t cpu, std::string text);

class trace_session {
 public:
  /// Makes the instance, switched off. `buffer_bytes`: of each CPU. Throws source_error.
  trace_session(const std::string& tracefs, const std::vector<event_name>& events, std::uint64_t buffer_bytes,
                folder_calls calls = system_folder_calls());

  void start();
  void stop();
  /// After all that was opened of it has been closed. Without it, the destructor does the same and says nothing.
  void remove() { instance_.remove(); }

  /// Numbers of the CPUs that have a buffer, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& cpus() const { return cpus_; }
  /// per_cpu/cpuN/trace_pipe_raw.
  [[nodiscard]] std::string pages_of(std::uint32_t cpu) const;
  [[nodiscard]] std::vector<ring_stats> stats() const;
  /// The kernel's name of it: CLOCK_MONOTONIC, in ns.
  static constexpr const char* clock = "mono";

 private:
  [[nodiscard]] std::string file(const std::string& name) const { return instance_.path() + '/' + name; }

  trace_instance instance_;
  std::vector<std::uint32_t> cpus_;
};

/// The size of a page of the ring buffer, of events/header_page. Throws source_error if it says none.
[[nodiscard]] std::uint32_t page_bytes_of(const std::string& header_page);

}  // namespace rtm::host
