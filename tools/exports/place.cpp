// SPDX-License-Identifier: MIT
#include "exports/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host {
namespace {

namespace fs = std::filesystem;

bool is_of_a_trace(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return entry.symlink_status().type() == fs::file_type::regular && (name == "metadata" || name.rfind("core_", 0) == 0);
}

bool is_trace_folder(const fs::path& path) {
  std::error_code error;
  const fs::directory_iterator entries(path, error);
  return !error && std::all_of(begin(entries), end(entries), is_of_a_trace);
}

/// Removes a file, or a folder of a trace. Nothing else: a mistyped name must not cost anybody's folder.
void remove_export(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(fs::symlink_status(path, ignored))) {
    if (is_trace_folder(path)) fs::remove_all(path, ignored);
  } else {
    fs::remove(path, ignored);
  }
}

}  // namespace

new_place::new_place(fs::path out, bool replace) : out_(std::move(out)) {
  if (!out_.has_filename()) out_ = out_.parent_path();
  building_ = out_;
  building_ += ".partial";
  std::error_code ignored;
  const fs::file_status there = fs::symlink_status(out_, ignored);
  if (fs::exists(there)) {
    if (!replace) throw source_error(out_.string() + ": found something there; expected a new name, or --force");
    const bool may_go = fs::is_regular_file(there) || (fs::is_directory(there) && is_trace_folder(out_));
    if (!may_go)
      throw source_error(out_.string() +
                         ": found something that is no export; expected a file or the folder of a trace");
  }
  remove_export(building_);
}

new_place::~new_place() {
  if (!published_) remove_export(building_);
}

void new_place::publish() {
  remove_export(out_);
  std::error_code error;
  fs::rename(building_, out_, error);
  if (error)
    throw source_error(fmt::format("{}: found \"{}\"; expected to rename {} to it", out_.string(), error.message(),
                                   building_.string()));
  published_ = true;
}

}  // namespace rtm::host
