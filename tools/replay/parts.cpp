// SPDX-License-Identifier: MIT
#include "replay/parts.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <thread>
#include <utility>

#include "replay/migration.hpp"
#include "replay/replay.hpp"

namespace rtm::host {
namespace {

/// One part and the replay of it. Nothing is shared between two of them.
struct part_run {
  std::unique_ptr<source> from;
  replay run;
  std::exception_ptr failed;

  part_run(std::unique_ptr<source> part, std::size_t kept_windows, bool keeps_timing)
      : from(std::move(part)), run(from->info(), nullptr, kept_windows, keeps_timing) {}

  void read() noexcept try {
    while (tell_next(*from, run)) {
    }
  } catch (...) {
    failed = std::current_exception();
  }
};

void read_all(std::vector<std::unique_ptr<part_run>>& runs) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) runs[i]->read();
  };
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(processors, runs.size()); ++i) others.emplace_back(work);
  work();
}

template <class T>
void append(std::vector<T>& to, std::vector<T>&& more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void add(report& all, report&& part) {
  all.clock_hz = part.clock_hz;
  append(all.cores, std::move(part.cores));
  append(all.losses, std::move(part.losses));
  append(all.problems, std::move(part.problems));
  all.unlisted += part.unlisted;
}

/// In the order of the input.
template <class Row>
void order(std::vector<Row>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return in_order_of_input(a, b); });
}

/// As many as a report keeps: of problems so many in all, of losses so many of each core, which its replay has kept.
template <class Row>
void trim(std::vector<Row>& rows, std::uint64_t& unlisted) {
  if (rows.size() <= report::most_listed) return;
  unlisted += rows.size() - report::most_listed;
  rows.resize(report::most_listed);
}

}  // namespace

std::optional<report> make_report_of_parts(std::vector<std::unique_ptr<source>> parts, std::size_t kept_windows,
                                           bool keeps_timing) {
  std::vector<std::unique_ptr<part_run>> runs;
  for (auto& part : parts) runs.push_back(std::make_unique<part_run>(std::move(part), kept_windows, keeps_timing));
  read_all(runs);
  if (!std::all_of(runs.begin(), runs.end(), [](const auto& of) { return of->from->is_right_part(); }))
    return std::nullopt;
  for (const auto& of : runs)
    if (!of->failed) of->read();  // what only all of them can tell
  source_info names = runs.front()->from->info();
  for (const auto& of : runs) {
    if (of->failed) std::rethrow_exception(of->failed);
    add_missing_names(names, of->from->info());
    of->run.add_completeness(of->from->completeness());  // which may depend on what other parts have seen
    of->run.add_repairs(of->from->repairs());
  }
  report all;
  for (const auto& of : runs) add(all, of->run.finish(names));
  std::sort(all.cores.begin(), all.cores.end(),
            [](const core_report& a, const core_report& b) { return a.core < b.core; });
  order(all.losses);
  order(all.problems);
  trim(all.problems, all.unlisted);
  mark_migration(all);
  return all;
}

}  // namespace rtm::host
