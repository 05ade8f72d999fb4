// SPDX-License-Identifier: MIT
#include "sources/ctf/decoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host::ctf {
namespace {

constexpr std::size_t most_steps = 1'000'000;  ///< Of all plans: tens of MB, and far more than tracers need.
constexpr std::uint64_t most_dense = 65'536;
constexpr std::string_view packet_fields[packet_numbers] = {
    "timestamp_begin", "timestamp_end", "content_size", "packet_size", "events_discarded", "packet_seq_num", "cpu_id"};

class decoding_maker {
 public:
  decoding_maker(const metadata& of, const std::string& name, const wish_of_event& wanted)
      : of_(of), name_(name), wanted_(wanted) {}

  decoding make() {
    set_clock();
    out_.uuid = of_.uuid;
    out_.has_magic = find_field(of_.packet_header, "magic") != nullptr;
    out_.has_stream_id = find_field(of_.packet_header, "stream_id") != nullptr;
    out_.has_uuid = find_field(of_.packet_header, "uuid") != nullptr && !of_.uuid.empty();
    out_.packet_header = plan_of({of_.packet_header}, {{"magic", "stream_id"}, {"uuid"}, false});
    for (const auto& [id, stream] : of_.streams) add_stream(out_.streams[id], stream);
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(std::uint64_t line, const std::string& found, const std::string& expected) const {
    throw source_error(fmt::format("{}:{}: found {}; expected {}", name_, line, found, expected));
  }

  plan plan_of(const std::vector<type_ref>& parts, const wanted_fields& wanted) {
    plan made = make_plan(parts, wanted, of_.order, name_);
    steps_ += made.steps.size() + made.choices.size();
    if (steps_ > most_steps)
      throw source_error(
          fmt::format("{}: found structures of more than {} fields in all; expected fewer", name_, most_steps));
    return made;
  }

  /// All times of a report are of one clock; clocks of a trace that run at one rate are one clock.
  void set_clock() {
    if (of_.clocks.empty()) return;
    const clock_class& first = of_.clocks.begin()->second;
    out_.clock_hz = first.hz;
    out_.clock_offset_ticks = offset_of(first);
    for (const auto& [name, other] : of_.clocks)
      if (other.hz != first.hz || offset_of(other) != out_.clock_offset_ticks)
        refuse(other.line, "a clock that differs from the others", "clocks of one rate and one offset");
  }

  [[nodiscard]] std::uint64_t offset_of(const clock_class& of) const {
    __extension__ using wide = __int128;
    const wide ticks = static_cast<wide>(of.offset_s) * static_cast<wide>(of.hz) + of.offset_ticks;
    if (ticks < 0 || ticks >= static_cast<wide>(std::uint64_t{1} << 63))
      refuse(of.line, fmt::format("a clock with an offset of {} s and {} ticks", of.offset_s, of.offset_ticks),
             "0 or more, and less than 2^63 ticks in all");
    return static_cast<std::uint64_t>(ticks);
  }

  void add_stream(stream_plan& to, const stream_class& stream) {
    wanted_fields wanted;
    for (unsigned i = 0; i < packet_numbers; ++i) {
      wanted.numbers.push_back(packet_fields[i]);
      if (const field* const f = find_field(stream.packet_context, packet_fields[i])) {
        if (f->of->kind != type_kind::integer)
          refuse(f->of->line, fmt::format("{} that is no integer", packet_fields[i]), "an integer");
        to.bits[i] = f->of->size_bits;
      }
    }
    to.packet_context = plan_of({stream.packet_context}, wanted);
    to.event_header = plan_of({stream.event_header}, {{"id"}, {}, true});
    const auto& steps = to.event_header.steps;
    if (std::none_of(steps.begin(), steps.end(), [](const step& s) { return s.is_time; }))
      refuse(stream.line, "a stream whose events have no time", "a timestamp in event.header");
    to.has_event_id =
        std::any_of(steps.begin(), steps.end(), [](const step& s) { return s.kind == step_kind::number && s.to == 0; });
    if (!to.has_event_id && stream.events.size() > 1)
      refuse(stream.line, "a stream of several events whose headers have no id", "an id in event.header");
    for (const auto& [id, event] : stream.events) add_event(to, stream, id, event);
  }

  void add_event(stream_plan& to, const stream_class& stream, std::uint64_t id, const event_class& event) {
    const wish what = wanted_(event, stream);
    event_plan one;
    one.action = what.action;
    one.detail = what.detail;
    one.fields = plan_of({stream.event_context, event.context, event.fields}, {what.numbers, what.texts, false});
    const auto index = static_cast<std::uint32_t>(to.events.size());
    to.events.push_back(std::move(one));
    to.only_event = id;
    if (id >= most_dense) {
      to.sparse.emplace(id, index);
      return;
    }
    if (to.dense.size() <= id) to.dense.resize(static_cast<std::size_t>(id) + 1, stream_plan::none);
    to.dense[static_cast<std::size_t>(id)] = index;
  }

  const metadata& of_;
  const std::string& name_;
  const wish_of_event& wanted_;
  decoding out_;
  std::size_t steps_ = 0;
};

}  // namespace

decoding make_decoding(const metadata& of, const std::string& name, const wish_of_event& wanted) {
  return decoding_maker(of, name, wanted).make();
}

}  // namespace rtm::host::ctf
