// SPDX-License-Identifier: MIT
// Events of the calling thread or of one CPU, counted by the kernel as one pinned group: all of them all the time, or
// an error. Nothing is scaled: a count of part of the time is no count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::host {

/// What perf_event_open(2) calls type and config. The kernel's header names them.
struct perf_event {
  std::uint32_t type = 0;
  std::uint64_t config = 0;
};

enum class perf_status : std::uint8_t {
  ok,
  no_event,       ///< This machine does not count it: on a virtual one often no hardware event at all.
  no_counter,     ///< The group does not fit into the counters, or lost them.
  no_permission,  ///< See /proc/sys/kernel/perf_event_paranoid.
  no_perf,        ///< The kernel has no such system call.
  not_open,
};

[[nodiscard]] std::string_view text_of(perf_status s);
/// Of an errno of perf_event_open(2).
[[nodiscard]] perf_status status_of_open(int error);

struct perf_group_reading {
  std::vector<std::uint64_t> counts;  ///< In the order of `add`.
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
};

/// What read(2) yields of a group: number, time enabled, time running, then the counts.
/// no_counter: nothing (a pinned group in its error state), or a time running that is less than enabled.
[[nodiscard]] perf_status parse_group(const std::uint64_t* words, std::size_t words_read, std::size_t events,
                                      perf_group_reading& out);

class perf_group {
 public:
  perf_group() = default;
  ~perf_group();
  perf_group(const perf_group&) = delete;
  perf_group& operator=(const perf_group&) = delete;

  /// One more event of the calling thread. Before `start`. Refused, the group is as it was.
  [[nodiscard]] perf_status add(const perf_event& what);
  /// All count from 0, from one moment.
  [[nodiscard]] perf_status start();
  /// All at one moment, read by the kernel on the CPU that counts them.
  [[nodiscard]] perf_status read(perf_group_reading& out);
  [[nodiscard]] std::size_t size() const { return files_.size(); }

 private:
  std::vector<int> files_;
};

}  // namespace rtm::host
