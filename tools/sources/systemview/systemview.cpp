// SPDX-License-Identifier: MIT
#include "sources/systemview/systemview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "text/text.hpp"

namespace rtm::host {
namespace {

using systemview::outcome;
using systemview::packet;
using systemview::packet_id;

constexpr std::size_t block_size = std::size_t{64} * 1024;
constexpr std::uint64_t most_before_clock = std::uint64_t{4} << 20;
constexpr std::size_t most_names = 65'536;

/// Length of the lines with a semicolon and of the zero bytes behind them. Absent: it does not begin so.
std::optional<std::size_t> length_of_start(std::string_view prefix) {
  std::size_t at = 0;
  while (at < prefix.size() && prefix[at] == ';') {
    const std::size_t end = prefix.find('\n', at);
    if (end == prefix.npos) return std::nullopt;
    at = end + 1;
    while (at < prefix.size() && (prefix[at] == '\r' || prefix[at] == '\n')) ++at;
  }
  const std::size_t zeros = std::min(prefix.find_first_not_of('\0', at), prefix.size()) - at;
  if (zeros < systemview::sync_bytes) return std::nullopt;
  return at + zeros;
}

bool is_clock(const packet& p) { return p.id == packet_id::init && p.values[0] != 0 && p.values[3] < 32; }

}  // namespace

bool systemview_source::recognises(std::string_view prefix) {
  const auto start = length_of_start(prefix);
  if (!start) return false;
  std::span<const std::uint8_t> rest(reinterpret_cast<const std::uint8_t*>(prefix.data()), prefix.size());
  rest = rest.subspan(*start);
  packet p;
  for (std::size_t size = 0; systemview::read_packet(rest, p, size) == outcome::whole; rest = rest.subspan(size))
    if (is_clock(p)) return true;
  return false;
}

systemview_source::systemview_source(input in)
    : in_(std::move(in)), buffer_(block_size + systemview::longest_packet), core_(0, ready_) {
  const std::size_t start = length_of_start(in_.prefix()).value_or(0);
  while (end_ < start && refill()) {
  }
  begin_ = passed_ = std::min(start, end_);
  while (!has_clock_ && passed_ < most_before_clock && read_packet()) {
  }
  if (!has_clock_)
    throw source_error(fmt::format(
        "{}: byte {}: found no clock; expected a packet with the frequency of the time stamps", in_.name(), passed_));
}

bool systemview_source::refill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  const std::size_t n = in_.read({reinterpret_cast<char*>(buffer_.data()) + end_, buffer_.size() - end_});
  end_ += n;
  return n != 0;
}

/// False: there is no more. Behind damage nothing can be placed in time: each packet counts from the one before it.
bool systemview_source::read_packet() {
  packet p;
  std::size_t size = 0;
  outcome found = outcome::cut;
  while ((found = systemview::read_packet({buffer_.data() + begin_, end_ - begin_}, p, size)) == outcome::cut &&
         refill()) {
  }
  if (found == outcome::whole) {
    now_ += p.delta_ticks;
    use(p);
    if (has_other_clock_) return false;
    begin_ += size;
    passed_ += size;
    return true;
  }
  if (found == outcome::damaged)
    problems_.push_back({passed_, "damage, and nothing behind it can be placed in time", "a packet of SystemView"});
  else if (begin_ != end_)
    problems_.push_back({passed_, "the end of the file in a packet", "the rest of the packet"});
  return false;
}

void systemview_source::use(const packet& p) {
  if (!has_begun_) core_.begin(now_);
  has_begun_ = true;
  (void)core_.is_in_order(now_);  // It is: time is a sum.
  switch (p.id) {
    case packet_id::overflow: core_.lost(now_, p.values[0], passed_); break;
    case packet_id::isr_enter: core_.entered(now_, p.values[0]); break;
    case packet_id::isr_exit: leave_isr(false); break;
    case packet_id::isr_to_scheduler: leave_isr(true); break;
    case packet_id::task_stop_exec: core_.runs(now_, kernel_owner); break;
    case packet_id::idle:
      // Some systems have an idle hook that interrupts reach too; the interrupt goes on.
      if (!core_.has_frame()) {
        core_.runs(now_, idle_owner);
      } else {
        core_.seen(now_);
        note(idle_in_isr_);
      }
      break;
    case packet_id::trace_start:
      if (has_started_) core_.lost(now_, 0, passed_);
      has_started_ = true;
      break;
    case packet_id::timer_enter:
    case packet_id::timer_exit: use_timer(p); break;
    case packet_id::init: use_init(p); break;
    case packet_id::system_description: use_description(p.text); break;
    case packet_id::name_resource:
      if (resources_.size() < most_names) resources_[p.values[0]] = printable(p.text);
      break;
    case packet_id::task_start_exec:
    case packet_id::task_start_ready:
    case packet_id::task_stop_ready:
    case packet_id::task_create:
    case packet_id::task_info:
    case packet_id::task_terminate: use_task(p); break;
    default: core_.seen(now_);
  }
}

