// SPDX-License-Identifier: MIT
// Dumps of a target's memory: trace memories are found wherever they lie, in either byte order, and read as the
// target's own encoder would have sent them.
#include "sources/memory_dump.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "replay/replay.hpp"
#include "samples.hpp"
#include "sources/registry.hpp"

namespace rtm::test {
namespace {

host::report report_of(const std::string& bytes) {
  const auto from = host::open_source(host::input("dump", bytes));
  return host::make_report(*from);
}

/// As a target of the other byte order holds it: the head up to `frozen` in 32-bit words, the rest in words.
template <class Word>
std::string swapped(std::string memory) {
  constexpr std::size_t of_words = offsetof(trace::buffer<Word>, written);
  const auto swap = [&](std::size_t from, std::size_t to, std::size_t size) {
    for (std::size_t at = from; at + size <= to; at += size) {
      const auto begin = memory.begin() + static_cast<std::ptrdiff_t>(at);
      std::reverse(begin, begin + static_cast<std::ptrdiff_t>(size));
    }
  };
  swap(0, of_words, 4);
  swap(of_words, memory.size(), sizeof(Word));
  return memory;
}

template <class Target>
std::string bytes_of(Target& target) {
  return {reinterpret_cast<const char*>(&target.memory()), sizeof target.memory()};
}

template <class Capacity>
std::string sample_memory(std::uint32_t core = 0) {
  simulated_target<Capacity> target(sample_info(), core);
  for (const source_fact& fact : sample_facts()) (void)target.tell(fact);
  return bytes_of(target);
}

/// Idle 20 of 250, and two whole windows.
void expect_sample(const host::report& of, std::size_t cores = 1) {
  ASSERT_EQ(of.cores.size(), cores);
  for (const host::core_report& core : of.cores) {
    ASSERT_EQ(core.epochs.size(), 1U);
    EXPECT_EQ(core.epochs[0].total, 250U);
    EXPECT_EQ(core.epochs[0].base.idle, 20U);
    EXPECT_EQ(core.epochs[0].windows.size(), 3U);
    EXPECT_TRUE(core.epochs[0].covered);
  }
  EXPECT_FALSE(of.is_incomplete());
}

TEST(memory_dump, memory_alone_is_a_trace) {
  expect_sample(report_of(sample_memory<small_32>()));
  expect_sample(report_of(sample_memory<wide_64>()));
}

TEST(memory_dump, lies_anywhere_in_a_dump) {
  for (const std::size_t before : {1U, 2U, 3U, 4U, 7U, 65535U, 65536U, 131065U, 300000U})
    expect_sample(report_of(std::string(before, '\x7f') + sample_memory<small_32>() + std::string(100, 'x')));
}

TEST(memory_dump, byte_order_of_the_target_does_not_matter) {
  expect_sample(report_of("x" + swapped<std::uint32_t>(sample_memory<small_32>())));
  expect_sample(report_of(std::string(13, '\0') + swapped<std::uint64_t>(sample_memory<wide_64>())));
}

TEST(memory_dump, several_cores_are_several_memories) {
  expect_sample(report_of(sample_memory<small_32>(0) + std::string(99, '\xee') + sample_memory<small_32>(1)), 2);
}

TEST(memory_dump, recorder_of_the_newest_misses_its_beginning_as_it_should) {
  const host::report made = report_of(std::string(4096, '\0') + flight_memory());
  ASSERT_EQ(made.losses.size(), 1U);
  EXPECT_TRUE(made.losses[0].is_expected);
  EXPECT_EQ(made.losses[0].offset, 4096U);
  EXPECT_FALSE(made.is_incomplete());
  ASSERT_EQ(made.cores.size(), 1U);
  const auto& windows = made.cores[0].epochs.at(0).windows;
  ASSERT_FALSE(windows.empty());
  EXPECT_FALSE(windows.front().covered);
  EXPECT_TRUE(windows.back().covered);
  EXPECT_EQ(windows.back().tasks.size(), 2U);
  EXPECT_EQ(windows.back().tasks[0].exclusive, 50U);
}

/// The message for a dump that is of no use.
std::string refusal_of(const std::string& dump) {
  try {
    (void)report_of(dump);
    return "none";
  } catch (const host::source_error& error) {
    return error.what();
  }
}

void set_word(std::string& memory, std::size_t word, std::uint32_t value) {
  std::memcpy(memory.data() + word * 4, &value, sizeof value);
}

TEST(memory_dump, memory_that_cannot_be_used_is_named_with_its_place) {
  const std::string good = sample_memory<small_32>();
  std::string newer = good, broken = good, vast = good;
  set_word(newer, 2, 9);
  set_word(broken, 8, 77);  // core; the checksum is that of another
  set_word(vast, 6, 0x8000'0000U);
  EXPECT_EQ(refusal_of("ab" + newer), "dump: byte 2: found version 9 of the trace memory; expected version 1");
  EXPECT_EQ(refusal_of("ab" + broken),
            "dump: byte 2: found the head of a trace memory with a wrong checksum or layout; expected a sound one");
  EXPECT_EQ(
      refusal_of("ab" + vast),
      "dump: byte 2: found the head of a trace memory that makes no sense; expected words of 4 or 8 bytes, at most "
      "64 MiB");
  EXPECT_EQ(refusal_of(good.substr(0, good.size() - 1)), "dump: byte 0: found " + std::to_string(good.size() - 1) +
                                                             " bytes of a trace memory; expected " +
                                                             std::to_string(good.size()));
  EXPECT_EQ(refusal_of("rtm race"), "dump: byte 0: found a trace memory that is cut off; expected its head");
}

TEST(memory_dump, broken_memory_beside_a_good_one_is_a_problem) {
  std::string newer = sample_memory<small_32>(1);
  set_word(newer, 2, 9);
  const host::report made = report_of(newer + sample_memory<small_32>(0));
  ASSERT_EQ(made.cores.size(), 1U);
  ASSERT_EQ(made.problems.size(), 1U);
  EXPECT_EQ(made.problems[0].offset, 0U);
}

TEST(memory_dump, magic_in_a_program_is_no_memory) {
  const std::string program =
      "\x7f"
      "ELF rtm race anywhere" +
      std::string(200'000, 'x') + " mtrecar and more of it";
  EXPECT_EQ(refusal_of(program).find("trace memory"), std::string::npos) << refusal_of(program);
  expect_sample(report_of(program + sample_memory<small_32>()));
  std::string damaged = sample_memory<small_32>();
  set_word(damaged, 2, 0x1234'5678);
  EXPECT_EQ(refusal_of(program + damaged), "dump: byte " + std::to_string(program.size()) +
                                               ": found version 305419896 of the trace memory; expected version 1");
}

/// No byte of a memory can make the reader crash or loop; the checksum is mended, so that the pages are looked at.
TEST(memory_dump, any_damage_is_survived) {
  const std::string good = sample_memory<small_32>();
  const std::size_t interesting = sizeof(trace::buffer<std::uint32_t>) + 2 * 1024;
  for (std::size_t at = 8; at < interesting; ++at) {
    for (const int change : {1, 0x80, 0xFF}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      auto& head = *reinterpret_cast<trace::buffer<std::uint32_t>*>(bad.data());
      head.checksum = head.sum();
      try {
        (void)report_of(bad);
      } catch (const host::source_error&) {
      }
    }
  }
}

}  // namespace
}  // namespace rtm::test
