// SPDX-License-Identifier: MIT
#include "exports/perfetto.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "exports/perfetto_packets.hpp"
#include "exports/perfetto_sched.hpp"
#include "exports/tracks.hpp"

namespace rtm::host {
namespace {

namespace descriptor {
constexpr std::uint32_t uuid = 1, name = 2, process = 3, parent = 5, counter = 8, child_ordering = 11, rank = 12;
constexpr std::uint64_t explicit_order = 3;
constexpr std::uint32_t pid = 1, process_name = 6;  // ProcessDescriptor
constexpr std::uint32_t unit_name = 6;              // CounterDescriptor
}  // namespace descriptor

namespace event {
constexpr std::uint32_t categories = 3, annotations = 4, type = 9, name = 10, track = 11, spelled_name = 23,
                        real_value = 44;
enum : std::uint64_t { slice_begin = 1, slice_end = 2, instant_event = 3, counter = 4 };
constexpr std::uint32_t note_name = 1, note_number = 3, note_text = 6;  // DebugAnnotation
}  // namespace event

class perfetto_tracks final : public track_writer {
 public:
  explicit perfetto_tracks(perfetto_packets& out) : out_(out) {}

  [[nodiscard]] std::uint64_t latest_start_ticks() const override { return out_.scale().usual_ticks(); }

  void add_core(std::uint32_t core) override {
    const auto pid = static_cast<std::uint64_t>(out_.cores().pid_of(core));
    proto_message process;
    process.varint(descriptor::pid, pid);
    process.text(descriptor::process_name, fmt::format("core {}", core));
    proto_message body;
    body.varint(descriptor::uuid, uuid_of_core(core));
    body.message(descriptor::process, process);
    body.varint(descriptor::child_ordering, descriptor::explicit_order);
    out_.write(packet_field::track_descriptor, body);
  }

  track_id add_track(std::uint32_t core, std::string_view name, int rank, track_kind kind,
                     std::string_view unit) override {
    const track_id track{tracks_++};
    proto_message body;
    body.varint(descriptor::uuid, uuid_of(track));
    body.varint(descriptor::parent, uuid_of_core(core));
    body.text(descriptor::name, name);
    body.varint(descriptor::rank, static_cast<std::uint64_t>(rank));
    if (kind == track_kind::counter) {
      proto_message counter;
      counter.text(descriptor::unit_name, unit);
      body.message(descriptor::counter, counter);
    }
    out_.write(packet_field::track_descriptor, body);
    return track;
  }

  void begin(track_id on, std::uint64_t ticks, std::string_view category, std::string_view name,
             std::span<const annotation> notes) override {
    start(event::slice_begin, on);
    add_name(category, name);
    add_notes(notes);
    add_exact_time("begin ticks", ticks);
    out_.write(ticks, packet_field::track_event, body_);
  }

  void end(track_id on, std::uint64_t ticks, ending why) override {
    start(event::slice_end, on);
    if (why != ending::returned) add_note("cut by", word_of(why));
    add_exact_time("end ticks", ticks);
    out_.write(ticks, packet_field::track_event, body_);
  }

  void instant(track_id on, std::uint64_t ticks, std::string_view category, std::string_view name,
               std::span<const annotation> notes) override {
    start(event::instant_event, on);
    body_.varint(event::categories, out_.number_of(name_kind::category, category));
    body_.text(event::spelled_name, name);
    add_notes(notes);
    out_.write(ticks, packet_field::track_event, body_);
  }

  void slice(track_id on, std::uint64_t begin_ticks, std::uint64_t end_ticks, std::string_view category,
             std::string_view name, std::span<const annotation> notes) override {
    begin(on, begin_ticks, category, name, notes);
    end(on, end_ticks, ending::returned);
  }

  void count(track_id on, std::uint64_t ticks, double value) override {
    start(event::counter, on);
    body_.real(event::real_value, value);
    out_.write(ticks, packet_field::track_event, body_);
  }

  void finish() override { out_.finish(); }

