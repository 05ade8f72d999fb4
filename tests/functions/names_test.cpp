// SPDX-License-Identifier: MIT
// From addresses to names: what the tools find in an ELF file is what addr2line finds, or nothing.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "elf/function_names.hpp"
#include "elf/program.hpp"
#include "files.hpp"
#include "measured.h"
#include "program.hpp"
#include "replay/replay.hpp"
#include "rtm/function_points.hpp"
#include "rtm/trace/encoder.hpp"
#include "rtm/trace/sink.hpp"
#include "sources/trace.hpp"
#include "tool.hpp"
#include "trace/simulated_target.hpp"

namespace rtm::test {

/// Functions of C++, whose names have to be demangled.
struct overloaded {
  [[gnu::noinline]] static int of(int n) { return n + 1; }
  [[gnu::noinline]] static int of(const char* text) { return *text + 2; }
};

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

template <class Function>
std::uintptr_t address(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

const fs::path& self() {
  static const fs::path path = fs::read_symlink("/proc/self/exe");
  return path;
}

const host::program& own() {
  static const host::program one(self());
  return one;
}

/// Where a function of this program was linked.
std::uint64_t linked(std::uintptr_t runs_at) {
  return runs_at - measured_anchor() + own().address_of(host::anchor_symbol).value_or(0);
}

/// "function\nfile:line", as addr2line prints it.
std::string addr2line(std::uint64_t at) {
  const tool_result ran = run_tool({"addr2line", "-f", "-C", "-e", self().string(), fmt::format("{:#x}", at)});
  return ran.exit_code == 0 ? ran.output : ran.error;
}

std::string what_is_at(std::uint64_t at) {
  const auto found = own().function_at(at);
  return found ? fmt::format("{}\n{}:{}\n", found->function, found->file, found->line) : "nothing";
}

/// The one line with which a file is refused; empty if it is not.
std::string refusal(const fs::path& file) {
  try {
    const host::program one(file);
    return {};
  } catch (const host::source_error& error) {
    return error.what();
  }
}

TEST(function_names, are_those_of_addr2line) {
  if (!has_tool("addr2line")) GTEST_SKIP() << "no addr2line here";
  int (*const of_int)(int) = &overloaded::of;
  int (*const of_text)(const char*) = &overloaded::of;
  for (const std::uintptr_t at : {address(&measured_outer), address(&measured_sum), measured_inner_address(),
                                  address(of_int), address(of_text), address(&rtm_function_enter)})
    EXPECT_EQ(what_is_at(linked(at)), addr2line(linked(at)));
  EXPECT_THAT(what_is_at(linked(measured_inner_address())), StartsWith("inner\n"));
  EXPECT_THAT(what_is_at(linked(address(of_text))), StartsWith("rtm::test::overloaded::of(char const*)\n"));
}

TEST(function_names, middle_of_a_function_is_none) {
  EXPECT_EQ(what_is_at(linked(address(&measured_outer)) + 4), "nothing");
  EXPECT_EQ(what_is_at(0), "nothing");
  EXPECT_EQ(what_is_at(~std::uint64_t{0}), "nothing");
}

TEST(function_names, stripped_program_is_refused_in_one_line) {
  if (!has_tool("strip")) GTEST_SKIP() << "no strip here";
  const scratch_folder scratch;
  ASSERT_EQ(run_tool({"strip", "-o", (scratch / "stripped").string(), self().string()}).exit_code, 0);
  EXPECT_EQ(refusal(scratch / "stripped"), (scratch / "stripped").string() +
                                               ": found no names of functions (stripped?); expected a program with its "
                                               "symbol table");
}

TEST(function_names, program_without_debug_information_has_names_and_no_lines) {
  if (!has_tool("strip")) GTEST_SKIP() << "no strip here";
  const scratch_folder scratch;
  ASSERT_EQ(run_tool({"strip", "-g", "-o", (scratch / "lean").string(), self().string()}).exit_code, 0);
  const auto found = host::program(scratch / "lean").function_at(linked(measured_inner_address()));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->function, "inner");
  EXPECT_EQ(found->file, "");
}

TEST(function_names, what_is_no_program_is_refused_in_one_line) {
  const scratch_folder scratch;
  EXPECT_THAT(refusal(scratch / "missing"), HasSubstr("found \"No such file or directory\"; expected the program"));
  EXPECT_THAT(refusal(scratch / ""), HasSubstr("found no ELF file; expected the program"));
  const std::string whole = read_file(self());
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{3}, std::size_t{20}, std::size_t{64}, whole.size() / 2, whole.size() - 100}) {
    std::ofstream(scratch / "part", std::ios::binary) << whole.substr(0, length);
    EXPECT_THAT(refusal(scratch / "part"), StartsWith((scratch / "part").string() + ": found ")) << length;
  }
}

