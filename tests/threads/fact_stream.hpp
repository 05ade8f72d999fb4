// SPDX-License-Identifier: MIT
// What does a busy core report? An endless stream of facts, the same for the same seed: nearly all legal, with nesting,
// Swis, recursive points and windows that close every few dozen facts; now and then a reset, and now and then a fault,
// some ignored facts and a reset.
#pragma once

#include <cstdint>

#include "property/prng.hpp"
#include "told.hpp"

namespace rtm::test {

class fact_stream {
 public:
  static constexpr std::uint64_t window_ticks = 300;
  static constexpr std::uint64_t max_gap_ticks = 200;

  fact_stream(std::uint64_t seed, std::uint64_t start) : random_(seed), time_(start) { state_.base = owner_index(0); }

  told next();

 private:
  told choose();
  told misuse();
  told after_fault();
  told reset_to_some_owner();
  bool find_legal(told& t);
  bool find_exit(told& t);
  std::uint32_t some(std::uint32_t count) { return static_cast<std::uint32_t>(random_.below(count)); }

  property::prng random_;
  core_state state_{};
  std::uint64_t time_;
  std::uint32_t ignored_left_ = 0;
  bool frozen_ = false;
};

}  // namespace rtm::test
