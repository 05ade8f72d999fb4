// SPDX-License-Identifier: MIT
// The RISC-V port on its machines: clocks that pass the start-up test, and interrupts without hooks that are
// found and then instrumented. The image tells of two runs of one application, and QEMU counts the traps of both.
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "runs.hpp"
#include "vectors_run.hpp"

namespace truth {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint32_t soft = 3;  // with hooks of its own
constexpr std::uint32_t timer = 7;

class firmware_ports_riscv : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/" + run())) {
      GTEST_SKIP() << "no run of " << GetParam() << ": no compiler or no emulator for it";
    }
  }
  [[nodiscard]] std::string run(const char* turn = "_1") const { return std::string("ports_") + GetParam() + turn; }
};

std::uint64_t traps_in(const std::string& run, std::uint32_t cause) {
  std::istringstream log(file_of(run, "truth.log"));
  const std::string wanted = "async:1, cause:" + std::to_string(cause) + ",";
  std::uint64_t count = 0;
  for (std::string line; std::getline(log, line);) count += line.find(wanted) != std::string::npos ? 1U : 0U;
  return count;
}

TEST_P(firmware_ports_riscv, clocks_pass_the_start_up_test) {
  EXPECT_THAT(file_of(run(), "uart.txt"), HasSubstr("clock mtime clock_ok\nclock mcycle clock_ok\n"));
}

TEST_P(firmware_ports_riscv, interrupt_without_hooks_is_found_and_then_instrumented) {
  const auto sections = read_sections(run());
  EXPECT_THAT(sections.at("plain").uncovered, ElementsAre(timer));
  EXPECT_EQ(sections.at("plain").isrs.at(timer).calls, 0U);
  EXPECT_THAT(sections.at("instrumented").uncovered, IsEmpty());
}

TEST_P(firmware_ports_riscv, calls_are_those_that_ran_and_the_traps_that_qemu_took) {
  const auto sections = read_sections(run());
  const vectors_told& plain = sections.at("plain");
  const vectors_told& instrumented = sections.at("instrumented");
  for (const std::uint32_t cause : {soft, timer}) {
    EXPECT_EQ(instrumented.isrs.at(cause).calls, instrumented.isrs.at(cause).ran) << cause;
    EXPECT_EQ(plain.isrs.at(cause).ran + instrumented.isrs.at(cause).ran, traps_in(run(), cause)) << cause;
  }
  EXPECT_GT(instrumented.isrs.at(timer).inclusive, instrumented.isrs.at(timer).exclusive) << "the other one nests";
  EXPECT_TRUE(plain.valid);
  EXPECT_TRUE(instrumented.valid);
}

TEST_P(firmware_ports_riscv, load_before_is_that_of_the_hooked_interrupt_alone) {
  const auto sections = read_sections(run());
  const vectors_told& plain = sections.at("plain");
  const vectors_told& after = sections.at("instrumented");
  EXPECT_EQ(plain.total - plain.idle, plain.isrs.at(soft).exclusive);
  EXPECT_EQ(after.total - after.idle, after.isrs.at(soft).exclusive + after.isrs.at(timer).exclusive);
  EXPECT_LT((plain.total - plain.idle) * 100, plain.total * 3) << "under 3 % as told";
  EXPECT_GT((after.total - after.idle) * 100, after.total * 20) << "over 20 % really";
}

TEST_P(firmware_ports_riscv, active_exception_is_the_cause_even_when_nested) {
  EXPECT_THAT(file_of(run(), "uart.txt"), HasSubstr("active 3 7\n"));
}

TEST_P(firmware_ports_riscv, text_is_the_same_three_times) {
  for (const char* turn : {"_2", "_3"}) EXPECT_EQ(file_of(run(turn), "uart.txt"), file_of(run(), "uart.txt"));
}

INSTANTIATE_TEST_SUITE_P(cpus, firmware_ports_riscv, ::testing::Values("riscv32", "riscv64"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace truth
