// SPDX-License-Identifier: MIT
// `rtm probe` as a user sees it: what it prints, and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "program.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string path_of(const std::string& name) {
  return std::string(RTM_TESTS_DIR) + "/probe/transcripts/" + name + ".probe";
}

TEST(probe_command, sound_answer_is_printed_with_its_evidence_and_ends_with_0) {
  const run_result ran = run_rtm({"probe", path_of("trampoline")});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.error, "");
  EXPECT_THAT(ran.output, HasSubstr("\nprofile autosar_p1\n"));
  EXPECT_THAT(ran.output, HasSubstr("\nisr          31  out in- [ ] out- in\n"));
  EXPECT_THAT(ran.output, HasSubstr("\nthe port will see\n"));
  EXPECT_THAT(ran.output, HasSubstr("\nit will not see\n"));
}

TEST(probe_command, os_that_calls_no_hook_is_named_and_ends_with_1) {
  const run_result ran = run_rtm({"probe", path_of("atk2_silent")});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("\nprofile autosar_p5: no hook was called, so nothing can be measured\n"));
  EXPECT_THAT(ran.output, HasSubstr("\nhooks called: out 0, in 0, switch 0, "));
}

TEST(probe_command, evidence_against_itself_names_both_lines_and_no_profile) {
  const run_result ran = run_rtm({"probe", "-"}, {"rtm-probe 1\n"
                                                  "0 step isr\n1 at_task 1\n5 body 7\n8 body_end 7\n9 at_task 1\n"
                                                  "10 step isr\n11 at_task 1\n15 enter\n16 body 7\n18 body_end 7\n"
                                                  "19 exit\n20 at_task 1\n",
                                                  {}});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("\ncontradictory: no profile is named\n"));
  EXPECT_THAT(ran.output, HasSubstr("  - line 7: step isr came out as \"enter [ ] exit\", in line 2 as \"[ ]\"\n"));
}

TEST(probe_command, unusable_input_is_one_line_and_ends_with_2) {
  const run_result ran = run_rtm({"probe", "-"}, {"rtm-probe 1\n5 preempt\n", {}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "");
  EXPECT_THAT(ran.error, StartsWith("rtm: <stdin>:2: found \"preempt\"; expected an event: "));
}

TEST(probe_command, json_says_the_same) {
  const run_result ran = run_rtm({"probe", path_of("erika3"), "--json"});
  EXPECT_EQ(ran.exit_code, 0);
  const auto all = nlohmann::json::parse(ran.output);
  EXPECT_EQ(all["schema"], "rtm.probe/1");
  EXPECT_EQ(all["os"], "ERIKA3");
  EXPECT_EQ(all["answer"], "named");
  EXPECT_EQ(all["profile"], "autosar_p2");
  EXPECT_EQ(all["wrong_out"], 1);
  EXPECT_EQ(all["steps"][4]["step"], "isr");
  EXPECT_EQ(all["steps"][4]["runs"][0]["seen"], "[ ] again");
  EXPECT_EQ(all["steps"][4]["runs"][0]["line"], 28);
  EXPECT_EQ(all["hooks"][1]["hook"], "in");
  EXPECT_EQ(all["hooks"][1]["calls"], 10);
}

TEST(probe_command, text_fits_the_width) {
  const run_result ran = run_rtm({"probe", path_of("arctic_core"), "--width", "50"});
  std::size_t begin = 0;
  for (std::size_t end = ran.output.find('\n'); end != std::string::npos; end = ran.output.find('\n', begin)) {
    const std::string line = ran.output.substr(begin, end - begin);
    // The first line has the path of the file.
    EXPECT_TRUE(begin == 0 || line.size() <= 50U) << line;
    begin = end + 1;
  }
}

}  // namespace
}  // namespace rtm::test