TEST(function_names, thumb_bit_of_arm_is_no_part_of_an_address) {
  if (!has_tool("arm-none-eabi-gcc")) GTEST_SKIP() << "no arm-none-eabi-gcc here";
  const scratch_folder scratch;
  std::ofstream(scratch / "a.c")
      << "void first(void) {}\nstatic __attribute__((noinline, used)) void second(void) {}\n";
  ASSERT_EQ(run_tool({"arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-g", "-nostdlib", "-Wl,-e,first",
                      "-Wl,-Ttext=0x8000", "-o", (scratch / "a.elf").string(), (scratch / "a.c").string()})
                .exit_code,
            0);
  const host::program arm(scratch / "a.elf");
  const auto second = arm.address_of("second");
  ASSERT_TRUE(second);
  EXPECT_EQ(*second & 1, 0U);
  for (const std::uint64_t at : {*second, *second | 1}) {
    const auto found = arm.function_at(at);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->function, "second");
    EXPECT_EQ(found->file, (scratch / "a.c").string());
    EXPECT_EQ(found->line, 2);
  }
}

TEST(function_names, only_addresses_are_looked_up) {
  const host::function_names names(self());
  EXPECT_EQ(names.find("filter"), std::nullopt);
  for (const char* wrong : {"", "0x", "0y12", "0x12@", "0x12@0x0", "0x12 ", "0x12@0x12g", "0x12345678901234567", "12"})
    EXPECT_EQ(host::parse_function_address(wrong), std::nullopt) << wrong;
  const auto both = host::parse_function_address("0x1a4c@0xFF00");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->address, 0x1a4cU);
  EXPECT_EQ(both->anchor, 0xff00U);
}

struct traced : default_capacity {
  static constexpr uint32_t tasks = 2, isrs = 1, points = 4;
};

/// Functions that are met while the trace is under way: their names follow them.
TEST(function_names, travel_in_a_trace) {
  using ledger_type = ledger<traced, trace::sink<uint32_t>>;
  ledger_type core;
  trace::memory<4, 1024, uint32_t> memory;
  trace::encoder<uint32_t> encoder;
  sent_bytes sent;
  trace::about about;
  about.clock_hz = 1000;
  trace::attach(core, memory, trace::mode::drop_new, about);
  std::array<std::array<char, function_name_bytes>, 4> texts;
  std::vector<trace::name> names{{trace::name_class::task, 1, "Control"}};
  names.reserve(5);
  encoder.begin(memory, names.data(), 1, {sent_bytes::write, &sent});
  function_points<ledger_type, 4> functions;
  functions.begin(core, point_id{0});
  ASSERT_EQ(core.start(0, task_id{1}, about.how), status::ok);

  uint32_t now = 0;
  const auto call = [&](std::uintptr_t function, uint32_t ticks) {
    const uint32_t known = functions.known();
    (void)functions.enter(now, function);
    (void)functions.exit(now += ticks, function);
    if (functions.known() == known) return;
    function_name(function, measured_anchor(), texts[known].data());
    names.push_back({trace::name_class::point, uint32_t(functions.point_of(known)), texts[known].data()});
    encoder.add_names(1);
  };
  call(address(&measured_outer), 5);
  encoder.flush();
  while (encoder.step(core)) {
  }
  call(measured_inner_address(), 7);
  call(address(&measured_outer), 3);
  encoder.finish();
  while (encoder.step(core)) {
  }

  const auto source = host::with_function_names(std::make_unique<host::trace_source>(host::input("trace", sent.bytes)),
                                                self().string());
  const host::report report = host::make_report(*source);
  EXPECT_EQ(host::complaint_of_names(*source), std::nullopt);
  const auto& points = report.cores.at(0).epochs.at(0).points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_THAT(points[0].name.value_or(""), StartsWith("measured_outer (measured.c:"));
  EXPECT_EQ(points[0].exclusive, 8U);
  EXPECT_THAT(points[1].name.value_or(""), StartsWith("inner (measured.c:"));
  EXPECT_EQ(points[1].exclusive, 7U);
}

TEST(function_names, other_program_is_refused_by_the_command) {
  const std::string begin = "rtm-timeline 1\nstart 0 task 1\n1 point_begin 1\n2 point_end 1\n";
  const run_result other = run_rtm({"report", "-", "--elf", self().string()}, {begin + "point 1 0x1\n", {}});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_EQ(other.error,
            "rtm: " + self().string() + ": found no function at any of the addresses; expected the program that ran\n");
  const run_result none = run_rtm({"report", "-", "--elf", self().string()}, {begin, {}});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.error, HasSubstr("found no point named by an address to look up"));
}

TEST(function_names, are_those_of_slices_in_an_export) {
  const std::string at = fmt::format("{:#x}@{:#x}", measured_inner_address(), measured_anchor());
  const std::string script = "rtm-timeline 1\npoint 1 " + at + "\nstart 0 task 1\n1 point_begin 1\n2 point_end 1\n";
  const scratch_folder scratch;
  const std::string out = (scratch / "out").string();
  EXPECT_EQ(run_rtm({"export", "-", "--to", "chrome", "-o", out, "--elf", self().string()}, {script, {}}).error, "");
  EXPECT_THAT(read_file(out), HasSubstr("\"name\":\"inner (measured.c:"));
  const run_result other = run_rtm({"export", "-", "--to", "chrome", "-f", "-o", out, "--elf", self().string()},
                                   {"rtm-timeline 1\npoint 1 0x1\nstart 0 task 1\n", {}});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.output, HasSubstr("found no function at any of the addresses"));
}

}  // namespace
}  // namespace rtm::test
