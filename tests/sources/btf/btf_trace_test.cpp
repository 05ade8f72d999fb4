// SPDX-License-Identifier: MIT
// A recording of a simulator: two cores, 38 715 rows. The expected values come from a script that shares no code.
#include <gtest/gtest.h>

#include "sources/reading.hpp"
#include "sources/traces_folder.hpp"

namespace rtm::test {
namespace {

TEST(btf_trace, osek_on_two_cores_has_the_values_of_an_independent_script) {
  const auto folder = traces_folder();
  const auto file = folder ? *folder / "btf" / "osek-2core.btf" : std::filesystem::path();
  if (!folder || !std::filesystem::exists(file)) GTEST_SKIP() << "found no btf/osek-2core.btf in a folder of traces";
  const reading got = reading_of(*host::open_source(file.string()));
  ASSERT_EQ(got.report.cores.size(), 2U);
  for (const std::uint64_t core : {1U, 2U}) {
    EXPECT_EQ(got.core(core).total, 500'000'000U);
    EXPECT_EQ(got.core(core).base.unknown, 100U) << "the first task starts at 100 ns";
    EXPECT_TRUE(got.core(core).valid());
    EXPECT_EQ(got.completeness.at(core - 1).repairs, 0U);
    EXPECT_EQ(got.completeness.at(core - 1).ignored, 0U);
  }
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(got.core(1).base.idle, 73'018'350U);
  EXPECT_EQ(named(got.core(1).tasks, "TASK_1MS").exclusive, 248'334'900U);
  EXPECT_EQ(named(got.core(1).tasks, "TASK_InputProcessing").exclusive, 121'749'125U);
  EXPECT_EQ(named(got.core(1).tasks, "TASK_10MS_DL2").exclusive, 26'461'025U);
  EXPECT_EQ(got.core(2).base.idle, 209'131'750U);
  EXPECT_EQ(named(got.core(2).tasks, "TASK_5MS").exclusive, 127'734'050U);
  EXPECT_EQ(named(got.core(2).tasks, "TASK_WritingActuator").exclusive, 88'019'800U);
  EXPECT_EQ(named(got.core(2).tasks, "TASK_CalcEngineSpeed").exclusive, 45'577'400U);
  std::uint64_t dispatches = 0;
  for (const std::uint64_t core : {1U, 2U})
    for (const auto& task : got.core(core).tasks) dispatches += task.dispatches;
  EXPECT_EQ(dispatches, 1643U + 473U + 11U) << "starts, resumes and ends of polling";
  std::uint64_t runnables = 0;
  for (const std::uint64_t core : {1U, 2U})
    for (const auto& point : got.core(core).points) runnables += point.calls;
  EXPECT_EQ(runnables, 2670U) << "runnables that start; as many end";
}

}  // namespace
}  // namespace rtm::test
