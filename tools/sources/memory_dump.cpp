// SPDX-License-Identifier: MIT
#include "sources/memory_dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "rtm/trace/encoder.hpp"
#include "rtm/trace/memory.hpp"
#include "sources/trace.hpp"

namespace rtm::host {
namespace {

using namespace std::string_view_literals;

// The same two words as a little-endian and a big-endian target stores them.
constexpr std::array magics = {"rtm race"sv, " mtrecar"sv};
constexpr std::size_t magic_bytes = 8;
/// More than a memory of any microcontroller; what says it is larger is not one.
constexpr std::uint64_t most_memory_bytes = std::uint64_t{64} << 20;

/// What must be known to take a memory out of a dump, the same for every word.
struct head_start {
  std::uint32_t magic[2], version, word_bytes, head_bytes, page_bytes, pages;
};

template <class Int>
void swap_in_place(std::byte* at, std::size_t bytes) {
  for (std::size_t i = 0; i + sizeof(Int) <= bytes; i += sizeof(Int)) std::reverse(at + i, at + i + sizeof(Int));
}

bool is_swapped(std::string_view memory) {
  return memory.starts_with(magics[0]) != (std::endian::native == std::endian::little);
}

head_start head_of(std::string_view memory) {
  head_start head{};
  std::memcpy(&head, memory.data(), std::min(sizeof head, memory.size()));
  if (is_swapped(memory)) swap_in_place<std::uint32_t>(reinterpret_cast<std::byte*>(&head), sizeof head);
  return head;
}

/// Programs hold the magic too, as what they compare with. Only one of the two words behind it may be damaged.
bool is_likely_memory(std::string_view at) {
  constexpr std::uint32_t most_versions = 255;
  const head_start head = head_of(at);
  return at.size() < offsetof(head_start, head_bytes) || head.version <= most_versions || head.word_bytes == 4 ||
         head.word_bytes == 8;
}

/// The memory as this machine would hold it.
template <class Word>
class memory_copy {
  using head = trace::buffer<Word>;

 public:
  memory_copy(std::string_view bytes, bool is_swapped)
      : size_(bytes.size()), words_(size_ / sizeof(std::uint64_t) + 1) {
    auto* const at = reinterpret_cast<std::byte*>(words_.data());
    std::memcpy(at, bytes.data(), size_);
    constexpr std::size_t of_words = offsetof(head, written);
    if (!is_swapped) return;
    swap_in_place<std::uint32_t>(at, of_words);
    swap_in_place<Word>(at + of_words, size_ - of_words);
  }

  /// False: its head is not that of a trace memory.
  bool send(std::string& to) {
    head& memory = *reinterpret_cast<head*>(words_.data());
    if (!memory.holds_trace(size_)) return false;
    // Whatever the dump says of a reader and a writer: here is one reader, and nobody writes.
    memory.frozen = 1;
    if (Word(memory.written - memory.released) > memory.pages) memory.released = Word(memory.written - memory.pages);
    const auto encoder = std::make_unique<trace::encoder<Word, trace::wire::most_packet_bytes>>();
    (void)encoder->begin(memory, nullptr, 0, {append, &to});
    encoder->finish();
    while (encoder->step()) {
    }
    return true;
  }

 private:
  static std::size_t append(void* to, const std::uint8_t* bytes, std::size_t count) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
    return count;
  }

  std::size_t size_;
  std::vector<std::uint64_t> words_;
};

/// Looks for memories in a dump that is read once, block by block.
class dump_reader {
 public:
  explicit dump_reader(input& in) : in_(in) {}

