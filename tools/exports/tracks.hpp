// SPDX-License-Identifier: MIT
// Which tracks does an export to a track viewer have, and what lies on them? Per core, in this order:
//
//   owner                 the base owner's slices with interrupts nested in them, so that the innermost slice is the
//                         owner of that tick, and a slice without its children is exclusive time
//   load                  a counter, one value a window: the ledger's own numbers; -1 where there is no load
//   windows               a slice a window, with the ledger's ticks
//   trace loss            a counter: facts lost so far
//   task marks            activate, wait, release, terminate
//   points in interrupts  nested like the interrupts they belong to
//   points of X           a track a base owner; time while X does not own the core is inside the slice, see exports.md
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "exports/labels.hpp"
#include "exports/track_writer.hpp"

namespace rtm::host {

class tracks final : public activity {
 public:
  /// `names` must outlive this object.
  tracks(std::unique_ptr<track_writer> out, labels& names) : writer_(std::move(out)), out_(*writer_), names_(names) {}

  [[nodiscard]] std::uint64_t latest_start_ticks() const override { return out_.latest_start_ticks(); }
  void epoch_begins(moment at, std::uint64_t ledger_ticks, std::uint64_t epoch, actor base) override;
  void owner_changes(moment at, actor from, actor to) override;
  void frame_begins(moment at, actor frame) override;
  void frame_ends(moment at, actor frame, ending why) override;
  void point_begins(moment at, actor context, source_id point) override;
  void point_ends(moment at, actor context, source_id point, ending why) override;
  void task_marked(moment at, fact_kind mark, source_id task) override;
  void window_ends(std::uint32_t core, const window_row& window) override;
  void facts_lost(moment at, std::uint64_t count) override;
  void epoch_ends(moment at, actor base, ending why, const std::string& fault) override;
  void finish() override { out_.finish(); }

 private:
  struct core_tracks {
    track_id owner{};
    std::optional<track_id> load, windows, loss, marks, interrupt_points;
    std::map<actor, track_id> points;
    std::uint64_t lost = 0;
    /// Since a fault: what is told to the viewer when the next epoch begins.
    std::optional<std::uint64_t> unmeasured_since;
  };

  core_tracks& of(std::uint32_t core);
  track_id need(std::uint32_t core, std::optional<track_id>& track, std::string_view name, int rank,
                track_kind kind = track_kind::slices, std::string_view unit = {});
  track_id points_of(std::uint32_t core, actor context);
  void begin_owner(moment at, actor who);

  std::unique_ptr<track_writer> writer_;
  track_writer& out_;
  labels& names_;
  std::map<std::uint32_t, core_tracks> cores_;
};

/// "task", "isr" and so on: the category of a slice.
[[nodiscard]] std::string_view category_of(actor_kind kind);

}  // namespace rtm::host
