// SPDX-License-Identifier: MIT
#include "exports/chrome.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exports/time_scale.hpp"
#include "exports/tracks.hpp"

namespace rtm::host {
namespace {

/// As a JSON string. What is not UTF-8 (sources refuse it) is replaced.
std::string in_quotes(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class chrome_tracks final : public track_writer {
 public:
  chrome_tracks(std::unique_ptr<byte_sink> out, std::uint64_t hz) : out_(std::move(out)), scale_(hz) {
    out_->write(fmt::format(R"({{"displayTimeUnit":"ns","otherData":{{"clock_hz":"{}"}},"traceEvents":[)", hz));
  }

  [[nodiscard]] std::uint64_t latest_start_ticks() const override { return scale_.half_of_doubles_ticks(); }

  void add_core(std::uint32_t core) override {
    const std::uint64_t pid = pids_.size() + 1;
    pids_.emplace(core, process{pid, 0});
    open_line(R"("M","pid":{},"name":"process_name","args":{{"name":"core {}"}}}})", pid, core);
  }

  track_id add_track(std::uint32_t core, std::string_view name, int rank, track_kind kind,
                     std::string_view unit) override {
    process& owner = pids_.at(core);
    const std::uint64_t tid = kind == track_kind::slices ? ++owner.threads : 0;
    const track_id id{static_cast<std::uint32_t>(tracks_.size())};
    tracks_.push_back({owner.pid, tid, in_quotes(name), in_quotes(unit)});
    if (kind == track_kind::counter) return id;
    open_line(R"("M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", owner.pid, tid, in_quotes(name));
    open_line(R"("M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})", owner.pid, tid, rank);
    return id;
  }

  void begin(track_id on, std::uint64_t ticks, std::string_view category, std::string_view name,
             std::span<const annotation> notes) override {
    event("B", on, ticks);
    add(R"(,"cat":"{}","name":{})", category, quoted_name(name));
    add_notes(notes);
    close_event();
  }

  void end(track_id on, std::uint64_t ticks, ending why) override {
    event("E", on, ticks);
    if (why != ending::returned) add(R"(,"args":{{"cut by":"{}"}})", word_of(why));
    close_event();
  }

  void instant(track_id on, std::uint64_t ticks, std::string_view category, std::string_view name,
               std::span<const annotation> notes) override {
    event("i", on, ticks);
    add(R"(,"s":"t","cat":"{}","name":{})", category, in_quotes(name));
    add_notes(notes);
    close_event();
  }

  void slice(track_id on, std::uint64_t begin_ticks, std::uint64_t end_ticks, std::string_view category,
             std::string_view name, std::span<const annotation> notes) override {
    event("X", on, begin_ticks);
    add(R"(,"dur":)");
    add_duration(begin_ticks, end_ticks);
    add(R"(,"cat":"{}","name":{})", category, quoted_name(name));
    add_notes(notes);
    close_event();
  }

  void count(track_id on, std::uint64_t ticks, double value) override {
    event("C", on, ticks);
    const track& counter = tracks_[static_cast<std::uint32_t>(on)];
    add(R"(,"name":{},"args":{{{}:{}}}}})", counter.name, counter.unit, value);
    flush();
  }

  void finish() override {
    out_->write("\n]}\n");
    out_->close();
  }

 private:
  struct process {
    std::uint64_t pid = 0;
    std::uint64_t threads = 0;
  };
  struct track {
    std::uint64_t pid = 0;
    std::uint64_t tid = 0;
    std::string name, unit;  ///< In quotes.
  };

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(line_), format, std::forward<Args>(args)...);
  }
  template <class... Args>
  void open_line(fmt::format_string<Args...> format, Args&&... args) {
    line_ += is_first_ ? "\n{\"ph\":" : ",\n{\"ph\":";
    is_first_ = false;
    add(format, std::forward<Args>(args)...);
    flush();
  }
  void flush() {
    out_->write(line_);
    line_.clear();
  }

  void event(std::string_view phase, track_id on, std::uint64_t ticks) {
    const track& where = tracks_[static_cast<std::uint32_t>(on)];
    line_ += is_first_ ? "\n" : ",\n";
    is_first_ = false;
    add(R"({{"ph":"{}","pid":{},)", phase, where.pid);
    if (where.tid != 0) add(R"("tid":{},)", where.tid);
    add(R"("ts":)");
    add_time(ticks);
  }
  void close_event() {
    line_ += '}';
    flush();
  }

  /// Down to the nanosecond, and to the picosecond if the clock is faster. Rounded down, so that ticks can be found
  /// again.
  void add_time(std::uint64_t ticks) { add_us(scale_.nanoseconds(ticks), scale_.picoseconds_beyond(ticks)); }
  /// Between the two as they are shown, so that the ends of neighbours meet.
  void add_duration(std::uint64_t begin_ticks, std::uint64_t end_ticks) {
    std::uint64_t ns = scale_.nanoseconds(end_ticks) - scale_.nanoseconds(begin_ticks);
    std::uint32_t ps = 0;
    if (!scale_.nanoseconds_are_exact()) {
      ps = scale_.picoseconds_beyond(end_ticks) + 1000 - scale_.picoseconds_beyond(begin_ticks);
      ns = ns + ps / 1000 - 1;
    }
    add_us(ns, ps % 1000);
  }
  void add_us(std::uint64_t ns, std::uint32_t ps) {
    add("{}.{:03}", ns / 1000, ns % 1000);
    if (!scale_.nanoseconds_are_exact()) add("{:03}", ps);
  }

  void add_notes(std::span<const annotation> notes) {
    if (notes.empty()) return;
    const char* separator = R"(,"args":{)";
    for (const annotation& note : notes) {
      add(R"({}"{}":{})", separator, note.name, note.value);
      separator = ",";
    }
    line_ += '}';
  }

  const std::string& quoted_name(std::string_view name) {
    const auto [at, is_new] = quoted_.try_emplace(std::string(name));
    if (is_new) at->second = in_quotes(name);
    return at->second;
  }

  std::unique_ptr<byte_sink> out_;
  time_scale scale_;
  std::unordered_map<std::uint32_t, process> pids_;
  std::vector<track> tracks_;
  std::unordered_map<std::string, std::string> quoted_;
  std::string line_;
  bool is_first_ = true;
};

}  // namespace

std::unique_ptr<activity> make_chrome(const source_info& info, labels& names, std::unique_ptr<byte_sink> out) {
  return std::make_unique<tracks>(std::make_unique<chrome_tracks>(std::move(out), info.clock_hz), names);
}

std::unique_ptr<activity> open_chrome(const source_info& info, labels& names, const std::filesystem::path& out) {
  return make_chrome(info, names, std::make_unique<file_sink>(out));
}

}  // namespace rtm::host
