// SPDX-License-Identifier: MIT
#include "sources/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "wire/packet_splitter.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t trace_block = 64 * 1024;

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

trace_source::trace_source(input in, place_of place)
    : in_(std::move(in)), place_(std::move(place)), decoder_(*this), block_(trace_block) {
  while (ready_.waiting() == 0 && read_more()) {
  }
  // A target whose start-up test failed measures nothing, and says why.
  if (ready_.waiting() != 0 || has_finding()) return;
  const source_problem first =
      problems_.empty() ? source_problem{0, "a trace without facts", "a page of facts"} : problems_.front();
  throw source_error(
      fmt::format("{}: byte {}: found {}; expected {}", in_.name(), first.offset, first.found, first.expected));
}

bool trace_source::has_finding() const {
  return std::any_of(extras_.begin(), extras_.end(), [](const core_extras& of) { return !of.findings.empty(); });
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

bool trace_source::begins(std::string_view prefix) {
  wire::packet_splitter splitter;
  splitter.feed(as_bytes(prefix));
  wire::packet_view packet;
  wire::damage bad;
  return splitter.next(packet, bad) == wire::packet_splitter::result::packet && packet.offset == 0;
}

/// A head with a known type, an end, and more than text has.
bool trace_source::resembles(std::string_view prefix) {
  const std::size_t end = prefix.find('\0');
  if (end == prefix.npos || end < wire::format::head_bytes + wire::format::checksum_bytes) return false;
  const auto type = static_cast<unsigned char>(prefix[1]);
  return prefix[0] != '\xff' && type >= 1 && type <= wire::format::last_packet_type &&
         static_cast<unsigned char>(prefix[0]) <= end;
}

/// False: there is no more.
bool trace_source::read_more() {
  if (is_over_) return false;
  const std::size_t n = in_.is_live() && decoder_.has_ended() ? 0 : in_.read(block_);
  if (n == 0) {
    is_over_ = true;
    decoder_.finish();
    return false;
  }
  bytes_ += n;
  decoder_.feed(as_bytes({block_.data(), n}));
  return true;
}

std::size_t trace_source::read(std::span<source_fact> out) {
  std::size_t n = ready_.take(out);
  while (n == 0 && read_more()) n = ready_.take(out);
  return n != 0 ? n : ready_.take(out);
}

/// A row that changed hands has the time of several tasks: it has the names of all of them. Cores tell the same of a
/// task, one perhaps later than the other.
void trace_source::on_name(std::uint32_t core, fact_kind of, source_id id, std::string text) {
  std::vector<std::string>& told = told_names_[{core, of, id}];
  told.push_back(std::move(text));
  const std::string all = fmt::format("{}", fmt::join(told, ", then "));
  const auto [name, is_new] = info_.names_of(of).try_emplace(id, all);
  if (!is_new && all.starts_with(name->second)) name->second = all;
}

void trace_source::on_loss(const source_loss& loss) {
  source_loss placed = loss;
  if (place_) placed.offset = place_(loss.offset);
  ready_.push(placed);
}

void trace_source::on_problem(wire::problem what) {
  if (place_) what.offset = place_(what.offset);
  problems_.push_back(std::move(what));
}

void trace_source::on_repairs(wire::told_repairs told) {
  repairs_[{told.core, told.target_epoch}] = std::move(told.counts);
}

/// Counts go on within an epoch, so the latest of each one counts.
std::vector<source_repairs> trace_source::repairs() const {
  std::vector<source_repairs> out;
  for (const auto& [place, counts] : repairs_) {
    if (out.empty() || out.back().core != place.first) out.push_back({place.first, {}});
    for (const auto& [kind, count] : counts) out.back().counts[kind] += count;
  }
  return out;
}

void trace_source::on_facts(std::span<const source_fact> facts) { ready_.push(facts); }

}  // namespace rtm::host
