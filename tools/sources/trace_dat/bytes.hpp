// SPDX-License-Identifier: MIT
// Numbers and strings out of a part of a trace.dat, in the byte order of the file. Nothing is read beyond the part:
// what is missing is thrown as `damage`, with its place.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host::trace_dat {

/// What makes a part of the file unusable. Who reads the part decides whether the rest can do without it.
class damage : public std::runtime_error {
 public:
  damage(std::uint64_t offset, std::string found, std::string expected)
      : std::runtime_error(found), problem_{offset, std::move(found), std::move(expected)} {}
  [[nodiscard]] const source_problem& problem() const { return problem_; }

 private:
  source_problem problem_;
};

/// `Big`: the file is big-endian. For the order of this machine it is a plain load.
template <class Int, bool Big>
[[nodiscard]] Int load(const char* at) {
  Int value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (Big == (std::endian::native == std::endian::big)) {
    return value;
  } else if constexpr (sizeof value == 2) {
    return static_cast<Int>(__builtin_bswap16(static_cast<std::uint16_t>(value)));
  } else if constexpr (sizeof value == 4) {
    return static_cast<Int>(__builtin_bswap32(static_cast<std::uint32_t>(value)));
  } else {
    return static_cast<Int>(__builtin_bswap64(static_cast<std::uint64_t>(value)));
  }
}

class byte_reader {
 public:
  /// `place`: of the first byte in the file. What is unpacked has but one place: `place` of all its bytes.
  byte_reader(std::string_view bytes, std::uint64_t place, bool is_big, bool is_unpacked = false)
      : bytes_(bytes), place_(place), is_big_(is_big), is_unpacked_(is_unpacked) {}

  [[nodiscard]] std::uint64_t place() const { return is_unpacked_ ? place_ : place_ + at_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
  [[nodiscard]] bool is_big() const { return is_big_; }

  /// `what`, for the message: "the page size".
  std::uint8_t u8(const char* what) { return number<std::uint8_t>(what); }
  std::uint16_t u16(const char* what) { return number<std::uint16_t>(what); }
  std::uint32_t u32(const char* what) { return number<std::uint32_t>(what); }
  std::uint64_t u64(const char* what) { return number<std::uint64_t>(what); }

  std::string_view bytes(std::uint64_t count, const char* what) {
    if (count > left()) fail(count, what);
    const std::string_view taken = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += taken.size();
    return taken;
  }
  /// Up to a zero byte, which is taken too.
  std::string_view text(const char* what) {
    const std::size_t end = bytes_.find('\0', at_);
    if (end == bytes_.npos)
      throw damage(place(), "the end before the zero byte that ends " + std::string(what), "a zero byte");
    const std::string_view taken = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return taken;
  }
  /// Takes `wanted` if it is what follows.
  bool take(std::string_view wanted) {
    if (!bytes_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

 private:
  template <class Int>
  Int number(const char* what) {
    const std::string_view taken = bytes(sizeof(Int), what);
    if constexpr (sizeof(Int) == 1)
      return static_cast<Int>(taken[0]);
    else
      return is_big_ ? load<Int, true>(taken.data()) : load<Int, false>(taken.data());
  }
  [[noreturn]] void fail(std::uint64_t count, const char* what) const {
    throw damage(place(), std::to_string(left()) + " bytes of " + what, std::to_string(count));
  }

  std::string_view bytes_;
  std::uint64_t place_;
  std::size_t at_ = 0;
  bool is_big_;
  bool is_unpacked_;
};

}  // namespace rtm::host::trace_dat
