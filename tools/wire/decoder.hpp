// SPDX-License-Identifier: MIT
// Reads a trace stream: bytes in, facts and what goes with them out, to a listener. A stream may carry several cores,
// may begin and end anywhere, and may be damaged anywhere. Memory does not depend on its length.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "wire/core_decoder.hpp"
#include "wire/extra_reader.hpp"
#include "wire/header.hpp"
#include "wire/listener.hpp"
#include "wire/packet_splitter.hpp"
#include "wire/window_reader.hpp"

namespace rtm::host::wire {

class decoder {
 public:
  explicit decoder(listener& to) : to_(to) {}

  /// The next bytes of the stream.
  void feed(std::span<const std::uint8_t> bytes);
  /// There are no more.
  void finish();

  /// Was anything found that could be used? Only a header makes facts mean something.
  [[nodiscard]] bool has_header() const { return header_.has_value(); }
  /// How the first core's trace was kept; drop_new before a header.
  [[nodiscard]] trace::mode how() const { return header_ ? header_->how : trace::mode::drop_new; }
  /// All cores said that nothing comes after what they sent.
  [[nodiscard]] bool has_ended() const;
  /// Packets whose sum was right.
  [[nodiscard]] std::uint64_t packets() const { return packets_; }

 private:
  struct core {
    explicit core(std::uint32_t number, const stream_header& h, listener& to) : header(h), facts(number, h, to) {}
    stream_header header;
    core_decoder facts;
    window_reader windows;
    extra_reader extras;
    std::uint32_t next_sequence = 0;
    bool has_ended = false;
  };

  void take(const packet_view& packet);
  void take_header(const packet_view& packet);
  void take_names(const packet_view& packet);
  void take_repairs(const packet_view& packet);
  void take_of(core& of, const packet_view& packet);
  [[nodiscard]] bool is_in_order(core& of, const packet_view& packet);
  void complain(const packet_view& packet, std::string found, std::string expected);
  void lose_track(std::uint64_t offset);

  listener& to_;
  packet_splitter splitter_;
  std::optional<stream_header> header_;  ///< The first one: what all cores must agree with.
  std::map<std::uint32_t, std::unique_ptr<core>> cores_;
  std::uint64_t packets_ = 0;
  std::set<std::string> names_;  ///< What has been told: core, id and text.
  std::uint64_t headless_ = 0;   ///< Packets before the first header.
  std::uint64_t first_headless_ = 0;
};

}  // namespace rtm::host::wire
