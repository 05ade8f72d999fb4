// SPDX-License-Identifier: MIT
// Files of the kernel and of the recorder: small ones that are read or written at once, and handles that close
// themselves. Every failure is a source_error that names the file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtm::host {

class file_handle {
 public:
  file_handle() = default;
  explicit file_handle(int fd) : fd_(fd) {}
  file_handle(file_handle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  file_handle& operator=(file_handle&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~file_handle() { close(); }
  void close();
  [[nodiscard]] int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

/// Throws source_error: "PATH: found "what errno says"; expected EXPECTED".
[[noreturn]] void refuse_file(const std::string& path, int error, std::string_view expected);

/// Throws source_error if it cannot be opened. `flags` as of open(2); a new file is readable for all.
[[nodiscard]] file_handle open_file(const std::string& path, int flags, std::string_view expected);

/// All of a file whose size the system does not tell. Throws source_error.
[[nodiscard]] std::string read_text(const std::string& path);
/// Empty if it cannot be read.
[[nodiscard]] std::string read_text_if_there(const std::string& path);
/// In one write, as files of the kernel want it. Throws source_error; `expected`: if it says nothing, to write `text`.
void write_text(const std::string& path, std::string_view text, std::string_view expected = {});

[[nodiscard]] bool is_folder(const std::string& path);
/// Names in a folder, sorted, without those that begin with a dot; none if it cannot be read.
[[nodiscard]] std::vector<std::string> names_in(const std::string& folder);

/// A file in `folder` that has no name, and so is gone whatever happens. Throws source_error.
[[nodiscard]] file_handle unnamed_file(const std::string& folder);

}  // namespace rtm::host
