// SPDX-License-Identifier: MIT
// Is the account that a target gives of itself right? The facts of a stream go through the tools' own ledger, and what
// that makes of them is compared with the windows, the sums and the faults that the target sent along: field by field,
// tick for tick. Windows that a loss touches are not compared, and listed. Memory does not grow with the stream.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "sources/source.hpp"
#include "verify/difference.hpp"
#include "wire/listener.hpp"

namespace rtm::host {

class core_verifier;

/// Windows `first` to `last` of an epoch of the target.
struct window_range {
  std::uint64_t epoch = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// What came of one core.
struct core_verdict {
  std::uint32_t core = 0;
  std::uint64_t windows = 0;  ///< Compared.
  std::uint64_t epochs = 0;   ///< Sums of an epoch so far, compared.
  std::uint64_t faults = 0;   ///< Compared.
  std::uint64_t uncovered_windows = 0;
  std::uint64_t uncovered_epochs = 0;
  std::vector<window_range> uncovered;  ///< The first `most_ranges`.
  bool has_extremes = true;             ///< False: the target keeps none, so they were not compared.
  static constexpr std::size_t most_ranges = 100;
};

/// The first difference of all, with its place.
struct found_difference {
  std::uint32_t core = 0;
  std::uint64_t epoch = 0;              ///< Of the target.
  std::optional<std::uint64_t> window;  ///< Absent: it is about the epoch.
  std::uint64_t offset = 0;             ///< Byte of the stream at which the target says so.
  difference what;
};

class verifier : public wire::listener {
 public:
  verifier();
  ~verifier() override;

  /// After the decoder has finished: there is nothing more to come.
  void finish();

  [[nodiscard]] const std::optional<found_difference>& first() const { return first_; }
  [[nodiscard]] std::uint64_t differences() const { return differences_; }
  [[nodiscard]] std::vector<core_verdict> verdicts() const;
  /// Losses and problems, as a report has them.
  [[nodiscard]] const report& lacks() const { return lacks_; }

  void on_header(const source_info& info) override { info_ = info; }
  void on_core(std::uint32_t core, const source_info& info, trace::mode how) override;
  void on_name(std::uint32_t core, fact_kind of, source_id id, std::string text) override;
  void on_facts(std::span<const source_fact> facts) override;
  void on_epoch(const wire::epoch_place& place) override;
  void on_window(wire::told_window window) override;
  void on_snapshot(wire::told_epoch epoch) override;
  void on_fault(const wire::told_fault& fault) override;
  void on_loss(const source_loss& loss) override;
  void on_problem(wire::problem what) override;
  void on_end(std::uint32_t core) override;

  /// For the verifiers of the cores.
  void differs(found_difference what);
  [[nodiscard]] const source_info& info() const { return info_; }

 private:
  core_verifier& core(std::uint32_t number);

  source_info info_;
  std::map<std::uint32_t, std::unique_ptr<core_verifier>> cores_;
  std::optional<found_difference> first_;
  std::uint64_t differences_ = 0;
  report lacks_;
};

/// "core 0, epoch 0, window 7, isr 3 (CAN_RX), inclusive: target says 120, replay says 118"
[[nodiscard]] std::string sentence_of(const found_difference& what);

}  // namespace rtm::host
