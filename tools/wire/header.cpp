// SPDX-License-Identifier: MIT
#include "wire/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "text/text.hpp"
#include "wire/fields.hpp"

namespace rtm::host::wire {
namespace {

/// More than any capacity allows for its words, and little enough for a table each.
constexpr std::uint64_t most_ids = std::uint64_t{1} << 20;

struct setting {
  std::string_view name;
  std::uint64_t value;
  std::uint64_t least;
  std::uint64_t most;
};

std::uint64_t half_range(std::uint64_t clock_bits) { return (std::uint64_t{1} << (clock_bits - 1)) - 1; }

}  // namespace

bool stream_header::operator==(const stream_header& other) const {
  const auto values = [](const trace::limits& l) {
    return std::array{l.tasks, l.isrs, l.swis, l.points, l.depth, l.point_depth, l.point_frames};
  };
  return how == other.how && has_timing_of(other) && values(capacity) == values(other.capacity);
}

source_info stream_header::to_info() const {
  source_info info;
  info.clock_bits = capacity.clock_bits;
  info.clock_hz = clock_hz;
  info.window_ticks = window_ticks;
  info.max_gap_ticks = max_gap_ticks;
  info.capacity.tasks = capacity.tasks;
  info.capacity.isrs = capacity.isrs;
  info.capacity.swis = capacity.swis;
  info.capacity.points = capacity.points;
  info.capacity.depth = capacity.depth;
  info.capacity.point_depth = capacity.point_depth;
  info.capacity.point_frames = capacity.point_frames;
  return info;
}

std::optional<stream_header> read_header(const packet_view& packet, problem& why) {
  const auto refuse = [&](std::string found, std::string expected) {
    why = {packet.offset, std::move(found), std::move(expected)};
    return std::nullopt;
  };
  fields in(packet.fields);
  const std::string_view magic = in.text(sizeof format::magic);
  if (!std::equal(magic.begin(), magic.end(), std::begin(format::magic), std::end(format::magic)))
    return refuse(fmt::format("a header that begins with {}", quoted(magic)), "\"rtm\"");
  const std::uint32_t version = in.byte();
  if (version != format::version)
    return refuse(fmt::format("version {} of the trace format", version), fmt::format("version {}", format::version));
  const std::uint64_t how = in.number(), bits = in.number(), hz = in.number(), window = in.number(), gap = in.number();
  std::array<std::uint64_t, 7> limits{};
  for (auto& limit : limits) limit = in.number();
  if (in.failed()) return refuse("a header that ends early", "all its fields");

  const std::uint64_t range = half_range(std::clamp<std::uint64_t>(bits, 16, 64));
  const std::array settings = {
      setting{"mode", how, 0, 1},
      setting{"clock bits", bits, 16, 64},
      setting{"clock Hz", hz, 1, ~std::uint64_t{0}},
      setting{"max_gap", gap, 1, window == 0 ? range : std::min(range, window)},
      setting{"tasks", limits[0], 1, most_ids},
      setting{"isrs", limits[1], 0, most_ids},
      setting{"swis", limits[2], 0, most_ids},
      setting{"points", limits[3], 0, most_ids},
      setting{"depth", limits[4], 1, 255},
      setting{"point_depth", limits[5], 0, 2000},
      setting{"point_frames", limits[6], 0, 2000},
  };
  for (const setting& s : settings)
    if (s.value < s.least || s.value > s.most)
      return refuse(fmt::format("{} {} in a header", s.name, s.value), fmt::format("{} to {}", s.least, s.most));

  const auto limit = [&](std::size_t i) { return static_cast<std::uint32_t>(limits[i]); };
  stream_header header;
  header.how = trace::mode{static_cast<std::uint32_t>(how)};
  header.clock_hz = hz;
  header.window_ticks = window;
  header.max_gap_ticks = gap;
  header.capacity = {
      static_cast<std::uint32_t>(bits), limit(0), limit(1), limit(2), limit(3), limit(4), limit(5), limit(6)};
  return header;
}

}  // namespace rtm::host::wire
