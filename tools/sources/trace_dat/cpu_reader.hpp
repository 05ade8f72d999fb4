// SPDX-License-Identifier: MIT
// Reads the events of one CPU of a file, page by page, into facts.
#pragma once

#include <cstddef>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/trace_dat/cpu_pages.hpp"
#include "sources/trace_dat/event_reader.hpp"
#include "sources/trace_dat/trace_file.hpp"

namespace rtm::host::trace_dat {

class cpu_reader {
 public:
  /// Of file.cpus()[index]. Facts go to `facts`, what is wrong to `problems`; all must outlive it.
  cpu_reader(trace_file& file, std::size_t index, fact_queue& facts, std::vector<source_problem>& problems);

  /// Reads a page, or ends the core. False: it has ended before.
  bool read_page();

 private:
  void finish();

  trace_file* file_;
  std::size_t index_;
  cpu_pages pages_;
  event_reader events_;
  bool has_ended_ = false;
};

}  // namespace rtm::host::trace_dat
