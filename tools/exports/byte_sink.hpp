// SPDX-License-Identifier: MIT
// Where the bytes of an export go: a new file, written in large pieces. What cannot be written is a source_error with
// the reason of the system.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rtm::host {

class byte_sink {
 public:
  byte_sink() = default;
  byte_sink(const byte_sink&) = delete;
  byte_sink& operator=(const byte_sink&) = delete;
  virtual ~byte_sink() = default;
  virtual void write(std::string_view bytes) = 0;
  /// After the last byte.
  virtual void close() {}
};

class file_sink final : public byte_sink {
 public:
  enum class mode { create, append };
  /// `create` empties a file that is there. Messages call the file `path`.
  explicit file_sink(std::filesystem::path path, mode how = mode::create);
  ~file_sink() override;
  void write(std::string_view bytes) override;
  void close() override;

 private:
  void write_out(std::string_view bytes);

  std::filesystem::path path_;
  int fd_ = -1;
  std::string buffer_;
};

/// Bytes in memory, for tests.
class text_sink final : public byte_sink {
 public:
  explicit text_sink(std::string& into) : into_(into) {}
  void write(std::string_view bytes) override { into_ += bytes; }

 private:
  std::string& into_;
};

}  // namespace rtm::host
