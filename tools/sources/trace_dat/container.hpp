// SPDX-License-Identifier: MIT
// The container of trace-cmd, versions 6 and 7 (man trace-cmd.dat.v6, .v7): where in the file is the description of the
// events, and where is the data of which CPU? Nothing of the data is read here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/source.hpp"

namespace rtm::host::trace_dat {

/// Where the pages of a CPU lie.
struct cpu_data {
  std::uint32_t cpu = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  ///< In the file. What says more than there is has been cut and told.
  bool is_cut = false;     ///< So: more was recorded.
};

/// What was recorded in one tracing instance.
struct buffer {
  std::string name;  ///< Empty: the top one.
  std::string clock;
  std::uint32_t page_bytes = 4096;
  bool is_packed = false;  ///< In chunks; see cpu_pages.
  std::vector<cpu_data> cpus;

  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const cpu_data& each : cpus) sum += each.size;
    return sum;
  }
};

/// The text of one event's format.
struct declared_event {
  std::string_view system;
  std::string_view format;
};

struct container {
  bool is_big = false;
  std::string packing = "none";               ///< The method.
  std::string header_page;                    ///< Its format.
  std::vector<char> formats, ftrace_formats;  ///< What `events` points into, if it had to be unpacked.
  std::vector<declared_event> events;
  std::string printk;    ///< Lines "0xADDRESS : "TEXT"".
  std::string cmdlines;  ///< Lines "PID NAME".
  std::vector<buffer> buffers;
  bool has_text_only = false;     ///< A latency trace: text where the data would be.
  std::vector<std::string> lost;  ///< Of CPUs that say that they dropped events, which no page tells.
  /// What is wrong and left out. What cannot be left out is thrown.
  std::vector<source_problem> problems;
};

inline constexpr std::string_view magic{"\x17\x08\x44tracing", 10};

/// `file` must outlive it. Throws damage.
[[nodiscard]] container read_container(std::string_view file);

}  // namespace rtm::host::trace_dat