 private:
  /// Cores and tracks share one space: odd and even. 0 is Perfetto's own.
  static std::uint64_t uuid_of(track_id track) { return std::uint64_t{static_cast<std::uint32_t>(track)} * 2 + 2; }
  static std::uint64_t uuid_of_core(std::uint32_t core) { return std::uint64_t{core} * 2 + 1; }

  void start(std::uint64_t type, track_id on) {
    body_.clear();
    body_.varint(event::type, type);
    body_.varint(event::track, uuid_of(on));
  }

  void add_name(std::string_view category, std::string_view name) {
    body_.varint(event::categories, out_.number_of(name_kind::category, category));
    body_.varint(event::name, out_.number_of(name_kind::event, name));
  }

  void add_notes(std::span<const annotation> notes) {
    for (const annotation& note : notes) add_note(note.name, note.value);
  }

  void add_note(std::string_view name, std::uint64_t value) {
    note_.clear();
    note_.varint(event::note_name, out_.number_of(name_kind::annotation, name));
    note_.varint(event::note_number, value);
    body_.message(event::annotations, note_);
  }

  void add_note(std::string_view name, std::string_view text) {
    note_.clear();
    note_.varint(event::note_name, out_.number_of(name_kind::annotation, name));
    note_.text(event::note_text, text);
    body_.message(event::annotations, note_);
  }

  void add_exact_time(std::string_view name, std::uint64_t ticks) {
    if (!out_.scale().nanoseconds_are_exact()) add_note(name, ticks);
  }

  perfetto_packets& out_;
  std::uint32_t tracks_ = 0;
  proto_message body_, note_;
};

/// Scheduling first: a switch is told to both.
class perfetto final : public activity {
 public:
  perfetto(const source_info& info, labels& names, std::unique_ptr<byte_sink> out)
      : packets_(std::move(out), info.clock_hz),
        scheduling_(packets_, names),
        tracks_(std::make_unique<perfetto_tracks>(packets_), names) {}

  [[nodiscard]] std::uint64_t latest_start_ticks() const override { return tracks_.latest_start_ticks(); }
  void epoch_begins(moment at, std::uint64_t ledger_ticks, std::uint64_t epoch, actor base) override {
    tracks_.epoch_begins(at, ledger_ticks, epoch, base);
    scheduling_.epoch_begins(at, ledger_ticks, epoch, base);
  }
  void owner_changes(moment at, actor from, actor to) override {
    scheduling_.owner_changes(at, from, to);
    tracks_.owner_changes(at, from, to);
  }
  void frame_begins(moment at, actor frame) override { tracks_.frame_begins(at, frame); }
  void frame_ends(moment at, actor frame, ending why) override { tracks_.frame_ends(at, frame, why); }
  void point_begins(moment at, actor context, source_id point) override { tracks_.point_begins(at, context, point); }
  void point_ends(moment at, actor context, source_id point, ending why) override {
    tracks_.point_ends(at, context, point, why);
  }
  void task_marked(moment at, fact_kind mark, source_id task) override {
    scheduling_.task_marked(at, mark, task);
    tracks_.task_marked(at, mark, task);
  }
  void window_ends(std::uint32_t core, const window_row& window) override { tracks_.window_ends(core, window); }
  void facts_lost(moment at, std::uint64_t count) override { tracks_.facts_lost(at, count); }
  void epoch_ends(moment at, actor base, ending why, const std::string& fault) override {
    scheduling_.epoch_ends(at, base, why, fault);
    tracks_.epoch_ends(at, base, why, fault);
  }
  void finish() override { tracks_.finish(); }

 private:
  perfetto_packets packets_;
  perfetto_sched scheduling_;
  tracks tracks_;
};

}  // namespace

std::unique_ptr<activity> make_perfetto(const source_info& info, labels& names, std::unique_ptr<byte_sink> out) {
  return std::make_unique<perfetto>(info, names, std::move(out));
}

std::unique_ptr<activity> open_perfetto(const source_info& info, labels& names, const std::filesystem::path& out) {
  return make_perfetto(info, names, std::make_unique<file_sink>(out));
}

}  // namespace rtm::host
