// SPDX-License-Identifier: MIT
// The text in which the kernel describes an event (events/SYSTEM/EVENT/format) or the header of a page:
//   name: sched_switch
//   ID: 316
//   format:
//   	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rtm::host::trace_dat {

struct field {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool operator==(const field&) const = default;
};

/// Of `text`, which must outlive it. Nothing is copied, and a field is looked for when it is asked for: of the
/// thousand formats of a file a dozen matter.
class event_format {
 public:
  explicit event_format(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] std::optional<std::uint16_t> id() const;
  /// By its name without brackets: "prev_comm". Absent too if its offset or size is no sane number (64 KiB).
  [[nodiscard]] std::optional<field> find(std::string_view name) const;
  /// The lines of the fields that all events have, as text.
  [[nodiscard]] std::string_view common_part() const;

 private:
  std::string_view text_;
};

}  // namespace rtm::host::trace_dat
