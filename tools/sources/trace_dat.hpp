// SPDX-License-Identifier: MIT
// A trace.dat of trace-cmd (or of `rtm record`), version 6 or 7: the ring buffers of a traced Linux kernel, CPU by CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/input.hpp"
#include "sources/source.hpp"

namespace rtm::host {

namespace trace_dat {
class cpu_reader;
class trace_file;
}  // namespace trace_dat

class trace_dat_source final : public source {
 public:
  /// Throws source_error.
  explicit trace_dat_source(input in);
  ~trace_dat_source() override;

  static bool recognises(std::string_view prefix);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return ready_.take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] std::vector<source_completeness> completeness() const override;
  void count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) override { part_counted_ = {from_ticks, to_ticks}; }
  [[nodiscard]] const source_info& info() const override;
  /// One part a CPU, unless there is but one processor or one CPU. Names and completeness are those of all CPUs, and
  /// there when all parts have been read.
  [[nodiscard]] std::vector<std::unique_ptr<source>> split() override;

 private:
  trace_dat_source(std::shared_ptr<trace_dat::trace_file> file, std::size_t part);
  void begin();
  void load(std::size_t reader);
  bool read_more();

  std::shared_ptr<trace_dat::trace_file> file_;
  std::optional<std::size_t> part_;  ///< Which one this is of a divided source.
  source_info no_names_;             ///< What a part says until all have been read.
  std::vector<std::unique_ptr<trace_dat::cpu_reader>> readers_;
  /// Readers that have a page in hand, the one whose page ends first on top: then all that CPUs tell of forks and exits
  /// up to there is known, because a page is scanned when it is taken in hand.
  using page_end = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<page_end, std::vector<page_end>, std::greater<>> next_;
  bool has_begun_ = false;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> part_counted_;  ///< Of time.
  fact_queue ready_;
  std::vector<source_problem> problems_;
};

}  // namespace rtm::host
