// SPDX-License-Identifier: MIT
// Puts together what a target says of a window or an epoch, from one or more packets. Parts that do not belong together
// are dropped: a window is whole, or it is not told.
#pragma once

#include <cstdint>
#include <optional>

#include "wire/fields.hpp"
#include "wire/listener.hpp"
#include "wire/packet_splitter.hpp"

namespace rtm::host::wire {

class window_reader {
 public:
  /// The window, if this was its last part. `why` is filled if the packet cannot be used.
  std::optional<told_window> window(const packet_view& packet, std::optional<problem>& why);
  std::optional<told_epoch> snapshot(const packet_view& packet, std::optional<problem>& why);
  /// A packet is missing: the rest of what has begun is not worth having.
  void forget() { window_.reset(), epoch_.reset(); }

 private:
  std::optional<told_window> window_;
  std::optional<told_epoch> epoch_;
};

}  // namespace rtm::host::wire
