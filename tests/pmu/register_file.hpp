// SPDX-License-Identifier: MIT
// Registers that remember who touched them, in order: for the sequences of a backend, access by access.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rtm::test {

class register_file {
 public:
  /// Names for the log.
  register_file(std::initializer_list<std::pair<const std::uint32_t, std::string>> names) : names_(names) {}

  std::map<std::uint32_t, std::uint64_t> value;
  /// What the next reads of a register show, one after the other; then `value`.
  std::map<std::uint32_t, std::vector<std::uint64_t>> next;
  /// "read NAME", "NAME = 0x1", "NAME |= 0x1", "NAME &= ~0x1", "sync", "lock", "unlock".
  std::vector<std::string> log;

  std::uint64_t read(std::uint32_t which) {
    log.push_back("read " + name(which));
    auto& coming = next[which];
    if (coming.empty()) return value[which];
    const std::uint64_t first = coming.front();
    coming.erase(coming.begin());
    return first;
  }
  void write(std::uint32_t which, std::uint64_t to) {
    log.push_back(name(which) + " = " + hex(to));
    value[which] = to;
  }
  void set(std::uint32_t which, std::uint64_t bits) {
    log.push_back(name(which) + " |= " + hex(bits));
    value[which] |= bits;
  }
  void clear(std::uint32_t which, std::uint64_t bits) {
    log.push_back(name(which) + " &= ~" + hex(bits));
    value[which] &= ~bits;
  }
  std::vector<std::string> take_log() { return std::exchange(log, {}); }

 private:
  static std::string hex(std::uint64_t v) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(v));
    return text;
  }
  std::string name(std::uint32_t which) {
    const auto at = names_.find(which);
    return at == names_.end() ? hex(which) : at->second;
  }

  std::map<std::uint32_t, std::string> names_;
};

/// The access policy of every backend, over such a file. `Word`: of the CPU's registers.
template <class Word>
struct recorded_access {
  using word = Word;
  register_file* file = nullptr;

  [[nodiscard]] static std::uint32_t narrow_bits() { return 32; }
  template <std::uint32_t Register>
  Word read() {
    return static_cast<Word>(file->read(Register));
  }
  template <std::uint32_t Register>
  void write(Word v) {
    file->write(Register, v);
  }
  template <std::uint32_t Register>
  void set(Word bits) {
    file->set(Register, bits);
  }
  template <std::uint32_t Register>
  void clear(Word bits) {
    file->clear(Register, bits);
  }
  Word read(std::uint32_t address) { return static_cast<Word>(file->read(address)); }
  void write(std::uint32_t address, Word v) { file->write(address, v); }
  void sync() { file->log.emplace_back("sync"); }
  std::uint32_t lock() {
    file->log.emplace_back("lock");
    return 0;
  }
  void unlock(std::uint32_t) { file->log.emplace_back("unlock"); }
};

using sequence = std::vector<std::string>;

}  // namespace rtm::test
