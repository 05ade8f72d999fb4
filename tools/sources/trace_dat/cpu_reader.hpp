// SPDX-License-Identifier: MIT
// Reads the events of one CPU of a file, page by page, into facts.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/trace_dat/cpu_pages.hpp"
#include "sources/trace_dat/event_reader.hpp"
#include "sources/trace_dat/trace_file.hpp"

namespace rtm::host::trace_dat {

class cpu_reader {
 public:
  /// Of file.cpus()[index]. Facts go to `facts`, what is wrong to `problems`; all must outlive it.
  cpu_reader(trace_file& file, std::size_t index, std::shared_ptr<unpacker> by, fact_queue& facts,
             std::vector<source_problem>& problems);

  /// Counts tell of that part of the time only; before the first page.
  void count_part(std::uint64_t from_ns, std::uint64_t to_ns) { events_.count_part(from_ns, to_ns); }
  /// Takes the next page in hand. False: there is none, and the core has ended.
  bool load();
  /// Its forks and exits, to `found`. Returns the time of its last event.
  std::uint64_t scan(std::vector<life>& found) const { return file_->scan(page_, found); }
  /// Reads the page in hand into facts.
  void read();

 private:
  trace_file* file_;
  std::size_t index_;
  cpu_pages pages_;
  event_reader events_;
  cpu_pages::page page_;
  bool has_begun_ = false;
};

}  // namespace rtm::host::trace_dat
