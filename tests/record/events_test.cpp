// SPDX-License-Identifier: MIT
// Which events are recorded, of what a kernel has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "record/events.hpp"
#include "record/fake_tracefs.hpp"
#include "sources/source.hpp"

namespace rtm::test {
namespace {

using host::choose_events;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> names_of(const host::chosen_events& chosen) {
  std::vector<std::string> names;
  for (const auto& each : chosen.events) names.push_back(each.system + ':' + each.name);
  return names;
}

std::string complaint_of(const std::string& tracefs, const std::string& wanted) {
  try {
    (void)choose_events(tracefs, wanted);
  } catch (const host::source_error& error) {
    return error.what();
  }
  return "none";
}

class events : public testing::Test {
 protected:
  void remove(const std::string& name) const { std::filesystem::remove_all(fake.root() + "/events/" + name); }
  fake_tracefs fake;
};

TEST_F(events, by_default_are_those_that_an_account_of_time_needs) {
  const auto chosen = choose_events(fake.root());
  EXPECT_THAT(
      names_of(chosen),
      ElementsAre("irq:irq_handler_entry", "irq:irq_handler_exit", "irq:softirq_entry", "irq:softirq_exit",
                  "irq_vectors:local_timer_entry", "irq_vectors:local_timer_exit", "nmi:nmi_handler",
                  "sched:sched_process_exit", "sched:sched_process_fork", "sched:sched_switch", "task:task_rename"));
  EXPECT_THAT(chosen.missing, IsEmpty());
}

TEST_F(events, that_the_kernel_lacks_are_told) {
  remove("irq_vectors");
  remove("nmi");
  EXPECT_THAT(choose_events(fake.root()).missing, ElementsAre("irq_vectors:*_entry or ipi:ipi_entry",
                                                              "irq_vectors:*_exit or ipi:ipi_exit", "nmi:nmi_handler"));
}

TEST_F(events, of_inter_processor_interrupts_stand_for_those_of_vectors) {
  remove("irq_vectors");
  for (const char* const name : {"ipi_entry", "ipi_exit", "ipi_raise"}) fake.add_event("ipi", name);
  const auto chosen = choose_events(fake.root());
  EXPECT_THAT(chosen.missing, IsEmpty());
  EXPECT_THAT(names_of(chosen), Contains("ipi:ipi_raise"));
}

TEST_F(events, may_be_named_with_and_without_their_system_and_by_patterns) {
  EXPECT_THAT(names_of(choose_events(fake.root(), "sched_switch,irq:softirq_*,sched:sched_switch")),
              ElementsAre("irq:softirq_entry", "irq:softirq_exit", "sched:sched_switch"));
}

TEST_F(events, may_be_added_to_the_default_ones) {
  fake.add_event("power", "cpu_idle");
  const auto names = names_of(choose_events(fake.root(), "default,power:cpu_idle"));
  EXPECT_THAT(names, Contains("power:cpu_idle"));
  EXPECT_THAT(names, Contains("sched:sched_switch"));
  EXPECT_THAT(names, Not(Contains("irq_vectors:vector_alloc")));
}

TEST_F(events, that_nobody_knows_are_refused) {
  EXPECT_EQ(complaint_of(fake.root(), "sched_switch,sched_swich"),
            "--events: found \"sched_swich\"; expected events such as sched:sched_switch or irq:*, of " + fake.root() +
                "/available_events");
  EXPECT_THAT(complaint_of(fake.root(), ""), HasSubstr("--events: found \"\"; expected"));
  EXPECT_THAT(complaint_of(fake.root(), "sched_switch,"), HasSubstr("--events: found \"\"; expected"));
}

TEST_F(events, without_switches_nothing_can_be_told) {
  remove("sched/sched_switch");
  EXPECT_EQ(complaint_of(fake.root(), "default"),
            fake.root() + "/events: found no sched:sched_switch; expected it, as who runs is told by it");
}

}  // namespace
}  // namespace rtm::test
