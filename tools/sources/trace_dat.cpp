// SPDX-License-Identifier: MIT
#include "sources/trace_dat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "sources/trace_dat/bytes.hpp"
#include "sources/trace_dat/cpu_reader.hpp"
#include "sources/trace_dat/trace_file.hpp"

namespace rtm::host {

using trace_dat::cpu_reader;
using trace_dat::damage;
using trace_dat::trace_file;

trace_dat_source::trace_dat_source(input in) {
  if (in.is_live())
    throw source_error(in.name() + ": found a trace.dat that should be followed; expected one that is read as a whole");
  const std::string name = in.name();
  try {
    file_ = std::make_shared<trace_file>(in.map());
  } catch (const damage& all) {
    const source_problem& what = all.problem();
    throw source_error(fmt::format("{}: byte {}: found {}; expected {}", name, what.offset, what.found, what.expected));
  }
  problems_ = file_->problems();
}

trace_dat_source::trace_dat_source(std::shared_ptr<trace_file> file, std::size_t part)
    : file_(std::move(file)), part_(part) {
  no_names_.lists_named_ids = false;
}

trace_dat_source::~trace_dat_source() = default;

bool trace_dat_source::recognises(std::string_view prefix) {
  constexpr std::size_t enough = 3;
  return prefix.size() >= enough && prefix.substr(0, trace_dat::magic.size()) ==
                                        trace_dat::magic.substr(0, std::min(prefix.size(), trace_dat::magic.size()));
}

std::size_t trace_dat_source::read(std::span<source_fact> out) {
  // A page has few facts; who reads many at a time saves as many calls. What waits is first taken whole.
  if (ready_.waiting() == 0)
    while (ready_.waiting() < out.size() && read_more()) {
    }
  return ready_.take(out);
}

void trace_dat_source::begin() {
  has_begun_ = true;
  const auto unpacker = file_->new_unpacker();
  for (std::size_t i = part_.value_or(0); i < (part_ ? *part_ + 1 : file_->cpus().size()); ++i) {
    readers_.push_back(std::make_unique<cpu_reader>(*file_, i, unpacker, ready_, problems_));
    if (part_counted_) readers_.back()->count_part(part_counted_->first, part_counted_->second);
    load(readers_.size() - 1);
  }
}

/// Of a part, all forks and exits are known.
void trace_dat_source::load(std::size_t reader) {
  if (!readers_[reader]->load()) {
    readers_[reader] = nullptr;
    return;
  }
  std::vector<trace_dat::life> found;
  const std::uint64_t end_ns = part_ ? 0 : readers_[reader]->scan(found);
  for (const auto& each : found) file_->tasks().add(each);
  next_.emplace(end_ns, reader);
}

/// A page, or the beginning. False: there is no more.
bool trace_dat_source::read_more() {
  if (!has_begun_) {
    begin();
    return true;
  }
  if (next_.empty()) return false;
  const auto [end_ns, reader] = next_.top();
  next_.pop();
  if (!part_) file_->tasks().settle(end_ns);
  readers_[reader]->read();
  load(reader);
  return true;
}

std::vector<source_completeness> trace_dat_source::completeness() const {
  if (!file_->is_finished()) return {};
  auto all = file_->completeness();
  return part_ ? std::vector{std::move(all[*part_])} : all;
}

/// While parts are read in threads of their own, the names grow under another one.
const source_info& trace_dat_source::info() const { return part_ && !file_->is_finished() ? no_names_ : file_->info(); }

std::vector<std::unique_ptr<source>> trace_dat_source::split() {
  std::vector<std::unique_ptr<source>> parts;
  if (std::thread::hardware_concurrency() < 2 || file_->cpus().size() < 2) return parts;
  file_->find_all_lives();
  for (std::size_t i = 0; i < file_->cpus().size(); ++i) {
    std::unique_ptr<trace_dat_source> part(new trace_dat_source(file_, i));
    if (i == 0) part->problems_ = file_->problems();
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace rtm::host