void systemview_source::use_task(const packet& p) {
  const auto task = tasks_.of(p.values[0]);
  if (!task) return note(too_many_);
  switch (p.id) {
    case packet_id::task_start_exec: core_.runs(now_, *task); break;
    case packet_id::task_start_ready: core_.marked(now_, fact_kind::task_release, *task); break;
    case packet_id::task_stop_ready: core_.marked(now_, fact_kind::task_wait, *task); break;
    case packet_id::task_terminate: core_.marked(now_, fact_kind::task_terminate, *task); break;
    default: core_.seen(now_);
  }
  if (p.id == packet_id::task_info && !p.text.empty()) info_.tasks[*task] = printable(p.text);
}

/// The packet does not say which interrupt ends: the innermost one.
void systemview_source::leave_isr(bool to_scheduler) {
  if (core_.has_frame())
    core_.exited(now_, core_.topmost_isr());
  else if (core_.owner() != unknown_owner)
    core_.contradicted(now_);
  else
    core_.seen(now_);
  if (to_scheduler && !core_.has_frame()) core_.runs(now_, kernel_owner);
}

void systemview_source::use_timer(const packet& p) {
  if (p.id == packet_id::timer_enter) {
    const auto timer = timers_.of(p.values[0]);
    if (!timer) return note(too_many_);
    if (!core_.point_began(now_, *timer)) note(stray_timers_);
    return;
  }
  const auto innermost = core_.innermost_point();
  if (!innermost || !core_.point_ended(now_, *innermost)) {
    core_.seen(now_);
    note(stray_timers_);
  }
}

/// A target that is started again says it again. Behind another clock, or other ids, ticks and ids would mean something
/// else than before.
void systemview_source::use_init(const packet& p) {
  core_.seen(now_);
  if (!is_clock(p)) {
    if (has_clock_) refuse_init("no clock");
    return;
  }
  const auto [hz, cpu_hz, base, shift] = p.values;
  if (!has_clock_) {
    has_clock_ = true;
    info_.clock_hz = hz;
    ram_base_ = base;
    id_shift_ = shift;
  } else if (hz != info_.clock_hz) {
    refuse_init(fmt::format("a clock of {} Hz", hz));
  } else if (base != ram_base_ || shift != id_shift_) {
    refuse_init(fmt::format("ids from 0x{:08x} in steps of {}", base, std::uint64_t{1} << shift));
  }
}

void systemview_source::refuse_init(const std::string& found) {
  has_other_clock_ = true;
  problems_.push_back({passed_, found + " from here on, and nothing behind it is read",
                       fmt::format("{} Hz and ids from 0x{:08x} in steps of {}, as before", info_.clock_hz, ram_base_,
                                   std::uint64_t{1} << id_shift_)});
}

/// "N=Application,O=System,I#15=SysTick": what is named by I# are interrupts.
void systemview_source::use_description(std::string_view text) {
  core_.seen(now_);
  while (!text.empty()) {
    std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    if (!item.starts_with("I#") || equals == item.npos || info_.isrs.size() == most_names) continue;
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(item.data() + 2, item.data() + equals, number);
    if (error == std::errc() && end == item.data() + equals && equals + 1 < item.size())
      info_.isrs[number] = printable(item.substr(equals + 1));
  }
}

void systemview_source::note(tally& of) {
  if (of.count++ == 0) of.offset = passed_;
}

std::size_t systemview_source::read(std::span<source_fact> out) {
  std::size_t n = ready_.take(out);
  while (n == 0 && !is_over_) {
    const int packets = in_.is_live() ? 1 : 1024;  // the next packet may be long in coming
    for (int i = 0; i < packets && !is_over_; ++i)
      if (!read_packet()) finish();
    n = ready_.take(out);
  }
  return n;
}

void systemview_source::finish() {
  is_over_ = true;
  core_.end(now_);
  const auto address = [&](std::uint32_t id) { return (std::uint64_t{id} << id_shift_) + ram_base_; };
  for (const auto& [id, number] : tasks_.all()) info_.tasks.try_emplace(number, fmt::format("0x{:08x}", address(id)));
  for (const auto& [id, number] : timers_.all()) {
    const auto named = resources_.find(id);
    info_.points[number] = named != resources_.end() ? named->second : fmt::format("timer 0x{:08x}", address(id));
  }
  tell(idle_in_isr_, "idle inside an interrupt, which goes on", "idle when no interrupt is served");
  tell(stray_timers_, "a timer that does not fit", "one inside a task or an interrupt, ended where it began");
  tell(too_many_, "a task or timer too many", fmt::format("at most {} of them", numbers::most));
}

void systemview_source::tell(const tally& of, std::string_view what, std::string_view expected) {
  if (of.count == 0) return;
  const std::string more = of.count == 1 ? "" : fmt::format(" ({} such packets, this is the first)", of.count);
  problems_.push_back({of.offset, fmt::format("{}{}", what, more), std::string(expected)});
}

}  // namespace rtm::host
