// SPDX-License-Identifier: MIT
// Reads the events of one CPU, page by page, into facts.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/linux/cpu_state.hpp"
#include "sources/trace_dat/cpu_pages.hpp"
#include "sources/trace_dat/trace_file.hpp"

namespace rtm::host::trace_dat {

class cpu_reader {
 public:
  /// Of file.cpus()[index]. Facts go to `facts`, what is wrong to `problems`; all must outlive it.
  cpu_reader(trace_file& file, std::size_t index, fact_queue& facts, std::vector<source_problem>& problems);

  /// Reads a page, or ends the core. False: it has ended before.
  bool read_page();

 private:
  /// Of events that cannot be used: told once, with their number.
  struct unusable {
    std::uint64_t count = 0;
    std::uint64_t place = 0;
    std::uint32_t first = 0;
  };

  template <bool Big>
  void read_page(const cpu_pages::page& page);
  template <bool Big>
  void take(std::uint64_t time_ns, const char* data, std::uint32_t bytes);
  template <bool Big>
  void take_switch(const kernel::event& e, const event_layout& is, const char* data);
  template <bool Big>
  void take_irq(const kernel::event& e, const event_layout& is, const char* data, std::uint32_t bytes);
  template <bool Big>
  void take_ipi(const kernel::event& e, const event_layout& is, const char* data);
  void lose(std::uint64_t count);
  void tell_lost(const kernel::event& next);
  void tell_back_in_time(const kernel::event& e);
  void tell(std::uint64_t place, std::string found, std::string expected);
  void finish();

  trace_file* file_;
  std::size_t index_;
  std::uint32_t cpu_;
  cpu_pages pages_;
  std::vector<source_problem>* problems_;
  kernel::cpu_state state_;
  cpu_result result_;
  std::uint32_t running_pid_ = 0;
  std::uint64_t place_ = 0;  ///< Of the page in hand.
  std::uint64_t back_ns_ = 0;
  bool has_lost_ = false;
  std::uint64_t lost_ = 0;
  unusable undeclared_, too_short_;
  bool has_ended_ = false;
};

}  // namespace rtm::host::trace_dat
