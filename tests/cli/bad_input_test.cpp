// SPDX-License-Identifier: MIT
// Input that cannot be used: one line with place, found and expected; exit code 2; nothing on standard output.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "files.hpp"
#include "program.hpp"

namespace rtm::test {
namespace {

using namespace std::string_literals;

struct bad_script {
  const char* name;
  std::string text;
  const char* message;  ///< Behind "rtm: <stdin>:".
};

/// A script of which only `line` 2 and what follows it is wrong.
std::string after_version(const std::string& lines) { return "rtm-timeline 1\n" + lines; }
std::string after_start(const std::string& lines) { return "rtm-timeline 1\nstart 0 idle\n" + lines; }

class bad_input : public testing::TestWithParam<bad_script> {};

TEST_P(bad_input, is_refused_in_one_exact_line) {
  const run_result ran = run_rtm({"report", "-"}, {GetParam().text, {}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "") << "what parsed before is no result";
  EXPECT_EQ(ran.error, "rtm: <stdin>:"s + GetParam().message + "\n");
}

#define VERSION "expected \"rtm-timeline 1\""
#define KNOWN_INPUT "an input that rtm knows (rtm report --help lists them)"
#define ITEM \
  "expected clock, window, max_gap, capacity, task, isr, swi, point, start, or a fact that begins with its time"

INSTANTIATE_TEST_SUITE_P(
    version, bad_input,
    testing::Values(
        bad_script{"empty", "", "1: found an empty file; expected " KNOWN_INPUT},
        bad_script{"only_comments", "# one\n\n# two\n", "3: found the end of the file; expected " KNOWN_INPUT},
        bad_script{"missing", "start 0 idle\n", "1: found \"start 0 idle\"; expected " KNOWN_INPUT},
        bad_script{"misspelt", "rtm_timeline 1\n", "1: found \"rtm_timeline 1\"; expected " KNOWN_INPUT},
        bad_script{"binary",
                   "\x7f"
                   "ELF\x02\x01",
                   "1: found \"\\x7fELF\\x02\\x01\"; expected " KNOWN_INPUT},
        bad_script{"no_number", "rtm-timeline\n", "1: found the end of the line; " VERSION},
        bad_script{"newer", "rtm-timeline 2\n", "1: found version \"2\"; expected version 1"},
        bad_script{"more_words", "rtm-timeline 1 or so\n", "1: found \"or\"; expected the end of the line"}),
    [](const auto& of) { return std::string(of.param.name); });

INSTANTIATE_TEST_SUITE_P(
    encoding, bad_input,
    testing::Values(bad_script{"not_utf8", after_start("# caf\xe9\n"),
                               "3: found byte 0xe9 at byte 6 of the line; expected UTF-8 text"},
                    bad_script{"cut_utf8", after_start("# caf\xc3"),
                               "3: found byte 0xc3 at byte 6 of the line; expected UTF-8 text"},
                    bad_script{"overlong_utf8", after_start("# \xc0\xaf\n"),
                               "3: found byte 0xc0 at byte 3 of the line; expected UTF-8 text"},
                    bad_script{"utf16", "\xff\xfer\0t\0m\0"s,
                               "1: found a NUL byte at byte 4 of the line; expected UTF-8 text, or " KNOWN_INPUT},
                    bad_script{"nul", after_start("1 po\0ll\n"s),
                               "3: found a NUL byte at byte 5 of the line; expected UTF-8 text"},
                    bad_script{"long_line", after_start("# " + std::string(4095, 'x') + "\n"),
                               "3: found a line of more than 4096 bytes; expected at most 4096 bytes a line"},
                    bad_script{"long_first_line", std::string(100'000, 'x'),
                               "1: found a line of more than 4096 bytes; expected at most 4096 bytes a line"
                               ", or " KNOWN_INPUT},
                    bad_script{"old_mac_line_ends", "rtm-timeline 1\rstart 0 idle\r",
                               "1: found version \"1\\x0dstart\"; expected version 1"}),
    [](const auto& of) { return std::string(of.param.name); });

INSTANTIATE_TEST_SUITE_P(
    header, bad_input,
    testing::Values(
        bad_script{"wrong_keyword", after_version("clok bits=32\n"), "2: found \"clok\"; " ITEM},
        bad_script{"number_with_sign", after_version("+20 idle\n"), "2: found \"+20\"; " ITEM},
        bad_script{"hexadecimal", after_start("0x20 idle\n"),
                   "3: found \"0x20\"; expected a reading of the 64-bit clock, 0..18446744073709551615"},
        bad_script{"bits_15", after_version("clock bits=15\n"), "2: found \"bits=15\"; expected bits=N, 16..64"},
        bad_script{"bits_65", after_version("clock bits=65\n"), "2: found \"bits=65\"; expected bits=N, 16..64"},
        bad_script{"bits_without_number", after_version("clock bits=\n"),
                   "2: found \"bits=\"; expected bits=N, 16..64"},
        bad_script{"hz_0", after_version("clock hz=0\n"), "2: found \"hz=0\"; expected hz=N, 1..18446744073709551615"},
        bad_script{"clock_without_keys", after_version("clock\n"),
                   "2: found the end of the line; expected bits=N or hz=N, each at most once"},
        bad_script{"clock_key_twice", after_version("clock bits=16 bits=16\n"),
                   "2: found \"bits=16\"; expected bits=N or hz=N, each at most once"},
        bad_script{"clock_unknown_key", after_version("clock khz=5\n"),
                   "2: found \"khz=5\"; expected bits=N or hz=N, each at most once"},
        bad_script{"window_0", after_version("window 0\n"),
                   "2: found \"0\"; expected a number of ticks, 1..18446744073709551615"},
        bad_script{"window_too_large", after_version("window 18446744073709551616\n"),
                   "2: found \"18446744073709551616\"; expected a number of ticks, 1..18446744073709551615"},
        bad_script{"window_without_number", after_version("window # 100\n"),
                   "2: found the end of the line; expected a number of ticks, 1..18446744073709551615"},
        bad_script{"max_gap_above_window", after_version("window 100\nmax_gap 101\n"),
                   "3: found max_gap 101 for a window of 100; expected a max_gap of at most one window"},
        bad_script{"window_below_max_gap", after_version("max_gap 101\nwindow 100\n"),
                   "3: found max_gap 101 for a window of 100; expected a max_gap of at most one window"},
        bad_script{"max_gap_of_half_the_range", after_version("clock bits=16\nmax_gap 32768\n"),
                   "3: found max_gap 32768 for a clock of 16 bits; expected less than 2^15 = 32768"},
        bad_script{"clock_too_narrow_for_max_gap", after_version("max_gap 32768\nclock bits=16\n"),
                   "3: found max_gap 32768 for a clock of 16 bits; expected less than 2^15 = 32768"},
        bad_script{"capacity_unknown_key", after_version("capacity task=8\n"),
                   "2: found \"task=8\"; expected tasks=N, isrs=N, swis=N, points=N, depth=N, point_depth=N or "
                   "point_frames=N, each at most once"},
        bad_script{"capacity_key_twice", after_version("capacity tasks=8 tasks=9\n"),
                   "2: found \"tasks=9\"; expected tasks=N, isrs=N, swis=N, points=N, depth=N, point_depth=N or "
                   "point_frames=N, each at most once"},
        bad_script{"capacity_negative", after_version("capacity depth=-1\n"),
                   "2: found \"depth=-1\"; expected depth=N, 0..18446744073709551615"},
        bad_script{"window_twice", after_version("window 1\nwindow 1\n"),
                   "3: found a second window line; expected at most one"},
        bad_script{"clock_after_start", after_start("clock bits=32\n"),
                   "3: found clock after a start line; expected it before the first start"},
        bad_script{"window_with_more_words", after_version("window 100 ticks\n"),
                   "2: found \"ticks\"; expected the end of the line"}),
    [](const auto& of) { return std::string(of.param.name); });

INSTANTIATE_TEST_SUITE_P(
    names, bad_input,
    testing::Values(bad_script{"twice", after_version("task 1 A\ntask 1 A\n"),
                               "3: found a second name for task 1; expected one, it is \"A\""},
                    bad_script{"missing_name", after_version("isr 3 # CAN\n"),
                               "2: found the end of the line; expected a name"},
                    bad_script{"missing_id", after_version("point\n"),
                               "2: found the end of the line; expected an id, 0..18446744073709551612"},
                    bad_script{"id_of_idle", after_version("task 18446744073709551613 idle\n"),
                               "2: found \"18446744073709551613\"; expected an id, 0..18446744073709551612"},
                    bad_script{"above_capacity", after_version("capacity tasks=8\ntask 8 A\n"),
                               "3: found task 8; expected task 0..7 (capacity tasks=8)"},
                    bad_script{"above_capacity_of_none", after_version("capacity swis=0\nswi 0 A\n"),
                               "3: found swi 0; expected no swi (capacity swis=0)"},
                    bad_script{"above_capacity_that_follows", after_version("isr 9 A\ncapacity isrs=9\n"),
                               "3: found isr 9; expected isr 0..8 (capacity isrs=9)"},
                    bad_script{"control_character", after_version("task 1 A\x1b[31m\n"),
                               "2: found a control character in the name \"A\\x1b[31m\"; expected printable text"},
                    bad_script{"name_for_a_core", after_version("@1 task 1 A\n"),
                               "2: found \"task\"; expected start or a fact that begins with its time after @C"}),
    [](const auto& of) { return std::string(of.param.name); });

INSTANTIATE_TEST_SUITE_P(
    start, bad_input,
    testing::Values(
        bad_script{"missing", after_version("window 100\n"),
                   "2: found the end of the file; expected \"start TIME OWNER\""},
        bad_script{"fact_before_it", after_version("20 idle\n"),
                   "2: found a fact of core 0 before its start; expected \"start TIME OWNER\" above it"},
        bad_script{"fact_of_another_core_before_it", after_start("@1 20 idle\n"),
                   "3: found a fact of core 1 before its start; expected \"@1 start TIME OWNER\" above it"},
        bad_script{"twice", after_start("start 5 idle\n"),
                   "3: found a second start of core 0; expected one; a new epoch begins with \"TIME reset OWNER\""},
        bad_script{"no_owner", after_version("start 0\n"),
                   "2: found the end of the line; expected task N, idle, kernel or unknown"},
        bad_script{"wrong_owner", after_version("start 0 isr 3\n"),
                   "2: found \"isr\"; expected task N, idle, kernel or unknown"},
        bad_script{"no_time", after_version("start idle\n"),
                   "2: found \"idle\"; expected a reading of the 64-bit clock, 0..18446744073709551615"},
        bad_script{"owner_above_capacity", after_version("capacity tasks=2\nstart 0 task 2\n"),
                   "3: found task 2; expected task 0..1 (capacity tasks=2)"},
        bad_script{"core_without_number", after_version("@ start 0 idle\n"),
                   "2: found \"@\"; expected a core as @N, 0..4294967295"},
        bad_script{"core_too_large", after_version("@4294967296 start 0 idle\n"),
                   "2: found \"@4294967296\"; expected a core as @N, 0..4294967295"},
        bad_script{"core_alone", after_start("@0\n"),
                   "3: found the end of the line; expected start or a fact that begins with its time after @C"}),
    [](const auto& of) { return std::string(of.param.name); });

#define FACT                                                                                                       \
  "expected task, idle, kernel, unknown, isr_enter, isr_exit, swi_enter, swi_exit, point_begin, point_end, poll, " \
  "activate, wait, release, terminate or reset"

INSTANTIATE_TEST_SUITE_P(
    fact, bad_input,
    testing::Values(
        bad_script{"wrong_keyword", after_start("20 isr_entr 3\n"), "3: found \"isr_entr\"; " FACT},
        bad_script{"missing", after_start("20\n"), "3: found the end of the line; " FACT},
        bad_script{"time_above_16_bits", "rtm-timeline 1\nclock bits=16\nstart 0 idle\n65536 poll\n",
                   "4: found \"65536\"; expected a reading of the 16-bit clock, 0..65535"},
        bad_script{"start_above_16_bits", "rtm-timeline 1\nclock bits=16\nstart 65536 idle\n",
                   "3: found \"65536\"; expected a reading of the 16-bit clock, 0..65535"},
        bad_script{
            "time_above_64_bits", after_start("18446744073709551616 poll\n"),
            "3: found \"18446744073709551616\"; expected a reading of the 64-bit clock, 0..18446744073709551615"},
        bad_script{"time_with_letters", after_start("20ms idle\n"),
                   "3: found \"20ms\"; expected a reading of the 64-bit clock, 0..18446744073709551615"},
        bad_script{"id_missing", after_start("20 isr_enter\n"),
                   "3: found the end of the line; expected an id, 0..18446744073709551612"},
        bad_script{"id_is_a_name", after_start("20 isr_enter CAN\n"),
                   "3: found \"CAN\"; expected an id, 0..18446744073709551612"},
        bad_script{"more_words", after_start("20 idle now\n"), "3: found \"now\"; expected the end of the line"},
        bad_script{"poll_with_id", after_start("20 poll 3\n"), "3: found \"3\"; expected the end of the line"},
        bad_script{"reset_without_owner", after_start("20 reset\n"),
                   "3: found the end of the line; expected task N, idle, kernel or unknown"},
        bad_script{"long_word_is_cut", after_start("20 " + std::string(60, 'y') + "\n"),
                   "3: found \"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\u2026\"; " FACT},
        bad_script{"late_error_in_a_long_script", after_start([] {
                     std::string lines;
                     for (int i = 1; i <= 20'000; ++i) lines += std::to_string(i) + " poll\n";
                     return lines + "oops\n";
                   }()),
                   "20003: found \"oops\"; " ITEM}),
    [](const auto& of) { return std::string(of.param.name); });

class unusable_file : public testing::Test {
 protected:
  void expect_refused(const std::string& path, const std::string& message) {
    const run_result ran = run_rtm({"report", path});
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.output, "");
    EXPECT_EQ(ran.error, "rtm: " + path + message + "\n");
  }

  scratch_folder folder_;
};

TEST_F(unusable_file, program_is_refused_with_all_that_it_could_have_been) {
  const auto path = folder_ / "program";
  std::ofstream(path) << "\x7f"
                      << "ELF\x02\x01\x01" << '\0';
  expect_refused(path, ":1: found a NUL byte at byte 8 of the line; expected UTF-8 text, or " KNOWN_INPUT);
}

TEST_F(unusable_file, missing_file_is_refused) {
  expect_refused(folder_ / "no.timeline", ": found \"No such file or directory\"; expected a readable file");
}

TEST_F(unusable_file, directory_is_refused) {
  expect_refused(folder_ / ".",
                 ": found a directory without the metadata of a CTF trace; expected a file, or such a trace");
}

struct other_format {
  const char* name;
  std::string begins;
  const char* message;  ///< "@": the name of the file.
};

/// What is refused with the command that makes it readable, by every command that takes FILE.
class other_formats : public testing::TestWithParam<other_format> {
 protected:
  scratch_folder folder_;
};

TEST_P(other_formats, are_refused_with_the_command_that_makes_them_readable) {
  const std::string path = folder_ / "recording", out = folder_ / "out", budget = folder_ / "budget.toml";
  std::ofstream(path, std::ios::binary) << GetParam().begins << std::string(100, '\0');
  std::ofstream(budget) << "[[core]]\nload = \"50%\"\n";
  std::string message = GetParam().message;
  for (std::size_t at = 0; (at = message.find('@', at)) != message.npos; at += path.size())
    message.replace(at, 1, path);
  const std::vector<std::vector<std::string>> commands = {{"report", path},
                                                          {"report", "-f", path},
                                                          {"diff", path, path},
                                                          {"check", path, "--budget", budget},
                                                          {"export", path, "--to", "chrome", "-o", out},
                                                          {"replay", path},
                                                          {"verify", path},
                                                          {"dump", path},
                                                          {"top", "--once", "-f", path}};
  for (const auto& words : commands) {
    const run_result ran = run_rtm(words);
    EXPECT_EQ(ran.exit_code, 2) << words.front();
    EXPECT_EQ(ran.output, "") << words.front();
    EXPECT_EQ(ran.error, "rtm: " + message + "\n") << words.front();
  }
}

INSTANTIATE_TEST_SUITE_P(
    begin, other_formats,
    testing::Values(
        other_format{"perf_data", "PERFILE2",
                     "@: byte 0: found a perf.data; expected it as text: perf script --ns -i @ | rtm COMMAND -"},
        other_format{"gzip", "\x1f\x8b\x08",
                     "@: byte 0: found a gzip file; expected what is packed in it: gunzip -c @ | rtm COMMAND -"},
        other_format{"xz",
                     "\xfd"
                     "7zXZ\0"s,
                     "@: byte 0: found an xz file; expected what is packed in it: xz -dc @ | rtm COMMAND -"},
        other_format{"zstd", "\x28\xb5\x2f\xfd",
                     "@: byte 0: found a zstd file; expected what is packed in it: zstd -dc @ | rtm COMMAND -"}),
    [](const auto& of) { return std::string(of.param.name); });

TEST(other_format, of_standard_input_is_named_so) {
  EXPECT_EQ(run_rtm({"report", "-"}, {"\x1f\x8b\x08", {}}).error,
            "rtm: <stdin>: byte 0: found a gzip file; expected what is packed in it: gunzip -c FILE | rtm COMMAND -\n");
}

TEST_F(unusable_file, forbidden_file_is_refused) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const auto path = folder_ / "forbidden.timeline";
  std::ofstream(path) << "rtm-timeline 1\nstart 0 idle\n";
  chmod(path.c_str(), 0);
  expect_refused(path, ": found \"Permission denied\"; expected a readable file");
}

TEST_F(unusable_file, line_of_2_gb_is_refused_without_reading_it) {
  const auto path = folder_ / "huge.timeline";
  std::ofstream(path) << "rtm-timeline 1\nstart 0 idle\n# ";
  std::filesystem::resize_file(path, std::uintmax_t{2} << 30);  // Sparse: it takes no room.
  expect_refused(path, ":3: found a line of more than 4096 bytes; expected at most 4096 bytes a line");
}

TEST_F(unusable_file, name_that_would_move_the_cursor_is_shown_in_one_printable_line) {
  const run_result ran = run_rtm({"report", (folder_ / "a\nb\x1b[2J").string()});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.error, "rtm: " + (folder_ / "a\\x0ab\\x1b[2J").string() +
                           ": found \"No such file or directory\"; expected a readable file\n");
}

TEST_F(unusable_file, empty_device_is_refused) {
  const run_result ran = run_rtm({"report", "/dev/null"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.error.find("rtm: /dev/null:1: found an empty file; expected "), 0U) << ran.error;
}

TEST_F(unusable_file, pipe_that_closes_without_a_byte_is_refused) {
  const auto path = folder_ / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::jthread writer([&] { close(open(path.c_str(), O_WRONLY | O_CLOEXEC)); });  // Waits for the reader.
  const run_result ran = run_rtm({"report", path});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(ran.error.find("rtm: " + path.string() + ":1: found an empty file; expected "), 0U) << ran.error;
}

TEST_F(unusable_file, endless_device_is_refused) {
  if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP() << "no /dev/zero here";
  expect_refused("/dev/zero",
                 ":1: found a line of more than 4096 bytes; expected at most 4096 bytes a line, or " KNOWN_INPUT);
}

}  // namespace
}  // namespace rtm::test
