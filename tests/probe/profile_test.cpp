// SPDX-License-Identifier: MIT
// Each OS is known by what its hooks do. The transcripts are written by hand from the orders that were observed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtm/os/profile.hpp"
#include "scenario.hpp"

namespace rtm::test {
namespace {

using host::probe::all_habits;
using host::probe::answer_kind;
using host::probe::habits;
using host::probe::scenario_steps;
using testing::ElementsAre;

judged of_file(const std::string& name) {
  return judge(host::input(std::string(RTM_TESTS_DIR) + "/probe/transcripts/" + name + ".probe"));
}

struct observed_os {
  const char* file;
  const char* profile;
  answer_kind kind;
  std::array<const char*, scenario_steps> signatures;  ///< activate, chain, wait_set, wait, isr, isr_wake, nested ...
};

class observed : public testing::TestWithParam<observed_os> {};

TEST_P(observed, order_of_hooks_is_read_off_and_names_one_profile) {
  const judged all = of_file(GetParam().file);
  for (std::size_t i = 0; i < scenario_steps; ++i) {
    const auto step = static_cast<rtm_probe_step>(i);
    EXPECT_EQ(all.signature(step), GetParam().signatures[i]) << host::probe::word_of(step);
  }
  EXPECT_THAT(all.possible(), ElementsAre(GetParam().profile));
  EXPECT_EQ(all.made.kind, GetParam().kind);
}

INSTANTIATE_TEST_SUITE_P(
    probe, observed,
    testing::Values(
        observed_os{"trampoline",
                    "autosar_p1",
                    answer_kind::named,
                    {"out in", "out in", "", "out in", "out in- [ ] out- in", "out in- [ ] out- in",
                     "out in- [ out- in- [ ] out- in- ] out- in", "[ ]", "out in-"}},
        observed_os{"erika3",
                    "autosar_p2",
                    answer_kind::named,
                    {"out in", "out in", "", "out in", "[ ] again", "[ ] out- in", "[ [ ] ] again", "[ ]", "out"}},
        observed_os{"arctic_core",
                    "autosar_p3",
                    answer_kind::named,
                    {"out in", "out in", "", "out in", "out enter [ ] exit same", "out enter [ ] exit in",
                     "out enter [ exit enter [ ] exit enter ] exit same", "[ ]", "out in"}},
        observed_os{"easyxmen",
                    "autosar_p4",
                    answer_kind::named,
                    {"out in", "out- in", "", "out in", "enter [ ] exit", "enter [ ] out in exit",
                     "enter [ enter [ ] exit ] exit", "enter [ ] exit", "out in"}},
        observed_os{
            "atk2_silent", "autosar_p5", answer_kind::silent, {"", "", "", "", "[ ]", "[ ]", "[ [ ] ]", "[ ]", ""}}),
    [](const auto& of) { return std::string(of.param.file); });

struct rtos {
  const char* profile;
  std::vector<written_step> steps;
};

class documented : public testing::TestWithParam<rtos> {};

TEST_P(documented, order_of_hooks_names_one_profile) {
  const judged all = judge(text_of(GetParam().steps));
  EXPECT_THAT(all.possible(), ElementsAre(GetParam().profile));
  EXPECT_EQ(all.made.kind, answer_kind::named);
}

const char* const from_1_to_9 = "out task=1; in task=9";
const char* const from_9_to_1 = "out task=9; in task=1";

INSTANTIATE_TEST_SUITE_P(probe, documented,
                         testing::Values(rtos{"freertos",
                                              {{"activate", from_1_to_9},
                                               {"wait", from_9_to_1},
                                               {"isr", "body 7; exit; body_end 7"},
                                               {"isr_wake", "body 7; exit_to_os; body_end 7; out task=1; in task=9"},
                                               {"idle", "out task=9; in task=0"}}},
                                         rtos{"freertos_switch_in_isr",
                                              {{"activate", from_1_to_9},
                                               {"wait", from_9_to_1},
                                               {"isr", "body 7; body_end 7"},
                                               {"isr_wake", "body 7; out task=1; in task=9; body_end 7"},
                                               {"idle", "out task=9; in task=0"}}},
                                         rtos{"threadx_cortex_m",
                                              {{"activate", from_1_to_9},
                                               {"wait", from_9_to_1},
                                               {"isr", "enter; body 7; body_end 7; exit"},
                                               {"isr_wake", "enter; body 7; body_end 7; exit; out task=1; in task=9"},
                                               {"idle", "out task=9"}}},
                                         rtos{"threadx_arm",
                                              {{"activate", from_1_to_9},
                                               {"wait", from_9_to_1},
                                               {"isr", "enter; body 7; body_end 7; exit"},
                                               {"isr_wake", "enter; body 7; body_end 7; exit; in task=9"},
                                               {"idle", "out task=9"}}},
                                         rtos{"zephyr",
                                              {{"activate", from_1_to_9},
                                               {"wait", from_9_to_1},
                                               {"isr", "enter; body 7; body_end 7; exit"},
                                               {"isr_wake", "enter; body 7; body_end 7; exit; out task=1; in task=9"},
                                               {"idle", "out task=9; in task=0; idle; idle"}}},
                                         rtos{"nuttx",
                                              {{"activate", from_1_to_9},
                                               {"wait", from_9_to_1},
                                               {"isr", "enter 7; body 7; body_end 7; exit 7; out task=1; in task=1"},
                                               {"isr_wake",
                                                "enter 7; body 7; body_end 7; exit 7; out task=1; in task=9"},
                                               {"idle", "out task=9; in task=0"}}},
                                         rtos{"rt_thread",
                                              {{"activate", "switch 9"},
                                               {"wait", "switch 1"},
                                               {"isr", "enter; body 7; body_end 7; exit"},
                                               {"isr_wake", "enter; body 7; switch 9; body_end 7; exit"},
                                               {"idle", "switch 0; idle"}}},
                                         rtos{"sysbios",
                                              {{"activate", "switch 9"},
                                               {"wait", "switch 1"},
                                               {"isr", "enter 7; body 7; body_end 7; exit 7"},
                                               {"isr_wake", "enter 7; body 7; body_end 7; exit 7; switch 9"},
                                               {"idle", "switch 0"}}}),
                         [](const auto& of) { return std::string(of.param.profile); });

/// A handler that calls nothing of the kernel: no macro comes in it.
TEST(probe_profiles, plain_handler_of_freertos_is_its_documented_habit) {
  const judged all = judge(text_of({{"activate", from_1_to_9},
                                    {"wait", from_9_to_1},
                                    {"isr", "body 7; body_end 7"},
                                    {"isr_wake", "body 7; exit_to_os; body_end 7; out task=1; in task=9"},
                                    {"idle", "out task=9; in task=0"}}));
  EXPECT_THAT(all.possible(), ElementsAre("freertos"));
  EXPECT_EQ(all.made.kind, answer_kind::named);
  EXPECT_THAT(all.made.remarks, testing::Contains(testing::HasSubstr(
                                    "isr: no hook came (line 12), as in FreeRTOS for a handler that calls "
                                    "nothing of the kernel: wrap such handlers")));
}

/// A signature as events again: `next` is the id of the next task that comes.
std::string events_of(std::string_view signature, unsigned& announced, unsigned& next) {
  std::string events;
  for (std::size_t begin = 0; begin < signature.size();) {
    const std::size_t end = std::min(signature.find(' ', begin), signature.size());
    std::string word(signature.substr(begin, end - begin));
    begin = end + 1;
    if (word.ends_with('!')) word.pop_back();
    if (word == "in" || word == "switch") announced = next++;
    const std::string who = std::to_string(announced);
    events += events.empty() ? "" : "; ";
    if (word == "[") events += "body 7";
    if (word == "]") events += "body_end 7";
    if (word == "in" || word == "same" || word == "again") events += "in task=" + who;
    if (word == "out") events += "out task=" + who;
    if (word == "in-" || word == "out-") events += word.substr(0, word.size() - 1) + " task=-";
    if (word == "switch") events += "switch " + who;
    if (word == "enter" || word == "exit" || word == "idle") events += word;
    if (word == "to_os") events += "exit_to_os";
  }
  return events;
}

std::vector<std::string_view> alternatives_of(std::string_view all) {
  std::vector<std::string_view> each;
  while (true) {
    const std::size_t end = all.find('|');
    each.push_back(all.substr(0, end));
    if (end == all.npos) return each;
    all.remove_prefix(end + 1);
  }
}

/// The scenario with `alternative` in step `varied`, and the first one in all others.
std::string scenario_of(const habits& of, std::size_t varied, std::string_view alternative) {
  std::vector<written_step> steps;
  unsigned announced = 1;
  unsigned next = 10;
  for (std::size_t i = 0; i < scenario_steps; ++i) {
    const std::string_view signature = i == varied ? alternative : alternatives_of(of.seen[i]).front();
    if (signature == host::probe::anything) continue;
    const char* const step = host::probe::word_of(static_cast<rtm_probe_step>(i));
    steps.push_back({step, events_of(signature, announced, next)});
  }
  return text_of(steps);
}

/// All but ARTI's, which is no order of hooks but says each thing by its name.
TEST(probe_profiles, are_those_of_the_normaliser) {
  std::vector<std::string> known;
  for (const habits& of : all_habits()) known.emplace_back(of.profile);
  EXPECT_THAT(known, testing::UnorderedElementsAre(os::freertos.name, os::freertos_switch_in_isr.name,
                                                   os::freertos_no_isr_hooks.name, os::threadx_cortex_m.name,
                                                   os::threadx_arm.name, os::zephyr.name, os::zephyr_switch_in_isr.name,
                                                   os::nuttx.name, os::rt_thread.name, os::sysbios.name,
                                                   os::autosar_p1.name, os::autosar_p2.name, os::autosar_p3.name,
                                                   os::autosar_p4.name, os::autosar_p5.name));
}

TEST(probe_profiles, each_habit_of_each_profile_names_it_and_no_other) {
  for (const habits& of : all_habits()) {
    for (std::size_t i = 0; i < scenario_steps; ++i) {
      for (const std::string_view alternative : alternatives_of(of.seen[i])) {
        const std::string text = scenario_of(of, i, alternative);
        EXPECT_THAT(judge(text).possible(), ElementsAre(std::string(of.profile))) << text;
      }
    }
  }
}

}  // namespace
}  // namespace rtm::test
