// SPDX-License-Identifier: MIT
// The profile is what makes the numbers right: the same hooks under another one give others, worked out here. Nothing
// shows it but the repairs, since all still adds up; hence the hook probe, and strictness.
#include <gtest/gtest.h>

#include <filesystem>

#include "players.hpp"

namespace rtm::test {
namespace {

struct mistake {
  const char* name;
  const char* file;   ///< Of transcripts/.
  const char* wrong;  ///< The `os` with the wrong profile.
  const char* owner;  ///< Whose time differs.
  std::uint64_t right_ticks, wrong_ticks;
  const char* repairs;  ///< What is counted under the wrong one.
};

class wrong_profile : public testing::TestWithParam<mistake> {};

std::uint64_t ticks_of(const std::string& owner, const std::string& os, const transcript& of, std::string& repairs) {
  const auto with = make_player(os);
  with->begin(of);
  for (const hook_line& line : of.hooks) with->play(line);
  with->end(of.hooks.back().time + 10);
  EXPECT_TRUE(with->adds_up());
  repairs = with->repairs(0);
  return with->sums().at("@0 " + owner);
}

TEST_P(wrong_profile, adds_up_and_is_wrong_and_only_repairs_tell) {
  const mistake& p = GetParam();
  const transcript of =
      read_transcript(std::filesystem::path(RTM_TESTS_DIR) / "os" / "transcripts" / (std::string(p.file) + ".hooks"));
  std::string repairs;
  EXPECT_EQ(ticks_of(p.owner, of.os, of, repairs), p.right_ticks);
  EXPECT_EQ(ticks_of(p.owner, p.wrong, of, repairs), p.wrong_ticks);
  EXPECT_EQ(repairs, p.repairs);
}

INSTANTIATE_TEST_SUITE_P(
    os, wrong_profile,
    testing::Values(
        // Interrupt 7 is dispatched from 60 to 70, idle by nobody from 30 on and again at 70, to 80.
        mistake{"an_interrupt_that_is_a_process_taken_for_none", "autosar/p1_q1_load_is_30_percent_not_20",
                "autosar_p3", "isr 7", 10, 0, "filtered_idle 2, duplicate_out 2"},
        mistake{"idle_that_is_nobody_taken_for_a_task", "autosar/p1_q1_load_is_30_percent_not_20", "autosar_p3", "idle",
                40, 0, "filtered_idle 2, duplicate_out 2"},
        // Post at 57 and Pre at 58, the interrupt ends at 60, all at 70: U has 10, not 12, and the interrupt 10, not 7.
        mistake{"a_switch_inside_the_interrupt_taken_for_its_end",
                "autosar/p4_q3_the_woken_task_comes_when_the_interrupt_has_ended", "autosar_p3", "task 0", 10, 12,
                "exit_without_enter 1, missing_exit 1"},
        mistake{"and_the_interrupt_is_cut_off", "autosar/p4_q3_the_woken_task_comes_when_the_interrupt_has_ended",
                "autosar_p3", "isr 7", 10, 7, "exit_without_enter 1, missing_exit 1"},
        // Out and in at 60, the exit at 70, all at 80.
        mistake{"zephyr_that_switches_in_the_interrupt_taken_for_one_that_does_not",
                "zephyr/the_switch_is_traced_inside_the_interrupt", "zephyr", "task 1", 10, 20,
                "exit_without_enter 1, missing_exit 1"},
        // The other way round: an exit that is missing, 20 to 40, then out 40, in 50, another interrupt 60 to 70, all
        // at
        // 80. The first frame never ends, so B never gets the core.
        mistake{"zephyr_that_does_not_taken_for_one_that_does", "zephyr/q6_an_exit_that_never_comes",
                "zephyr_switch_in_isr", "task 1", 20, 0, "deferred_switch 1"}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace rtm::test
