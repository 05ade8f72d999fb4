// SPDX-License-Identifier: MIT
// Counters of a PMUv3 as columns of a ledger, with its trace to the report: who executed which instructions. In QEMU
// with -icount shift=0 an instruction takes a cycle, and sleep takes cycles without instructions.
#include <gmock/gmock.h>

#include <filesystem>

#include "replay/replay.hpp"
#include "runs.hpp"
#include "sources/input.hpp"
#include "sources/trace.hpp"

namespace truth {
namespace {

using rtm::host::counter_table;
using rtm::trace::wire::row_class;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class firmware_pmu_trace : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/pmu_trace_1")) {
      GTEST_SKIP() << "no compiler or no emulator for it";
    }
    rtm::host::trace_source from(rtm::host::input("trace.rtmt", file_of("pmu_trace_1", "trace.rtmt")));
    made_ = rtm::host::make_report(from);
    ASSERT_THAT(made_.cores, SizeIs(1));
    ASSERT_TRUE(made_.cores[0].counters);
  }
  [[nodiscard]] const counter_table& epoch(std::size_t number) const {
    return made_.cores[0].counters->epochs.at(number);
  }
  rtm::host::report made_;
};

std::vector<std::uint64_t> counts_of(const counter_table& in, row_class of, std::uint64_t id) {
  for (const auto& row : in.rows) {
    if (row.of == of && row.id == id) return row.exclusive;
  }
  return {0, 0};
}

TEST_F(firmware_pmu_trace, instructions_go_to_whom_executes_them) {
  EXPECT_THAT(made_.problems, IsEmpty()) << "the owners of every table add up to the counter";
  ASSERT_THAT(made_.cores[0].counters->epochs, SizeIs(2));
  EXPECT_EQ(epoch(0).status, "ok");
  const auto& row = made_.cores[0].epochs.at(0);
  const std::uint64_t rounds = row.tasks.at(0).dispatches;
  EXPECT_GT(rounds, 20U);
  const std::uint64_t first = counts_of(epoch(0), row_class::task, 0)[0];
  const std::uint64_t second = counts_of(epoch(0), row_class::task, 1)[0];
  // 4000 and 2000 a round, and what the fact that ends each takes until it reads the counters.
  EXPECT_GE(first, rounds * 4'000);
  EXPECT_LE(first, rounds * 4'400);
  EXPECT_GE(second, rounds * 2'000);
  EXPECT_LE(second, rounds * 2'400);
  const std::uint64_t calls = row.isrs.at(0).calls;
  EXPECT_GE(counts_of(epoch(0), row_class::isr, 0)[0], calls * 600);
  EXPECT_LE(counts_of(epoch(0), row_class::isr, 0)[0], calls * 1'100);
}

TEST_F(firmware_pmu_trace, who_works_has_as_many_cycles_and_idle_has_more) {
  for (const std::uint64_t task : {0U, 1U}) {
    const auto counts = counts_of(epoch(0), row_class::task, task);
    EXPECT_NEAR(static_cast<double>(counts[1]) / static_cast<double>(counts[0]), 1.0, 0.01) << task;
  }
  const auto idle = counts_of(epoch(0), row_class::base, 0);
  EXPECT_GT(idle[1], 10 * idle[0]) << "it sleeps";
}

TEST_F(firmware_pmu_trace, windows_sum_up_to_no_more_than_the_epoch) {
  const auto& windows = made_.cores[0].counters->windows;
  ASSERT_GE(windows.size(), 4U);
  std::uint64_t sum = 0;
  for (const auto& window : windows) sum += window.total.at(0);
  EXPECT_LE(sum, epoch(0).total.at(0));
  EXPECT_GT(sum * 10, epoch(0).total.at(0) * 8) << "the rest is in the window in progress";
}

TEST_F(firmware_pmu_trace, counters_that_were_stopped_are_named_and_are_no_numbers) {
  EXPECT_EQ(epoch(1).status, "ownership_lost");
  EXPECT_THAT(epoch(1).total, IsEmpty());
}

TEST_F(firmware_pmu_trace, findings_arrive_by_name) {
  std::vector<std::string> words;
  for (const auto& row : made_.cores[0].findings) words.push_back(row.of + " " + row.status);
  EXPECT_THAT(words, ElementsAre("pmu ok", "pmu no_event", "clock clock_ok", "pmu ownership_lost"));
}

TEST_F(firmware_pmu_trace, stream_is_the_same_three_times) {
  for (const char* turn : {"pmu_trace_2", "pmu_trace_3"}) {
    EXPECT_EQ(file_of(turn, "trace.rtmt"), file_of("pmu_trace_1", "trace.rtmt"));
  }
}

}  // namespace
}  // namespace truth
