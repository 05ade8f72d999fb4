// SPDX-License-Identifier: MIT
#include "sources/trace_dat/cpu_reader.hpp"

#include <utility>

namespace rtm::host::trace_dat {

cpu_reader::cpu_reader(trace_file& file, std::size_t index, std::shared_ptr<unpacker> by, fact_queue& facts,
                       std::vector<source_problem>& problems)
    : file_(&file),
      index_(index),
      pages_(file.pages_of(index, std::move(by),
                           [&problems](source_problem what) { problems.push_back(std::move(what)); })),
      events_(file.cpus()[index].cpu, file.events(), file.tasks(), facts, problems) {
  if (!file.has_switch()) events_.know_nobody();
}

bool cpu_reader::load() {
  if (!std::exchange(has_begun_, true)) events_.begin(file_->first_ns());
  if (pages_.next(page_)) return true;
  if (pages_.is_cut()) events_.lose(0);
  events_.finish(file_->last_ns());
  file_->finish(index_, std::move(events_.result()));
  return false;
}

void cpu_reader::read() {
  if (file_->is_big())
    events_.read_page<true>(page_, file_->pages());
  else
    events_.read_page<false>(page_, file_->pages());
}

}  // namespace rtm::host::trace_dat
