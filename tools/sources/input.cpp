// SPDX-License-Identifier: MIT
#include "sources/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& found) {
  throw source_error(name + ": found " + found + "; expected a readable file");
}

}  // namespace

input::input(const std::string& path) : name_(path) {
  if (path == "-") {
    name_ = "<stdin>";
    fd_ = STDIN_FILENO;
  } else {
    fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) refuse(name_, std::string("\"") + std::strerror(errno) + "\"");
  }
  struct stat about {};
  if (::fstat(fd_, &about) == 0 && S_ISDIR(about.st_mode)) {
    if (fd_ != STDIN_FILENO) ::close(fd_);
    refuse(name_, "a directory");
  }
}

input::input(std::string name, std::string_view bytes) : name_(std::move(name)), memory_(bytes) {}

input::input(input&& other) noexcept
    : name_(std::move(other.name_)),
      fd_(std::exchange(other.fd_, -1)),
      memory_(other.memory_),
      ahead_(std::move(other.ahead_)),
      ahead_used_(other.ahead_used_) {}

input::~input() {
  if (fd_ > STDIN_FILENO) ::close(fd_);
}

std::string_view input::prefix() {
  ahead_.resize(prefix_size);
  std::size_t have = 0;
  while (have < prefix_size) {
    const std::size_t n = read_some(std::span(ahead_).subspan(have));
    if (n == 0) break;
    have += n;
  }
  ahead_.resize(have);
  return {ahead_.data(), ahead_.size()};
}

std::size_t input::read(std::span<char> out) {
  if (ahead_used_ < ahead_.size()) {
    const std::size_t n = std::min(out.size(), ahead_.size() - ahead_used_);
    std::copy_n(ahead_.begin() + static_cast<std::ptrdiff_t>(ahead_used_), n, out.begin());
    ahead_used_ += n;
    return n;
  }
  return read_some(out);
}

std::size_t input::read_some(std::span<char> out) {
  if (fd_ < 0) {
    const std::size_t n = std::min(out.size(), memory_.size());
    std::copy_n(memory_.begin(), n, out.begin());
    memory_.remove_prefix(n);
    return n;
  }
  while (true) {
    const ssize_t n = ::read(fd_, out.data(), out.size());
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) refuse(name_, std::string("\"") + std::strerror(errno) + "\" while reading");
  }
}

}  // namespace rtm::host
