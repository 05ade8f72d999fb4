// SPDX-License-Identifier: MIT
// Two Cortex-M33 with a ledger and a table of trampolines each. No handler has hooks, and none is forgotten.
#include <gmock/gmock.h>

#include <utility>

#include "runs.hpp"
#include "vectors_run.hpp"

namespace truth {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t sys_tick = 15;
constexpr std::uint32_t message = 22;

TEST(firmware_dual, each_core_counts_its_own_interrupts_and_qemu_the_same_in_all) {
  const auto sections = read_sections("dual_1");
  const vectors_told& core0 = sections.at("core0");
  const vectors_told& core1 = sections.at("core1");
  for (const vectors_told* core : {&core0, &core1}) {
    for (const auto& [exception, isr] : core->isrs) EXPECT_EQ(isr.calls, isr.ran) << exception;
  }
  EXPECT_EQ(core0.isrs.at(message).ran, 0U);
  EXPECT_GT(core1.isrs.at(message).ran, 0U);
  auto taken = taken_in("dual_1");
  EXPECT_EQ(core0.isrs.at(sys_tick).ran + core1.isrs.at(sys_tick).ran, taken[sys_tick]);
  EXPECT_EQ(core1.isrs.at(message).ran, taken[message]);
}

TEST(firmware_dual, each_ledger_adds_up_and_coverage_is_asked_on_each_core) {
  const auto sections = read_sections("dual_1");
  for (const auto& [name, enabled] : {std::pair<const char*, unsigned>{"core0", 1}, {"core1", 2}}) {
    const vectors_told& core = sections.at(name);
    std::uint64_t owned = core.idle;
    for (const auto& [exception, isr] : core.isrs) owned += isr.exclusive;
    EXPECT_TRUE(core.valid) << name;
    EXPECT_EQ(owned, core.total) << name;
    EXPECT_EQ(core.enabled, enabled) << name;
    EXPECT_TRUE(core.uncovered.empty()) << name;
  }
}

TEST(firmware_dual, windows_of_core_1_are_read_on_core_0_and_none_is_torn) {
  EXPECT_THAT(file_of("dual_1", "uart.txt"), HasSubstr("windows good 7 bad 0 "));
}

TEST(firmware_dual, text_is_the_same_three_times) {
  for (const char* turn : {"dual_2", "dual_3"}) EXPECT_EQ(file_of(turn, "uart.txt"), file_of("dual_1", "uart.txt"));
}

}  // namespace
}  // namespace truth
