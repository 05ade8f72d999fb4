// SPDX-License-Identifier: MIT
// One core of a verifier. What the target says may come before or after the facts that it is about: windows wait for
// the replay, or the replay's windows for them; sums wait until it is known that no loss lies before them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "replay/core_replay.hpp"
#include "replay/listener.hpp"
#include "verify/verifier.hpp"

namespace rtm::host {

class core_verifier final : private replay_listener {
 public:
  core_verifier(verifier& owner, std::uint32_t core, const source_info& info, trace::mode how);

  void facts(std::span<const source_fact> facts);
  void place(const wire::epoch_place& place) { coming_places_.push_back(place); }
  void window(wire::told_window&& told);
  void snapshot(wire::told_epoch&& told);
  void fault(const wire::told_fault& told);
  void loss(const source_loss& loss);
  void end();
  /// The target began again: nothing that was told before is about what comes.
  void restart(trace::mode how);
  void finish();

  [[nodiscard]] const core_verdict& verdict() const { return verdict_; }
  [[nodiscard]] const std::vector<loss_row>& losses() const { return replay_.losses(); }
  [[nodiscard]] std::uint64_t unlisted_losses() const { return replay_.unlisted_losses(); }

 private:
  static constexpr std::size_t most_replayed = 64;   ///< Windows kept for what the target says late.
  static constexpr std::size_t most_waiting = 1024;  ///< Windows told before their facts.

  void epoch_began(std::uint32_t core, std::uint64_t time_ticks, source_id base) override;
  void accepted(const source_fact& /*fact*/, std::uint64_t /*time_ticks*/) override {}
  void window_ended(std::uint32_t core, const window_row& window) override;
  void faulted(std::uint32_t /*core*/, const fault_row& fault) override { replayed_fault_ = fault; }
  void epoch_ended(std::uint32_t /*core*/, const epoch_row& /*epoch*/, bool /*is_last*/) override {}

  /// The row with start and index as the target counts them; absent if its windows are not those of the target.
  [[nodiscard]] std::optional<window_row> in_target_time(window_row window) const;
  [[nodiscard]] bool has_sums() const { return !sums_.empty() || !in_progress_.empty(); }
  void compare_sums();
  void compare_epoch(const wire::told_epoch& told);
  void compare_in_progress(const wire::told_window& told);
  void leave_out(std::uint64_t epoch, std::uint64_t window);
  void need_told_fault();
  void differs(std::uint64_t epoch, std::optional<std::uint64_t> window, std::uint64_t offset, difference what);

  struct replayed_window {
    std::uint64_t target_epoch = 0;
    window_row row;
    bool is_compared = false;
  };
  void compare(const wire::told_window& told, replayed_window& replayed);

  verifier& owner_;
  core_replay replay_;
  core_verdict verdict_;
  trace::mode how_;
  std::uint64_t clock_mask_;
  std::uint64_t window_ticks_;
  std::deque<wire::epoch_place> coming_places_;
  wire::epoch_place place_;     ///< Of the replay's epoch.
  std::uint64_t begun_at_ = 0;  ///< The replay's epoch, in the replay's time.
  std::deque<replayed_window> replayed_;
  std::deque<wire::told_window> waiting_;
  std::vector<wire::told_epoch> sums_;          ///< To be compared when it is known that no loss lies before them.
  std::vector<wire::told_window> in_progress_;  ///< As sums_.
  std::optional<fault_row> replayed_fault_;     ///< Not told by the target yet.
  bool had_loss_ = false;
  bool has_ended_ = false;  ///< The target said so: nothing is missing behind the last fact.
};

}  // namespace rtm::host
