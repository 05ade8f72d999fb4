// SPDX-License-Identifier: MIT
// The Cortex-M port at its edges: what PRIMASK holds back on a Cortex-M0 and an M55, what BASEPRI lets through and what
// that costs, and counters that are not there.
#include <gmock/gmock.h>

#include "runs.hpp"
#include "vectors_run.hpp"

namespace truth {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint32_t sys_tick = 15;

struct profile {
  const char* name;
  std::uint32_t soft, urgent;  // exceptions
};
void PrintTo(const profile& of, std::ostream* out) { *out << of.name; }
const profile m0{"m0", 16 + 20, 16 + 21};
const profile m55{"m55", 16 + 20, 16 + 21};
const profile basepri{"basepri", 16 + 8, 16 + 10};
const profile m55_basepri{"m55_basepri", 16 + 20, 16 + 21};

class firmware_profiles : public ::testing::TestWithParam<profile> {
 protected:
  [[nodiscard]] std::string run(const std::string& turn = "_1") const {
    return "profile_" + std::string(GetParam().name) + turn;
  }
  [[nodiscard]] vectors_told told() const { return read_sections(run()).at("application"); }
};

TEST_P(firmware_profiles, counters_that_are_not_there_are_named_and_the_clock_is_proven) {
  const std::string pmu_of_m55 = std::string(GetParam().name).starts_with("m55") ? "PMU no_pmu\n" : "";
  EXPECT_THAT(file_of(run(), "uart.txt"), HasSubstr("CYCCNT absent\nDWT no_pmu\n" + pmu_of_m55 + "clock clock_ok\n"));
}

TEST_P(firmware_profiles, ledger_adds_up) {
  const vectors_told all = told();
  std::uint64_t owned = all.idle;
  for (const auto& [exception, isr] : all.isrs) owned += isr.exclusive;
  EXPECT_TRUE(all.valid);
  EXPECT_EQ(owned, all.total);
  EXPECT_EQ(all.enabled, 3U);
  EXPECT_EQ(all.isrs.at(sys_tick).ran, 20U);
  EXPECT_EQ(all.isrs.at(GetParam().urgent).ran, 20U);
}

TEST_P(firmware_profiles, text_is_the_same_three_times) {
  for (const char* turn : {"_2", "_3"}) EXPECT_EQ(file_of(run(turn), "uart.txt"), file_of(run(), "uart.txt"));
}

INSTANTIATE_TEST_SUITE_P(cores, firmware_profiles, ::testing::Values(m0, m55, m55_basepri, basepri),
                         [](const auto& tested) { return std::string(tested.param.name); });

class firmware_primask : public firmware_profiles {};

TEST_P(firmware_primask, holds_back_every_interrupt_also_in_nested_pairs) {
  EXPECT_THAT(file_of(run(), "uart.txt"), HasSubstr("held back: soft 1 urgent 1\nlet in: soft 1 urgent 2\n"))
      << "twice: soft makes it pending again";
}

TEST_P(firmware_primask, trampoline_that_was_linked_reports_every_call) {
  const vectors_told all = told();
  EXPECT_THAT(all.uncovered, IsEmpty());
  for (const auto& [exception, isr] : all.isrs) EXPECT_EQ(isr.calls, isr.ran) << exception;
  EXPECT_GT(all.isrs.at(GetParam().soft).inclusive, all.isrs.at(GetParam().soft).exclusive) << "urgent nests";
}

INSTANTIATE_TEST_SUITE_P(cores, firmware_primask, ::testing::Values(m0, m55),
                         [](const auto& tested) { return std::string(tested.param.name); });

//            lock   pend both        unlock
//   soft       |     . . . . . . . . . |#####|        0x80: held back
//   urgent     |     |##|                 |##|        0x00: at once, and again when soft makes it pending
class firmware_basepri : public firmware_profiles {};

TEST_P(firmware_basepri, lets_through_what_is_more_urgent_than_its_level) {
  EXPECT_THAT(file_of(run(), "uart.txt"), HasSubstr("held back: soft 1 urgent 0\nlet in: soft 1 urgent 2\n"));
}

TEST_P(firmware_basepri, what_may_not_report_is_paid_for_by_whom_it_interrupts_and_coverage_names_it) {
  const vectors_told all = told();
  EXPECT_THAT(all.uncovered, ElementsAre(GetParam().urgent));
  const vectors_isr& urgent = all.isrs.at(GetParam().urgent);
  EXPECT_EQ(urgent.ran, 20U);
  EXPECT_EQ(urgent.calls, 0U);
  const vectors_isr& soft = all.isrs.at(GetParam().soft);
  EXPECT_EQ(soft.calls, soft.ran);
  EXPECT_EQ(soft.inclusive, soft.exclusive) << "as told, nothing nests in it";
  EXPECT_GT(soft.exclusive, 20U * (20 + 10) * 25) << "20 us of its own and 10 of the other one, at least 25 ticks each";
}

INSTANTIATE_TEST_SUITE_P(cores, firmware_basepri, ::testing::Values(basepri, m55_basepri),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace truth
