// SPDX-License-Identifier: MIT
#include "views/live.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "replay/replay.hpp"
#include "views/extras_text.hpp"
#include "views/json.hpp"
#include "views/numbers.hpp"
#include "views/text.hpp"
#include "views/window_lines.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t shortest_bar = 10;
constexpr std::size_t longest_bar = 40;

std::string window_line(std::uint32_t core, const window_row& window, std::size_t width) {
  const class_ticks classes = classes_of(window);
  const std::uint64_t known = window.length - window.base.unknown;
  const auto share = [&](std::size_t of) { return percent(classes.ticks[of], window.length); };
  std::string line = fmt::format("core {} #{}{} from {}: load {} %, tasks {} %, isrs {} %, swis {} %, unknown {} %",
                                 core, window.index,
                                 !window.covered   ? "!"
                                 : window.complete ? ""
                                                   : "*",
                                 window.start, window.cut_by_fault ? "n/a" : percent(known - window.base.idle, known),
                                 share(0), share(1), share(2), share(4));
  if (line.size() + shortest_bar + 4 <= width)
    line += "  |" + bar_of(classes, std::min(longest_bar, width - line.size() - 4)) + '|';
  return line + '\n';
}

}  // namespace

live_view::live_view(const source_info& info, const view_options& options, bool as_json, std::ostream& out)
    : info_(info), options_(options), as_json_(as_json), out_(out) {
  options_.windows = 0;
}

void live_view::epoch_began(std::uint32_t core, std::uint64_t time_ticks, source_id base) {
  if (base < idle_owner) migration_.ran(core, base);
  if (!as_json_) out_ << fmt::format("core {}: an epoch begins at tick {}\n", core, time_ticks);
}

void live_view::accepted(const source_fact& fact, std::uint64_t /*time_ticks*/) {
  if (fact.kind == fact_kind::task_switch && fact.id < idle_owner) migration_.ran(fact.core, fact.id);
}

void live_view::window_ended(std::uint32_t core, const window_row& window) {
  if (as_json_)
    out_ << fmt::format("{{\"core\":{},\"window\":{}}}\n", core, json_of(window));
  else
    out_ << window_line(core, window, options_.width);
}

/// As text, those of an epoch come at the end.
void live_view::counted(std::uint32_t core, const core_counters& columns, const counter_table& counts) {
  if (as_json_)
    out_ << fmt::format("{{\"core\":{},\"counters\":{}}}\n", core, json_of(columns, counts));
  else if (counts.window)
    out_ << fmt::format("core {} #{}: {}\n", core, *counts.window, line_of_counts(columns, counts, info_));
}

void live_view::lost(std::uint64_t time_ticks, const source_loss& loss) {
  if (!as_json_)
    out_ << fmt::format("core {}: facts are missing from tick {} on ({} lost on the target, {} in the stream)\n",
                        loss.core, time_ticks, loss.lost, loss.missing);
}

void live_view::faulted(std::uint32_t core, const fault_row& fault) {
  any_fault_ = true;
  if (!as_json_) out_ << fmt::format("core {}: invalid since tick {}\n", core, fault.time_ticks);
}

void live_view::epoch_ended(std::uint32_t core, const epoch_row& epoch, bool /*is_last*/) {
  epoch_row named = epoch;
  add_names(named, info_);
  migration_.mark(named);
  if (as_json_) {
    out_ << fmt::format("{{\"core\":{},\"epoch\":{}}}\n", core, json_of(named));
    return;
  }
  out_ << '\n';
  render_epoch_text(core, named, info_.clock_hz, options_, out_);
  out_ << '\n';
}

}  // namespace rtm::host
