// SPDX-License-Identifier: MIT
// Which source reads this input? Told by its first bytes, never by its name. To add a source: one line in registry.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sources/input.hpp"
#include "sources/source.hpp"

namespace rtm::host {

struct source_format {
  std::string_view name;    ///< "timeline script"
  std::string_view begins;  ///< How such an input begins, for messages: "\"rtm-timeline 1\"".
  /// `in` has its prefix.
  bool (*recognises)(std::string_view prefix, const input& in);
  std::unique_ptr<source> (*open)(input from);
};

[[nodiscard]] std::span<const source_format> source_formats();

/// Opens `path` ("-": standard input) with the source that recognises it. Throws source_error.
[[nodiscard]] std::unique_ptr<source> open_source(const std::string& path);
[[nodiscard]] std::unique_ptr<source> open_source(input from);
/// For input::when_it_waits, in one line.
[[nodiscard]] std::string what_it_waits_for(const input& from);
/// The trace in the folder `path`; null if that is no folder. Throws source_error.
[[nodiscard]] std::unique_ptr<source> open_folder(const std::string& path);
/// For who reads packets only: throws source_error if `from` is a script or a memory dump. Before the first `read`.
void refuse_other_than_trace(input& from);

}  // namespace rtm::host
