// SPDX-License-Identifier: MIT
// What is exported as CTF and read back gives the same report, of every script of the project: owners, calls, points
// and names. Faults are told as problems: facts cannot say them.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "exports/export.hpp"
#include "files.hpp"
#include "sources/registry.hpp"
#include "trace.hpp"

namespace rtm::test {
namespace {

const std::filesystem::path tests = RTM_TESTS_DIR;

bool is_empty(const host::task_row& row) { return row.exclusive == 0 && row.dispatches == 0; }
bool is_empty(const host::call_row& row) { return row.exclusive == 0 && row.calls == 0 && row.abandoned == 0; }

template <class Row>
std::string values(const Row& row) {
  std::string text = fmt::format("{} \"{}\" {}", row.id, row.name.value_or(""), row.exclusive);
  if constexpr (requires { row.dispatches; })
    text += fmt::format(" {} dispatches", row.dispatches);
  else
    text += fmt::format(" {} {} calls {} abandoned", row.inclusive, row.calls, row.abandoned);
  return text + "; ";
}

/// What any of them has that is not all zero.
std::string values(const host::epoch_row& of) {
  std::string text = fmt::format("start {} total {} idle {} kernel {} unknown {}; ", of.start, of.total, of.base.idle,
                                 of.base.kernel, of.base.unknown);
  const auto add = [&](const char* kind, const auto& rows) {
    for (const auto& row : rows)
      if (!is_empty(row)) text += kind + values(row);
  };
  add("task ", of.tasks);
  add("isr ", of.isrs);
  add("swi ", of.swis);
  add("point ", of.points);
  return text;
}

std::string values(const host::report& of) {
  std::string text;
  for (const auto& core : of.cores)
    for (const auto& epoch : core.epochs) text += fmt::format("core {}: {}\n", core.core, values(epoch));
  return text;
}

std::string difference_after_export(const std::filesystem::path& script) {
  const scratch_folder scratch;
  {
    const auto from = host::open_source(script.string());
    host::labels names(from->info());
    (void)host::export_to(*host::find_export_format("ctf"), *from, names, scratch / "trace", false);
  }
  const auto original = host::open_source(script.string());
  const std::string expected = values(host::make_report(*original));
  const auto again = host::open_source((scratch / "trace").string());
  const std::string got = values(host::make_report(*again));
  return got == expected ? "" : script.filename().string() + "\n" + expected + "became\n" + got;
}

TEST(ctf_exports, of_every_script_are_read_back_with_the_same_values) {
  int checked = 0;
  for (const char* folder : {"timeline/cases", "timeline/scenarios", "golden/scripts", "exports/scripts"})
    for (const auto& script : files_in(tests / folder, ".timeline")) {
      EXPECT_EQ(difference_after_export(script), "");
      ++checked;
    }
  EXPECT_GT(checked, 40);
}

// isr 5    ......              inclusive 40, of which nothing is its own
// unknown  ==========          60
// task 1             ======    40
TEST(ctf_exports, do_not_charge_an_interrupt_that_nobody_owns) {
  const scratch_folder scratch;
  const std::string script =
      "rtm-timeline 1\nclock bits=64 hz=1000\nstart 0 unknown\n0 isr_enter 5 unowned\n40 isr_exit 5 unowned\n"
      "60 task 1\n100 poll\n";
  {
    const auto from = host::open_source(host::input("script", std::string_view(script)));
    host::labels names(from->info());
    (void)host::export_to(*host::find_export_format("ctf"), *from, names, scratch / "trace", false);
  }
  const auto again = host::open_source((scratch / "trace").string());
  EXPECT_EQ(values(host::make_report(*again)),
            "core 0: start 0 total 100 idle 0 kernel 0 unknown 60; task 1 \"\" 40 1 dispatches; \n");
}

TEST(ctf_exports, tell_a_fault_as_a_problem) {
  const scratch_folder scratch;
  const std::string script = "rtm-timeline 1\nstart 0 task 1\n10 isr_exit 3\n20 poll\n";
  const auto from = host::open_source(host::input("script", std::string_view(script)));
  host::labels names(from->info());
  (void)host::export_to(*host::find_export_format("ctf"), *from, names, scratch / "trace", false);
  const reading got = reading_of(*host::open_source((scratch / "trace" / "metadata").string()));
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_TRUE(got.report.problems[0].found.starts_with("in core_0: core 0: a fault, ")) << got.report.problems[0].found;
}

}  // namespace
}  // namespace rtm::test
