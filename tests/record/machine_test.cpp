// SPDX-License-Identifier: MIT
// A recording of this machine against what others know of the same time: the kernel's own counters, its accounting of
// tasks, trace-cmd, and a thread that sees by its clock when it does not run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "program.hpp"
#include "record/counters.hpp"
#include "record/fake_tracefs.hpp"
#include "record/file.hpp"
#include "record/real_tracefs.hpp"
#include "sources/registry.hpp"

namespace rtm::test {
namespace {

using host::source_fact;

/// One recording, which all tests look at.
class machine : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (tracefs_of_this_machine().root.empty()) return;
    folder = std::make_unique<scratch_folder>();
    recording = folder->path() / "trace.dat";
    const counters interrupts = now("interrupts"), softirqs = now("softirqs");
    ran = run_rtm({"record", "-o", recording, "--buffer", "32M", "--events", "default,sched:sched_stat_runtime", "--",
                   RTM_WORKLOAD, "2", folder->path()});
    outer = {{interrupts, now("interrupts")}, {softirqs, now("softirqs")}};
    report =
        nlohmann::json::parse(run_rtm({"report", recording, "--json", "--windows", "none"}).output, nullptr, false);
  }
  static void TearDownTestSuite() { folder.reset(); }

  void SetUp() override {
    RTM_NEED_TRACEFS();
    ASSERT_EQ(ran.exit_code, 0) << ran.error;
    ASSERT_FALSE(report.is_discarded());
  }

  static counters now(const std::string& what) { return counters_of(host::read_text("/proc/" + what)); }
  static counters within(const std::string& name) { return counters_of(folder->get(name)); }
  /// Calls of all rows of a kind whose name is `name`, or whose id it is.
  static std::uint64_t calls(const std::string& kind, const std::string& name) {
    std::uint64_t sum = 0;
    for (const auto& core : report["cores"])
      for (const auto& row : core["epochs"][0][kind])
        if (row["name"] == name || std::to_string(row["id"].get<std::uint64_t>()) == name)
          sum += row["calls"].get<std::uint64_t>();
    return sum;
  }
  /// Where events are missing, calls that are cut are not counted.
  static std::uint64_t repairs() {
    std::uint64_t sum = 0;
    for (const auto& core : report["cores"]) sum += core["completeness"]["repairs"].get<std::uint64_t>();
    return sum;
  }

  static std::unique_ptr<scratch_folder> folder;
  static std::string recording;
  static run_result ran;
  static nlohmann::json report;
  struct snapshots {
    counters before, after;
  };
  struct both {
    snapshots interrupts, softirqs;
  };
  static both outer;
};
std::unique_ptr<scratch_folder> machine::folder;
std::string machine::recording;
run_result machine::ran;
nlohmann::json machine::report;
machine::both machine::outer;

TEST_F(machine, interrupts_are_as_many_as_the_kernel_counts) {
  const counters first = within("interrupts.0"), last = within("interrupts.1");
  const std::vector<std::pair<std::string, std::vector<std::string>>> vectors = {
      {"LOC", {"local_timer"}}, {"RES", {"reschedule"}}, {"CAL", {"call_function", "call_function_single"}}};
  std::vector<std::pair<std::string, std::vector<std::string>>> rows = vectors;
  for (const auto& [name, counts] : last)
    if (name.find_first_not_of("0123456789") == name.npos) rows.push_back({name, {name}});
  for (const auto& [row, names] : rows) {
    std::uint64_t traced = 0;
    for (const std::string& name : names) traced += calls("isrs", name);
    // The work lies within the recording, and the recording within the outer snapshots.
    EXPECT_GE(traced + repairs(), counted(first, last, row)) << row;
    EXPECT_LE(traced, counted(outer.interrupts.before, outer.interrupts.after, row)) << row;
  }
}

TEST_F(machine, softirqs_are_as_many_as_the_kernel_counts) {
  const counters first = within("softirqs.0"), last = within("softirqs.1");
  ASSERT_FALSE(last.empty());
  for (const auto& [row, counts] : last) {
    EXPECT_GE(calls("swis", row) + repairs(), counted(first, last, row)) << row;
    EXPECT_LE(calls("swis", row), counted(outer.softirqs.before, outer.softirqs.after, row)) << row;
  }
  EXPECT_GT(calls("swis", "NET_RX"), 0U) << "the work sends datagrams";
}

TEST_F(machine, every_core_adds_up_over_the_same_time) {
  std::uint64_t total = 0;
  for (const auto& core : report["cores"]) {
    const auto& epoch = core["epochs"][0];
    std::uint64_t sum = epoch["idle"].get<std::uint64_t>() + epoch["kernel"].get<std::uint64_t>() +
                        epoch["unknown"].get<std::uint64_t>();
    for (const char* const kind : {"tasks", "isrs", "swis"})
      for (const auto& row : epoch[kind]) sum += row["exclusive"].get<std::uint64_t>();
    EXPECT_EQ(sum, epoch["total"].get<std::uint64_t>());
    if (total == 0) total = sum;
    EXPECT_EQ(sum, total);
  }
}

