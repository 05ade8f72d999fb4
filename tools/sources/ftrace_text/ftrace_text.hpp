// SPDX-License-Identifier: MIT
// What `trace-cmd report` prints, and what the kernel itself does: /sys/kernel/tracing/trace and trace_pipe.
//
//   <idle>-0     [002] d.h1.    76.211523: sched_switch: prev_comm=swapper/2 prev_pid=0 ...
//   comm-pid (thread group) [cpu] flags seconds: event: fields
//
// The name before the pid may hold anything, also what looks like the rest of a line. But it ends in the same column in
// every line, so where the pid stood in the line before is tried first.
#pragma once

#include <cstddef>
#include <string_view>

#include "sources/linux/text_source.hpp"

namespace rtm::host {

/// Takes lines apart; remembers what header lines say of those behind them.
class ftrace_line_parser {
 public:
  void parse(std::string_view line, kernel::text_line& to);

  /// Of a header "cpus=2"; 0: there was none.
  [[nodiscard]] std::uint64_t cpus() const { return cpus_; }

 private:
  bool take_event(std::string_view line, std::size_t dash, kernel::text_line& to) const;
  bool take_note(std::string_view line, kernel::text_line& to);
  void take_comment(std::string_view line);
  [[nodiscard]] kernel::context context_of(std::string_view flags) const;

  std::size_t dash_ = 16;           ///< Before the pid.
  std::size_t context_column_ = 2;  ///< Of the flags.
  std::size_t legends_ = 0;
  std::uint64_t cpus_ = 0;
};

class ftrace_text final : public kernel::text_source {
 public:
  explicit ftrace_text(input in);
  [[nodiscard]] static bool recognises(std::string_view prefix);

 private:
  void parse(std::string_view line, kernel::text_line& to) override;
  ftrace_line_parser parser_;
};

}  // namespace rtm::host
