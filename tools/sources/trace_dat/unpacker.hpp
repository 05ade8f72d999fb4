// SPDX-License-Identifier: MIT
// Unpacks what trace-cmd has compressed. Which methods there are depends on the libraries that were there at build
// time; a file that needs another one is refused by the method's name.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace rtm::host::trace_dat {

class unpacker {
 public:
  unpacker() = default;
  unpacker(const unpacker&) = delete;
  unpacker& operator=(const unpacker&) = delete;
  virtual ~unpacker() = default;

  /// True if `packed` becomes exactly as many bytes as `to` has. Called for a chunk of many pages, never for an event.
  virtual bool unpack(std::string_view packed, std::span<char> to) = 0;
};

/// Null: this build has no such library.
[[nodiscard]] std::unique_ptr<unpacker> make_zstd_unpacker();
[[nodiscard]] std::unique_ptr<unpacker> make_zlib_unpacker();

/// Null: no such method. For a reader of one thread.
[[nodiscard]] std::unique_ptr<unpacker> make_unpacker(std::string_view method);
/// Is it a method of trace-cmd, of whatever build?
[[nodiscard]] bool is_known_method(std::string_view method);
/// "zstd, zlib or none", of this build.
[[nodiscard]] std::string usable_methods();

}  // namespace rtm::host::trace_dat
