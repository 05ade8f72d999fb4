// SPDX-License-Identifier: MIT
// A file of the host, by semihosting (`-semihosting-config enable=on`): one instruction a block, whatever its size, so
// a dump takes no time of the target.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace semihosting {

inline uint64_t call(uint64_t number, const void* parameters) {
  register uint64_t operation asm("x0") = number;
  register const void* block asm("x1") = parameters;
  asm volatile("hlt #0xF000" : "+r"(operation) : "r"(block) : "memory");
  return operation;
}

class file {
 public:
  /// For writing, in the folder of the emulator; what was there is gone. False: it cannot be opened.
  bool open(const char* name) {
    uint64_t length = 0;
    while (name[length] != '\0') ++length;
    const uint64_t parameters[3] = {reinterpret_cast<uint64_t>(name), 5, length};  // "wb"
    handle_ = call(0x01, parameters);
    return handle_ != ~uint64_t{0};
  }
  /// How many bytes were written.
  size_t write(const uint8_t* bytes, size_t count) {
    const uint64_t parameters[3] = {handle_, reinterpret_cast<uint64_t>(bytes), count};
    return count - call(0x05, parameters);
  }
  void close() { (void)call(0x02, &handle_); }

 private:
  uint64_t handle_ = ~uint64_t{0};
};

}  // namespace semihosting
