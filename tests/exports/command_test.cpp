// SPDX-License-Identifier: MIT
// `rtm export`: exit codes, what it refuses, and that an export appears complete or not at all.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "files.hpp"
#include "program.hpp"
#include "tool.hpp"

namespace rtm::test {
namespace {

namespace fs = std::filesystem;

const std::string good = "rtm-timeline 1\nstart 0 idle\n10 task 1\n20 poll\n";
const std::string faulty = "rtm-timeline 1\nstart 0 idle\n10 isr_exit 1\n";

run_result export_to(const fs::path& out, const std::string& format, const std::string& script,
                     const std::string& force = "") {
  std::vector<std::string> words{"export", "-", "--to", format, "-o", out.string()};
  if (!force.empty()) words.push_back(force);
  return run_rtm(words, {script, {}});
}

TEST(export_command, good_input_exits_with_0_and_says_nothing) {
  const scratch_folder scratch;
  for (const std::string format : {"perfetto", "chrome", "ctf"}) {
    const run_result ran = export_to(scratch / format, format, good);
    EXPECT_EQ(ran.exit_code, 0) << ran.error;
    EXPECT_EQ(ran.output + ran.error, "");
    EXPECT_TRUE(fs::exists(scratch / format));
    EXPECT_FALSE(fs::exists(scratch / (format + ".partial")));
  }
}

TEST(export_command, epoch_cut_by_a_fault_is_named_and_exits_with_1) {
  const scratch_folder scratch;
  const run_result ran = export_to(scratch / "out", "chrome", faulty);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.output.rfind("core 0, epoch 0: cut at tick 10: isr_exit of isr 1", 0), 0U) << ran.output;
  EXPECT_TRUE(fs::exists(scratch / "out"));
}

TEST(export_command, existing_name_is_refused_without_force) {
  const scratch_folder scratch;
  std::ofstream(scratch / "out") << "precious";
  const run_result ran = export_to(scratch / "out", "chrome", good);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.error,
            "rtm: " + (scratch / "out").string() + ": found something there; expected a new name, or --force\n");
  EXPECT_EQ(read_file(scratch / "out"), "precious");
  EXPECT_EQ(export_to(scratch / "out", "chrome", good, "--force").exit_code, 0);
  EXPECT_NE(read_file(scratch / "out"), "precious");
}

TEST(export_command, force_replaces_a_trace_folder_but_no_other) {
  const scratch_folder scratch;
  EXPECT_EQ(export_to(scratch / "out", "ctf", good).exit_code, 0);
  EXPECT_EQ(export_to(scratch / "out", "ctf", good, "-f").exit_code, 0);
  std::ofstream(scratch / "out" / "thesis.tex") << "precious";
  const run_result ran = export_to(scratch / "out", "ctf", good, "-f");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.error.find("found something that is no export"), std::string::npos) << ran.error;
  EXPECT_EQ(read_file(scratch / "out" / "thesis.tex"), "precious");
}

TEST(export_command, unreadable_input_leaves_nothing_behind) {
  const scratch_folder scratch;
  for (const std::string format : {"perfetto", "chrome", "ctf"}) {
    const run_result ran = export_to(scratch / "out", format, good + "30 nonsense\n");
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.error.rfind("rtm: <stdin>:5: ", 0), 0U) << ran.error;
    EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1);
    EXPECT_FALSE(fs::exists(scratch / "out"));
    EXPECT_FALSE(fs::exists(scratch / "out.partial"));
  }
}

TEST(export_command, place_that_does_not_exist_is_one_line) {
  const scratch_folder scratch;
  for (const std::string format : {"perfetto", "ctf"}) {
    const run_result ran = export_to(scratch / "no" / "such", format, good);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.error.find("No such file or directory"), std::string::npos) << ran.error;
    EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1);
  }
}

TEST(export_command, unknown_format_is_refused) {
  const run_result ran = run_rtm({"export", "-", "--to", "btf", "-o", "x"}, {good, {}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.error, "rtm: --to: found btf, expected perfetto, chrome or ctf (see rtm export --help)\n");
}

}  // namespace
}  // namespace rtm::test
