// SPDX-License-Identifier: MIT
// A run that is still going on: one line a window as it closes, then the sums of each epoch as it ends. Nothing is
// kept.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "replay/listener.hpp"
#include "replay/migration.hpp"
#include "report/report.hpp"
#include "sources/source.hpp"
#include "views/view.hpp"

namespace rtm::host {

class live_view final : public replay_listener {
 public:
  /// `as_json`: one object a line, with the members of a window or an epoch of the report. `info`: its names may grow.
  live_view(const source_info& info, const view_options& options, bool as_json, std::ostream& out);

  void epoch_began(std::uint32_t core, std::uint64_t time_ticks, source_id base) override;
  void accepted(const source_fact& fact, std::uint64_t time_ticks) override;
  void window_ended(std::uint32_t core, const window_row& window) override;
  void counted(std::uint32_t core, const core_counters& columns, const counter_table& counts) override;
  void lost(std::uint64_t time_ticks, const source_loss& loss) override;
  void faulted(std::uint32_t core, const fault_row& fault) override;
  void epoch_ended(std::uint32_t core, const epoch_row& epoch, bool is_last) override;

  /// An epoch had a fault.
  [[nodiscard]] bool any_fault() const { return any_fault_; }

 private:
  const source_info& info_;
  view_options options_;
  bool as_json_;
  std::ostream& out_;
  bool any_fault_ = false;
  migration migration_;  ///< By now.
};

}  // namespace rtm::host
