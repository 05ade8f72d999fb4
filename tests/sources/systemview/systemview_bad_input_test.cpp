// SPDX-License-Identifier: MIT
// Damaged recordings of SystemView: what was sound before the damage remains, and the damage is told with its byte.
#include <gtest/gtest.h>

#include <string>

#include "sources/reading.hpp"
#include "sources/systemview/recording.hpp"
#include "sources/systemview/systemview.hpp"

namespace rtm::test {
namespace {

std::string refusal_of_source(const std::string& bytes) {
  try {
    host::systemview_source from{host::input("test", bytes)};
  } catch (const host::source_error& error) {
    return error.what();
  }
  return {};
}

TEST(systemview_bad_input, recording_without_a_clock_is_refused) {
  const std::string no_clock = "found no clock; expected a packet with the frequency of the time stamps";
  EXPECT_EQ(refusal_of_source(""), "test: byte 0: " + no_clock);
  EXPECT_EQ(refusal_of_source(std::string(100, '\0')), "test: byte 100: " + no_clock);
  EXPECT_EQ(refusal_of_source(recording::begun(0).idle(1).bytes()), "test: byte 25: " + no_clock);
  EXPECT_NE(refusal_of(std::string(100, '\0')), "") << "and is not taken for one";
}

TEST(systemview_bad_input, cut_packet_is_told_and_keeps_what_was_before) {
  const std::string whole = recording::begun().idle(0).isr_enter(10, 300).bytes();
  const reading got = reading_of(whole.substr(0, whole.size() - 1));
  EXPECT_EQ(got.core(0).total, 0U);
  EXPECT_EQ(got.problem(0), "found the end of the file in a packet; expected the rest of the packet");
  EXPECT_EQ(got.report.problems.at(0).offset, whole.size() - 4);
}

TEST(systemview_bad_input, damage_ends_the_recording) {
  for (const std::string& damage : {std::string("\xff\xff\xff\xff\xff\xff", 6),  // a number of 42 bits
                                    std::string("\x02\xff\xff\xff\xff\x7f", 6),  // a number of 35 bits
                                    std::string("\x20\x80\x80\x04", 4),          // 65536 bytes
                                    std::string("\x18\x01\x05\x00", 4)}) {       // a clock without its values
    const std::string sound = recording::begun().idle(0).nop(10).bytes();
    const reading got = reading_of(sound + damage + recording::begun().bytes());
    EXPECT_EQ(got.core(0).base.idle, 10U);
    ASSERT_EQ(got.report.problems.size(), 1U);
    EXPECT_EQ(got.report.problems[0].offset, sound.size());
    EXPECT_EQ(got.problem(0),
              "found damage, and nothing behind it can be placed in time; expected a packet of SystemView");
  }
}

// Ticks of another length cannot be added to those before them.
TEST(systemview_bad_input, another_clock_ends_the_recording) {
  recording made = recording::begun().idle(0).nop(10);
  const std::size_t sound = made.bytes().size();
  const reading got = reading_of(made.clock(2'000'000).nop(3).bytes());
  EXPECT_EQ(got.report.clock_hz, 1'000'000U);
  EXPECT_EQ(got.core(0).base.idle, 10U);
  EXPECT_EQ(got.core(0).total, 10U);
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_EQ(got.report.problems[0].offset, sound);
  EXPECT_EQ(got.problem(0),
            "found a clock of 2000000 Hz from here on, and nothing behind it is read; expected 1000000 Hz "
            "and ids from 0x20000000 in steps of 4, as before");
}

TEST(systemview_bad_input, the_same_clock_again_is_nothing_new) {
  recording made = recording::begun().idle(0).nop(10);
  const reading got = reading_of(made.clock(1'000'000).nop(3).bytes());
  EXPECT_EQ(got.core(0).total, 13U);
  EXPECT_TRUE(got.report.problems.empty());
}

// The number of a task would be another task's.
TEST(systemview_bad_input, ids_of_another_resolution_end_the_recording) {
  recording made = recording::begun().idle(0).nop(10);
  recording inside;
  inside.number(1'000'000).number(1'000'000).number(0x2000'0000).number(0);
  const reading got = reading_of(made.add_with_length(24, inside.bytes(), 0).nop(3).bytes());
  EXPECT_EQ(got.core(0).total, 10U);
  EXPECT_EQ(got.problem(0),
            "found ids from 0x20000000 in steps of 1 from here on, and nothing behind it is read; expected "
            "1000000 Hz and ids from 0x20000000 in steps of 4, as before");
}

TEST(systemview_bad_input, cut_anywhere_adds_up) {
  const std::string whole = recording::begun()
                                .task_info(1, "A")
                                .task(1, 1)
                                .isr_enter(200, 15)
                                .timer_enter(3, 4)
                                .timer_exit(3)
                                .isr_to_scheduler(4)
                                .idle(1)
                                .overflow(100, 3)
                                .task(5, 2)
                                .bytes();
  for (std::size_t n = 28; n <= whole.size(); ++n) {
    const reading got = reading_of(whole.substr(0, n));
    const auto& core = got.core(0);
    std::uint64_t sum = core.base.idle + core.base.kernel + core.base.unknown;
    for (const auto& row : core.tasks) sum += row.exclusive;
    for (const auto& row : core.isrs) sum += row.exclusive;
    EXPECT_EQ(sum, core.total) << n;
    EXPECT_TRUE(core.valid()) << n;
  }
}

}  // namespace
}  // namespace rtm::test
