// SPDX-License-Identifier: MIT
#include "exports/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "exports/chrome.hpp"
#include "exports/ctf.hpp"
#include "exports/follower.hpp"
#include "exports/perfetto.hpp"
#include "exports/place.hpp"
#include "exports/time_scale.hpp"
#include "replay/listener.hpp"
#include "replay/replay.hpp"
#include "views/fault_text.hpp"

namespace rtm::host {
namespace {

constexpr std::array known_formats = {
    export_format{"perfetto", "Perfetto protobuf, for ui.perfetto.dev and trace_processor", open_perfetto},
    export_format{"chrome", "Chrome JSON, for chrome://tracing, Perfetto and speedscope", open_chrome},
    export_format{"ctf", "a CTF 1.8 folder with LTTng's event names, for Trace Compass and babeltrace2", open_ctf},
};

template <class Row>
void add_rows(std::vector<Row>& rows, const std::map<source_id, std::string>& names) {
  for (const auto& [id, name] : names) {
    rows.emplace_back();
    rows.back().id = id;
    rows.back().name = name;
  }
}

/// The sentence of a fault takes its names from an epoch.
std::string sentence_with_names(const fault_row& fault, const source_info& names) {
  epoch_row named;
  add_rows(named.tasks, names.tasks);
  add_rows(named.isrs, names.isrs);
  add_rows(named.swis, names.swis);
  add_rows(named.points, names.points);
  return sentence_of(fault, named);
}

/// Between replay and export: follows each core, and moves times to the origin.
class conductor final : public replay_listener {
 public:
  conductor(const source_info& info, activity& out) : info_(info), out_(out), scale_(info.clock_hz) {}

  void epoch_began(std::uint32_t core, std::uint64_t time, source_id base) override {
    if (!origin_) origin_ = time <= out_.latest_start_ticks() ? 0 : time - out_.latest_start_ticks() / 2;
    core_state& mine = on(core);
    ++mine.epochs;
    mine.epoch_start = time;
    mine.follows.begin(shifted(time), time, base);
    tell_losses(mine, time);
  }
  void accepted(const source_fact& fact, std::uint64_t time) override {
    if (last_ == nullptr || fact.core != last_core_) {
      last_ = &on(fact.core);
      last_core_ = fact.core;
    }
    if (!last_->losses.empty()) tell_losses(*last_, time);
    last_->follows.hear(fact, shifted(time));
  }
  void lost(std::uint64_t time, const source_loss& loss) override {
    if (loss.is_expected || loss.lost + loss.missing == 0) return;
    core_state& mine = on(loss.core);
    mine.follows.begin_loss(shifted(time));
    mine.losses.push_back(loss);
    if (loss.end == loss.from) tell_losses(mine, time);
  }
  void window_ended(std::uint32_t core, const window_row& window) override {
    window_row moved = window;
    moved.start = shifted(window.start);
    out_.window_ends(core, moved);
  }
  void faulted(std::uint32_t core, const fault_row& fault) override {
    on(core).follows.end(shifted(fault.time_ticks), ending::fault, sentence_with_names(fault, info_));
  }
  void epoch_ended(std::uint32_t core, const epoch_row& epoch, bool is_last) override {
    core_state& mine = on(core);
    mine.end = epoch.start + epoch.total;
    if (epoch.fault)
      summary_.cut.push_back({core, epoch.epoch, sentence_with_names(*epoch.fault, info_)});
    else
      mine.follows.end(shifted(mine.end), is_last ? ending::end_of_input : ending::reset, {});
  }

  /// `lacks`: the report of the replay, which has no epochs but what the input lacks.
  export_summary finish(report lacks) {
    for (auto& [core, mine] : cores_)
      for (const source_loss& loss : std::exchange(mine.losses, {}))
        mine.follows.end_loss(shifted(mine.end), count(loss));
    out_.finish();
    summary_.cores = cores_.size();
    summary_.lacks = std::move(lacks);
    return std::move(summary_);
  }

 private:
  struct core_state {
    follower follows;
    std::uint64_t epochs = 0;  ///< That have begun.
    std::uint64_t epoch_start = 0;
    std::uint64_t end = 0;            ///< Of the latest epoch that has ended.
    std::vector<source_loss> losses;  ///< That have begun and not been told.
  };

  static std::uint64_t count(const source_loss& loss) { return loss.lost + loss.missing; }

  core_state& on(std::uint32_t core) {
    return cores_.try_emplace(core, core_state{follower(core, out_), 0, 0, 0, {}}).first->second;
  }

  /// Those that end by `time`: at the last instant at which facts may be missing, others are there again.
  void tell_losses(core_state& mine, std::uint64_t time) {
    std::erase_if(mine.losses, [&](const source_loss& loss) {
      const std::uint64_t epoch = mine.epochs - 1;
      const bool is_over = loss.end && (loss.end->epoch < epoch ||
                                        (loss.end->epoch == epoch && loss.end->ticks <= time - mine.epoch_start + 1));
      if (is_over) mine.follows.end_loss(shifted(time), count(loss));
      return is_over;
    });
  }

  std::uint64_t shifted(std::uint64_t time) const {
    const std::uint64_t ticks = time - *origin_;  // The ledger's time may wrap too.
    if (ticks > scale_.longest_ticks())
      throw source_error(
          fmt::format("found time {}; expected at most {} ticks (292 years) after {}, the origin of this "
                      "export",
                      time, scale_.longest_ticks(), *origin_));
    return ticks;
  }

  const source_info& info_;
  activity& out_;
  time_scale scale_;
  std::optional<std::uint64_t> origin_;
  std::map<std::uint32_t, core_state> cores_;
  core_state* last_ = nullptr;  ///< The one of last_core_, to spare the look-up.
  std::uint32_t last_core_ = 0;
  export_summary summary_;
};

}  // namespace

std::span<const export_format> export_formats() { return known_formats; }

const export_format* find_export_format(std::string_view name) {
  const auto* found = std::find_if(known_formats.begin(), known_formats.end(),
                                   [&](const export_format& format) { return format.name == name; });
  return found == known_formats.end() ? nullptr : found;
}

export_summary export_activity(source& from, labels& names, activity& out) {
  conductor hears(from.info(), out);
  replay run(from.info(), &hears);
  const auto refresh = [&](std::span<const source_loss>, std::span<const source_fact>) { names.refresh(); };
  while (tell_next(from, run, refresh)) {
  }
  return hears.finish(run.finish(from.info()));
}

export_summary export_to(const export_format& format, source& from, labels& names, const std::filesystem::path& out,
                         bool replace) {
  new_place place(out, replace);
  export_summary summary;
  {
    const auto writer = format.open(from.info(), names, place.under_construction());
    summary = export_activity(from, names, *writer);
  }
  place.publish();
  return summary;
}

}  // namespace rtm::host
