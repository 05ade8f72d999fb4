// SPDX-License-Identifier: MIT
// One core of a replay: hands its facts to a ledger, and takes windows and epochs out of the ledger as they end. All
// accounting is the ledger's; here is only what a ledger cannot know: the ids of the input, and which of them took
// part.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "replay/core_timing.hpp"
#include "replay/growing_store.hpp"
#include "replay/listener.hpp"
#include "replay/slots.hpp"
#include "report/report.hpp"
#include "rtm/ledger.hpp"
#include "sources/source.hpp"

namespace rtm::host {

class core_replay {
 public:
  /// With a `listener`, `finish` returns nothing: epochs and windows have been handed over.
  /// Of each epoch at least the last `kept_windows` are kept, and the history of all; timing if `keeps_timing`.
  core_replay(const source_info& info, std::uint32_t core, replay_listener* listener = nullptr,
              std::size_t kept_windows = all_windows, bool keeps_timing = false);

  /// The first fact must be a `reset`: the start. Throws std::invalid_argument if it is not, or if the source's timing
  /// or base owner is out of range.
  void tell(const source_fact& fact);

  /// Facts are missing between the last one and the next. What the loss touches is marked as not covered.
  void lose(const source_loss& loss);

  /// The epoch in progress, settled up to a reading that is not before the last fact; its window in progress, if it has
  /// any time in it, is the only window. Facts may follow. After the first fact.
  [[nodiscard]] epoch_row epoch_at(std::uint64_t reading_ticks);

  /// What the losses so far are in the time of the report, each once; the end of the latest may not be known yet.
  [[nodiscard]] const std::vector<loss_row>& losses() const { return losses_; }
  [[nodiscard]] std::uint64_t unlisted_losses() const { return unlisted_losses_; }

  /// All epochs up to the last fact. Rows have no names yet. Call once.
  [[nodiscard]] std::vector<epoch_row> finish();

 private:
  /// An id outside a stated capacity goes to the ledger as this slot, which no store has: the ledger names the fault.
  static constexpr std::uint32_t refused_slot = 0xFFFF'FFF0U;

  static constexpr source_id unowned_frame = ~source_id{0} - 4;

  /// Whether an id took part in an accepted fact of an epoch, and how many of its calls began.
  struct use {
    std::uint64_t epoch = 0;  ///< Number of the epoch plus 1; 0: never.
    std::uint64_t begun = 0;
    std::uint64_t cut = 0;     ///< Of begun: cut, and not resumed by now.
    std::uint64_t pieces = 0;  ///< Calls of which not all is known: no shortest or longest ones.
  };
  using uses = std::vector<use>;

  void start(const source_fact& fact);
  void reset(const source_fact& fact);
  status hand_over(const source_fact& fact, std::uint32_t slot);
  std::uint32_t slot_of(const source_fact& fact);
  void note_use(const source_fact& fact, std::uint32_t slot);
  void note_fault(const source_fact& fact);
  [[nodiscard]] bool ends_piece(const source_fact& fact) const;
  status hand_over_unowned(const source_fact& fact, std::uint32_t slot);
  [[nodiscard]] std::uint64_t unowned_ticks() const;
  status end_piece(const source_fact& fact, std::uint32_t slot);
  void begin_use(use& of, bool is_resumed);
  void take_closed_window();
  void take_window(window_row&& window);
  void expect_window();
  void take_epoch(bool is_last);
  [[nodiscard]] epoch_row read_epoch() const;
  [[nodiscard]] std::optional<window_row> read_partial_window() const;
  void begin_lost_time();
  [[nodiscard]] bool is_touched(const window_header& window) const;
  [[nodiscard]] window_row read_window(const window_header& header) const;
  [[nodiscard]] use& use_of(uses& table, std::uint32_t slot);
  template <class Id>
  [[nodiscard]] std::vector<call_row> window_calls(const window_header& header, const slots& ids) const;
  template <class Id>
  [[nodiscard]] std::vector<call_row> epoch_calls(const slots& ids, const uses& used) const;
  [[nodiscard]] std::vector<task_row> epoch_tasks() const;

  /// Remembers the ledger's own time of a fact, so that nobody has to extend readings a second time.
  struct time_sink {
    std::uint64_t ticks = 0;
    void accepted(fact_kind /*fact*/, std::uint64_t time, std::uint32_t /*id*/) { ticks = time; }
  };

  ledger<host_capacity, time_sink, growing_store> ledger_{};
  std::uint32_t core_;
  replay_listener* listener_;
  std::size_t kept_windows_;
  timing timing_;
  source_capacity capacity_;
  slots tasks_;
  slots frames_;  ///< Of ISRs and Swis together, so that the topmost frame has a name whatever it is.
  slots points_;
  std::optional<std::uint32_t> unowned_slot_;       ///< Of frames_, if there is any.
  std::unique_ptr<core_timing> timing_parameters_;  ///< Null: not asked for.
  uses task_uses_, isr_uses_, swi_uses_, point_uses_;
  std::vector<epoch_row> epochs_;
  epoch_row current_;  ///< Its windows and its fault; the rest is read when it ends.
  std::uint64_t epoch_ = 0;
  std::uint64_t windows_taken_ = 0;  ///< Of the current epoch.
  std::uint64_t window_start_ = 0;   ///< Of the window that has not been taken, in extended time.
  std::uint64_t active_frames_ = 0;
  std::vector<std::uint64_t> resumed_;  ///< Which of the active frames, counted from 1, began before what is known.
  std::uint64_t last_reading_ = 0;
  std::optional<source_loss> loss_;  ///< The latest.
  /// What losses touch of the window in progress and later ones, in ticks since the epoch's start; empty if equal.
  std::uint64_t lost_from_ = 0;
  std::uint64_t lost_end_ = 0;
  bool is_covered_ = true;  ///< The current epoch, so far.
  std::vector<loss_row> losses_;
  std::uint64_t unlisted_losses_ = 0;
  bool started_ = false;
};

}  // namespace rtm::host
