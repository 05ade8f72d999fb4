// SPDX-License-Identifier: MIT
// Common windows of four cores, and clocks that nobody has set, on QEMU's `virt`. What must come out is known of the
// machine: every core has 16 cycles a tick of CNTVCT, and CNTFRQ says 20 ppm less than the clock keeps (a tick is 16 ns
// whatever CNTFRQ says, see CMakeLists.txt).
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <vector>

#include "golden.hpp"
#include "runs.hpp"

namespace truth {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

/// Sections by name, each with its lines.
std::map<std::string, std::string> sections_of(const std::string& text) {
  std::map<std::string, std::string> found;
  std::istringstream in(text);
  std::string name;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("[")) {
      name = line;
    } else {
      found[name] += line + "\n";
    }
  }
  return found;
}

/// All numbers behind `words`, in the first line that has them.
std::vector<std::uint64_t> numbers_after(const std::string& text, const std::string& words) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const auto at = line.find(words);
    if (at == line.npos) continue;
    std::vector<std::uint64_t> found;
    const std::string rest = line.substr(at + words.size());
    const std::regex digits("[0-9]+");
    for (std::sregex_iterator i(rest.begin(), rest.end(), digits), end; i != end; ++i)
      found.push_back(std::stoull(i->str()));
    return found;
  }
  ADD_FAILURE() << "found no line with '" << words << "' in\n" << text;
  return std::vector<std::uint64_t>(8);
}

class firmware_sync : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/sync_1")) {
      GTEST_SKIP() << "no compiler or no emulator for it";
    }
    text_ = file_of("sync_1", "uart.txt");
    sections_ = sections_of(text_);
  }
  [[nodiscard]] const std::string& section(const std::string& begin) const {
    for (const auto& [name, lines] : sections_)
      if (name.starts_with("[" + begin)) return lines;
    ADD_FAILURE() << "found no section " << begin;
    return text_;
  }
  std::string text_;
  std::map<std::string, std::string> sections_;
};

// system: <verdict> late L skew bound J of it clocks C error E ppm, would need M of W ticks
//   J is the latest core and its reading; E = J / W in ppm, M = J / 10000 ppm, both rounded up
void expect_right_bounds(const std::string& lines) {
  std::uint64_t latest = 0, skew = 0;
  for (const std::string core : {"core 0", "core 1", "core 2", "core 3"}) {
    const auto late = numbers_after(lines, core + ": ok start ");  // start, stop, late twice, reading twice, ...
    ASSERT_GE(late.size(), 6U);
    latest = std::max({latest, late[2], late[3]});
    skew = std::max({skew, late[2] + late[4], late[3] + late[5]});
  }
  const auto system = numbers_after(lines, "system: ");
  ASSERT_THAT(system, SizeIs(6));
  EXPECT_EQ(system[0], latest);
  EXPECT_EQ(system[1], skew);
  EXPECT_EQ(system[2], 0U) << "one clock";
  EXPECT_EQ(system[3], (skew * 1'000'000 + system[5] - 1) / system[5]);
  EXPECT_EQ(system[4], skew * 100);
}

/// What the four cores counted in the window of that length is known: 16 cycles a tick each.
void expect_right_cycles(const std::string& lines) {
  const auto cycles = numbers_after(lines, " cycles ");
  const auto total = numbers_after(lines.substr(lines.find("total:")), " cycles ");
  ASSERT_THAT(total, SizeIs(2));
  const std::uint64_t truth = numbers_after(lines, "system: ").at(5) * 16 * 4;
  EXPECT_LE(truth, total[0] + total[1]);
  EXPECT_LE(total[0], truth + total[1]);
  EXPECT_LT(total[1] * 100, truth) << "a bound that says something";
}

TEST_F(firmware_sync, cores_armed_by_an_interrupt_start_at_one_deadline_and_say_how_late_they_were) {
  const std::string& lines = section("software: an interrupt arms");
  EXPECT_THAT(lines, HasSubstr("system: ok "));
  expect_right_bounds(lines);
  expect_right_cycles(lines);
}

TEST_F(firmware_sync, first_window_warms_up_and_is_no_result) {
  const std::string& lines = section("software: the first one");
  EXPECT_THAT(lines, HasSubstr("system: warming_up "));
  EXPECT_THAT(lines, Not(HasSubstr("total")));
}

