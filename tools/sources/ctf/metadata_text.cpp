// SPDX-License-Identifier: MIT
#include "sources/ctf/metadata_text.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "sources/ctf/bits.hpp"
#include "sources/other_formats.hpp"
#include "sources/source.hpp"

namespace rtm::host::ctf {
namespace {

constexpr std::uint64_t metadata_magic = 0x75D11D57;
constexpr std::uint64_t header_bytes = 37;

/// A word of the header of the packet at `at`.
std::uint64_t word(std::string_view bytes, std::uint64_t at, unsigned offset, bool is_big) {
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  return read_bits(from, bytes.size(), (at + offset) * 8, 32, is_big);
}

class packet_reader {
 public:
  packet_reader(std::string_view bytes, const std::string& name)
      : bytes_(bytes), name_(name), is_big_(word(bytes, 0, 0, true) == metadata_magic) {}

  std::string text() {
    std::string all;
    for (std::uint64_t at = 0; at < bytes_.size();) at += add_packet(at, all);
    return all;
  }

 private:
  [[noreturn]] void refuse(std::uint64_t at, const std::string& found, const std::string& expected) const {
    throw source_error(fmt::format("{}: byte {}: found {}; expected {}", name_, at, found, expected));
  }

  /// Returns its length.
  std::uint64_t add_packet(std::uint64_t at, std::string& all) const {
    const std::uint64_t left = bytes_.size() - at;
    if (left < header_bytes)
      refuse(at, fmt::format("{} bytes", left), "a packet of metadata, with a header of 37 bytes");
    if (const auto found = word(bytes_, at, 0, is_big_); found != metadata_magic)
      refuse(at, fmt::format("0x{:08X}", found), "0x75D11D57, with which a packet of metadata begins");
    const std::uint64_t content = word(bytes_, at, 24, is_big_) / 8;
    const std::uint64_t packet = word(bytes_, at, 28, is_big_) / 8;
    if (packet < header_bytes || content < header_bytes || content > packet || packet > left)
      refuse(at, fmt::format("a packet of {} bytes of which {} are used, in {}", packet, content, left),
             "at least 37 bytes, used up to its end or less, and all of it");
    const std::string_view coding = bytes_.substr(at + 32, 3);
    if (coding != std::string_view("\0\0\0", 3))
      refuse(at + 32, "compressed, encrypted or checked metadata", "plain metadata");
    if (const auto major = bytes_[at + 35], minor = bytes_[at + 36]; major != 1 || minor != 8)
      refuse(at + 35, fmt::format("version {}.{}", +major, +minor), major == 2 ? instead_of_ctf_2(name_) : "1.8");
    all += bytes_.substr(at + header_bytes, content - header_bytes);
    return packet;
  }

  std::string_view bytes_;
  const std::string& name_;
  bool is_big_;
};

}  // namespace

bool begins_metadata_packets(std::string_view bytes) {
  return bytes.size() >= 4 && (word(bytes, 0, 0, true) == metadata_magic || word(bytes, 0, 0, false) == metadata_magic);
}

std::string text_of_metadata(std::string_view bytes, const std::string& name) {
  return begins_metadata_packets(bytes) ? packet_reader(bytes, name).text() : std::string(bytes);
}

}  // namespace rtm::host::ctf
