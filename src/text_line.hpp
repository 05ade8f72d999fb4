// SPDX-License-Identifier: MIT
// One line of text in the caller's memory, for the parts of the C library that print. No division, no library.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace rtm::c_library {

/// Writes what fits, counts all.
class text_line {
 public:
  text_line(char* out, size_t size) : out_(out), size_(size) {}

  text_line& text(const char* zero_terminated) {
    for (const char* c = zero_terminated; *c != 0; ++c) put(*c);
    return *this;
  }

  /// Without a division: each digit is counted.
  text_line& decimal(uint64_t value) {
    static constexpr uint64_t powers[] = {10'000'000'000'000'000'000U,
                                          1'000'000'000'000'000'000U,
                                          100'000'000'000'000'000U,
                                          10'000'000'000'000'000U,
                                          1'000'000'000'000'000U,
                                          100'000'000'000'000U,
                                          10'000'000'000'000U,
                                          1'000'000'000'000U,
                                          100'000'000'000U,
                                          10'000'000'000U,
                                          1'000'000'000U,
                                          100'000'000U,
                                          10'000'000U,
                                          1'000'000U,
                                          100'000U,
                                          10'000U,
                                          1'000U,
                                          100U,
                                          10U};
    bool leading = true;
    for (const uint64_t power : powers) {
      char digit = '0';
      for (; value >= power; value -= power) ++digit;
      leading = leading && digit == '0';
      if (!leading) put(digit);
    }
    put(char('0' + value));
    return *this;
  }

  text_line& hexadecimal(uintptr_t value) {
    text("0x");
    unsigned shift = sizeof(value) * 8 - 4;
    while (shift != 0 && value >> shift == 0) shift -= 4;
    for (;; shift -= 4) {
      put("0123456789abcdef"[value >> shift & 15U]);
      if (shift == 0) return *this;
    }
  }

  size_t end() {
    if (size_ != 0) out_[length_ < size_ ? length_ : size_ - 1] = 0;
    return length_;
  }

 private:
  void put(char c) {
    if (length_ + 1 < size_) out_[length_] = c;
    ++length_;
  }

  char* out_;
  size_t size_;
  size_t length_ = 0;
};

}  // namespace rtm::c_library
