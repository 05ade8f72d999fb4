// SPDX-License-Identifier: MIT
// A CTF 1.8 trace as a source: LTTng's of the Linux kernel and of functions, Zephyr's, and the exports of this project.
// Streams are merged by time; files are mapped, so memory does not grow with them. CPUs that have streams of their own
// can be read apart, in threads: see ctf/division.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sources/ctf/decoding.hpp"
#include "sources/ctf/division.hpp"
#include "sources/ctf/interpreter.hpp"
#include "sources/ctf/stream.hpp"
#include "sources/fact_queue.hpp"
#include "sources/input.hpp"
#include "sources/source.hpp"

namespace rtm::host {

class ctf_source final : public source {
 public:
  struct stream_bytes {
    std::string name;  ///< For messages.
    std::string_view bytes;
  };
  /// `name`: of the metadata, for messages. The bytes must outlive the source, or live as long as `keeps`. Throws
  /// source_error if nothing of it can be used.
  ctf_source(const std::string& name, std::string_view metadata, const std::vector<stream_bytes>& streams,
             std::shared_ptr<const void> keeps = {});
  ~ctf_source() override;

  std::size_t read(std::span<source_fact> out) override;
  std::vector<source_loss> take_losses() override { return facts_.take_losses(); }
  std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] std::vector<source_completeness> completeness() const override;
  [[nodiscard]] const source_info& info() const override { return is_whole() ? info_ : part_of_->info(); }
  void count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) override {
    means_->count_part(from_ticks, to_ticks);
  }
  /// One part a CPU, if there are several processors and CPUs, each with its streams, and nothing is wrong so far.
  [[nodiscard]] std::vector<std::unique_ptr<source>> split() override;
  [[nodiscard]] bool is_right_part() const override { return !cpu_ || !part_of_->is_whole(); }

 private:
  /// Events of one time come in the order of their streams, so that the order does not depend on what else is read.
  struct later {
    const std::vector<std::unique_ptr<ctf::stream>>& streams;
    bool operator()(std::size_t a, std::size_t b) const {
      const std::uint64_t at_a = streams[a]->now().ticks, at_b = streams[b]->now().ticks;
      return at_a != at_b ? at_a > at_b : a > b;
    }
  };

  /// Of `whole`, the CPU `cpu`.
  ctf_source(const ctf_source& whole, std::uint32_t cpu, std::shared_ptr<ctf::division> part_of);

  /// It is not divided, or had to be read as a whole after all.
  [[nodiscard]] bool is_whole() const { return !cpu_ && (!part_of_ || part_of_->is_whole()); }
  void add_problem(std::uint64_t offset, std::string found, std::string expected);
  [[nodiscard]] ctf::told_to told_here();
  void add_stream(const stream_bytes& of);
  void begin();
  [[nodiscard]] std::uint64_t next_streams();
  void end();
  void hear_some();
  void hear(const ctf::record& what);

  std::shared_ptr<const void> keeps_;
  fact_queue facts_;
  std::vector<source_problem> problems_;
  source_info info_;
  std::shared_ptr<const ctf::decoding> how_;
  std::shared_ptr<ctf::interpreter> means_;
  std::vector<stream_bytes> bytes_;  ///< Of the streams.
  std::vector<std::unique_ptr<ctf::stream>> streams_;
  std::vector<std::size_t> waiting_;  ///< A heap of the streams that go on, the earliest record on top.
  std::size_t told_by_ = 0;           ///< The stream whose record is being heard.
  std::uint64_t last_ticks_ = 0;      ///< Of the latest event.
  std::uint64_t problems_told_ = 0;
  std::uint64_t first_ticks_ = 0;  ///< Of all streams.
  bool is_over_ = false;
  bool has_ended_ = false;
  std::shared_ptr<ctf::division> part_of_;  ///< Of a part, and of a source that has been divided.
  std::optional<std::uint32_t> cpu_;        ///< Of a part.
};

/// The trace in a folder, or one some levels below it, as LTTng lays them out. Null: `path` is no folder. Throws
/// source_error; if there is no trace in it, too.
[[nodiscard]] std::unique_ptr<source> open_ctf_folder(const std::string& path);

/// Of its metadata file: is it one, and the trace beside it.
[[nodiscard]] bool is_ctf_metadata(std::string_view prefix, const input& in);
[[nodiscard]] std::unique_ptr<source> open_ctf_metadata(input from);

}  // namespace rtm::host
