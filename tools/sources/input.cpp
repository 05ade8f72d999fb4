// SPDX-License-Identifier: MIT
#include "sources/input.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& found) {
  throw source_error(name + ": found " + found + "; expected a readable file");
}

constexpr int growth_check_us = 50'000;
constexpr unsigned waits_told = 20;

/// "tcp:HOST:PORT" or "tcp://HOST:PORT"; an IPv6 address in brackets.
int connect_to(const std::string& path) {
  const auto fail = [&](const std::string& found, const std::string& expected) {
    throw source_error(path + ": found " + found + "; expected " + expected);
  };
  std::string host = path.substr(path.starts_with("tcp://") ? 6 : 4);
  const std::size_t colon = host.rfind(':');
  if (colon == host.npos || colon == 0 || colon + 1 == host.size()) fail("no host or no port", "tcp:HOST:PORT");
  const std::string port = host.substr(colon + 1);
  host.resize(colon);
  if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(host.c_str(), port.c_str(), &wanted, &found); error != 0)
    fail(std::string("\"") + ::gai_strerror(error) + '"', "a host and a port");
  int last_error = 0;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    const int fd = ::socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC, each->ai_protocol);
    if (fd >= 0 && ::connect(fd, each->ai_addr, each->ai_addrlen) == 0) {
      ::freeaddrinfo(found);
      return fd;
    }
    last_error = errno;
    if (fd >= 0) ::close(fd);
  }
  ::freeaddrinfo(found);
  fail(std::string("\"") + std::strerror(last_error) + '"', "a server that sends a trace");
  return -1;
}

/// A file without a name. Negative: there is none, see errno.
int open_temporary() {
  const char* const folder = std::getenv("TMPDIR");
  std::string path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/rtm-XXXXXX";
  const int fd = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(path.c_str());
  return fd;
}

}  // namespace

mapped_bytes::mapped_bytes(int fd, void* map, std::size_t size, std::size_t skipped)
    : fd_(fd),
      map_(map),
      size_(size),
      skipped_(skipped),
      bytes_(map == nullptr ? std::string_view()
                            : std::string_view(static_cast<const char*>(map) + skipped, size - skipped)) {}

mapped_bytes::mapped_bytes(mapped_bytes&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      map_(std::exchange(other.map_, nullptr)),
      size_(other.size_),
      skipped_(other.skipped_),
      bytes_(other.bytes_) {}

mapped_bytes::~mapped_bytes() {
  if (map_ != nullptr) ::munmap(map_, size_);
  if (fd_ >= 0) ::close(fd_);
}

std::size_t mapped_bytes::copy(std::size_t offset, std::span<char> to) const {
  const std::size_t wanted = std::min(to.size(), bytes_.size() - std::min(offset, bytes_.size()));
  if (fd_ < 0) {
    std::copy_n(bytes_.data() + offset, wanted, to.begin());
    return wanted;
  }
  std::size_t done = 0;
  while (done < wanted) {
    const ssize_t n = ::pread(fd_, to.data() + done, wanted - done, static_cast<off_t>(skipped_ + offset + done));
    if (n == 0 || (n < 0 && errno != EINTR)) break;
    done += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
  }
  return done;
}

input::input(const std::string& path) : name_(path) {
  if (path == "-") {
    name_ = "<stdin>";
    fd_ = STDIN_FILENO;
  } else if (path.starts_with("tcp:")) {
    fd_ = connect_to(path);
  } else {
    fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) refuse(name_, std::string("\"") + std::strerror(errno) + "\"");
  }
  struct stat about {};
  if (::fstat(fd_, &about) == 0 && S_ISDIR(about.st_mode)) {
    if (fd_ != STDIN_FILENO) ::close(fd_);
    refuse(name_, "a directory");
  }
  is_regular_ = S_ISREG(about.st_mode);
}

input::input(const std::string& path, const std::atomic<bool>* stop) : input(path) { stop_ = stop; }

input::input(std::string name, std::string_view bytes) : name_(std::move(name)), memory_(bytes) {}

input::input(input&& other) noexcept
    : name_(std::move(other.name_)),
      fd_(std::exchange(other.fd_, -1)),
      memory_(other.memory_),
      ahead_(std::move(other.ahead_)),
      ahead_used_(other.ahead_used_),
      stop_(other.stop_),
      is_regular_(other.is_regular_),
      tell_wait_(std::move(other.tell_wait_)) {}

input::~input() {
  if (fd_ > STDIN_FILENO) ::close(fd_);
}

std::string_view input::prefix() {
  while (extend_prefix() && stop_ == nullptr) {
  }
  return {ahead_.data(), ahead_.size()};
}

