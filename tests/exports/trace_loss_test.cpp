// SPDX-License-Identifier: MIT
// What the memory of a target had no room for is counted in every export, where it happened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

#include "exported.hpp"
#include "exports/export.hpp"
#include "files.hpp"
#include "program.hpp"
#include "readers.hpp"
#include "replay/replay.hpp"
#include "sources/trace.hpp"
#include "tool.hpp"
#include "trace/simulated_target.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;

struct small : default_capacity {
  static constexpr uint32_t tasks = 4, isrs = 2;
};

/// A start at tick 10, then switches between task 1 and task 2 every 10 ticks. The first 400, up to tick 4010, are told
/// while nobody drains a memory that holds fewer, then 100 more while it is drained.
class losing_target {
 public:
  losing_target() : target_(info()) {
    tell(fact_kind::reset);
    for (int i = 0; i < 400; ++i) tell(fact_kind::task_switch);
    target_.drain();
    for (int i = 0; i < 100; ++i) tell(fact_kind::task_switch), target_.drain();
    target_.finish();
  }

  static source_info info() {
    source_info of;
    of.clock_bits = 32;
    of.clock_hz = 1'000'000;
    of.window_ticks = of.max_gap_ticks = 1000;
    return of;
  }
  [[nodiscard]] const std::string& bytes() { return target_.sent().bytes; }
  [[nodiscard]] std::uint64_t told() const { return told_; }
  /// As babeltrace2 shows it. What does not fit is the end of what is told undrained; a fact comes every 10 us.
  [[nodiscard]] std::string first_lost_time(std::uint64_t lost) const {
    return fmt::format("00:00:00.{:06}000", 4010 - 10 * (lost - 1));
  }

 private:
  void tell(fact_kind kind) {
    const host::source_id owner = 1 + told_++ % 2;
    EXPECT_EQ(target_.tell({kind, 0, now_ += 10, owner}), status::ok);
  }

  simulated_target<small, 4, 256> target_;
  std::uint64_t now_ = 0, told_ = 0;
};

/// The export of a stream.
void export_trace(const std::string& bytes, const char* format, const std::filesystem::path& out) {
  host::trace_source source(host::input("trace", bytes));
  host::labels names(source.info());
  (void)host::export_to(*host::find_export_format(format), source, names, out, false);
}

/// Facts that an export tells: each is the beginning of a task's turn.
std::uint64_t turns_in(const told_core& core) {
  return static_cast<std::uint64_t>(std::count_if(core.steps.begin(), core.steps.end(), [](const step& s) {
    return s.what == step::kind::begin && s.who.category == "task";
  }));
}

TEST(exports_of_a_trace_with_losses, babeltrace_discards_what_was_lost) {
  if (!has_tool("babeltrace2")) GTEST_SKIP() << "no babeltrace2 here";
  losing_target target;
  const scratch_folder scratch;
  export_trace(target.bytes(), "ctf", scratch / "trace");
  const tool_result ran = run_tool({"babeltrace2", "--clock-cycles", "--no-delta", (scratch / "trace").string()});
  EXPECT_EQ(ran.exit_code, 0);
  const std::uint64_t lost = target.told() - turns_in(read_ctf(ran.output).at(0));
  EXPECT_GT(lost, 100U);
  EXPECT_LT(lost, 400U);
  EXPECT_THAT(ran.error, HasSubstr("discarded " + std::to_string(lost) + " events between [" +
                                   target.first_lost_time(lost) + "] and [00:00:00.004020000]"));
  EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1);
}

TEST(exports_of_a_trace_with_losses, counter_stands_at_what_was_lost) {
  losing_target target;
  const scratch_folder scratch;
  export_trace(target.bytes(), "chrome", scratch / "trace");
  const told_core core = read_chrome(read_file(scratch / "trace"), losing_target::info().clock_hz).at(0);
  const std::uint64_t lost = target.told() - turns_in(core);
  EXPECT_GT(lost, 100U);
  EXPECT_EQ(core.lost, lost);
  EXPECT_EQ(core.lost_at, 4020U);
}

TEST(exports_of_a_trace_with_losses, perfettos_counter_is_the_same) {
  if (!has_tool("protoc")) GTEST_SKIP() << "no protoc here";
  losing_target target;
  const scratch_folder scratch;
  export_trace(target.bytes(), "perfetto", scratch / "trace");
  const told_core core = read_perfetto(decoded_by_protoc(scratch / "trace"), losing_target::info().clock_hz).at(0);
  EXPECT_EQ(core.lost, target.told() - turns_in(core));
  EXPECT_GT(core.lost, 100U);
  EXPECT_EQ(core.lost_at, 4020U);
}

TEST(exports_of_a_trace_with_losses, command_names_them_and_exits_with_1) {
  losing_target target;
  const scratch_folder scratch;
  const run_result ran =
      run_rtm({"export", "-", "--to", "chrome", "-o", (scratch / "out").string()}, {target.bytes(), {}});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("found 301 facts of core 0 lost on the target from tick 1010 to 4020"));
  EXPECT_EQ(std::count(ran.output.begin(), ran.output.end(), '\n'), 1);
  EXPECT_EQ(ran.error, "");
}

/// Whatever is missing, what an export tells adds up to what the ledger counted of the same stream.
TEST(exports_of_a_trace_with_losses, damaged_streams_give_what_the_ledger_gave) {
  losing_target target;
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    std::string bytes = target.bytes();
    for (std::uint64_t n = random() % 4; n != 0; --n) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 3) {
        case 0: bytes[at] = static_cast<char>(random()); break;
        case 1: bytes.erase(at, random() % 300); break;
        default: bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 300)); break;
      }
    }
    host::report expected;
    try {
      host::trace_source source(host::input("trace", bytes));
      expected = host::make_report(source);
    } catch (const host::source_error&) {
      continue;  // Nothing of it can be used.
    }
    const scratch_folder scratch;
    export_trace(bytes, "chrome", scratch / "json");
    const told read = read_chrome(read_file(scratch / "json"), losing_target::info().clock_hz);
    ASSERT_EQ(differences(read, expected), "") << "round " << round;
    std::uint64_t lost = 0;
    for (const host::loss_row& loss : expected.losses) lost += loss.lost + loss.missing;
    ASSERT_EQ(read.at(0).lost, lost) << "round " << round;
  }
}

}  // namespace
}  // namespace rtm::test
