// SPDX-License-Identifier: MIT
// Numbers and facts out of the fields of a packet. Nothing is trusted: reading behind the end gives zeros and is
// remembered, so a caller may read on and ask once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "rtm/trace/wire.hpp"

namespace rtm::host::wire {

class fields {
 public:
  /// At least 8 bytes must be readable behind `bytes`.
  explicit fields(std::span<const std::uint8_t> bytes)
      : begin_(bytes.data()), next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] bool at_end() const { return next_ == end_; }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }
  /// Where `next` stands, from the beginning.
  [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(next_ - begin_); }
  /// Something was read that is not there, or a number that is longer than any can be.
  [[nodiscard]] bool failed() const { return failed_; }

  std::uint8_t byte() {
    if (next_ == end_) return fail();
    return *next_++;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t b = byte();
      if (shift == 63 && b > 1) return fail();
      value |= std::uint64_t{b & 0x7FU} << shift;
      if (b < 0x80) return value;
    }
    return fail();
  }
  std::string_view text(std::size_t bytes) {
    if (bytes > left()) {
      fail();
      return {};
    }
    const auto* const at = reinterpret_cast<const char*>(next_);
    next_ += bytes;
    return {at, bytes};
  }

  /// The number of a fact: code, id and ticks. A fact is short, so this is what decoding is made of.
  std::uint64_t fact() {
    std::uint64_t word;
    std::memcpy(&word, next_, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    const auto ones = static_cast<unsigned>(std::countr_one(word));
    const std::size_t bytes = ones + 2;
    if (ones > 6 || bytes > left()) return fail();
    next_ += bytes;
    return word << (64 - 8 * bytes) >> (65 - 7 * bytes - 2);
  }

 private:
  std::uint8_t fail() {
    failed_ = true;
    next_ = end_;
    return 0;
  }

  const std::uint8_t* begin_;
  const std::uint8_t* next_;
  const std::uint8_t* end_;
  bool failed_ = false;
};

}  // namespace rtm::host::wire
