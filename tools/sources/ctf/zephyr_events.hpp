// SPDX-License-Identifier: MIT
// Zephyr's events, of whichever generation: the metadata says where a core's number stands, if anywhere (in the packet,
// in a context or in the event), and how wide times are. Interrupts have no numbers; all are called isr 0.
//
//   thread_switched_in    the thread runs; between _out and _in the kernel does
//   idle                  the thread that runs is an idle thread: so it is from then on
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/ctf/interpreter.hpp"
#include "sources/linux/cpu_state.hpp"

namespace rtm::host::ctf {

class zephyr_events final : public interpreter {
 public:
  using interpreter::interpreter;

  [[nodiscard]] static bool knows(const event_class& event) { return event.name == "thread_switched_in"; }

  [[nodiscard]] wish wish_of(const event_class& event, const stream_class& of) override;
  void begin(std::uint64_t first_ticks) override { first_ticks_ = first_ticks; }
  void meet(std::uint32_t cpu) override;
  void count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) override;
  void hear(const record& what) override;
  void end(std::uint64_t last_ticks) override;
  void add_names(source_info& info) const override;
  [[nodiscard]] std::vector<source_completeness> completeness() const override;

 private:
  struct core {
    core(std::uint32_t number, fact_queue& to) : state(number, to) {}
    kernel::cpu_state state;
    std::uint64_t thread = 0;
    bool has_thread = false;
  };

  core* core_of(std::uint32_t number);
  void lose(const record& what);
  void mean(core& at, const kernel::event& event, const record& what);
  void name_thread(std::uint64_t thread, std::string_view name);
  [[nodiscard]] source_id owner_of(std::uint64_t thread) const {
    return idle_threads_.contains(thread) ? idle_owner : thread;
  }

  std::uint64_t first_ticks_ = 0;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> counted_;  ///< The part of the time that is asked for.
  std::map<std::uint32_t, core> cores_;
  std::map<std::uint64_t, std::string> names_;
  std::set<std::uint64_t> idle_threads_;
  bool events_name_cores_ = false;
  bool has_isr_ = false;
  bool has_too_many_ = false;
};

}  // namespace rtm::host::ctf
