// SPDX-License-Identifier: MIT
// Integers of 1 to 64 bits at any bit of memory, in either byte order, as CTF 1.8 packs them: little-endian from the
// least significant bit of a byte up, big-endian from the most significant one down.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace rtm::host::ctf {

static_assert(std::endian::native == std::endian::little, "words are read as they lie in memory");

[[nodiscard]] constexpr std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

[[nodiscard]] constexpr std::uint64_t sign_extended(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value
                    : static_cast<std::uint64_t>(static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits));
}

/// `at`: the bit where the integer begins, counted from `from`; all of it must lie before `readable` bytes.
[[nodiscard]] inline std::uint64_t read_bits(const unsigned char* from, std::uint64_t readable, std::uint64_t at,
                                             unsigned bits, bool is_big) {
  const std::uint64_t first = at / 8;
  const auto shift = static_cast<unsigned>(at % 8);
  if (readable - first >= 8 && shift + bits <= 64) [[likely]] {
    std::uint64_t word = 0;
    std::memcpy(&word, from + first, sizeof word);
    return is_big ? low_bits(__builtin_bswap64(word) >> (64 - shift - bits), bits) : low_bits(word >> shift, bits);
  }
  __extension__ using wide = unsigned __int128;
  wide word = 0;
  const unsigned bytes = (shift + bits + 7) / 8;
  for (unsigned i = 0; i < bytes; ++i)
    word = is_big ? word << 8 | from[first + i] : word | static_cast<wide>(from[first + i]) << (8 * i);
  return low_bits(static_cast<std::uint64_t>(is_big ? word >> (8 * bytes - shift - bits) : word >> shift), bits);
}

}  // namespace rtm::host::ctf