  dumped_memories read() {
    while (fill(1)) {
      const std::size_t at = next_magic();
      if (at == std::string::npos) {
        drop(ahead_.size() - std::min(ahead_.size(), magic_bytes - 1));
        if (!fill(ahead_.size() + 1)) break;
        continue;
      }
      drop(at);
      drop(take_memory());
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t next_magic() const {
    std::size_t first = std::string::npos;
    for (const auto& magic : magics) first = std::min(first, ahead_.find(magic));
    return first;
  }

  /// True if at least `bytes` are in hand.
  bool fill(std::uint64_t bytes) {
    while (ahead_.size() < bytes) {
      const std::size_t have = ahead_.size();
      ahead_.resize(have + block);
      const std::size_t n = in_.read(std::span(ahead_).subspan(have));
      ahead_.resize(have + n);
      if (n == 0) return false;
    }
    return true;
  }
  void drop(std::size_t bytes) {
    ahead_.erase(0, bytes);
    offset_ += bytes;
  }

  void refuse(std::string found, std::string expected) {
    found_.problems.push_back({offset_, std::move(found), std::move(expected)});
  }

  /// What begins with a magic. Returns how many bytes are done with.
  std::size_t take_memory() {
    const bool is_whole = fill(sizeof(head_start));
    if (!is_likely_memory(ahead_)) return magic_bytes;
    if (!is_whole) return refuse("a trace memory that is cut off", "its head"), magic_bytes;
    const head_start head = head_of(ahead_);
    if (head.version != trace::memory_version)
      return refuse(fmt::format("version {} of the trace memory", head.version),
                    fmt::format("version {}", trace::memory_version)),
             magic_bytes;
    const std::uint64_t size = head.head_bytes + std::uint64_t{head.pages} * head.page_bytes;
    if ((head.word_bytes != 4 && head.word_bytes != 8) || head.head_bytes > 4096 || size > most_memory_bytes)
      return refuse("the head of a trace memory that makes no sense", "words of 4 or 8 bytes, at most 64 MiB"),
             magic_bytes;
    if (!fill(size))
      return refuse(fmt::format("{} bytes of a trace memory", ahead_.size()), fmt::format("{}", size)), magic_bytes;
    const std::string_view bytes = std::string_view(ahead_).substr(0, static_cast<std::size_t>(size));
    const std::uint64_t begins = found_.stream.size();
    const bool is_good = head.word_bytes == 4
                             ? memory_copy<std::uint32_t>(bytes, is_swapped(bytes)).send(found_.stream)
                             : memory_copy<std::uint64_t>(bytes, is_swapped(bytes)).send(found_.stream);
    if (!is_good)
      return refuse("the head of a trace memory with a wrong checksum or layout", "a sound one"), magic_bytes;
    found_.memories.push_back({offset_, begins});
    return static_cast<std::size_t>(size);
  }

  static constexpr std::size_t block = std::size_t{64} * 1024;

  input& in_;
  std::string ahead_;
  std::uint64_t offset_ = 0;  ///< Of the first byte of ahead_.
  dumped_memories found_;
};

/// The stream made of a dump, as a source whose offsets are those of the dump.
class memory_dump final : public source {
 public:
  memory_dump(const std::string& name, dumped_memories&& found)
      : found_(std::move(found)),
        trace_(input(name, found_.stream), [this](std::uint64_t offset) { return place(offset); }) {}

  std::size_t read(std::span<source_fact> out) override { return trace_.read(out); }
  [[nodiscard]] std::vector<source_loss> take_losses() override { return trace_.take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override {
    auto problems = std::exchange(found_.problems, {});
    auto more = trace_.take_problems();
    problems.insert(problems.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    return problems;
  }
  [[nodiscard]] const source_info& info() const override { return trace_.info(); }

 private:
  [[nodiscard]] std::uint64_t place(std::uint64_t offset) const {
    std::uint64_t of = 0;
    for (const auto& memory : found_.memories)
      if (memory.begins <= offset) of = memory.offset;
    return of;
  }

  dumped_memories found_;
  trace_source trace_;
};

}  // namespace

bool is_memory_dump(std::string_view prefix, const input& in) {
  return !trace_source::begins(prefix) && in.holds_any(magics, offsetof(head_start, head_bytes), is_likely_memory);
}

dumped_memories find_memories(input& in) { return dump_reader(in).read(); }

std::unique_ptr<source> open_memory_dump(input from) {
  dumped_memories found = find_memories(from);
  if (found.memories.empty()) {
    const source_problem first =
        found.problems.empty() ? source_problem{0, "no trace memory", "one"} : found.problems.front();
    throw source_error(
        fmt::format("{}: byte {}: found {}; expected {}", from.name(), first.offset, first.found, first.expected));
  }
  return std::make_unique<memory_dump>(from.name(), std::move(found));
}

}  // namespace rtm::host
