// SPDX-License-Identifier: MIT
#include "record/ring_copier.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace rtm::host {
namespace {

constexpr int pause_ms =
    100;  ///< At most so long full pages wait. A wake-up costs little, and half a buffer wakes too.
constexpr int wanted_pipe_bytes = 1 << 20;

constexpr const char* room = "room for the recording";

/// Nothing there just now. (Kernels differ in whether that is an error.)
bool is_empty(ssize_t n) { return n == 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)); }

void signal_event(int fd) {
  const std::uint64_t one = 1;
  (void)!::write(fd, &one, sizeof one);
}

}  // namespace

ring_copier::ring_copier(const std::string& pages, std::uint32_t page_bytes, const std::string& folder)
    : name_(pages), folder_(folder), page_bytes_(page_bytes) {
  ring_ = open_file(pages, O_RDONLY | O_NONBLOCK, "the buffer of a CPU");
  copy_ = unnamed_file(folder);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse_file("pipe", errno, "a pipe");
  pipe_out_ = file_handle(ends[0]);
  pipe_in_ = file_handle(ends[1]);
  (void)::fcntl(pipe_in_.get(), F_SETPIPE_SZ, wanted_pipe_bytes);  // If it may not be so large, it works as it is.
  const int size = ::fcntl(pipe_in_.get(), F_GETPIPE_SZ);
  pipe_bytes_ = size < 0 ? page_bytes_ : std::max<std::size_t>(static_cast<std::size_t>(size), page_bytes_);
  pipe_bytes_ -= pipe_bytes_ % page_bytes_;
  stop_ = file_handle(::eventfd(0, EFD_CLOEXEC));
  if (!stop_) refuse_file("eventfd", errno, "a descriptor");
}

ring_copier::~ring_copier() {
  if (!thread_.joinable()) return;
  is_abandoned_ = true;
  signal_event(stop_.get());
  thread_.join();
}

void ring_copier::start(int failed) {
  thread_ = std::thread([this, failed] { run(failed); });
}

void ring_copier::finish() {
  signal_event(stop_.get());
  if (thread_.joinable()) thread_.join();
  ring_.close();
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

void ring_copier::run(int failed) noexcept {
  try {
    std::array<pollfd, 2> waits{pollfd{stop_.get(), POLLIN, 0}, pollfd{ring_.get(), POLLIN, 0}};
    bool is_stopped = false;
    while (!is_stopped) {
      // Stopped first, then the rest: nothing is written any more.
      (void)::poll(waits.data(), waits.size(), pause_ms);
      is_stopped = (waits[0].revents & POLLIN) != 0;
      while (can_splice_ && copy_full_pages()) {
      }
      // Pages are read that are not full yet, so only at the end, or if there is no other way.
      while ((is_stopped || !can_splice_) && copy_read_pages()) {
      }
      waits[0].revents = 0;
    }
  } catch (...) {
    failure_ = std::current_exception();
    signal_event(failed);
  }
}

/// False: nothing there.
bool ring_copier::copy_full_pages() {
  if (is_abandoned_) return false;
  const ssize_t n =
      ::splice(ring_.get(), nullptr, pipe_in_.get(), nullptr, pipe_bytes_, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
  if (is_empty(n)) return false;
  if (n < 0 && errno == EINVAL) {
    can_splice_ = false;
    return false;
  }
  if (n < 0) refuse_file(name_, errno, "pages of the trace");
  empty_pipe(static_cast<std::size_t>(n));
  return true;
}

void ring_copier::empty_pipe(std::size_t size) {
  while (size != 0) {
    ssize_t n = can_splice_ ? ::splice(pipe_out_.get(), nullptr, copy_.get(), nullptr, size, SPLICE_F_MOVE) : -1;
    if (n < 0 && can_splice_ && errno == EINTR) continue;
    if (n < 0 && can_splice_ && errno != EINVAL) refuse_file(folder_, errno, room);
    if (n < 0) {  // A file system that cannot: what is in the pipe is carried by hand.
      can_splice_ = false;
      std::array<char, 16384> block;
      n = ::read(pipe_out_.get(), block.data(), std::min(block.size(), size));
      if (n <= 0) refuse_file("pipe", errno, "what was put into it");
      to_file(block.data(), static_cast<std::size_t>(n));
    } else {
      bytes_.fetch_add(static_cast<std::uint64_t>(n), std::memory_order_relaxed);
    }
    size -= static_cast<std::size_t>(n);
  }
}

/// False: nothing there.
bool ring_copier::copy_read_pages() {
  if (is_abandoned_) return false;
  std::vector<char> page(page_bytes_);
  const ssize_t n = ::read(ring_.get(), page.data(), page.size());
  if (is_empty(n)) return false;
  if (n < 0) refuse_file(name_, errno, "pages of the trace");
  to_file(page.data(), page.size());  // A short one is filled up with zeros: whole pages only.
  return true;
}

void ring_copier::to_file(const char* data, std::size_t size) {
  while (size != 0) {
    const ssize_t n = ::write(copy_.get(), data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse_file(folder_, errno, room);
    data += n;
    size -= static_cast<std::size_t>(n);
    bytes_.fetch_add(static_cast<std::uint64_t>(n), std::memory_order_relaxed);
  }
}

}  // namespace rtm::host