bool input::extend_prefix() {
  const std::size_t have = ahead_.size();
  if (have == prefix_size) return false;
  std::vector<char> more(prefix_size - have);
  is_beginning_ = true;
  const std::size_t n = read_some(more);
  is_beginning_ = false;
  ahead_.insert(ahead_.end(), more.begin(), more.begin() + static_cast<std::ptrdiff_t>(n));
  return n != 0;
}

bool input::holds_any(std::span<const std::string_view> needles, std::size_t bytes,
                      bool (*is_it)(std::string_view)) const {
  std::string block(ahead_.begin(), ahead_.end());
  block += memory_;
  const auto found = [&](bool is_last) {
    const std::string_view all = block;
    return std::any_of(needles.begin(), needles.end(), [&](auto needle) {
      for (std::size_t at = all.find(needle); at != all.npos; at = all.find(needle, at + 1))
        if ((is_last || all.size() - at >= bytes) && is_it(all.substr(at, bytes))) return true;
      return false;
    });
  };
  if (!is_regular_) return found(true);
  if (found(false)) return true;
  constexpr off_t most = off_t{256} << 20;
  off_t at = ::lseek(fd_, 0, SEEK_CUR);
  while (at >= 0 && at < most) {
    block.erase(0, block.size() - std::min(block.size(), bytes));  // what begins here may end in the next block
    const std::size_t kept = block.size();
    block.resize(kept + (std::size_t{1} << 20));
    const ssize_t n = ::pread(fd_, block.data() + kept, block.size() - kept, at);
    block.resize(kept + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n <= 0) break;
    if (found(false)) return true;
    at += n;
  }
  return found(true);
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

mapped_bytes input::map() {
  if (fd_ < 0) {
    // Part of it has been taken as a prefix.
    const std::size_t ahead = ahead_.size();
    return mapped_bytes(std::string_view(memory_.data() - ahead, memory_.size() + ahead));
  }
  const auto fail = [&](const char* doing) {
    refuse(name_, std::string("\"") + std::strerror(errno) + "\" while " + doing);
  };
  const int file = is_regular_ ? ::fcntl(fd_, F_DUPFD_CLOEXEC, 0) : open_temporary();
  if (file < 0) fail("making a temporary file for it");
  mapped_bytes closes_it(file, nullptr, 0, 0);
  if (!is_regular_) copy_to(file);
  struct stat about {};
  if (::fstat(file, &about) != 0) fail("asking for its size");
  const off_t at = is_regular_ ? ::lseek(fd_, 0, SEEK_CUR) - static_cast<off_t>(ahead_.size()) : 0;
  if (at < 0) fail("asking for its position");
  if (about.st_size <= at) return closes_it;
  const auto size = static_cast<std::size_t>(about.st_size);
  void* const map = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (map == MAP_FAILED) fail("mapping it");
  ::madvise(map, size, MADV_SEQUENTIAL);
  return {closes_it.release(), map, size, static_cast<std::size_t>(at)};
}

void input::copy_to(int file) {
  std::vector<char> block(std::size_t{256} * 1024);
  for (std::size_t n = 0; (n = read(block)) != 0;) {
    for (std::size_t done = 0; done < n;) {
      const ssize_t written = ::write(file, block.data() + done, n - done);
      if (written < 0 && errno != EINTR)
        refuse(name_, std::string("\"") + std::strerror(errno) + "\" while copying it");
      done += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
  }
}

std::size_t input::read_some(std::span<char> out) {
  if (fd_ < 0) {
    const std::size_t n = std::min(out.size(), memory_.size());
    std::copy_n(memory_.begin(), n, out.begin());
    memory_.remove_prefix(n);
    return n;
  }
  while (stop_ == nullptr || wait_for_more()) {
    const ssize_t n = ::read(fd_, out.data(), out.size());
    if (n == 0 && stop_ != nullptr && is_regular_) {
      ::usleep(growth_check_us);
      count_wait();
      continue;
    }
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) refuse(name_, std::string("\"") + std::strerror(errno) + "\" while reading");
  }
  return 0;
}

/// False: it is time to stop. A signal that comes just before the wait is seen a moment later.
bool input::wait_for_more() {
  pollfd waits{fd_, POLLIN, 0};
  while (!stop_->load()) {
    const int ready = ::poll(&waits, 1, growth_check_us / 1000);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return !stop_->load();
    count_wait();
  }
  return false;
}

void input::count_wait() {
  if (is_beginning_ && ++waits_ >= waits_told && tell_wait_) std::exchange(tell_wait_, nullptr)(*this);
}

}  // namespace rtm::host
