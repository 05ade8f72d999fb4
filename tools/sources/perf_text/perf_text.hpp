// SPDX-License-Identifier: MIT
// What `perf script` prints: with its own choice of fields, or with any that has the CPU, the time and the event.
//
//   swapper     0 [002]    76.211523: sched:sched_switch: prev_comm=swapper/2 prev_pid=0 ...
//   comm process/thread [cpu] seconds: period event: fields
//
// perf does not print in which context an event happened. That makes interrupts that were not recorded invisible.
#pragma once

#include <cstddef>
#include <string_view>

#include "sources/linux/text_source.hpp"

namespace rtm::host {

class perf_line_parser {
 public:
  void parse(std::string_view line, kernel::text_line& to);

 private:
  static bool take_event(std::string_view line, std::size_t bracket, kernel::text_line& to);

  std::size_t bracket_ = 0;  ///< Before the number of the CPU, in the line before.
};

class perf_text final : public kernel::text_source {
 public:
  explicit perf_text(input in);
  [[nodiscard]] static bool recognises(std::string_view prefix);

 private:
  void parse(std::string_view line, kernel::text_line& to) override { parser_.parse(line, to); }
  perf_line_parser parser_;
};

}  // namespace rtm::host
