// SPDX-License-Identifier: MIT
// The latest window of each core of a replay: what `rtm top` shows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "replay/listener.hpp"
#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::host {

struct board_core {
  std::uint32_t core = 0;
  window_row window;    ///< Unlike those of a report, its rows have names.
  bool is_new = false;  ///< It has not been told.
  bool is_faulty = false;
  std::optional<counter_table> counts;  ///< Of the latest window of which they have been told. Absent: of none.
  core_counters columns;                ///< Of the counts, without tables.
  std::string counts_line;              ///< The counts with names.
};

struct board_frame {
  std::uint64_t number = 0;  ///< From 1.
  std::uint64_t clock_hz = 0;
  std::uint64_t facts = 0;  ///< Since the frame before.
  std::uint64_t lost = 0;   ///< Facts, or events, since the beginning.
  std::vector<board_core> cores;
};

class window_board final : public replay_listener {
 public:
  using teller = std::function<void(const board_frame&)>;
  /// `tell` hears each new frame, in the thread that calls `publish`.
  explicit window_board(teller tell) : tell_(std::move(tell)) {}

  /// For the names and the clock of what comes from now on. The next window is that of a new run.
  void begin(const source_info& names);
  /// Of a stream, whose cores may be far apart in it: no window goes untold. One that is followed by another of its
  /// core is told with what there is of the others.
  void publish_each(bool whether) { is_each_told_ = whether; }
  /// Tells a frame if there is a new window of every core that has begun.
  void publish_if_whole();
  /// Tells a frame if there is a new window of every core; of cores whose windows are not of the same times
  /// (`is_aligned`), if there is any new one.
  void publish(bool is_aligned);
  [[nodiscard]] bool any_fault() const { return any_fault_; }
  [[nodiscard]] std::uint64_t frames() const { return frame_.number; }
  [[nodiscard]] std::uint64_t lost() const { return frame_.lost; }

  void epoch_began(std::uint32_t core, std::uint64_t time_ticks, source_id base) override;
  void accepted(const source_fact& /*fact*/, std::uint64_t /*time_ticks*/) override { ++frame_.facts; }
  void window_ended(std::uint32_t core, const window_row& window) override;
  void counted(std::uint32_t core, const core_counters& columns, const counter_table& counts) override;
  void lost(std::uint64_t time_ticks, const source_loss& loss) override;
  void faulted(std::uint32_t core, const fault_row& fault) override;
  void epoch_ended(std::uint32_t /*core*/, const epoch_row& /*epoch*/, bool /*is_last*/) override {}

 private:
  void tell();
  void add_names(window_row& to) const;

  teller tell_;
  const source_info* names_ = nullptr;
  std::map<std::uint32_t, board_core> cores_;
  bool is_each_told_ = false;
  bool any_fault_ = false;
  board_frame frame_;
};

}  // namespace rtm::host
