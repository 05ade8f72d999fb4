// SPDX-License-Identifier: MIT
// This machine as a source: the trace of a running kernel, decoded as it comes. What has been told cannot be taken
// back, so an event that the kernel shows later than `grace` after its time is told as lost time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "record/dat_writer.hpp"
#include "record/file.hpp"
#include "record/session.hpp"
#include "sources/fact_queue.hpp"
#include "sources/source.hpp"
#include "sources/trace_dat/event_reader.hpp"

namespace rtm::host {

class live_linux final : public source {
 public:
  /// All must outlive it. Switches the trace on. At each multiple of `window_ns` after the start every core has a fact.
  /// `stop`: a descriptor that becomes readable when reading is to end. Throws source_error.
  live_linux(trace_session& session, const dat_header& header, std::uint64_t window_ns, int stop);

  /// Waits for what comes. 0: it was stopped, or is full.
  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return ready_.take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] std::vector<source_completeness> completeness() const override;
  [[nodiscard]] const source_info& info() const override { return info_; }
  /// It has seen so many tasks that one should begin again, with a new one: rows and names are never forgotten.
  [[nodiscard]] bool is_full() const { return info_.tasks.size() > most_tasks; }

 private:
  static constexpr std::size_t most_tasks = 20'000;

  struct cpu {
    cpu(std::uint32_t number, file_handle opened, const trace_dat::event_table& events, fact_queue& facts,
        std::vector<source_problem>& problems)
        : ring(std::move(opened)), events_of(number, events, no_reuse, facts, problems) {}
    file_handle ring;
    trace_dat::event_reader events_of;
  };
  /// Over days pids are used again, but within a window hardly.
  static const trace_dat::lives no_reuse;

  bool wait() const;
  void drain(cpu& of);
  void take_names();
  void add_task_names(const trace_dat::cpu_names& of);

  trace_dat::page_layout pages_;
  std::unique_ptr<trace_dat::event_table> events_;
  std::uint64_t window_ns_;
  int stop_;
  std::uint64_t next_boundary_ns_ = 0;
  std::vector<std::unique_ptr<cpu>> cpus_;
  std::vector<char> page_;
  fact_queue ready_;
  std::vector<source_problem> problems_;
  source_info info_;
};

}  // namespace rtm::host
