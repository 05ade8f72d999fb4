// SPDX-License-Identifier: MIT
// Counters, findings and clocks out of their packets. Parts of counts that do not belong together are dropped; counts
// of owners that do not add up to what the counter itself advanced are told as a problem, and not handed out.
#pragma once

#include <cstdint>
#include <optional>

#include "report/extras.hpp"
#include "wire/fields.hpp"
#include "wire/listener.hpp"
#include "wire/packet_splitter.hpp"

namespace rtm::host::wire {

class extra_reader {
 public:
  /// Of a columns, counts, finding or clock packet. Absent: nothing whole in it. `why` is filled if it cannot be used.
  std::optional<core_extras> read(const packet_view& packet, const trace::limits& capacity,
                                  std::optional<problem>& why);
  /// A packet is missing: the rest of what has begun is not worth having.
  void forget() { begun_.reset(); }

 private:
  std::optional<core_extras> read_columns(const packet_view& packet, std::optional<problem>& why);
  std::optional<core_extras> read_counts(const packet_view& packet, const trace::limits& capacity,
                                         std::optional<problem>& why);

  std::uint64_t columns_ = 0;  ///< Said by the latest columns packet; 0: none.
  std::optional<counter_table> begun_;
};

}  // namespace rtm::host::wire
