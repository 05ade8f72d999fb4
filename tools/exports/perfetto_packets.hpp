// SPDX-License-Identifier: MIT
// The packets of a Perfetto trace: one sequence, in which names are spelled once and then called by number.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "exports/byte_sink.hpp"
#include "exports/proto.hpp"
#include "exports/time_scale.hpp"

namespace rtm::host {

/// Field numbers of TracePacket.
namespace packet_field {
inline constexpr std::uint32_t timestamp = 8, sequence = 10, track_event = 11, interned_data = 12, sequence_flags = 13,
                               track_descriptor = 60, first_on_sequence = 87, task_state = 117, process_tree = 122;
}

/// Kinds of names, by their field in InternedData.
enum class name_kind : std::uint32_t { category = 1, event = 2, annotation = 3 };

/// Cores in order of appearance. As process ids they begin with 1, because Perfetto knows process 0.
class core_numbers {
 public:
  [[nodiscard]] std::int64_t pid_of(std::uint32_t core) {
    return static_cast<std::int64_t>(known_.try_emplace(core, known_.size() + 1).first->second);
  }
  /// A CPU number: the core's own, unless it is so large that a viewer's table of CPUs would be.
  [[nodiscard]] std::uint32_t cpu_of(std::uint32_t core) {
    constexpr std::uint32_t largest = 1024;
    return core < largest ? core : largest + static_cast<std::uint32_t>(pid_of(core));
  }

 private:
  std::unordered_map<std::uint32_t, std::size_t> known_;
};

class perfetto_packets {
 public:
  perfetto_packets(std::unique_ptr<byte_sink> out, std::uint64_t hz) : out_(std::move(out)), scale_(hz) {}

  /// The number of a name; its spelling goes into the next packet if it is new.
  [[nodiscard]] std::uint64_t number_of(name_kind kind, std::string_view name);
  /// One packet: `body` as its `field`, at a time.
  void write(std::uint64_t ticks, std::uint32_t field, const proto_message& body);
  /// One without a time, for descriptors.
  void write(std::uint32_t field, const proto_message& body);
  void finish() { out_->close(); }

  [[nodiscard]] const time_scale& scale() const { return scale_; }
  [[nodiscard]] core_numbers& cores() { return cores_; }

 private:
  struct hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  using numbers = std::unordered_map<std::string, std::uint64_t, hash, std::equal_to<>>;

  void write_packet();

  std::unique_ptr<byte_sink> out_;
  time_scale scale_;
  core_numbers cores_;
  numbers names_[3];
  proto_message packet_, framed_, interned_, entry_;
  bool is_first_ = true;
};

}  // namespace rtm::host
