// SPDX-License-Identifier: MIT
#include "replay/core_timing.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace rtm::host {
namespace {

bool is_empty(const os::task_times& of) {
  return of.cet.count == 0 && of.st.count == 0 && of.cut == 0 && of.open == 0 && of.early == 0;
}
bool is_empty(const os::call_times& of) { return of.cet.count == 0 && of.dt.count == 0 && of.cut == 0 && of.open == 0; }
bool is_empty(const os::point_times& of) { return of.cet.count == 0 && of.cut == 0 && of.open == 0; }

template <class Times, class Read>
std::vector<timing_row<Times>> rows_of(const slots& ids, std::uint32_t count, Read read) {
  std::vector<timing_row<Times>> rows;
  for (std::uint32_t slot = 0; slot < std::min(count, ids.size()); ++slot) {
    const Times times = read(slot);
    if (!is_empty(times)) rows.push_back({ids.id_of(slot), std::nullopt, times, std::nullopt});
  }
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return rows;
}

os::call_note note_of(const source_fact& fact) {
  if (fact.is_piece) return os::call_note::piece;
  return fact.is_unowned ? os::call_note::unowned : os::call_note::whole;
}

}  // namespace

void cut_watch::parts::add(std::uint64_t ticks, bool has_ended) {
  longest = std::max(longest, ticks);
  in_a_row += ticks;
  most = std::max(most, in_a_row);
  if (has_ended) in_a_row = 0;
}

void core_timing::begin(const source_fact& reset, std::uint32_t slot, std::uint64_t time) {
  start_ = time;
  doubtful_up_to_ = reset.is_piece ? 1 : 0;
  book_.watch().of_task.clear();
  book_.begin(time, slot, reset.id != unknown_owner);
}

void core_timing::tell(const source_fact& fact, std::uint32_t slot, std::uint64_t time) {
  if (doubtful_up_to_ != 0) {
    book_.doubt();
    if (time - start_ >= doubtful_up_to_) doubtful_up_to_ = 0;
  }
  book_.accept(fact.kind, time, slot, note_of(fact));
}

void core_timing::lose(std::uint64_t end) {
  book_.doubt();
  doubtful_up_to_ = std::max(doubtful_up_to_, end);
}

/// What was cut, and what is open now.
std::vector<unfinished_row> core_timing::unfinished(const slots& tasks, std::uint64_t time) {
  std::vector<unfinished_row> rows;
  const std::uint32_t count = std::min(book_.rows().task_count(), tasks.size());
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    const std::uint64_t open = book_.open_cet(slot, time);  // which may cut something before it
    const auto cut = book_.watch().of_task.find(slot);
    cut_watch::parts known = cut == book_.watch().of_task.end() ? cut_watch::parts{} : cut->second;
    known.add(open, false);
    if (known.longest != 0) rows.push_back({tasks.id_of(slot), known.longest, known.most});
  }
  return rows;
}

epoch_timing core_timing::rows(const slots& tasks, const slots& frames, const slots& points, std::uint64_t time) {
  timing_rows& all = book_.rows();
  epoch_timing rows;
  rows.tasks =
      rows_of<os::task_times>(tasks, all.task_count(), [this, time](std::uint32_t i) { return book_.task(i, time); });
  rows.isrs = rows_of<os::call_times>(frames, all.isr_count(), [this](std::uint32_t i) { return book_.isr(i); });
  rows.swis = rows_of<os::call_times>(frames, all.swi_count(), [this](std::uint32_t i) { return book_.swi(i); });
  rows.points = rows_of<os::point_times>(points, all.point_count(), [this](std::uint32_t i) { return book_.point(i); });
  rows.unfinished = unfinished(tasks, time);
  return rows;
}

}  // namespace rtm::host
