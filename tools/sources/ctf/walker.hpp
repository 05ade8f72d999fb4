// SPDX-License-Identifier: MIT
// Goes through the bytes of a packet by plans.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sources/ctf/plan.hpp"

namespace rtm::host::ctf {

/// Extends a reading of `bits` bits to 64: the first time from `before` on that has these low bits. What is equal has
/// not moved; less than before means: it wrapped once.
[[nodiscard]] constexpr std::uint64_t extended(std::uint64_t before, std::uint64_t reading, unsigned bits) {
  if (bits >= 64) return reading;
  const std::uint64_t range = std::uint64_t{1} << bits;
  const std::uint64_t candidate = (before & ~(range - 1)) | reading;
  return candidate < before ? candidate + range : candidate;
}

class walker {
 public:
  walker() = default;
  /// A packet begins; `readable` bytes are there, of which the first `content_bits` bits may be used.
  void start(const unsigned char* packet, std::uint64_t readable, std::uint64_t content_bits) {
    packet_ = packet;
    readable_ = readable;
    limit_ = content_bits;
    at_ = 0;
  }
  void set_limit(std::uint64_t content_bits) { limit_ = content_bits; }
  void seek(std::uint64_t bit) { at_ = bit; }

  /// Room for what plans write to: at least that of the largest.
  void reserve(const plan& of) {
    if (numbers_.size() < of.numbers) numbers_.resize(of.numbers);
    if (texts_.size() < of.texts) texts_.resize(of.texts);
  }

  /// False: it does not fit into the content, or a selector has no option. `at` is then of no use.
  [[nodiscard]] bool walk(const plan& by) { return walk(by, 0, static_cast<std::uint32_t>(by.steps.size())); }

  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  [[nodiscard]] const std::uint64_t* numbers() const { return numbers_.data(); }
  [[nodiscard]] const std::string_view* texts() const { return texts_.data(); }

  /// The clock, as far as it has been read, without its offset.
  std::uint64_t clock = 0;

 private:
  bool walk(const plan& by, std::uint32_t step_at, std::uint32_t end);
  bool walk_rarer(const plan& by, const step& one, std::uint32_t step_at);
  bool take_text(std::uint16_t to, std::uint64_t bytes);
  bool take_string(std::uint16_t to);
  bool repeat(const plan& by, const step& one, std::uint32_t step_at);
  [[nodiscard]] const choice* chosen(const plan& by, const step& one) const;

  const unsigned char* packet_ = nullptr;
  std::uint64_t readable_ = 0;
  std::uint64_t limit_ = 0;  ///< At most 8 * readable_.
  std::uint64_t at_ = 0;     ///< In bits; at most limit_.
  std::vector<std::uint64_t> numbers_;
  std::vector<std::string_view> texts_;
};

}  // namespace rtm::host::ctf
