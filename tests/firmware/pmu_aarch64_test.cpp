// SPDX-License-Identifier: MIT
// The PMU module on the PMUv3 of QEMU: Cortex-A57 (event counters of 32 bits) and `max` (FEAT_PMUv3p5, whose counters
// go on above bit 31). With -icount shift=0 every count is known beforehand, wherever the wrap falls.
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "runs.hpp"

namespace truth {
namespace {

/// "gic2_cortex-a57" and the like.
class firmware_pmu_aarch64 : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/" + run())) {
      GTEST_SKIP() << "no run of " << GetParam() << ": no compiler or no emulator for it";
    }
  }
  [[nodiscard]] std::string run(const std::string& turn = "_1") const {
    return std::string("pmu_aarch64_") + GetParam() + turn;
  }
  /// The lines of a section.
  [[nodiscard]] std::string section(const std::string& name) const {
    std::istringstream text(file_of(run(), "uart.txt"));
    std::string found;
    bool is_in = false;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("[")) {
        is_in = line.starts_with("[" + name);
      } else if (is_in && !line.starts_with("end ")) {
        found += line + "\n";
      }
    }
    return found;
  }
};

TEST_P(firmware_pmu_aarch64, events_that_are_not_there_and_groups_that_do_not_fit_are_refused) {
  const std::string version = std::string(GetParam()) == "gic3_max" ? "6" : "1";
  EXPECT_EQ(section("what is there"), "start ok\nversion " + version +
                                          "\n"
                                          "event counters 6\n"
                                          "event sw_incr ok\n"
                                          "event inst_retired ok\n"
                                          "event cpu_cycles ok\n"
                                          "event l1d_cache_refill no_event\n"
                                          "event chain no_event\n"
                                          "group of 8: 6 fit, then no_counter\n");
}

TEST_P(firmware_pmu_aarch64, flags_are_cleared_by_ones_alone_and_by_the_start_up) {
  EXPECT_EQ(section("flags"),
            "set 5\n"
            "0 written to clear 5\n"
            "1 written to clear 4\n"
            "counters reset 4\n"
            "start-up 0\n"
            "interrupts of what was left 0\n");
}

TEST_P(firmware_pmu_aarch64, line_is_a_level_and_a_wrong_route_or_trigger_is_named) {
  EXPECT_EQ(section("line"),
            "calls of a handler that does not clear 100\n"
            "calls for a flag that was cleared before 0\n"
            "calls for a flag that was set before 1\n"
            "as it is ok\n"
            "  its configuration ok\n"
            "edge edge_line\n"
            "  its configuration edge_line\n"
            "disabled no_interrupt\n"
            "enabled again ok\n");
}

TEST_P(firmware_pmu_aarch64, counts_are_exact_also_while_the_interrupt_of_a_wrap_is_held_back) {
  EXPECT_EQ(section("exact counts"),
            "instructions of 1000000 loops of two 2000000\n"
            "cycles of them 2000000\n"
            "before the wrap 15\n"      // from 0xFFFF'FFF0
            "interrupt held back 16\n"  // the counter shows 0
            "interrupt served 16\n"
            "and on 21\n"
            "interrupts 1\n"
            "for another device of the line not_mine\n");
}

// A period is 100 events:      |----100----|----100----|----100----|----
//   late by more than a period  250 events  ^1         ^2 folded  50 of the third are over
//   and in step again           50 events more                    ^3
TEST_P(firmware_pmu_aarch64, samples_keep_what_came_past_the_wrap_and_a_fixed_reload_does_not) {
  EXPECT_EQ(section("sampling"),
            "in time: periods 10 folded 0 interrupts 10 total 1000\n"
            "late by more than a period: periods 12 folded 1 interrupts 11 total 1250\n"
            "and in step again: periods 13 folded 1 interrupts 12 total 1300\n"
            "a fixed reload, 30 late: of 1300 counted 1000\n");
}

TEST_P(firmware_pmu_aarch64, other_hands_and_a_loss_of_power_are_noticed_and_counts_survive_the_latter) {
  EXPECT_EQ(section("others"),
            "PMCR.E cleared ownership_lost\n"
            "counter disabled ownership_lost\n"
            "0 written to the set register ok\n"  // which disables nothing
            "another event ownership_lost\n"
            "another filter ownership_lost\n"
            "interrupt switched off interrupt_off\n"
            "counter written back counter_written\n"
            "all counters reset counter_written\n"
            "masked over two polls no_interrupt\n"
            "power is back ok\n"
            "counted before and after 12\n"
            "interrupts of what the registers held 0\n"
            "check ok\n");
}

/// "<way>: wrong with interrupts on <n> off <m>": n + m.
std::uint64_t wrong_of(const std::string& section, const std::string& way) {
  std::istringstream text(section);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string name, skipped;
    std::uint64_t on = 0, off = 0;
    words >> name >> skipped >> skipped >> skipped >> skipped >> on >> skipped >> off;
    if (name == way + ":" && words) return on + off;
  }
  ADD_FAILURE() << "found no line of " << way << " in\n" << section;
  return 0;
}

TEST_P(firmware_pmu_aarch64, module_is_never_wrong_wherever_the_wrap_falls_and_other_ways_are) {
  const std::string swept = section("reads");
  EXPECT_EQ(wrong_of(swept, "the_module"), 0U);
  EXPECT_EQ(wrong_of(swept, "lower_half"), 0U);
  for (const char* way : {"wraps_then_counter", "counter_then_wraps", "until_wraps_agree", "masked_without_flag",
                          "flag_before_counter", "without_reread"}) {
    EXPECT_GT(wrong_of(swept, way), 0U) << way;
  }
}

TEST_P(firmware_pmu_aarch64, three_whole_wraps_are_counted_by_flag_and_by_poll) {
  EXPECT_EQ(section("three whole wraps"),
            "interrupts 4\n"  // the first one after 1000 cycles
            "by overflow flag exact\n"
            "by poll exact\n");
}

TEST_P(firmware_pmu_aarch64, text_is_the_same_three_times) {
  for (const char* turn : {"_2", "_3"}) EXPECT_EQ(file_of(run(turn), "uart.txt"), file_of(run(), "uart.txt"));
}

INSTANTIATE_TEST_SUITE_P(cpus, firmware_pmu_aarch64, ::testing::Values("gic2_cortex-a57", "gic3_max"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace truth
