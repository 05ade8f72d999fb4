// SPDX-License-Identifier: MIT
#include "exports/byte_sink.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t piece = 256 * 1024;

[[noreturn]] void refuse(const std::filesystem::path& path, const char* expected) {
  throw source_error(fmt::format("{}: found \"{}\"; expected {}", path.string(), std::strerror(errno), expected));
}

}  // namespace

file_sink::file_sink(std::filesystem::path path, mode how) : path_(std::move(path)) {
  const int flags = how == mode::create ? O_TRUNC : O_APPEND;
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  if (fd_ < 0) refuse(path_, "a place for a new file");
}

file_sink::~file_sink() {
  if (fd_ >= 0) ::close(fd_);
}

void file_sink::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() < piece) return;
  write_out(buffer_);
  buffer_.clear();
}

void file_sink::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(n));
    else if (errno != EINTR)
      refuse(path_, "room for the export");
  }
}

void file_sink::close() {
  write_out(std::exchange(buffer_, {}));
  const int closed = ::close(std::exchange(fd_, -1));
  if (closed != 0) refuse(path_, "room for the export");
}

}  // namespace rtm::host
