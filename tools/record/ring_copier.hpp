// SPDX-License-Identifier: MIT
// Copies the ring buffer of one CPU into a file while it fills, in a thread of its own, page by page and without
// looking at them.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <thread>

#include "record/file.hpp"

namespace rtm::host {

class ring_copier {
 public:
  /// `pages`: trace_pipe_raw of a CPU, in pages of `page_bytes`. `folder`: where the copy, which has no name, lies.
  /// Throws source_error.
  ring_copier(const std::string& pages, std::uint32_t page_bytes, const std::string& folder);
  ring_copier(const ring_copier&) = delete;
  ring_copier& operator=(const ring_copier&) = delete;
  ~ring_copier();

  /// `failed`: an eventfd that is written to if copying fails; see `finish`.
  void start(int failed);
  /// After the trace has been switched off: waits until the rest has been copied and closes the buffer. Throws the
  /// source_error that copying has met.
  void finish();

  [[nodiscard]] std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  [[nodiscard]] int copy() const { return copy_.get(); }

 private:
  void run(int failed) noexcept;
  bool copy_full_pages();
  bool copy_read_pages();
  void to_file(const char* data, std::size_t size);
  void empty_pipe(std::size_t size);

  std::string name_, folder_;
  std::uint32_t page_bytes_;
  file_handle ring_, copy_, pipe_out_, pipe_in_, stop_;
  std::size_t pipe_bytes_ = 0;
  bool can_splice_ = true;
  std::atomic<bool> is_abandoned_ = false;  ///< The rest is not wanted.
  std::atomic<std::uint64_t> bytes_ = 0;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace rtm::host
