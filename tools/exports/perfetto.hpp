// SPDX-License-Identifier: MIT
// A Perfetto trace: the tracks of tracks.hpp as TrackEvents, and the base owners once more as scheduling of a generic
// kernel, so that Perfetto shows CPU utilisation. That one leaves interrupts out: docs/exports.md says why, and the
// counter tracks `load` have the ledger's own numbers. Field numbers: perfetto/protos/perfetto/trace.
#pragma once

#include <filesystem>
#include <memory>

#include "exports/activity.hpp"
#include "exports/byte_sink.hpp"
#include "exports/labels.hpp"

namespace rtm::host {

[[nodiscard]] std::unique_ptr<activity> make_perfetto(const source_info& info, labels& names,
                                                      std::unique_ptr<byte_sink> out);
[[nodiscard]] std::unique_ptr<activity> open_perfetto(const source_info& info, labels& names,
                                                      const std::filesystem::path& out);

}  // namespace rtm::host
