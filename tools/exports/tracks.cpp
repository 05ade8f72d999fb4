// SPDX-License-Identifier: MIT
#include "exports/tracks.hpp"

#include <fmt/format.h>

#include <array>

#include "report/words.hpp"
#include "views/numbers.hpp"

namespace rtm::host {
namespace {

/// Shown where a load is not a number, because a counter cannot pause: no load is below 0.
constexpr double no_load = -1;

enum rank { owner_rank, load_rank, windows_rank, loss_rank, marks_rank, interrupt_points_rank, points_rank };

}  // namespace

std::string_view category_of(actor_kind kind) {
  switch (kind) {
    case actor_kind::task: return "task";
    case actor_kind::idle: return "idle";
    case actor_kind::kernel: return "kernel";
    case actor_kind::isr: return "isr";
    case actor_kind::swi: return "swi";
    case actor_kind::unknown: break;
  }
  return "unknown";
}

tracks::core_tracks& tracks::of(std::uint32_t core) {
  const auto [at, is_new] = cores_.try_emplace(core);
  if (is_new) {
    out_.add_core(core);
    at->second.owner = out_.add_track(core, "owner", owner_rank, track_kind::slices, {});
  }
  return at->second;
}

track_id tracks::need(std::uint32_t core, std::optional<track_id>& track, std::string_view name, int rank,
                      track_kind kind, std::string_view unit) {
  if (!track) track = out_.add_track(core, name, rank, kind, unit);
  return *track;
}

track_id tracks::points_of(std::uint32_t core, actor context) {
  core_tracks& mine = of(core);
  if (context.kind == actor_kind::isr || context.kind == actor_kind::swi)
    return need(core, mine.interrupt_points, "points in interrupts", interrupt_points_rank);
  if (const auto known = mine.points.find(context); known != mine.points.end()) return known->second;
  const int rank = points_rank + static_cast<int>(mine.points.size());
  const std::string name = "points of " + names_.of(context);
  return mine.points[context] = out_.add_track(core, name, rank, track_kind::slices, {});
}

void tracks::begin_owner(moment at, actor who) {
  const std::array id{annotation{"id", who.id}};
  const bool has_id = who.kind == actor_kind::task || who.kind == actor_kind::isr || who.kind == actor_kind::swi;
  out_.begin(of(at.core).owner, at.ticks, category_of(who.kind), names_.of(who), std::span(id).first(has_id ? 1 : 0));
}

void tracks::epoch_begins(moment at, std::uint64_t ledger_ticks, std::uint64_t epoch, actor base) {
  core_tracks& mine = of(at.core);
  if (!mine.loss) facts_lost(at, 0);
  if (mine.unmeasured_since)
    out_.slice(mine.owner, *mine.unmeasured_since, at.ticks, "not measured", "not measured", {});
  mine.unmeasured_since.reset();
  const std::array notes{annotation{"epoch", epoch}, annotation{"ledger ticks", ledger_ticks}};
  out_.instant(mine.owner, at.ticks, "epoch", "epoch", notes);
  begin_owner(at, base);
}

void tracks::owner_changes(moment at, actor /*from*/, actor to) {
  out_.end(of(at.core).owner, at.ticks, ending::returned);
  begin_owner(at, to);
}

void tracks::frame_begins(moment at, actor frame) { begin_owner(at, frame); }

void tracks::frame_ends(moment at, actor /*frame*/, ending why) { out_.end(of(at.core).owner, at.ticks, why); }

void tracks::point_begins(moment at, actor context, source_id point) {
  const std::array id{annotation{"id", point}};
  out_.begin(points_of(at.core, context), at.ticks, "point", names_.of_point(point), id);
}

void tracks::point_ends(moment at, actor context, source_id /*point*/, ending why) {
  out_.end(points_of(at.core, context), at.ticks, why);
}

void tracks::task_marked(moment at, fact_kind mark, source_id task) {
  const track_id on = need(at.core, of(at.core).marks, "task marks", marks_rank);
  const std::array id{annotation{"id", task}};
  out_.instant(on, at.ticks, word_of(mark), fmt::format("{} {}", word_of(mark), names_.of({actor_kind::task, task})),
               id);
}

void tracks::window_ends(std::uint32_t core, const window_row& window) {
  core_tracks& mine = of(core);
  const auto load = load_of(window);
  const track_id counter = need(core, mine.load, "load", load_rank, track_kind::counter, "%");
  const track_id slices = need(core, mine.windows, "windows", windows_rank);
  const std::array notes{annotation{"index", window.index}, annotation{"ticks", window.length},
                         annotation{"idle ticks", window.base.idle}, annotation{"kernel ticks", window.base.kernel},
                         annotation{"unknown ticks", window.base.unknown}};
  out_.count(counter, window.start, load ? *load * 100 : no_load);
  const std::string_view part = window.complete ? "" : window.cut_by_fault ? " (cut by a fault)" : " (partial)";
  const std::uint64_t known = window.length - window.base.unknown;
  const std::string shown = load ? percent_with_unit(known - window.base.idle, known) : "n/a";
  out_.slice(slices, window.start, window.start + window.length, "window", fmt::format("load {}{}", shown, part),
             notes);
}

void tracks::facts_lost(moment at, std::uint64_t count) {
  core_tracks& mine = of(at.core);
  mine.lost += count;
  const track_id counter = need(at.core, mine.loss, "trace loss", loss_rank, track_kind::counter, "facts");
  out_.count(counter, at.ticks, static_cast<double>(mine.lost));
}

void tracks::epoch_ends(moment at, actor /*base*/, ending why, const std::string& fault) {
  core_tracks& mine = of(at.core);
  out_.end(mine.owner, at.ticks, why);
  if (why != ending::fault) return;
  out_.instant(mine.owner, at.ticks, "fault", fault, {});
  mine.unmeasured_since = at.ticks;
  if (mine.load) out_.count(*mine.load, at.ticks, no_load);
}

}  // namespace rtm::host
