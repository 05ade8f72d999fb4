// SPDX-License-Identifier: MIT
#include "sources/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "wire/packet_splitter.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t block_size = 64 * 1024;

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

// ---- What is wrong ----

void trace_problems::add(const wire::problem& what) {
  add_line(fmt::format("{}: byte {}: found {}; expected {}", name_, what.offset, what.found, what.expected));
}

void trace_problems::add(const wire::gap& what) {
  std::string found;
  if (what.lost != 0) found = fmt::format("{} lost on the target", counted(what.lost, "fact"));
  if (what.missing != 0)
    found += fmt::format("{}{} missing in the stream", found.empty() ? "" : " and ", counted(what.missing, "fact"));
  if (found.empty()) found = "no fact missing, but a break";
  const std::string until = what.to == ~std::uint64_t{0} ? std::string("the end") : fmt::format("{}", what.to);
  add_line(fmt::format("{}: byte {}: found {}, core {}, tick {} to {}{}; expected every fact", name_, what.offset,
                       found, what.core, what.from, until, windows_of(what)));
}

/// Which windows of the report have time in them of which nothing is known.
std::string trace_problems::windows_of(const wire::gap& what) const {
  const auto found = places_.find(what.core);
  if (window_ticks_ == 0 || found == places_.end()) return {};
  const wire::epoch_place& now = found->second;
  if (what.to == ~std::uint64_t{0})
    return fmt::format(": not covered: epoch {} from window {} on", now.epoch, (what.from - now.start) / window_ticks_);
  const std::uint64_t last = (what.to - now.start) / window_ticks_;
  if (what.epoch != now.epoch || what.from < now.start)
    return fmt::format(": not covered: epoch {} up to window {}", now.epoch, last);
  const std::uint64_t first = (what.from - now.start) / window_ticks_;
  return first == last ? fmt::format(": not covered: epoch {}, window {}", now.epoch, first)
                       : fmt::format(": not covered: epoch {}, windows {} to {}", now.epoch, first, last);
}

void trace_problems::add_line(std::string line) {
  if (count_++ == 0) first_ = line;
  if (count_ <= most_lines) {
    lines_.push_back(std::move(line));
  } else {
    ++unlisted_;
  }
}

std::vector<std::string> trace_problems::take() {
  if (unlisted_ != 0)
    lines_.push_back(fmt::format("{}: found {}; expected a whole stream", name_, counted(unlisted_, "more problem")));
  unlisted_ = 0;
  return std::exchange(lines_, {});
}

// ---- The source ----

trace_source::trace_source(input in) : in_(std::move(in)), decoder_(*this), problems_(in_.name()), block_(block_size) {
  while (ready_.empty() && read_more()) {
  }
  if (!ready_.empty()) return;
  if (problems_.any()) throw source_error(problems_.first());
  throw source_error(fmt::format("{}: found a trace without facts; expected a page of facts", in_.name()));
}

bool trace_source::recognises(std::string_view prefix) {
  wire::packet_splitter splitter;
  splitter.feed(as_bytes(prefix));
  wire::packet_view packet;
  wire::damage bad;
  for (auto found = splitter.next(packet, bad); found != wire::packet_splitter::result::nothing;
       found = splitter.next(packet, bad))
    if (found == wire::packet_splitter::result::packet) return true;
  return false;
}

/// False: there is no more.
bool trace_source::read_more() {
  if (is_over_) return false;
  const std::size_t n = in_.read(block_);
  if (n == 0) {
    is_over_ = true;
    decoder_.finish();
    return false;
  }
  decoder_.feed(as_bytes({block_.data(), n}));
  return true;
}

std::size_t trace_source::read(std::span<source_fact> out) {
  while (taken_ == ready_.size()) {
    ready_.clear();
    taken_ = 0;
    if (!read_more()) break;
  }
  const std::size_t n = std::min(out.size(), ready_.size() - taken_);
  std::copy_n(ready_.begin() + static_cast<std::ptrdiff_t>(taken_), n, out.begin());
  taken_ += n;
  return n;
}

void trace_source::on_header(const source_info& info) {
  info_ = info;
  problems_.set_window(info.window_ticks);
}

void trace_source::on_name(fact_kind of, source_id id, std::string text) {
  auto& names = of == fact_kind::task_switch ? info_.tasks
                : of == fact_kind::isr_enter ? info_.isrs
                : of == fact_kind::swi_enter ? info_.swis
                                             : info_.points;
  names.try_emplace(id, std::move(text));
}

void trace_source::on_facts(std::span<const source_fact> facts) {
  ready_.insert(ready_.end(), facts.begin(), facts.end());
}

/// Of a flight recorder nobody expects the beginning.
void trace_source::on_gap(const wire::gap& what) {
  if (!(what.is_beginning && decoder_.how() == trace::mode::keep_newest)) problems_.add(what);
}

}  // namespace rtm::host
