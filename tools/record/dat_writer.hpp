// SPDX-License-Identifier: MIT
// Writes a trace.dat of version 6, as of trace-cmd.dat.v6(5): a header that explains the pages, then the pages.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "record/session.hpp"

namespace rtm::host {

/// What the kernel says of its own traces.
struct dat_header {
  std::string header_page, header_event;
  std::vector<std::string> ftrace_formats;
  std::map<std::string, std::vector<std::string>> formats;  ///< Of the events that are recorded, by system.
  std::string printk_formats, saved_cmdlines;
  std::string system;  ///< As uname says it.
  std::uint32_t page_bytes = 0;
};

/// From `tracefs`, all but the names of processes, which are best read at the end. Throws source_error.
[[nodiscard]] dat_header read_dat_header(const std::string& tracefs, const std::vector<event_name>& events);

/// The pages of a CPU.
struct dat_pages {
  int fd = -1;
  std::uint64_t bytes = 0;
};

/// Into `fd`, called `name` in messages, from where it stands. `stats` and `pages` are of the same CPUs; a CPU number
/// that is left out has no pages. Throws source_error.
void write_trace_dat(int fd, const std::string& name, const dat_header& header, std::span<const ring_stats> stats,
                     std::span<const dat_pages> pages);

}  // namespace rtm::host
