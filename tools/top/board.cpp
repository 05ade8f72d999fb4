// SPDX-License-Identifier: MIT
#include "top/board.hpp"

#include <algorithm>
#include <utility>

#include "views/extras_text.hpp"

namespace rtm::host {
namespace {

template <class Rows>
void name_rows(Rows& rows, const std::map<source_id, std::string>& names) {
  for (auto& row : rows)
    if (const auto found = names.find(row.id); found != names.end()) row.name = found->second;
}

bool is_new(const std::pair<const std::uint32_t, board_core>& each) { return each.second.is_new; }

}  // namespace

void window_board::begin(const source_info& names) {
  names_ = &names;
  frame_.clock_hz = names.clock_hz;
  cores_.clear();
}

void window_board::epoch_began(std::uint32_t core, std::uint64_t /*time_ticks*/, source_id /*base*/) {
  board_core& of = cores_[core];
  of.core = core;
  of.is_faulty = false;
}

void window_board::window_ended(std::uint32_t core, const window_row& window) {
  board_core& of = cores_[core];
  if (is_each_told_ && of.is_new) tell();
  of.window = window;
  of.is_new = true;
}

void window_board::counted(std::uint32_t core, const core_counters& columns, const counter_table& counts) {
  if (!counts.window) return;
  board_core& of = cores_[core];
  of.columns = columns;
  of.counts = counts;
}

void window_board::lost(std::uint64_t /*time_ticks*/, const source_loss& loss) {
  frame_.lost += loss.lost + loss.missing;
}

void window_board::faulted(std::uint32_t core, const fault_row& /*fault*/) {
  any_fault_ = cores_[core].is_faulty = true;
}

void window_board::publish(bool is_aligned) {
  if (std::none_of(cores_.begin(), cores_.end(), is_new)) return;
  const window_row& first = cores_.begin()->second.window;
  const auto is_same = [&](const auto& each) {
    return each.second.window.length != 0 && each.second.window.start == first.start;
  };
  if (is_aligned && !std::all_of(cores_.begin(), cores_.end(), is_same)) return;
  tell();
}

void window_board::publish_if_whole() {
  if (!cores_.empty() && std::all_of(cores_.begin(), cores_.end(), is_new)) tell();
}

void window_board::tell() {
  frame_.cores.clear();
  for (auto& [number, of] : cores_) {
    of.is_new = false;
    if (of.window.length == 0) continue;
    frame_.cores.push_back(of);
    board_core& shown = frame_.cores.back();
    add_names(shown.window);
    if (shown.counts) shown.counts_line = line_of_counts(shown.columns, *shown.counts, *names_);
  }
  ++frame_.number;
  tell_(frame_);
  frame_.facts = 0;
}

void window_board::add_names(window_row& to) const {
  name_rows(to.tasks, names_->tasks);
  name_rows(to.isrs, names_->isrs);
  name_rows(to.swis, names_->swis);
}

}  // namespace rtm::host
