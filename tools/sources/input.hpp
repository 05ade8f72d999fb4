// SPDX-License-Identifier: MIT
// Bytes of a file, of standard input or of a TCP connection, read once, in order, with a look ahead. Sources read
// through it, so that every refusal of a directory, a missing file or a read error says the same thing in the same
// form.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtm::host {

/// Bytes that stay where they are: a mapped file, or what its maker keeps. A file that somebody shortens meanwhile ends
/// the program, as for every reader that maps (SIGBUS).
class mapped_bytes {
 public:
  /// Kept by somebody else.
  explicit mapped_bytes(std::string_view bytes) : bytes_(bytes) {}
  /// `map` of `size` bytes of the file `fd` as from mmap, to be unmapped and closed; the first `skipped` do not belong
  /// to the bytes.
  mapped_bytes(int fd, void* map, std::size_t size, std::size_t skipped);
  mapped_bytes(mapped_bytes&& other) noexcept;
  mapped_bytes& operator=(mapped_bytes&&) = delete;
  mapped_bytes(const mapped_bytes&) = delete;
  mapped_bytes& operator=(const mapped_bytes&) = delete;
  ~mapped_bytes();

  /// The file, which is then not closed.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// For what is read once, from front to back: copies the bytes from `offset` on and returns how many, fewer only at
  /// the end. Cheaper than to touch each page of a map for the first time, and takes no memory.
  std::size_t copy(std::size_t offset, std::span<char> to) const;

 private:
  int fd_ = -1;
  void* map_ = nullptr;
  std::size_t size_ = 0;
  std::size_t skipped_ = 0;
  std::string_view bytes_;
};

class input {
 public:
  /// Opens `path`; "-" is standard input, "tcp:HOST:PORT" (or tcp://HOST:PORT) a connection to a server. Throws
  /// source_error for what cannot be read: missing, forbidden, a directory, nobody listens.
  explicit input(const std::string& path);
  /// The same of something that may still grow: a regular file has no end. Reading ends when `stop` is true, which a
  /// signal handler may set, or when a writer at the other side has gone.
  input(const std::string& path, const std::atomic<bool>* stop);
  /// Bytes in memory, for tests and fuzzing. They must outlive the input.
  input(std::string name, std::string_view bytes);
  input(input&& other) noexcept;
  input& operator=(input&&) = delete;
  input(const input&) = delete;
  input& operator=(const input&) = delete;
  ~input();

  /// Of what may still grow: `tell` is called, once, when its beginning has not come for about a second and is asked
  /// for.
  void when_it_waits(std::function<void(const input&)> tell) { tell_wait_ = std::move(tell); }
  /// How messages call it: the path, or <stdin>.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// It may still grow.
  [[nodiscard]] bool is_live() const { return stop_ != nullptr; }
  /// The first bytes, at most `prefix_size`, fewer only if the input is shorter. Only before the first `read`.
  /// Of what may still grow: what is there by now, at least a byte.
  [[nodiscard]] std::string_view prefix();
  /// The prefix again.
  [[nodiscard]] std::string_view look() const { return {ahead_.data(), ahead_.size()}; }
  /// More of the prefix of what may still grow. False: there is no more, or the prefix is as long as it may be.
  bool extend_prefix();
  /// Does any of `needles` stand in the prefix, or behind it in a file that can be searched (its first 256 MiB), and
  /// does `is_it` say so of the `bytes` from there on, or of fewer at the end? After `prefix`.
  [[nodiscard]] bool holds_any(std::span<const std::string_view> needles, std::size_t bytes,
                               bool (*is_it)(std::string_view)) const;
  /// Fills the front of `out` and returns how many bytes; 0 means: the end. Throws source_error if the system fails.
  std::size_t read(std::span<char> out);
  /// All bytes at once, for formats whose beginning says where in the rest things are. Instead of `read`, once. A
  /// regular file is mapped; what comes through a pipe or a connection is first written to a temporary file, which has
  /// no name and goes with the program, in TMPDIR or /tmp. Throws source_error if the system fails.
  [[nodiscard]] mapped_bytes map();

  static constexpr std::size_t prefix_size = 64 * 1024;

 private:
  std::size_t read_some(std::span<char> out);
  void copy_to(int file);
  [[nodiscard]] bool wait_for_more();
  void count_wait();

  std::string name_;
  int fd_ = -1;
  std::string_view memory_;
  std::vector<char> ahead_;
  std::size_t ahead_used_ = 0;
  const std::atomic<bool>* stop_ = nullptr;  ///< It may still grow.
  bool is_regular_ = false;
  std::function<void(const input&)> tell_wait_;
  unsigned waits_ = 0;  ///< In vain, one behind the other.
  bool is_beginning_ = false;
};

}  // namespace rtm::host
