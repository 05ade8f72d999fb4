// SPDX-License-Identifier: MIT
// The AArch64 port on QEMU's `virt`: one application on core 0 with its own vectors and under the common one that
// reports; then four cores, each with its ledger, whose closed windows core 0 reads while they go on.
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "runs.hpp"
#include "vectors_run.hpp"

namespace truth {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;

constexpr std::uint32_t timer = 27;
constexpr std::uint32_t message = 1;
const std::vector<std::string> all_cores{"core0", "core1", "core2", "core3"};

/// "gic2_cortex-a53" and the like.
class firmware_ports_aarch64 : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/" + run())) {
      GTEST_SKIP() << "no run of " << GetParam() << ": no compiler or no emulator for it";
    }
  }
  [[nodiscard]] std::string run(const std::string& turn = "_1") const {
    return std::string("ports_aarch64_") + GetParam() + turn;
  }
};

/// IRQ exceptions that QEMU took on a core.
std::uint64_t taken_on(const std::string& run, char core) {
  std::istringstream log(file_of(run, "truth.log"));
  const std::string wanted = std::string("[IRQ] on CPU ") + core;
  std::uint64_t count = 0;
  for (std::string line; std::getline(log, line);) count += line.find(wanted) != std::string::npos ? 1U : 0U;
  return count;
}

std::uint64_t ran_in(const vectors_told& told) { return told.isrs.at(timer).ran + told.isrs.at(message).ran; }

TEST_P(firmware_ports_aarch64, vectors_that_do_not_report_are_found_and_the_common_one_covers_all) {
  const auto sections = read_sections(run());
  const vectors_told& plain = sections.at("plain");
  const vectors_told& after = sections.at("instrumented");
  EXPECT_THAT(plain.uncovered, Contains(timer));
  EXPECT_EQ(plain.uncovered.size(), plain.enabled) << "all of them: a GICv2 has its 16 SGIs always enabled";
  EXPECT_EQ(plain.idle, plain.total) << "as told, nothing but idle";
  EXPECT_THAT(after.uncovered, IsEmpty());
  EXPECT_EQ(after.isrs.at(timer).calls, after.isrs.at(timer).ran);
  EXPECT_EQ(after.isrs.at(message).calls, after.isrs.at(message).ran);
  EXPECT_GT((after.total - after.idle) * 100, after.total * 9) << "20 us of every 200 really";
}

TEST_P(firmware_ports_aarch64, every_core_is_told_of_every_irq_that_qemu_took_on_it) {
  const auto sections = read_sections(run());
  const std::uint64_t alone = ran_in(sections.at("plain")) + ran_in(sections.at("instrumented"));
  for (const std::string& name : all_cores) {
    const vectors_told& core = sections.at(name);
    EXPECT_EQ(ran_in(core) + (name == "core0" ? alone : 0), taken_on(run(), name.back())) << name;
    for (const auto& [id, isr] : core.isrs) EXPECT_EQ(isr.calls, isr.ran) << name << " INTID " << id;
  }
}

TEST_P(firmware_ports_aarch64, each_core_has_its_own_ledger_which_adds_up) {
  const auto sections = read_sections(run());
  for (const std::string& name : all_cores) {
    const vectors_told& core = sections.at(name);
    std::uint64_t owned = core.idle;
    for (const auto& [id, isr] : core.isrs) owned += isr.exclusive;
    EXPECT_TRUE(core.valid) << name;
    EXPECT_EQ(owned, core.total) << name;
    const vectors_isr& outer = core.isrs.at(timer);
    EXPECT_GT(outer.inclusive, outer.exclusive) << name << ": messages nest";
    EXPECT_LE(outer.inclusive - outer.exclusive, core.isrs.at(message).inclusive) << name;
    // Periods of 200, 300, 400 and 500 us over 20 ms.
    EXPECT_GE(core.isrs.at(timer).ran, 20'000U / (200 + 100 * static_cast<unsigned>(name.back() - '0')) - 3) << name;
  }
}

TEST_P(firmware_ports_aarch64, windows_of_all_cores_are_read_across_cores_and_none_is_torn) {
  std::istringstream text(file_of(run(), "uart.txt"));
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

TEST_P(firmware_ports_aarch64, clock_and_active_interrupt_are_right) {
  EXPECT_THAT(file_of(run(), "uart.txt"), HasSubstr("clock cntvct clock_ok of 62500000 Hz\n"));
  EXPECT_THAT(file_of(run(), "uart.txt"), HasSubstr("active 27\n"));
}

TEST_P(firmware_ports_aarch64, text_is_the_same_every_time_and_on_every_cpu_with_this_gic) {
  const std::string gic = std::string(GetParam()).substr(0, 4);
  const std::string cpu = gic == "gic2" ? "_cortex-a53" : "_cortex-a72";
  for (const std::string turn : {"_1", "_2", "_3"}) {
    EXPECT_EQ(file_of(run(turn), "uart.txt"), file_of("ports_aarch64_" + gic + cpu + "_1", "uart.txt")) << turn;
  }
}

INSTANTIATE_TEST_SUITE_P(machines, firmware_ports_aarch64,
                         ::testing::Values("gic2_cortex-a53", "gic2_max", "gic3_cortex-a72", "gic3_max"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// Real threads: nothing is known of when, so only what must hold at any time. The image ends with "end 0" only if no
// window was torn and no epoch has another fault than a gap, which a pause of the host makes.
TEST(firmware_ports_aarch64_threads, four_cores_at_once_tear_no_window_and_lose_no_tick) {
  const std::string run = "ports_aarch64_gic3_cortex-a53_threads";
  if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/" + run)) GTEST_SKIP() << "no AArch64 run";
  const auto sections = read_sections(run);
  for (const std::string& name : all_cores) {
    ASSERT_THAT(sections, Contains(Key(name)));
    const vectors_told& core = sections.at(name);
    std::uint64_t owned = core.idle;
    for (const auto& [id, isr] : core.isrs) owned += isr.exclusive;
    EXPECT_EQ(owned, core.total) << name;
  }
}

}  // namespace
}  // namespace truth
