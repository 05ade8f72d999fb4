// SPDX-License-Identifier: MIT
// A CTF 1.8 trace: a folder with `metadata` and one stream a core, `core_N`. Event and field names are those of LTTng's
// kernel tracer, so that Trace Compass shows its kernel views; what LTTng has no event for is called rtm_... Times are
// the ticks themselves, with the clock's rate in the metadata.
#pragma once

#include <filesystem>
#include <memory>

#include "exports/activity.hpp"
#include "exports/labels.hpp"

namespace rtm::host {

[[nodiscard]] std::unique_ptr<activity> open_ctf(const source_info& info, labels& names,
                                                 const std::filesystem::path& out);

}  // namespace rtm::host
