// SPDX-License-Identifier: MIT
#include "sources/ctf/folder.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include "sources/ctf/metadata.hpp"
#include "sources/other_formats.hpp"
#include "sources/source.hpp"

namespace rtm::host::ctf {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 4;  ///< ust/uid/1000/64-bit
constexpr std::size_t most_folders = 1000;

[[noreturn]] void refuse(const fs::path& path, int error) {
  throw source_error(path.string() + ": found \"" + std::strerror(error) + "\"; expected a readable file");
}

/// Throws source_error if it is one that cannot be read here.
bool is_trace(const fs::path& folder) {
  std::error_code error;
  const fs::path metadata = folder / "metadata";
  if (!fs::is_regular_file(metadata, error)) return false;
  std::ifstream in(metadata, std::ios::binary);
  std::string begin(8192, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  if (begins_ctf_2_metadata(begin)) refuse_other_formats(begin, metadata.string());
  return begins_metadata(begin);
}

struct folder_at {
  fs::path path;
  int depth = 0;
};

}  // namespace

std::optional<fs::path> find_trace(const fs::path& folder) {
  std::vector<folder_at> all{{folder, 0}};
  std::vector<fs::path> found;
  for (std::size_t i = 0; i < all.size() && all.size() < most_folders; ++i) {
    const folder_at here = all[i];
    if (is_trace(here.path)) {
      found.push_back(here.path);
      continue;
    }
    if (here.depth == deepest) continue;
    std::error_code error;
    for (fs::directory_iterator entry(here.path, error), end; !error && entry != end; entry.increment(error))
      if (std::error_code ignored; entry->is_directory(ignored) && !entry->is_symlink(ignored))
        all.push_back({entry->path(), here.depth + 1});
  }
  if (found.empty()) return std::nullopt;
  std::sort(found.begin(), found.end());
  if (found.size() > 1) {
    std::string list;
    for (const fs::path& one : found) list += (list.empty() ? "" : ", ") + one.string();
    throw source_error(folder.string() + ": found " + std::to_string(found.size()) + " CTF traces, " + list +
                       "; expected one of them");
  }
  return found.front();
}

std::vector<fs::path> stream_files(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (std::error_code ignored; name != "metadata" && name.front() != '.' && entry->is_regular_file(ignored))
      all.push_back(entry->path());
  }
  if (error) refuse(folder, error.value());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace rtm::host::ctf
