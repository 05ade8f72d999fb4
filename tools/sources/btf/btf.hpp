// SPDX-License-Identifier: MIT
// Best Trace Format (BTF 2.x, text) as a source: what simulators and tracers of AUTOSAR and OSEK systems write. Tasks
// and ISRs give and take cores; runnables are points of whoever runs. Rows of other entities change no owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/btf/header.hpp"
#include "sources/btf/names.hpp"
#include "sources/btf/row.hpp"
#include "sources/fact_queue.hpp"
#include "sources/input.hpp"
#include "sources/line_reader.hpp"
#include "sources/rtos/core_state.hpp"
#include "sources/source.hpp"

namespace rtm::host {

class btf_source final : public source {
 public:
  /// Reads on to the first row. Throws source_error if there is none.
  explicit btf_source(input in);

  /// Header lines of the format, or a row behind lines that begin with #.
  static bool recognises(std::string_view prefix);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return ready_.take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] std::vector<source_completeness> completeness() const override;
  /// From the first row on, which is nearly always the earliest.
  void count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) override;
  [[nodiscard]] const source_info& info() const override { return info_; }

 private:
  static constexpr std::size_t most_held_rows = std::size_t{64} * 1024;
  static constexpr std::size_t most_cores = 256;
  static constexpr std::uint64_t enough_events = 512;  ///< Behind a long step, that prove it.
  static constexpr std::uint64_t longest_pause_s = 10;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  struct core {
    std::string name;
    fact_queue held;                 ///< Facts before it is known when the recording begins.
    std::vector<source_fact> early;  ///< Marks of tasks before they first ran.
    rtos::core_state state;
    std::optional<std::uint64_t> damaged_at;  ///< A row since its latest one could not be read; at this byte.
    core(std::string called, std::uint32_t number) : name(std::move(called)), state(number, held) {}
  };
  /// A task or an ISR: its latest core, and when it was activated before it had one.
  struct process {
    std::uint32_t where = nowhere;
    std::vector<std::uint64_t> activated;
  };
  /// Rows of one kind that could not be used.
  struct tally {
    std::uint64_t count = 0;
    std::uint64_t line = 0, offset = 0;  ///< Of the first one.
    std::string first;
  };

  bool read_row();
  void use(const btf::row& r);
  void use_task(const btf::row& r);
  void use_isr(const btf::row& r);
  void use_runnable(const btf::row& r);
  void use_core(const btf::row& r);
  void step_task(core& on, const btf::row& r, btf::step what, std::uint32_t task);
  void mark(const btf::row& r, fact_kind kind, std::uint32_t task);
  void place(const btf::row& r, process& of, std::uint32_t task, std::uint32_t where);
  std::optional<std::uint32_t> core_of(std::string_view name);
  std::optional<std::uint32_t> core_of_step(const btf::row& r, const process& of, btf::step what);
  std::optional<std::uint32_t> process_of(btf::names& among, std::vector<process>& all, fact_kind kind,
                                          std::string_view name);
  bool is_in_order(core& on, const btf::row& r);
  void tell_misfit(core& on);
  void be_damaged();
  void drop_early_marks(core& of, std::uint64_t end_ticks);
  void release(core& of);
  [[nodiscard]] std::uint64_t end_of_all() const;
  void note(tally& of, std::string what);
  [[nodiscard]] std::uint64_t longest_step() const;
  void release_held();
  void finish();
  void tell(const tally& of, std::string_view what, std::string_view expected);

  line_reader lines_;
  btf::header header_;
  source_info info_;
  btf::names task_names_, isr_names_, runnable_names_, core_names_;
  std::vector<process> tasks_, isrs_;
  std::vector<std::unique_ptr<core>> cores_;
  std::vector<bool> numbers_used_;
  fact_queue ready_;
  std::uint64_t first_ticks_ = ~std::uint64_t{0};
  std::uint64_t last_ticks_ = 0;  ///< Of all rows but odd ones.
  std::uint64_t now_ = 0;         ///< Of the latest row.
  std::uint64_t told_up_to_ = 0;  ///< Marks that were told before it was known when all cores end.
  std::uint64_t rows_ = 0;
  bool is_holding_ = true;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> part_;  ///< Of time, that is counted.
  bool is_over_ = false;
  tally no_rows_, not_understood_, out_of_order_, odd_, strays_, unplaced_, too_many_;
  std::vector<source_problem> problems_;
};

}  // namespace rtm::host
