// SPDX-License-Identifier: MIT
// A folder that looks like a tracefs with two CPUs: what is done with one is seen without a kernel, and without rights.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/tracefs.hpp"

namespace rtm::test {

/// A folder that goes with the object.
class scratch_folder {
 public:
  scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Writes a file, with the folders above it.
  void put(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string get(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

class fake_tracefs : public scratch_folder {
 public:
  static constexpr std::size_t page_bytes = 4096;

  /// With the events that `rtm record` wants by default on x86.
  fake_tracefs();
  void add_event(const std::string& system, const std::string& name) const;
  [[nodiscard]] std::string root() const { return path() / "tracefs"; }
  /// The kernel fills a new instance with files, and removes them with it.
  [[nodiscard]] host::folder_calls folders() const;
  [[nodiscard]] std::vector<std::string> instances() const;
  /// What the buffer of a CPU holds.
  [[nodiscard]] static std::string pages_of(unsigned cpu);
};

}  // namespace rtm::test