// Core 2 does not hear the interrupt's deadline for 1/20 ms, which is 3125 ticks.
TEST_F(firmware_sync, set_with_a_late_core_is_rejected_and_one_as_long_as_asked_for_is_not) {
  const std::string& refused = section("software: core 2 is in a critical section");
  EXPECT_THAT(refused, HasSubstr("system: too_late "));
  EXPECT_THAT(refused, Not(HasSubstr("total")));
  expect_right_bounds(refused);
  EXPECT_GE(numbers_after(refused, "core 2: ok start ").at(2), 3'125U);
  const std::string& longer = section("software: the same in a window");
  EXPECT_THAT(longer, HasSubstr("system: ok "));
  EXPECT_EQ(numbers_after(longer, "system: ok").at(5), numbers_after(refused, "system: too_late").at(4));
  expect_right_bounds(longer);
  expect_right_cycles(longer);
}

TEST_F(firmware_sync, boundaries_passed_at_a_poll_and_samples_interpolated_give_windows_too) {
  for (const char* name : {"periodic", "global clock"}) {
    const std::string& lines = section(name);
    EXPECT_THAT(lines, HasSubstr("system: ok ")) << name;
    expect_right_bounds(lines);
    expect_right_cycles(lines);
  }
}

TEST_F(firmware_sync, clocks_without_three_batches_of_exchanges_are_not_called_synchronous) {
  EXPECT_THAT(section("two clocks"), HasSubstr("after 2 batches: uncalibrated\n  a stamp: uncalibrated\n"));
  EXPECT_THAT(section("a window of two clocks"), HasSubstr("as they are: not_synchronous\n"));
}

// 62'498'750 ticks of the clock of core 1 in the time of 62'500'000 of the common one: 20 ppm too few.
TEST_F(firmware_sync, drift_and_offset_lie_within_the_bounds_that_come_with_them) {
  EXPECT_THAT(text_, Not(HasSubstr("OUTSIDE")));
  const std::string& lines = section("two clocks");
  EXPECT_THAT(lines, HasSubstr("ppb, true -20000: inside\n"));
  const auto found = numbers_after(lines, "drift -");
  EXPECT_LE(found.at(0), 20'000 + found.at(1));
  EXPECT_LE(20'000, found.at(0) + found.at(1));
  const auto trips = numbers_after(lines, "round trips ");
  EXPECT_GT(trips.at(1), 3 * trips.at(0)) << "some exchanges wait for an interrupt of core 1";
  // Offset, converted off by at least and at most, bound.
  const auto now = numbers_after(lines, "  a stamp: own clock ahead by ");
  const auto later = numbers_after(lines, "  a second later: own clock ahead by ");
  EXPECT_GE(now.at(3), trips.at(0) / 2) << "half the round trip at least";
  EXPECT_GT(later.at(3), now.at(3)) << "it grows with the distance";
  const auto between = static_cast<double>(now.at(1) + now.at(2));  // the readings of one moment
  EXPECT_NEAR(static_cast<double>(now.at(0) - later.at(0)), 1250, between) << "20 ppm of 62'500'000 in a second";
}

TEST_F(firmware_sync, window_of_two_clocks_is_combined_once_they_are_aligned_and_the_bound_is_in_the_result) {
  const std::string& lines = section("a window of two clocks");
  EXPECT_THAT(lines, HasSubstr("aligned: ok\nsystem: ok "));
  const auto system = numbers_after(lines, "system: ok ");
  EXPECT_GT(system.at(2), 0U);
  EXPECT_GT(system.at(1), system.at(2));
  expect_right_cycles(lines);
}

TEST_F(firmware_sync, clock_that_is_set_is_noticed_until_all_exchanges_are_newer) {
  const std::string& lines = section("the clock of core 1 is set");
  EXPECT_THAT(lines, HasSubstr("after a batch: clock_jumped\n  a stamp: clock_jumped\nafter 16 batches: ok, "));
}

TEST_F(firmware_sync, text_is_as_kept_and_the_same_three_times) {
  for (const char* turn : {"sync_2", "sync_3"}) EXPECT_EQ(file_of(turn, "uart.txt"), text_);
  compare_with_golden("sync.txt", text_, aarch64_compiler);
}

}  // namespace
}  // namespace truth
