// SPDX-License-Identifier: MIT
// Facts that wait to be read, with the losses between them. Sources decode into it block by block, each when all of the
// one before has been taken: its room is used again only then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "sources/source.hpp"

namespace rtm::host {

class fact_queue {
 public:
  /// Small enough to be a part of who decodes: a fact is then written in its place at once. One that was put together
  /// elsewhere a moment ago cannot be copied as a whole before all of its members have been stored.
  void push(const source_fact& fact) {
    if (pushed_ == facts_.size()) [[unlikely]]
      grow(1);
    facts_[pushed_++] = fact;
  }
  void push(std::span<const source_fact> facts);
  /// Before whatever is pushed next.
  void push(const source_loss& loss) { losses_.push_back({pushed_, loss}); }

  /// All that `other` holds, of which nothing has been taken.
  void append(const fact_queue& other);

  /// Of an epoch that turns out to begin at `ticks`, not at 0: its losses lie so much less behind its beginning.
  void begin_losses_at(std::uint64_t ticks);

  /// Everything pushed has been taken.
  [[nodiscard]] bool empty() const { return taken_ == pushed_ && losses_.empty(); }
  [[nodiscard]] std::size_t waiting() const { return pushed_ - taken_; }

  /// Moves facts to the front of `out` and returns how many: never beyond a loss. Losses before them become due.
  std::size_t take(std::span<source_fact> out);
  /// See source::take_losses.
  [[nodiscard]] std::vector<source_loss> take_losses() { return std::exchange(due_, {}); }

 private:
  struct placed_loss {
    std::size_t before = 0;  ///< How many of facts_ come before it.
    source_loss loss;
  };

  void grow(std::size_t by);

  std::vector<source_fact> facts_;  ///< The first `pushed_` of them.
  std::size_t pushed_ = 0;
  std::size_t taken_ = 0;  ///< Of facts_.
  std::deque<placed_loss> losses_;
  std::vector<source_loss> due_;
};

}  // namespace rtm::host
