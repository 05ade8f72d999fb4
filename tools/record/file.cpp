// SPDX-License-Identifier: MIT
#include "record/file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "sources/source.hpp"

namespace rtm::host {

void file_handle::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

void refuse_file(const std::string& path, int error, std::string_view expected) {
  throw source_error(fmt::format("{}: found \"{}\"; expected {}", path, std::strerror(error), expected));
}

file_handle open_file(const std::string& path, int flags, std::string_view expected) {
  file_handle file(::open(path.c_str(), flags | O_CLOEXEC, 0644));
  if (!file) refuse_file(path, errno, expected);
  return file;
}

namespace {

/// 0, or why not.
int read_all(const std::string& path, std::string& text) {
  const file_handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return errno;
  std::array<char, 16384> block;
  while (true) {
    const ssize_t n = ::read(file.get(), block.data(), block.size());
    if (n == 0) return 0;
    if (n > 0)
      text.append(block.data(), static_cast<std::size_t>(n));
    else if (errno != EINTR)
      return errno;
  }
}

}  // namespace

std::string read_text(const std::string& path) {
  std::string text;
  if (const int error = read_all(path, text); error != 0) refuse_file(path, error, "a readable file");
  return text;
}

std::string read_text_if_there(const std::string& path) {
  std::string text;
  return read_all(path, text) == 0 ? text : std::string();
}

void write_text(const std::string& path, std::string_view text, std::string_view expected) {
  const std::string wanted = expected.empty() ? fmt::format("to write \"{}\"", text) : std::string(expected);
  const file_handle file = open_file(path, O_WRONLY | O_TRUNC, wanted);
  ssize_t n = 0;
  do n = ::write(file.get(), text.data(), text.size());
  while (n < 0 && errno == EINTR);
  if (n < 0) refuse_file(path, errno, wanted);
}

bool is_folder(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

std::vector<std::string> names_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  std::vector<std::string> names;
  if (open == nullptr) return names;
  while (const dirent* entry = ::readdir(open.get()))
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  std::sort(names.begin(), names.end());
  return names;
}

file_handle unnamed_file(const std::string& folder) {
  file_handle file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file) return file;
  // Not every file system can do that.
  std::string name = folder + "/.rtm-XXXXXX";
  file = file_handle(::mkostemp(name.data(), O_CLOEXEC));
  if (!file) refuse_file(folder, errno, "a folder to write into");
  ::unlink(name.c_str());
  return file;
}

}  // namespace rtm::host
