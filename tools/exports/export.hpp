// SPDX-License-Identifier: MIT
// Exports: facts as events for the viewers that people already use. To add a format: its own file with one
// `open_...` function, one line in the table of export.cpp.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exports/activity.hpp"
#include "exports/labels.hpp"
#include "sources/source.hpp"

namespace rtm::host {

struct export_format {
  std::string_view name;
  std::string_view help;
  /// Writes a new file, or a new folder, at `out`.
  std::unique_ptr<activity> (*open)(const source_info& info, labels& names, const std::filesystem::path& out);
};

[[nodiscard]] std::span<const export_format> export_formats();
/// Null if there is none of that name.
[[nodiscard]] const export_format* find_export_format(std::string_view name);

/// An epoch that a fault cut: what follows it up to the next epoch is not in the export.
struct cut_epoch {
  std::uint32_t core = 0;
  std::uint64_t epoch = 0;
  std::string sentence;  ///< As in the text report.
};

struct export_summary {
  std::size_t cores = 0;
  std::vector<cut_epoch> cut;
  report lacks;  ///< No cores: only what the input lacks.
};

/// Reads `from` to its end, through a ledger a core, and tells `out` what each core did. Memory does not grow with the
/// number of facts or windows. Throws source_error.
export_summary export_activity(source& from, labels& names, activity& out);

/// The same into a file or folder of a known format, which appears at `out` complete or not at all.
/// `replace`: take the place of an earlier export; without it anything at `out` is refused.
export_summary export_to(const export_format& format, source& from, labels& names, const std::filesystem::path& out,
                         bool replace);

}  // namespace rtm::host
