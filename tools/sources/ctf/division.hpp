// SPDX-License-Identifier: MIT
// A trace whose CPUs are read apart, each with its streams: what the parts know only together. Names and the end of the
// common range are those of all of them; whether a pid was used again depends on the order in which CPUs told it.
// Where the order over CPUs would matter in a way that is not remembered, or anything is wrong with the trace, the
// parts say that it has to be read as a whole.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sources/ctf/interpreter.hpp"
#include "sources/source.hpp"

namespace rtm::host::ctf {

class division {
 public:
  /// `before_end`: what the source says until all parts have been read.
  division(std::size_t parts, source_info before_end)
      : parts_(parts), before_end_(before_end), at_end_(std::move(before_end)) {}

  /// The trace has to be read as a whole.
  void give_up() { is_whole_ = true; }
  [[nodiscard]] bool is_whole() const { return is_whole_.load(std::memory_order_relaxed); }

  /// A part has been read up to its last event.
  void finish(std::shared_ptr<const interpreter> part, std::uint64_t last_ticks);
  [[nodiscard]] bool is_finished() const { return is_finished_; }

  /// Of all parts, when they are finished.
  [[nodiscard]] std::uint64_t last_ticks() const { return last_ticks_; }
  [[nodiscard]] const source_info& info() const { return is_finished_ ? at_end_ : before_end_; }
  [[nodiscard]] std::vector<source_completeness> completeness() const;

 private:
  const std::size_t parts_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<const interpreter>> finished_;
  std::uint64_t last_ticks_ = 0;
  source_info before_end_, at_end_;
  std::atomic<bool> is_whole_ = false, is_finished_ = false;
};

}  // namespace rtm::host::ctf
