// SPDX-License-Identifier: MIT
// LTTng's events of the Linux kernel. A trace of any other events is read in the same way: then nobody is known to run.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sources/ctf/interpreter.hpp"
#include "sources/ctf/part_of_names.hpp"
#include "sources/linux/cpu_state.hpp"
#include "sources/linux/interrupts.hpp"
#include "sources/linux/tasks.hpp"
#include "sources/stamp_doubts.hpp"

namespace rtm::host::ctf {

class kernel_events final : public interpreter {
 public:
  using interpreter::interpreter;

  [[nodiscard]] static bool knows(const event_class& event);

  [[nodiscard]] wish wish_of(const event_class& event, const stream_class& of) override;
  void begin(std::uint64_t first_ticks) override { first_ticks_ = first_ticks; }
  void meet(std::uint32_t cpu) override { (void)core_of(cpu); }
  void count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) override;
  void hear(const record& what) override;
  void end(std::uint64_t last_ticks) override;
  void add_names(source_info& info) const override;
  [[nodiscard]] std::vector<source_completeness> completeness() const override;
  [[nodiscard]] std::unique_ptr<interpreter> for_part(told_to to) const override;
  [[nodiscard]] std::vector<stamped_piece> pieces() const override;
  [[nodiscard]] bool ends_at(std::uint64_t last_ticks, std::vector<stamped_piece> of_all) const override;
  [[nodiscard]] bool add_names_of(const std::vector<std::shared_ptr<const interpreter>>& parts,
                                  source_info& info) const override;

 private:
  kernel::cpu_state* core_of(std::uint32_t cpu);
  void mean(kernel::cpu_state& cpu, const kernel::event& event, const record& what);
  void name_task(std::uint64_t tid, std::string_view name, std::uint64_t ticks);
  void name_interrupt(const record& what);
  void tell_of_missing_fields();

  std::uint64_t first_ticks_ = 0;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> counted_;  ///< The part of the time that is asked for.
  std::deque<kernel::cpu_state> cores_;
  std::unordered_map<std::uint32_t, kernel::cpu_state*> by_cpu_;
  std::uint32_t latest_cpu_ = 0;
  kernel::cpu_state* latest_ = nullptr;
  kernel::tasks tasks_;
  kernel::interrupts interrupts_;
  kernel::seen_classes declared_;
  std::vector<std::string> incomplete_;  ///< Events without the fields that they should have.
  struct latest_name {
    std::uint64_t tid = 0;
    std::string name;
    std::uint64_t ticks = 0;  ///< When it was told last.
  };
  std::vector<latest_name> latest_names_ = std::vector<latest_name>(1024);
  std::unique_ptr<part_of_names> part_;  ///< Of a part of a trace.
  bool has_meaning_ = false;
  bool has_told_ = false;
  bool has_too_many_ = false;
};

}  // namespace rtm::host::ctf
