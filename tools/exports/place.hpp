// SPDX-License-Identifier: MIT
// Where an export appears: complete under its name or not at all. It is built beside it as NAME.partial.
#pragma once

#include <filesystem>

namespace rtm::host {

class new_place {
 public:
  /// Throws source_error if something is at `out` that may not be replaced: anything without `replace`; with it,
  /// whatever is not a regular file or a folder that holds nothing but a CTF trace.
  new_place(std::filesystem::path out, bool replace);
  new_place(const new_place&) = delete;
  new_place& operator=(const new_place&) = delete;
  /// Removes what was built, unless it was published.
  ~new_place();

  [[nodiscard]] const std::filesystem::path& under_construction() const { return building_; }
  void publish();

 private:
  std::filesystem::path out_;
  std::filesystem::path building_;
  bool published_ = false;
};

}  // namespace rtm::host
