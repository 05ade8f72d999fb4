// SPDX-License-Identifier: MIT
// What does the oracle see while time passes? An oracle that writes it down, for drawings (draw.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "scenario.hpp"

namespace rtm::property {

/// Something that is there: a base owner, or a call. `context` is the owner or call that a point belongs to.
struct presence {
  std::string head;        ///< "isr 7", "point 5 @ task 1"
  std::uint64_t call = 0;  ///< 0: a base owner.
  std::string context_head;
  std::uint64_t context_call = 0;
  bool owns = false;  ///< `=` instead of `-`.
};

struct stretch {
  std::uint64_t ticks = 0;
  std::vector<presence> there;
};

struct noted_fact {
  std::uint64_t elapsed = 0;  ///< Of the epoch, after it.
  source_fact fact;
  bool refused = false;
  bool ignored = false;
};

struct epoch_tape {
  std::uint64_t reading = 0;  ///< Raw clock at the start.
  std::vector<stretch> stretches;
  std::vector<noted_fact> facts;
  std::vector<std::uint64_t> open_calls;  ///< At the end.
};

class recorder : public oracle {
 public:
  using oracle::oracle;

  void tell(const source_fact& fact) override;
  [[nodiscard]] std::vector<epoch_tape> tapes() const;

 protected:
  void begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) override;
  void pass(std::uint64_t ticks) override;

 private:
  [[nodiscard]] std::vector<presence> there() const;

  std::vector<epoch_tape> tapes_;
};

}  // namespace rtm::property
