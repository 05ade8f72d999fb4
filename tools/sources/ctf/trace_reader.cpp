// SPDX-License-Identifier: MIT
#include "sources/ctf/trace_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "sources/ctf/folder.hpp"
#include "sources/ctf/metadata.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t enough_facts = 4096;  ///< To read before some are taken.
constexpr std::uint64_t most_problems = 1000;
constexpr std::size_t most_parts = 1024;

}  // namespace

ctf_source::ctf_source(const std::string& name, std::string_view metadata, const std::vector<stream_bytes>& streams,
                       std::shared_ptr<const void> keeps)
    : keeps_(std::move(keeps)) {
  const ctf::metadata about = ctf::parse_metadata(metadata, name);
  means_ = ctf::make_interpreter(about, told_here());
  auto how = ctf::make_decoding(about, name, [this](const ctf::event_class& event, const ctf::stream_class& of) {
    return means_->wish_of(event, of);
  });
  if (how.streams.empty()) throw source_error(fmt::format("{}: found no stream; expected a stream block", name));
  how_ = std::make_shared<const ctf::decoding>(std::move(how));
  means_->set_clock(how_->clock_hz);
  info_.clock_hz = how_->clock_hz;
  means_->add_names(info_);  // It knows already which names are listed.
  for (const stream_bytes& one : streams) add_stream(one);
  first_ticks_ = next_streams();
  begin();
  if (!waiting_.empty()) return;
  const source_problem first =
      problems_.empty() ? source_problem{0, "a trace without events", "an event"} : problems_.front();
  throw source_error(
      fmt::format("{}: byte {}: found {}; expected {}", name, first.offset, first.found, first.expected));
}

ctf_source::ctf_source(const ctf_source& whole, std::uint32_t cpu, std::shared_ptr<ctf::division> part_of)
    : keeps_(whole.keeps_),
      how_(whole.how_),
      means_(whole.means_->for_part(told_here())),
      first_ticks_(whole.first_ticks_),
      part_of_(std::move(part_of)),
      cpu_(cpu) {
  means_->set_clock(how_->clock_hz);
  for (std::size_t i = 0; i < whole.streams_.size(); ++i)
    if (whole.streams_[i]->has_packet() && whole.streams_[i]->cpu() == cpu) add_stream(whole.bytes_[i]);
  (void)next_streams();
  begin();
}

ctf_source::~ctf_source() = default;

ctf::told_to ctf_source::told_here() {
  return {facts_, [this](const ctf::record& at, std::string found, std::string expected) {
            add_problem(at.offset, fmt::format("in {}: {}", streams_[told_by_]->name(), found), std::move(expected));
          }};
}

void ctf_source::add_stream(const stream_bytes& of) {
  bytes_.push_back(of);
  streams_.push_back(std::make_unique<ctf::stream>(
      printable(of.name), of.bytes, *how_, [this](std::uint64_t offset, std::string found, std::string expected) {
        add_problem(offset, std::move(found), std::move(expected));
      }));
}

/// A damaged file may have one a packet. Where they belong among those of other CPUs, a part cannot know.
void ctf_source::add_problem(std::uint64_t offset, std::string found, std::string expected) {
  if (cpu_) return part_of_->give_up();
  if (++problems_told_ <= most_problems) problems_.push_back({offset, std::move(found), std::move(expected)});
}

/// On to the first record of each stream. Returns the earliest time of one.
std::uint64_t ctf_source::next_streams() {
  std::uint64_t first = ~std::uint64_t{0};
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    ctf::stream& one = *streams_[i];
    bool goes_on = one.next();
    while (goes_on && one.now().is_loss && one.now().lost == 0 && !one.has_event_next()) goes_on = one.next();
    if (!goes_on) continue;
    waiting_.push_back(i);
    first = std::min(first, one.now().ticks);
  }
  return first;
}

/// The range that all cores have in common begins with the first record of any stream.
void ctf_source::begin() {
  if (waiting_.empty() && !cpu_) return;
  std::make_heap(waiting_.begin(), waiting_.end(), later{streams_});
  last_ticks_ = first_ticks_;
  means_->begin(first_ticks_);
  for (const auto& one : streams_)
    if (one->has_packet()) means_->meet(one->cpu());
}

std::size_t ctf_source::read(std::span<source_fact> out) {
  if (!is_right_part()) return 0;
  // Only when none waits: a queue that is never empty grows with the trace.
  if (facts_.waiting() == 0) {
    while (facts_.waiting() < enough_facts && !is_over_) hear_some();
    if (is_over_ && !has_ended_ && facts_.waiting() == 0) end();
  }
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
    if (cpu_) return part_of_->finish(means_, last_ticks_);
    return end();
  }
  std::pop_heap(waiting_.begin(), waiting_.end(), later{streams_});
  told_by_ = waiting_.back();
  ctf::stream& one = *streams_[told_by_];
  const bool is_alone = waiting_.size() == 1;
  // The first time at which it is the turn of another.
  const std::uint64_t next = is_alone ? 0 : streams_[waiting_.front()]->now().ticks;
  const std::uint64_t until = is_alone ? ~std::uint64_t{0} : waiting_.front() < told_by_ ? next : next + 1;
  bool goes_on = true;
  do {  // Once at least, also at the last time there is.
    hear(one.now());
    goes_on = one.next();
    if (cpu_ && one.cpu() != *cpu_) {
      is_over_ = true;
      return part_of_->give_up();
    }
  } while (goes_on && one.now().ticks < until && facts_.waiting() < enough_facts);
  if (goes_on)
    std::push_heap(waiting_.begin(), waiting_.end(), later{streams_});
  else
    waiting_.pop_back();
}

/// Of a part, when all have been read: before that nobody knows the end of the common range.
void ctf_source::end() {
  if (cpu_ && !part_of_->is_finished()) return;
  has_ended_ = true;
  if (problems_told_ > most_problems)
    problems_.push_back({0, fmt::format("{} more problems", problems_told_ - most_problems), "none"});
  means_->end(cpu_ ? part_of_->last_ticks() : last_ticks_);
  if (!cpu_) means_->add_names(info_);
}

std::vector<source_completeness> ctf_source::completeness() const {
  if (is_whole()) return means_->completeness();
  auto all = part_of_->completeness();
  if (cpu_) std::erase_if(all, [this](const source_completeness& of) { return of.core != *cpu_; });
  return all;
}

std::vector<std::unique_ptr<source>> ctf_source::split() {
  std::vector<std::unique_ptr<source>> parts;
  std::set<std::uint32_t> cpus;
  for (const auto& one : streams_)
    if (one->has_packet()) cpus.insert(one->cpu());
  if (std::thread::hardware_concurrency() < 2 || cpus.size() < 2 || cpus.size() > most_parts || problems_told_ != 0 ||
      means_->for_part(told_here()) == nullptr)
    return parts;
  part_of_ = std::make_shared<ctf::division>(cpus.size(), info_);
  for (const std::uint32_t cpu : cpus)
    parts.push_back(std::unique_ptr<ctf_source>(new ctf_source(*this, cpu, part_of_)));
  return parts;
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
