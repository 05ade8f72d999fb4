// SPDX-License-Identifier: MIT
// Does a number read out of the target mean what the tools print? The target's own facts, replayed on the host, must
// give every number that the ledger on target sent: each window, the epoch, calls, shortest and longest, points.
#include <gtest/gtest.h>

#include <map>

#include "replay/replay.hpp"
#include "runs.hpp"
#include "sources/registry.hpp"

namespace truth {
namespace {

using rtm::host::call_row;
using rtm::host::epoch_row;
using rtm::host::task_row;

const epoch_row& replayed() {
  static const rtm::host::report report = [] {
    const auto source = rtm::host::open_source(std::string(RTM_FIRMWARE_RUNS_DIR) + "/hooked/facts.timeline");
    return rtm::host::make_report(*source);
  }();
  return report.cores.at(0).epochs.at(0);
}

void expect_same(const std::vector<task_row>& rows, const std::map<std::uint32_t, demo::owner_sums>& sent) {
  EXPECT_EQ(rows.size(), sent.size());
  for (const task_row& row : rows) {
    const auto found = sent.find(static_cast<std::uint32_t>(row.id));
    ASSERT_NE(found, sent.end()) << "task " << row.id;
    EXPECT_EQ(row.exclusive, found->second.exclusive) << "task " << row.id;
    EXPECT_EQ(row.dispatches, found->second.dispatches) << "task " << row.id;
  }
}

void expect_same(const std::vector<call_row>& rows, const std::map<std::uint32_t, demo::call_sums>& sent) {
  EXPECT_EQ(rows.size(), sent.size());
  for (const call_row& row : rows) {
    const auto found = sent.find(static_cast<std::uint32_t>(row.id));
    ASSERT_NE(found, sent.end()) << row.id;
    const demo::call_sums& of = found->second;
    EXPECT_EQ(row.exclusive, of.exclusive) << row.id;
    EXPECT_EQ(row.inclusive, of.inclusive) << row.id;
    EXPECT_EQ(row.calls, of.calls) << row.id;
    if (row.exclusive_call && row.inclusive_call) {
      EXPECT_EQ(row.exclusive_call->min, of.exclusive_min) << row.id;
      EXPECT_EQ(row.exclusive_call->max, of.exclusive_max) << row.id;
      EXPECT_EQ(row.inclusive_call->min, of.inclusive_min) << row.id;
      EXPECT_EQ(row.inclusive_call->max, of.inclusive_max) << row.id;
    }
  }
}

template <class Row>
void expect_same_block(const Row& row, const demo::block& sent) {
  EXPECT_EQ(row.base.idle, sent.idle);
  EXPECT_EQ(row.base.kernel, sent.kernel);
  EXPECT_EQ(row.base.unknown, sent.unknown);
  expect_same(row.tasks, sent.tasks);
  expect_same(row.isrs, sent.isrs);
  expect_same(row.points, sent.points);
}

TEST(firmware_replay, windows_sent_by_the_target_are_those_of_the_host_engine) {
  std::uint64_t compared = 0;
  for (const demo::block& sent : run_of("hooked").windows) {
    if (sent.from != demo::ledger::all_hooks) continue;
    SCOPED_TRACE("window " + std::to_string(sent.index));
    ASSERT_LT(sent.index, replayed().windows.size());
    const auto& row = replayed().windows[sent.index];
    EXPECT_EQ(row.index, sent.index);
    EXPECT_EQ(row.start, sent.start);
    EXPECT_EQ(row.length, sent.length);
    expect_same_block(row, sent);
    ++compared;
  }
  EXPECT_EQ(compared, run_of("hooked").names.windows);
}

TEST(firmware_replay, epoch_sent_by_the_target_is_that_of_the_host_engine) {
  const demo::block& sent = run_of("hooked").all_hooks;
  EXPECT_TRUE(replayed().valid());
  EXPECT_EQ(replayed().start, sent.start);
  EXPECT_EQ(replayed().total, sent.length);
  expect_same_block(replayed(), sent);
}

}  // namespace
}  // namespace truth
