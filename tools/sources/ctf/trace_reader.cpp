// SPDX-License-Identifier: MIT
#include "sources/ctf/trace_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "sources/ctf/folder.hpp"
#include "sources/ctf/metadata.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t enough_facts = 4096;  ///< To read before some are taken.
constexpr std::uint64_t most_problems = 1000;

}  // namespace

ctf_source::ctf_source(const std::string& name, std::string_view metadata, const std::vector<stream_bytes>& streams,
                       std::shared_ptr<const void> keeps)
    : keeps_(std::move(keeps)) {
  const ctf::metadata about = ctf::parse_metadata(metadata, name);
  const auto tell = [this](const ctf::record& at, std::string found, std::string expected) {
    add_problem(at.offset, fmt::format("in {}: {}", streams_[told_by_]->name(), found), std::move(expected));
  };
  means_ = ctf::make_interpreter(about, {facts_, tell});
  how_ = ctf::make_decoding(about, name, [this](const ctf::event_class& event, const ctf::stream_class& of) {
    return means_->wish_of(event, of);
  });
  if (how_.streams.empty()) throw source_error(fmt::format("{}: found no stream; expected a stream block", name));
  means_->set_clock(how_.clock_hz);
  info_.clock_hz = how_.clock_hz;
  for (const stream_bytes& one : streams)
    streams_.push_back(std::make_unique<ctf::stream>(
        printable(one.name), one.bytes, how_, [this](std::uint64_t offset, std::string found, std::string expected) {
          add_problem(offset, std::move(found), std::move(expected));
        }));
  begin();
  if (!waiting_.empty()) return;
  const source_problem first =
      problems_.empty() ? source_problem{0, "a trace without events", "an event"} : problems_.front();
  throw source_error(
      fmt::format("{}: byte {}: found {}; expected {}", name, first.offset, first.found, first.expected));
}

ctf_source::~ctf_source() = default;

/// A damaged file may have one a packet.
void ctf_source::add_problem(std::uint64_t offset, std::string found, std::string expected) {
  if (++problems_told_ <= most_problems) problems_.push_back({offset, std::move(found), std::move(expected)});
}

/// The range that all cores have in common begins with the first record of any stream.
void ctf_source::begin() {
  std::uint64_t first = ~std::uint64_t{0};
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    ctf::stream& one = *streams_[i];
    bool goes_on = one.next();
    while (goes_on && one.now().is_loss && one.now().lost == 0 && !one.has_event_next()) goes_on = one.next();
    if (!goes_on) continue;
    waiting_.push_back(i);
    first = std::min(first, one.now().ticks);
  }
  if (waiting_.empty()) return;
  std::make_heap(waiting_.begin(), waiting_.end(), later{streams_});
  last_ticks_ = first;
  means_->begin(first);
  for (const auto& one : streams_)
    if (one->has_packet()) means_->meet(one->cpu());
}

std::size_t ctf_source::read(std::span<source_fact> out) {
  // Only when none waits: a queue that is never empty grows with the trace.
  if (facts_.waiting() == 0)
    while (facts_.waiting() < enough_facts && !is_over_) hear_some();
  return facts_.take(out);
}

void ctf_source::hear(const ctf::record& what) {
  if (!what.is_loss) last_ticks_ = std::max(last_ticks_, what.ticks);
  means_->hear(what);
}

/// From the stream with the earliest record, until another has an earlier one.
void ctf_source::hear_some() {
  if (waiting_.empty()) {
    is_over_ = true;
    if (problems_told_ > most_problems)
      problems_.push_back({0, fmt::format("{} more problems", problems_told_ - most_problems), "none"});
    means_->end(last_ticks_);
    means_->add_names(info_);
    return;
  }
  std::pop_heap(waiting_.begin(), waiting_.end(), later{streams_});
  told_by_ = waiting_.back();
  ctf::stream& one = *streams_[told_by_];
  const std::uint64_t until = waiting_.size() == 1 ? ~std::uint64_t{0} : streams_[waiting_.front()]->now().ticks;
  bool goes_on = true;
  while (goes_on && one.now().ticks <= until && facts_.waiting() < enough_facts) {
    hear(one.now());
    goes_on = one.next();
  }
  if (goes_on)
    std::push_heap(waiting_.begin(), waiting_.end(), later{streams_});
  else
    waiting_.pop_back();
}

namespace {

struct mapped_trace {
  explicit mapped_trace(const std::filesystem::path& folder) : metadata(input(folder / "metadata").map()) {
    for (const auto& path : ctf::stream_files(folder)) {
      names.push_back(path.filename());
      streams.push_back(input(path).map());
    }
  }
  mapped_bytes metadata;
  std::vector<std::string> names;
  std::vector<mapped_bytes> streams;
};

std::unique_ptr<source> open_trace(const std::filesystem::path& folder) {
  const auto mapped = std::make_shared<const mapped_trace>(folder);
  std::vector<ctf_source::stream_bytes> streams;
  for (std::size_t i = 0; i < mapped->streams.size(); ++i)
    streams.push_back({mapped->names[i], mapped->streams[i].bytes()});
  if (streams.empty()) throw source_error(folder.string() + ": found no file beside metadata; expected streams");
  return std::make_unique<ctf_source>((folder / "metadata").string(), mapped->metadata.bytes(), streams, mapped);
}

}  // namespace

std::unique_ptr<source> open_ctf_folder(const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_directory(path, error)) return nullptr;
  const auto folder = ctf::find_trace(path);
  if (!folder)
    throw source_error(path +
                       ": found a directory without the metadata of a CTF trace; expected a file, or such a trace");
  return open_trace(*folder);
}

bool is_ctf_metadata(std::string_view prefix, const input& /*in*/) { return ctf::begins_metadata(prefix); }

std::unique_ptr<source> open_ctf_metadata(input from) {
  const std::filesystem::path file = from.name();
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw source_error(from.name() + ": found the metadata of a CTF trace; expected the folder in which it lies");
  return open_trace(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."));
}

}  // namespace rtm::host
