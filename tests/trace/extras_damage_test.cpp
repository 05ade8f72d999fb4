// SPDX-License-Identifier: MIT
// What goes with a trace beside facts, in streams that are cut and damaged: a table of counts is the one that was sent
// or is not there, in however many packets it came; findings, the clock and repairs are those that were sent so far.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>

#include "counted_target.hpp"
#include "property/prng.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/os/repairs.hpp"
#include "rtm/port.hpp"

namespace rtm::test {
namespace {

using host::counter_table;
using trace::wire::finder;

/// Rows enough that a table needs several of the small packets.
struct many_rows : default_capacity {
  static constexpr std::uint32_t tasks = 12, isrs = 4, points = 0, depth = 2;
};
using wordy_target = counted_target_of<many_rows, 192>;

/// Packets of all types: 12 windows whose tasks take turns, with large counts; a finding, exchanges and repairs on the
/// way, and what the epoch came to.
std::string stream_of_all_packets() {
  wordy_target target;
  std::uint32_t repairs[os::repair_kinds] = {};
  target.encoder().watch_repairs(repairs, os::repair_kinds);
  target.extras().clock(0);
  (void)target.extras().find(finder::pmu, std::uint32_t(pmu::status::no_counter), 8);
  std::uint64_t instructions = 0, cycles = std::uint64_t{1} << 40;
  EXPECT_EQ(target.at(instructions, cycles).start(0, idle, fixed_timing<counted_window>()), status::ok);
  for (std::uint32_t now = 5; now <= 1'200; now += 5) {
    instructions += 70'000'000 + now;
    cycles += 90'000'000;
    EXPECT_EQ(target.at(instructions, cycles).task_switch(now, task_id{now / 5 % many_rows::tasks}), status::ok);
    if (now == 600) (void)target.extras().find(finder::sync, std::uint32_t(sync::status::too_late), 1, 250);
    if (now % 300 == 0) (void)target.extras().exchanged(1, {now, now + 900, now + 901, now + 3});
    if (now % 400 == 0) ++repairs[1];
    target.drain();
  }
  target.finish(1'200);
  return target.bytes();
}

/// What a report says beside facts and windows.
struct extras {
  host::core_counters counters;
  std::vector<host::finding_row> findings;
  std::optional<std::uint64_t> clock;
  std::map<std::uint64_t, std::uint64_t> repairs;
  std::size_t problems = 0;
};

extras extras_of(const std::string& bytes) {
  extras found;
  try {
    const host::report made = report_of(bytes);
    found.problems = made.problems.size();
    if (made.cores.empty()) return found;
    const host::core_report& core = made.cores[0];
    if (core.counters) found.counters = *core.counters;
    found.findings = core.findings;
    found.clock = core.clock;
    for (const auto& row : core.repairs) found.repairs[row.kind] = row.count;
  } catch (const host::source_error&) {
    // Not even a header.
  }
  return found;
}

bool are_among(const std::vector<counter_table>& some, const std::vector<counter_table>& all) {
  return std::all_of(some.begin(), some.end(),
                     [&](const counter_table& t) { return std::find(all.begin(), all.end(), t) != all.end(); });
}

testing::AssertionResult invents_nothing(const extras& whole, const extras& damaged) {
  if (!are_among(damaged.counters.windows, whole.counters.windows)) return testing::AssertionFailure() << "a window";
  if (!are_among(damaged.counters.epochs, whole.counters.epochs)) return testing::AssertionFailure() << "an epoch";
  for (const host::finding_row& row : damaged.findings) {
    if (std::find(whole.findings.begin(), whole.findings.end(), row) == whole.findings.end())
      return testing::AssertionFailure() << "a finding: " << row.of << " " << row.status;
  }
  if (damaged.clock && damaged.clock != whole.clock) return testing::AssertionFailure() << "a clock";
  for (const auto& [kind, count] : damaged.repairs) {
    const auto found = whole.repairs.find(kind);
    if (found == whole.repairs.end() || count > found->second)
      return testing::AssertionFailure() << "repairs: " << kind;
  }
  return testing::AssertionSuccess();
}

std::vector<std::string> packets_in(const std::string& stream) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < stream.size();) {
    const std::size_t next = std::min(stream.find('\0', at), stream.size() - 1) + 1;
    all.push_back(stream.substr(at, next - at));
    at = next;
  }
  return all;
}

TEST(extras_damage, whole_stream_has_all_of_it) {
  const std::string stream = stream_of_all_packets();
  const extras whole = extras_of(stream);
  EXPECT_EQ(whole.problems, 0U);
  EXPECT_EQ(whole.counters.windows.size(), 12U);
  EXPECT_EQ(whole.counters.epochs.size(), 1U);
  EXPECT_EQ(whole.findings.size(), 2U);
  EXPECT_EQ(whole.clock, 0U);
  ASSERT_EQ(whole.repairs.size(), 1U);
  EXPECT_EQ(whole.repairs.begin()->second, 3U);
  std::map<trace::wire::packet, int> types;
  for (const std::string& packet : packets_in(stream)) ++types[static_cast<trace::wire::packet>(packet.at(1))];
  EXPECT_GT(types[trace::wire::packet::counts], 13) << "tables in several packets";
  for (const auto type : {trace::wire::packet::columns, trace::wire::packet::finding, trace::wire::packet::clock,
                          trace::wire::packet::repairs}) {
    EXPECT_GT(types[type], 0) << int(type);
  }
}

TEST(extras_damage, cut_at_every_byte_keeps_what_was_before) {
  const std::string stream = stream_of_all_packets();
  const extras whole = extras_of(stream);
  extras before;
  for (std::size_t length = 0; length <= stream.size(); ++length) {
    const extras cut = extras_of(stream.substr(0, length));
    ASSERT_TRUE(invents_nothing(whole, cut)) << length << " bytes";
    ASSERT_TRUE(invents_nothing(cut, before)) << "a longer beginning knows no less: " << length << " bytes";
    before = cut;
  }
  EXPECT_EQ(before.counters, whole.counters);
  EXPECT_EQ(before.repairs, whole.repairs);
}

TEST(extras_damage, begun_at_every_byte_knows_only_what_was_sent) {
  const std::string stream = stream_of_all_packets();
  const extras whole = extras_of(stream);
  for (std::size_t at = 0; at < stream.size(); ++at)
    ASSERT_TRUE(invents_nothing(whole, extras_of(stream.substr(at)))) << "from byte " << at;
}

TEST(extras_damage, every_packet_that_is_missing_costs_its_tables_and_no_others) {
  const std::string stream = stream_of_all_packets();
  const extras whole = extras_of(stream);
  const std::vector<std::string> packets = packets_in(stream);
  for (std::size_t gone = 1; gone < packets.size(); ++gone) {
    std::string rest;
    for (std::size_t i = 0; i < packets.size(); ++i) rest += i == gone ? std::string() : packets[i];
    const extras damaged = extras_of(rest);
    ASSERT_TRUE(invents_nothing(whole, damaged)) << "packet " << gone;
    const bool were_columns = packets[gone].at(1) == char(trace::wire::packet::columns);
    if (!were_columns) {
      ASSERT_GE(damaged.counters.windows.size() + 1, whole.counters.windows.size()) << "packet " << gone;
    }
  }
}

TEST(extras_damage, flipped_and_erased_bytes_invent_nothing) {
  const std::string stream = stream_of_all_packets();
  const extras whole = extras_of(stream);
  property::prng random(77);
  for (int round = 0; round < 2'000; ++round) {
    std::string bad = stream;
    for (std::uint64_t n = random.between(1, 6); n != 0; --n)
      bad[random.below(bad.size())] ^= static_cast<char>(1U << random.below(8));
    if (random.chance(300)) bad.erase(random.below(bad.size()), random.between(1, 300));
    ASSERT_TRUE(invents_nothing(whole, extras_of(bad))) << "round " << round;
  }
}

}  // namespace
}  // namespace rtm::test
