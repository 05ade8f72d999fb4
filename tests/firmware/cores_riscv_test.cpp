// SPDX-License-Identifier: MIT
// Four harts of QEMU's `virt` (RV64), each with a ledger and an instrumented trap entry, whose closed windows hart 0
// reads while they go on.
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "runs.hpp"
#include "vectors_run.hpp"

namespace truth {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;

constexpr std::uint32_t message = 3;
constexpr std::uint32_t timer = 7;
const std::vector<std::string> all_cores{"core0", "core1", "core2", "core3"};

class firmware_cores_riscv : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/cores_riscv64_1")) {
      GTEST_SKIP() << "no compiler or no emulator for it";
    }
  }
};

/// Interrupts of a cause that QEMU took on a hart.
std::uint64_t taken_on(const std::string& run, char hart, std::uint32_t cause) {
  std::istringstream log(file_of(run, "truth.log"));
  const std::string wanted = std::string("hart:") + hart + ", async:1, cause:" + std::to_string(cause) + ",";
  std::uint64_t count = 0;
  for (std::string line; std::getline(log, line);) count += line.find(wanted) != std::string::npos ? 1U : 0U;
  return count;
}

void expect_that_it_adds_up(const std::string& name, const vectors_told& core) {
  std::uint64_t owned = core.idle;
  for (const auto& [id, isr] : core.isrs) owned += isr.exclusive;
  EXPECT_EQ(owned, core.total) << name;
}

TEST_F(firmware_cores_riscv, every_hart_is_told_of_every_interrupt_that_qemu_took_on_it) {
  const auto sections = read_sections("cores_riscv64_1");
  for (const std::string& name : all_cores) {
    const vectors_told& core = sections.at(name);
    EXPECT_EQ(core.enabled, 2U);
    EXPECT_TRUE(core.uncovered.empty());
    for (const std::uint32_t cause : {message, timer}) {
      const vectors_isr& isr = core.isrs.at(cause);
      EXPECT_EQ(isr.calls, isr.ran) << name << " cause " << cause;
      EXPECT_EQ(isr.ran, taken_on("cores_riscv64_1", name.back(), cause)) << name << " cause " << cause;
    }
  }
}

TEST_F(firmware_cores_riscv, each_hart_has_its_own_ledger_which_adds_up) {
  const auto sections = read_sections("cores_riscv64_1");
  for (const std::string& name : all_cores) {
    const vectors_told& core = sections.at(name);
    EXPECT_TRUE(core.valid) << name;
    expect_that_it_adds_up(name, core);
    EXPECT_GT(core.isrs.at(timer).inclusive, core.isrs.at(timer).exclusive) << name << ": messages nest";
    // Periods of 200, 300, 400 and 500 us over 20 ms.
    EXPECT_GE(core.isrs.at(timer).ran, 20'000U / (200 + 100 * static_cast<unsigned>(name.back() - '0')) - 4) << name;
  }
}

TEST_F(firmware_cores_riscv, windows_of_all_harts_are_read_across_and_none_is_torn) {
  std::istringstream text(file_of("cores_riscv64_1", "uart.txt"));
  int cores = 0;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("windows ")) continue;
    ++cores;
    ASSERT_THAT(line, ::testing::StartsWith("windows of epoch 0: good ")) << "no fault, so no second epoch";
    EXPECT_GE(std::stoi(line.substr(25)), 18) << line;
    EXPECT_THAT(line, HasSubstr(" bad 0 "));
  }
  EXPECT_EQ(cores, 4);
}

TEST_F(firmware_cores_riscv, text_is_the_same_three_times) {
  for (const std::string turn : {"2", "3"}) {
    EXPECT_EQ(file_of("cores_riscv64_" + turn, "uart.txt"), file_of("cores_riscv64_1", "uart.txt"));
  }
}

// Real threads: nothing is known of when, so only what must hold at any time. The image ends with "end 0" only if no
// window was torn and no epoch has another fault than a gap, which a pause of the host makes.
TEST_F(firmware_cores_riscv, with_real_threads_tear_no_window_and_lose_no_tick) {
  const auto sections = read_sections("cores_riscv64_threads");
  for (const std::string& name : all_cores) {
    ASSERT_THAT(sections, Contains(Key(name)));
    expect_that_it_adds_up(name, sections.at(name));
  }
}

}  // namespace
}  // namespace truth
