// SPDX-License-Identifier: MIT
// Entries and exits of functions, as LTTng-UST records them of a program built with -finstrument-functions. Such a
// trace does not say who had the CPU. So every thread is a core of its own, with its thread id as number, and its time
// is unknown; the functions are points in it, and their times are those of a clock on the wall.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sources/ctf/interpreter.hpp"

namespace rtm::host::ctf {

class function_events final : public interpreter {
 public:
  using interpreter::interpreter;

  [[nodiscard]] static bool knows(const event_class& event);

  [[nodiscard]] wish wish_of(const event_class& event, const stream_class& of) override;
  void begin(std::uint64_t first_ticks) override { first_ticks_ = first_ticks; }
  void hear(const record& what) override;
  void end(std::uint64_t last_ticks) override;
  void add_names(source_info& /*info*/) const override {}
  [[nodiscard]] std::vector<source_completeness> completeness() const override;

 private:
  struct thread {
    std::vector<source_id> open;  ///< Functions, the outermost first.
    std::uint64_t start_ticks = 0, latest_ticks = 0, epoch = 0;
    bool is_broken = false;  ///< Nothing is known of its stack until the next event that is sure.
    source_completeness counts;
  };

  thread* thread_of(const record& what, std::uint32_t number);
  void tell(std::uint32_t number, thread& of, fact_kind kind, std::uint64_t ticks, source_id id,
            bool after_break = false);
  void mean(std::uint32_t number, thread& of, const record& what);
  void exit_function(std::uint32_t number, thread& of, const record& what);
  void lose(const record& what);

  std::uint64_t first_ticks_ = 0;
  std::map<std::uint32_t, thread> threads_;
  bool has_mismatch_ = false;
  bool has_too_many_ = false;
};

}  // namespace rtm::host::ctf
