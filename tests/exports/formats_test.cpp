// SPDX-License-Identifier: MIT
// What is particular to a format: Perfetto's own utilisation beside the ledger's load, order at equal times, names,
// short times, huge times, lost facts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "exported.hpp"
#include "exports/byte_sink.hpp"
#include "exports/chrome.hpp"
#include "exports/ctf.hpp"
#include "exports/perfetto.hpp"
#include "exports/time_scale.hpp"
#include "files.hpp"
#include "readers.hpp"
#include "tool.hpp"

namespace rtm::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The example of the documentation: 20 ticks of a task, 70 of idle, 10 of an interrupt in idle.
const std::string example =
    "rtm-timeline 1\nclock bits=32 hz=1000\nwindow 100\ntask 1 Control\nisr 3 CAN_RX\nstart 0 task 1\n20 idle\n"
    "50 isr_enter 3\n60 isr_exit 3\n100 poll\n";

TEST(perfetto_export, shows_30_percent_load_where_its_own_utilisation_is_20) {
  if (!has_tool("protoc")) GTEST_SKIP() << "no protoc here";
  told read = through_perfetto(example);
  told_core& core = read.at(0);
  EXPECT_DOUBLE_EQ(core.load.at(0), 30);
  // Perfetto: what ran and is not idle, of the time that passed.
  EXPECT_EQ(core.running_ns["Control"], 20'000'000U);
  EXPECT_EQ(core.running_ns["idle"], 80'000'000U);
  EXPECT_EQ(core.idle_ns["idle"], 80'000'000U);
  EXPECT_FALSE(core.idle_ns.contains("Control"));
}

TEST(perfetto_export, leaves_unknown_time_out_of_scheduling) {
  if (!has_tool("protoc")) GTEST_SKIP() << "no protoc here";
  told read =
      through_perfetto("rtm-timeline 1\nclock hz=1000\nstart 0 task 1\n10 unknown\n40 task 1\n45 idle\n50 poll\n");
  EXPECT_EQ(read.at(0).running_ns["task 1"], 15'000'000U);
  EXPECT_EQ(read.at(0).running_ns["idle"], 5'000'000U);
  EXPECT_EQ(read.at(0).running_ns.size(), 2U);
}

TEST(exports, load_of_a_window_is_the_ledgers_and_absent_is_below_zero) {
  const std::string script =
      "rtm-timeline 1\nclock hz=1000\nwindow 100\nstart 0 idle\n25 task 1\n100 unknown\n200 poll\n";
  EXPECT_THAT(through_chrome(script).at(0).load, ElementsAre(std::pair(0, 75.0), std::pair(100, -1.0)));
}

TEST(exports, outer_slice_begins_first_and_zero_length_calls_are_kept) {
  if (!has_tool("protoc") || !has_tool("babeltrace2")) GTEST_SKIP() << "no protoc or babeltrace2 here";
  const std::string script =
      "rtm-timeline 1\nstart 0 task 1\n0 isr_enter 2\n10 isr_exit 2\n10 isr_enter 2\n10 isr_exit 2\n50 poll\n";
  for (const told& read : {through_chrome(script), through_perfetto(script), through_ctf(script)}) {
    const auto& steps = read.at(0).steps;
    ASSERT_EQ(steps.size(), 7U);
    EXPECT_EQ(steps[1].who.category, "task");
    EXPECT_EQ(steps[2].who.category, "isr");
    EXPECT_EQ(steps[2].ticks, 0U);
    EXPECT_EQ(steps[4].ticks, 10U);
    EXPECT_EQ(steps[5].ticks, 10U);
    EXPECT_EQ(epochs_of(steps).at(0).owners.at({"isr", 2}).calls, 2U);
  }
}

TEST(exports, names_survive_quotes_backslashes_and_utf8) {
  if (!has_tool("protoc") || !has_tool("babeltrace2")) GTEST_SKIP() << "no protoc or babeltrace2 here";
  const std::string name = "say \"hi\" \\n \xC3\xA4\xE2\x82\xAC {x} %s";
  const std::string script = "rtm-timeline 1\ntask 1 " + name + "\npoint 4 " + name +
                             "\nstart 0 task 1\n1 point_begin 4\n2 point_end 4\n9 poll\n";
  for (const told& read : {through_chrome(script), through_perfetto(script), through_ctf(script)}) {
    EXPECT_EQ(read.at(0).steps.at(1).name, name);
    EXPECT_EQ(read.at(0).steps.at(2).name, name);
  }
}

TEST(exports, owner_without_a_name_is_called_by_kind_and_number) {
  const std::string script =
      "rtm-timeline 1\nstart 0 task 7\n1 isr_enter 3\n2 isr_exit 3\n3 point_begin 4\n4 point_end 4\n";
  const auto steps = through_chrome(script).at(0).steps;
  EXPECT_EQ(steps.at(1).name, "task 7");
  EXPECT_EQ(steps.at(2).name, "isr 3");
  EXPECT_EQ(steps.at(4).name, "point 4");
}