/// What `rtm` reads of a recording, core by core: who is the base owner and how many frames are active, from when to
/// when. Follows facts by itself, without a ledger.
class intervals {
 public:
  struct interval {
    std::uint64_t from, to;
    host::source_id owner;
    bool has_frame;
  };
  explicit intervals(const std::string& file) {
    const auto from = host::open_source(file);
    std::vector<source_fact> block(4096);
    while (const std::size_t n = from->read(block))
      for (const source_fact& fact : std::span(block).first(n)) take(fact);
  }
  [[nodiscard]] const std::vector<interval>& of(std::uint32_t number) { return cores_[number].all; }
  [[nodiscard]] std::uint64_t gross(host::source_id task) const {
    std::uint64_t sum = 0;
    for (const auto& [number, its] : cores_)
      for (const interval& each : its.all) sum += each.owner == task ? each.to - each.from : 0;
    return sum;
  }

 private:
  struct followed {
    std::vector<interval> all;
    std::uint64_t last = 0;
    host::source_id owner = host::unknown_owner;
    std::uint64_t frames = 0;
  };
  void take(const source_fact& fact) {
    followed& of = cores_[fact.core];
    if (fact.kind != fact_kind::reset && fact.reading_ticks > of.last)
      of.all.push_back({of.last, fact.reading_ticks, of.owner, of.frames != 0});
    of.last = fact.reading_ticks;
    if (fact.kind == fact_kind::reset || fact.kind == fact_kind::task_switch) of.owner = fact.id;
    if (fact.kind == fact_kind::isr_enter || fact.kind == fact_kind::swi_enter) ++of.frames;
    if (fact.kind == fact_kind::isr_exit || fact.kind == fact_kind::swi_exit) --of.frames;
  }
  std::map<std::uint32_t, followed> cores_;
};

TEST_F(machine, what_is_charged_to_others_the_interrupted_thread_did_not_have) {
  std::istringstream in(folder->get("gaps"));
  std::uint64_t thread = 0, begin = 0, end = 0;
  std::uint32_t cpu = 0;
  in >> thread >> cpu >> begin >> end;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> gaps;
  for (std::uint64_t from = 0, to = 0; in >> from >> to;) gaps.emplace_back(from, to);
  ASSERT_FALSE(gaps.empty());

  std::uint64_t foreign = 0, seen = 0;
  auto gap = gaps.begin();
  intervals all(recording);
  for (const auto& each : all.of(cpu)) {
    const bool is_own = each.owner == thread && !each.has_frame;
    const bool is_unsure = each.owner == host::unknown_owner && !each.has_frame;
    if (is_own || is_unsure || each.from < begin || each.to > end) continue;
    foreign += each.to - each.from;
    while (gap != gaps.end() && gap->second <= each.from) ++gap;
    for (auto next = gap; next != gaps.end() && next->first < each.to; ++next)
      seen += std::min(next->second, each.to) - std::max(next->first, each.from);
  }
  ASSERT_GT(foreign, 0U);
  RecordProperty("foreign_ns", std::to_string(foreign));
  RecordProperty("seen_ns", std::to_string(seen));
  EXPECT_GE(static_cast<double>(seen), 0.999 * static_cast<double>(foreign));
}

std::vector<std::string> lines_of_trace_cmd(const std::string& file) {
  const std::string command = "trace-cmd report '" + file + "' 2>/dev/null";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<std::string> lines;
  std::array<char, 1024> line{};
  while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe.get()) != nullptr)
    lines.emplace_back(line.data());
  return lines;
}

TEST_F(machine, trace_cmd_reads_the_same_events) {
  const auto lines = lines_of_trace_cmd(recording);
  if (lines.empty()) GTEST_SKIP() << "found no trace-cmd, expected it: `scripts/setup test` installs it";
  std::uint64_t events = 0;
  for (const auto& core : report["cores"]) events += core["completeness"]["events"].get<std::uint64_t>();
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](const std::string& l) { return !l.starts_with("cpus="); }),
            static_cast<std::ptrdiff_t>(events));
}

TEST_F(machine, a_thread_ran_as_long_as_the_kernel_says) {
  const auto lines = lines_of_trace_cmd(recording);
  if (lines.empty()) GTEST_SKIP() << "found no trace-cmd, expected it: `scripts/setup test` installs it";
  std::istringstream in(folder->get("gaps"));
  std::uint64_t thread = 0;
  in >> thread;
  const std::string pid = " pid=" + std::to_string(thread) + ' ';
  std::uint64_t runtime = 0;
  for (const std::string& line : lines) {
    const std::size_t at = line.find(" runtime=");
    if (at != line.npos && line.find(pid) != line.npos) runtime += std::stoull(line.substr(at + 9));
  }
  ASSERT_GT(runtime, 0U);
  // From switch to switch. The kernel charges the end of an interrupt that wakes somebody to the woken one, so the two
  // differ by some percent.
  const auto gross = static_cast<double>(intervals(recording).gross(thread));
  EXPECT_NEAR(gross / static_cast<double>(runtime), 1.0, 0.15);
}

}  // namespace
}  // namespace rtm::test
