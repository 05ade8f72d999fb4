// SPDX-License-Identifier: MIT
// A part of an input, or the same input in other windows: some cores, a range of time, windows of another length. What
// a report says of the part is what it would say had the recorder been on for that part alone, but that the owner, the
// active frames and the open points at its beginning are known.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "replay/slots.hpp"
#include "sources/source.hpp"
#include "wire/core_state.hpp"

namespace rtm::host {

/// Times in ticks after the first fact of a core.
struct selection {
  std::optional<std::uint64_t> window_ticks = std::nullopt;  ///< Not 0. Absent: as the input says.
  std::uint64_t from_ticks = 0;
  std::optional<std::uint64_t> to_ticks =
      std::nullopt;                    ///< The first instant that does not belong to it. Later than from_ticks.
  std::set<std::uint32_t> cores = {};  ///< Empty: all.
  [[nodiscard]] bool is_all() const { return !window_ticks && from_ticks == 0 && !to_ticks && cores.empty(); }
};

/// A range of time may end within an interval between two facts: a poll is added there, and at the end of each window
/// that no fact would reach in time, unless the interval is a gap that the input does not allow.
class selected final : public source {
 public:
  /// More polls than this for one interval are not added; then the ledger says that a gap was too long.
  static constexpr std::uint64_t most_polls = 10'000'000;
  static constexpr std::size_t block_facts = 1024;

  selected(std::unique_ptr<source> from, selection what);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override;
  [[nodiscard]] std::vector<source_problem> take_problems() override;
  /// Of a part of the time or in other windows, counters would not be those of the facts: they are left out.
  [[nodiscard]] std::vector<core_extras> take_extras() override;
  [[nodiscard]] std::vector<source_completeness> completeness() const override;
  [[nodiscard]] std::vector<source_repairs> repairs() const override;
  [[nodiscard]] std::vector<std::unique_ptr<source>> split() override;
  [[nodiscard]] bool is_right_part() const override { return from_->is_right_part(); }
  [[nodiscard]] const source_info& info() const override { return info_; }

 private:
  enum class phase : std::uint8_t { before, within, after };

  /// One core: where it is in time, and before the range in which state.
  struct core {
    phase where = phase::before;
    std::uint64_t time = 0;  ///< Ticks since its first fact, of the latest fact.
    std::uint64_t told = 0;  ///< Of the latest fact that was passed on.
    std::uint64_t reading = 0;
    std::uint64_t gap = 0;         ///< Between the latest two facts of the input.
    std::uint64_t epochs = 0;      ///< Begun in the input by now.
    std::uint64_t skipped = 0;     ///< Of those, ended before the range.
    std::uint64_t epoch_time = 0;  ///< When the latest of them began, and the one before it.
    std::uint64_t previous_epoch_time = 0;
    std::uint64_t first_cut = 0;  ///< Ticks of the first epoch of the range that lie before it.
    bool is_sound = true;         ///< Before the range: the facts so far make a state.
    wire::core_state state;
    std::vector<bool> unowned;  ///< Of the frames of `state`, outermost first: nobody knows whom they interrupt.
    slots tasks, frames, points;
  };

  void read_block();
  void take_some();
  bool take(const source_fact& fact);
  core& advance(const source_fact& fact);
  void take_before(core& of, const source_fact& fact);
  bool pass(core& of, const source_fact& fact);
  bool poll_up_to(core& of, const source_fact& next, std::uint64_t time);
  bool end_range(core& of, const source_fact& fact);
  void follow(core& of, const source_fact& fact);
  void rebuild(core& of, std::uint32_t number);
  void push(core& of, source_fact fact, std::uint64_t time);
  [[nodiscard]] std::uint64_t reading_at(const core& of, std::uint64_t time) const;
  [[nodiscard]] bool is_selected(std::uint32_t number) const {
    return what_.cores.empty() || what_.cores.contains(number);
  }
  [[nodiscard]] std::optional<source_loss> cut(const source_loss& loss);
  void take_names();

  std::unique_ptr<source> from_;
  selection what_;
  source_info info_;
  std::uint64_t clock_mask_;
  std::uint64_t allowed_gap_;  ///< Of the input.
  std::uint64_t names_known_ = ~std::uint64_t{0};
  std::map<std::uint32_t, core> cores_;
  std::vector<source_fact> block_;  ///< Of the input.
  std::size_t next_ = 0;            ///< Of block_.
  bool is_taken_again_ = false;     ///< That one, of which a part has been told.
  std::vector<source_fact> ready_;
  std::size_t taken_ = 0;
  std::vector<source_loss> losses_;
  std::vector<source_problem> problems_;
  bool is_over_ = false;
};

/// `from` itself if everything is selected.
[[nodiscard]] std::unique_ptr<source> select(std::unique_ptr<source> from, const selection& what);

/// "10ms", "1.5s", "250us", "100ns" of a clock of `hz`, or "2500" ticks. Throws source_error for what is no such time
/// or no whole number of ticks, naming it `what`.
[[nodiscard]] std::uint64_t parse_ticks(const std::string& text, std::uint64_t hz, std::string_view what,
                                        std::string_view expected = "a time such as 10ms, 1.5s or 250 (ticks)");

}  // namespace rtm::host