TEST(time_scale, each_tick_up_to_1_ghz_comes_back_from_its_nanosecond) {
  for (const std::uint64_t hz : {1ULL, 3ULL, 32768ULL, 168'000'000ULL, 999'999'999ULL, 1'000'000'000ULL}) {
    const host::time_scale scale(hz);
    EXPECT_TRUE(scale.nanoseconds_are_exact());
    for (std::uint64_t ticks : {0ULL, 1ULL, 2ULL, 12345ULL, 4294967295ULL, 9'000'000'001ULL})
      EXPECT_EQ(ticks_of(scale.nanoseconds(ticks), hz, 1'000'000'000), ticks) << hz;
  }
  EXPECT_FALSE(host::time_scale(1'000'000'001).nanoseconds_are_exact());
}

TEST(chrome_export, ticks_of_3_ghz_keep_their_picoseconds) {
  const std::string script = "rtm-timeline 1\nclock hz=3000000000\nstart 0 idle\n1 task 1\n2 idle\n4 poll\n";
  EXPECT_EQ(differences(through_chrome(script), ledger_of(script)), "");
}

TEST(chrome_export, ticks_survive_doubles_after_ten_years_of_uptime) {
  // 3 GHz: an origin at 0 would leave 128 ns between two doubles. 1 GHz: 64 ns. Windows lie where ticks should.
  for (const std::string hz : {"3000000000", "1000000000"}) {
    const std::string script = "rtm-timeline 1\nclock hz=" + hz +
                               "\nwindow 7\nstart 999999999999999999 idle\n1000000000000000002 task 1\n"
                               "1000000000000000003 idle\n1000000000000000006 isr_enter 1\n"
                               "1000000000000000010 isr_exit 1\n1000000000000000016 poll\n";
    const told read = through_chrome_as_doubles(script);
    const auto epoch = epochs_of(read.at(0).steps).at(0);
    EXPECT_EQ(epoch.end - epoch.start, 17U);
    EXPECT_EQ(epoch.owners.at({"task", 1}).exclusive, 1U);
    EXPECT_EQ(epoch.owners.at({"isr", 1}).exclusive, 4U);
    EXPECT_EQ(epoch.owners.at({"idle", 0}).exclusive, 12U);
    EXPECT_EQ(read.at(0).windows.at(1).start - epoch.start, 7U);
  }
}

TEST(exports, times_beyond_73_years_move_to_a_later_origin) {
  if (!has_tool("protoc") || !has_tool("babeltrace2")) GTEST_SKIP() << "no protoc or babeltrace2 here";
  // 2^64 - 50 ticks of 1 ms are half a billion years.
  const std::string script =
      "rtm-timeline 1\nclock hz=1000\nstart 18446744073709551566 idle\n"
      "18446744073709551606 task 1\n20 idle\n30 poll\n";
  for (const told& read : {through_chrome(script), through_perfetto(script), through_ctf(script)}) {
    const auto epoch = epochs_of(read.at(0).steps).at(0);
    EXPECT_EQ(epoch.end - epoch.start, 80U);
    EXPECT_EQ(epoch.owners.at({"task", 1}).exclusive, 30U);
  }
}

/// Facts, a loss, facts: told to an export as a source with losses would.
void tell_a_loss(host::activity& out) {
  const host::actor idle{host::actor_kind::idle, 0}, unknown{host::actor_kind::unknown, 0};
  out.epoch_begins({1, 100}, 100, 0, idle);
  out.owner_changes({1, 200}, idle, unknown);
  out.facts_lost({1, 300}, 17);
  out.owner_changes({1, 300}, unknown, idle);
  out.epoch_ends({1, 400}, idle, host::ending::end_of_input, "");
  out.finish();
}

TEST(ctf_export, babeltrace_counts_the_facts_that_were_lost_and_says_when) {
  if (!has_tool("babeltrace2")) GTEST_SKIP() << "no babeltrace2 here";
  const scratch_folder scratch;
  host::source_info info;
  host::labels names(info);
  tell_a_loss(*host::open_ctf(info, names, scratch / "trace"));
  const tool_result ran = run_tool({"babeltrace2", "--clock-cycles", "--no-delta", (scratch / "trace").string()});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.error, HasSubstr("discarded 17 events"));
  EXPECT_EQ(read_ctf(ran.output).at(1).steps.size(), 7U) << ran.output;
}

TEST(exports, lost_facts_are_a_counter) {
  host::source_info info;
  host::labels names(info);
  std::string json;
  tell_a_loss(*host::make_chrome(info, names, std::make_unique<host::text_sink>(json)));
  EXPECT_EQ(read_chrome(json, info.clock_hz).at(1).lost, 17U);
}

TEST(ctf_export, many_packets_are_one_stream) {
  if (!has_tool("babeltrace2")) GTEST_SKIP() << "no babeltrace2 here";
  std::string script = "rtm-timeline 1\nwindow 1000\nstart 0 idle\n";
  for (int i = 1; i <= 10'000; ++i)
    script += std::to_string(i * 10) + (i % 2 == 0 ? " isr_exit 3\n" : " isr_enter 3\n");
  EXPECT_EQ(differences(through_ctf(script), ledger_of(script)), "");
}

TEST(exports, what_follows_a_fault_is_marked_and_not_exported) {
  const std::string script =
      "rtm-timeline 1\nclock hz=1000\nstart 0 idle\n10 isr_exit 1\n20 task 1\n50 reset idle\n60 poll\n";
  const auto steps = through_chrome(script).at(0).steps;
  for (const step& s : steps) EXPECT_NE(s.who.category, "task");
  EXPECT_EQ(steps.at(2).cut_by, "fault");
  EXPECT_EQ(epochs_of(steps).size(), 2U);
}

}  // namespace
}  // namespace rtm::test
