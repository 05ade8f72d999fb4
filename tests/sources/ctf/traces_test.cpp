// SPDX-License-Identifier: MIT
// Recordings of LTTng. The expected values come from scripts that walk babeltrace2's text and share no code with this.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "sources/reading.hpp"
#include "sources/traces_folder.hpp"
#include "trace.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;

std::optional<reading> read_ctf(const std::string& name) {
  const auto folder = traces_folder();
  if (!folder || !std::filesystem::exists(*folder / "ctf" / name / "metadata")) return std::nullopt;
  const std::string path = (*folder / "ctf" / name).string();
  return reading_of_both(*host::open_source(path), *host::open_source(path));
}

template <class Row>
std::uint64_t exclusive_of(const std::vector<Row>& rows) {
  std::uint64_t sum = 0;
  for (const Row& row : rows) sum += row.exclusive;
  return sum;
}

/// Of a core that has it.
const host::call_row& row_of(const std::vector<host::call_row>& rows, std::uint64_t id) {
  return *std::find_if(rows.begin(), rows.end(), [id](const auto& row) { return row.id == id; });
}

TEST(ctf_traces, flipping_endianness) {
  const auto got = read_ctf("flipping-endianness");
  if (!got) GTEST_SKIP() << "found no ctf/flipping-endianness in a folder of traces";
  const auto& core = got->core(0);
  EXPECT_FALSE(got->report.is_incomplete());
  EXPECT_EQ(got->completeness.at(0).events, 14'310U);
  EXPECT_EQ(core.total, 40'992'161'119U);
  EXPECT_EQ(core.base.idle, 35'407'874'262U);
  EXPECT_EQ(exclusive_of(core.tasks), 5'049'964'190U);
  // The first event is the entry of an interrupt of 659 911 ns, before the first switch: nobody knows whom it
  // interrupts.
  EXPECT_EQ(core.base.unknown, 1'185'091U);
  EXPECT_EQ(row_of(core.isrs, 23).exclusive, 272'749'874U);
  EXPECT_EQ(row_of(core.isrs, 23).inclusive, 273'409'785U);
  EXPECT_EQ(row_of(core.isrs, 23).calls, 4108U);
  EXPECT_EQ(row_of(core.isrs, 10).exclusive, 249'449'292U);
  EXPECT_EQ(row_of(core.isrs, 10).calls, 1517U);
  EXPECT_EQ(row_of(core.isrs, 4).exclusive, 10'938'410U);
  EXPECT_EQ(row_of(core.isrs, 4).calls, 216U);
}

struct core_values {
  std::uint64_t idle, task, irq, softirq, unknown;
};

TEST(ctf_traces, many_threads) {
  const auto got = read_ctf("many-threads");
  if (!got) GTEST_SKIP() << "found no ctf/many-threads in a folder of traces";
  EXPECT_FALSE(got->report.is_incomplete());
  constexpr std::array<core_values, 8> expected = {{{205'421'017, 225'075'792, 66'419, 1'940'179, 158'951},
                                                    {203'545'377, 226'993'693, 35'979, 1'926'677, 160'632},
                                                    {193'100'496, 237'469'816, 13'264, 1'915'778, 163'004},
                                                    {184'623'177, 246'030'962, 3'162, 1'840'212, 164'845},
                                                    {200'423'574, 229'911'350, 193'753, 2'040'731, 92'950},
                                                    {192'776'423, 238'050'963, 19'647, 1'811'237, 4'088},
                                                    {206'957'238, 223'691'357, 17'015, 1'830'179, 166'569},
                                                    {193'218'151, 237'434'495, 5'295, 1'836'486, 167'931}}};
  std::uint64_t events = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& core = got->core(i);
    EXPECT_EQ(core.total, 432'662'358U) << "the range of all cores";
    EXPECT_EQ(core.base.idle, expected[i].idle) << i;
    EXPECT_EQ(exclusive_of(core.tasks), expected[i].task) << i;
    EXPECT_EQ(exclusive_of(core.isrs), expected[i].irq) << i;
    EXPECT_EQ(exclusive_of(core.swis), expected[i].softirq) << i;
    EXPECT_EQ(core.base.unknown, expected[i].unknown) << i;
    EXPECT_EQ(got->completeness.at(i).repairs, 0U) << i;
    events += got->completeness.at(i).events;
  }
  EXPECT_EQ(events, 240'644U);
  EXPECT_EQ(row_of(got->core(0).swis, 9).calls, 461U);
  EXPECT_EQ(row_of(got->core(0).swis, 9).exclusive, 1'371'124U);
}

TEST(ctf_traces, glxgears_cyg_profile) {
  const auto got = read_ctf("glxgears-cyg-profile");
  if (!got) GTEST_SKIP() << "found no ctf/glxgears-cyg-profile in a folder of traces";
  EXPECT_FALSE(got->report.is_incomplete());
  ASSERT_EQ(got->report.cores.size(), 1U) << "one thread, whatever CPU it ran on";
  const auto& thread = got->report.cores[0].epochs.at(0);
  EXPECT_EQ(got->completeness.at(0).events, 4977U);
  EXPECT_EQ(thread.total, 10'610'880'967U);
  EXPECT_EQ(exclusive_of(thread.points), thread.total);
  const auto expect = [&](std::uint64_t id, std::uint64_t calls, std::uint64_t inclusive, std::uint64_t exclusive) {
    EXPECT_EQ(row_of(thread.points, id).calls, calls) << id;
    EXPECT_EQ(row_of(thread.points, id).inclusive, inclusive) << id;
    EXPECT_EQ(row_of(thread.points, id).exclusive, exclusive) << id;
  };
  expect(0x403760, 616, 10'388'253'967, 10'050'590'783);
  expect(0x4033A7, 617, 322'943'362, 322'943'362);
  expect(0x40472B, 0, 10'610'880'967, 102'967'620);
  expect(0x403B14, 1, 68'401'027, 31'667'535);
  std::uint64_t finished = 0;
  for (const auto& row : thread.points) finished += row.calls;
  EXPECT_EQ(finished, 2487U);
}

TEST(ctf_traces, hello_lost) {
  const auto got = read_ctf("hello-lost");
  if (!got) GTEST_SKIP() << "found no ctf/hello-lost in a folder of traces";
  EXPECT_TRUE(got->report.is_incomplete());
  std::uint64_t lost = 0;
  for (const auto& core : got->completeness) lost += core.lost;
  EXPECT_EQ(lost, 967'700U);
  EXPECT_EQ(got->problem(1),
            "found in channel1_2: a packet that begins at 1376592664.828645723, before 1376592664.828650370; expected "
            "none before the end of the packet before it");
}

TEST(ctf_traces, scp_src) {
  const auto got = read_ctf("scp_src");
  if (!got) GTEST_SKIP() << "found no ctf/scp_src in a folder of traces";
  EXPECT_TRUE(got->report.is_incomplete());
  EXPECT_EQ(got->problem(0),
            "found in channel0_0: a packet that begins at 1361214078.861347508, before 1361214078.861349013; expected "
            "none before the end of the packet before it");
  EXPECT_EQ(got->report.problems[0].offset, 262'144U);
  EXPECT_EQ(got->completeness.at(0).events, 110'771U);
  EXPECT_EQ(got->completeness.at(0).ignored, 0U) << "the events themselves are in order";
}

}  // namespace
}  // namespace rtm::test
