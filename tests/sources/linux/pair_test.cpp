// SPDX-License-Identifier: MIT
// One moment of one machine, recorded by the kernel's ring buffers and by perf at once (data/record_pair.py): readers
// of the same agree, and readers of two recorders agree as far as these do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "sources/reading.hpp"
#include "sources/selection.hpp"

namespace rtm::test {
namespace {

host::report report_of(const std::string& name, const host::selection& part = {}) {
  const std::string path = std::string(RTM_TESTS_DIR) + "/sources/data/" + name;
  const auto from = host::select(host::open_source(host::input(path)), part);
  return host::make_report(*from);
}

TEST(pair, trace_dat_and_the_text_that_trace_cmd_makes_of_it_say_exactly_the_same) {
  const host::report binary = report_of("pair.dat"), text = report_of("pair.ftrace.txt");
  ASSERT_EQ(binary.cores.size(), 2U);
  ASSERT_EQ(text.cores.size(), 2U);
  for (std::size_t core = 0; core < 2; ++core) {
    SCOPED_TRACE(core);
    const host::epoch_row &a = binary.cores[core].epochs.at(0), &b = text.cores[core].epochs.at(0);
    EXPECT_EQ(a.start, b.start);
    EXPECT_EQ(a.total, b.total);
    EXPECT_EQ(a.base, b.base);
    EXPECT_EQ(a.tasks, b.tasks);
    EXPECT_EQ(a.isrs, b.isrs);
    EXPECT_EQ(a.swis, b.swis);
    EXPECT_EQ(binary.cores[core].completeness->events, text.cores[core].completeness->events);
    EXPECT_EQ(binary.cores[core].completeness->repairs, text.cores[core].completeness->repairs);
  }
}

/// In which both have all of both CPUs; in ns of their clock.
constexpr std::uint64_t from_ns = 2343'930'000'000, to_ns = 2344'000'000'000;
/// Each recorder reads the clock by itself when an event happens, the second one after the first is done with it.
constexpr std::uint64_t between_stamps_ns = 3'000;

host::report common_of(const std::string& name) {
  const std::uint64_t begin_ns = report_of(name).cores.at(0).epochs.at(0).start;
  host::selection part;
  part.from_ticks = from_ns - begin_ns;
  part.to_ticks = to_ns - begin_ns;
  return report_of(name, part);
}

template <class Row>
std::map<std::uint64_t, const Row*> by_id(const std::vector<Row>& rows) {
  std::map<std::uint64_t, const Row*> all;
  for (const Row& row : rows)
    if (row.exclusive != 0) all[row.id] = &row;
  return all;
}

/// `ends`: how often its time can begin or end.
template <class Row, class Ends>
void expect_alike(const std::vector<Row>& a, const std::vector<Row>& b, Ends&& ends) {
  const auto first = by_id(a), second = by_id(b);
  ASSERT_EQ(first.size(), second.size());
  for (const auto& [id, row] : first) {
    ASSERT_TRUE(second.contains(id)) << id;
    const Row& other = *second.at(id);
    EXPECT_EQ(row->name, other.name) << id;
    EXPECT_EQ(ends(*row), ends(other)) << id;
    EXPECT_NEAR(static_cast<double>(row->exclusive), static_cast<double>(other.exclusive),
                static_cast<double>(ends(*row) * between_stamps_ns))
        << id << " " << row->name.value_or("");
  }
}

TEST(pair, perf_and_ftrace_give_the_same_owners_their_time) {
  const host::report ftrace = common_of("pair.dat"), perf = common_of("pair.perf.txt");
  for (std::size_t core = 0; core < 2; ++core) {
    SCOPED_TRACE(core);
    const host::epoch_row &a = ftrace.cores.at(core).epochs.at(0), &b = perf.cores.at(core).epochs.at(0);
    EXPECT_EQ(a.total, to_ns - from_ns);
    EXPECT_EQ(b.total, to_ns - from_ns);
    EXPECT_EQ(a.base.unknown, 0U);
    EXPECT_EQ(b.base.unknown, 0U);
    std::uint64_t calls = 0;
    for (const auto* rows : {&a.isrs, &a.swis})
      for (const host::call_row& row : *rows) calls += row.calls;
    const auto of_call = [](const host::call_row& row) { return 2 * row.calls + 2; };
    expect_alike(a.isrs, b.isrs, of_call);
    expect_alike(a.swis, b.swis, of_call);
    expect_alike(a.tasks, b.tasks, [&](const host::task_row& row) { return 2 * (row.dispatches + 1 + calls); });
  }
}

}  // namespace
}  // namespace rtm::test
