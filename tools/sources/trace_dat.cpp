// SPDX-License-Identifier: MIT
#include "sources/trace_dat.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  end_ = file_->cpus().size();
}

trace_dat_source::trace_dat_source(std::shared_ptr<trace_file> file, std::size_t part)
    : file_(std::move(file)), next_(part), end_(part + 1), part_(part) {
  no_names_.lists_named_ids = false;
}

trace_dat_source::~trace_dat_source() = default;

bool trace_dat_source::recognises(std::string_view prefix) {
  constexpr std::size_t enough = 3;
  return prefix.size() >= enough && prefix.substr(0, trace_dat::magic.size()) ==
                                        trace_dat::magic.substr(0, std::min(prefix.size(), trace_dat::magic.size()));
}

std::size_t trace_dat_source::read(std::span<source_fact> out) {
  std::size_t n = ready_.take(out);
  while (n == 0 && read_more()) n = ready_.take(out);
  return n != 0 ? n : ready_.take(out);
}

/// A page, or the end of a CPU. False: there is no more.
bool trace_dat_source::read_more() {
  while (reader_ == nullptr || !reader_->read_page()) {
    if (next_ == end_) return false;
    reader_ = std::make_unique<cpu_reader>(*file_, next_++, ready_, problems_);
  }
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
  for (std::size_t i = 0; i < file_->cpus().size(); ++i) {
    std::unique_ptr<trace_dat_source> part(new trace_dat_source(file_, i));
    if (i == 0) part->problems_ = take_problems();  // those of the file itself
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace rtm::host
