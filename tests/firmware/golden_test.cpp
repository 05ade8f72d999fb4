// SPDX-License-Identifier: MIT
// Has anything changed? The text of the UART of every machine, and the table of who was charged for what, byte for
// byte. They depend on every instruction of the image, so on the engine and on the compiler: another compiler skips
// these tests. RTM_UPDATE_GOLDEN=1 writes the files anew, and fails, so that the change is looked at.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "golden.hpp"
#include "runs.hpp"
#include "vectors_run.hpp"

namespace truth {
namespace {

std::string name_of(const demo::header& names, owner who) {
  switch (who.kind) {
    case owner_kind::idle: return "idle";
    case owner_kind::kernel: return "kernel";
    case owner_kind::task: return names.tasks.at(who.id);
    default: return names.isrs.at(who.id).name;
  }
}

std::string text_of(const std::map<std::uint64_t, int>& calls_by_instructions) {
  std::string text;
  for (const auto& [instructions, calls] : calls_by_instructions) {
    text += " " + std::to_string(instructions) + "x" + std::to_string(calls);
  }
  return text;
}

/// How far ledger and log differ on one interrupt, and why: instructions outside its hooks, as "instructions x calls".
std::string difference_of(const observed_run& run, std::uint32_t id, const demo::isr_name& isr) {
  std::uint64_t ran = 0;
  std::uint64_t outside = 0;
  std::map<std::uint64_t, int> before;
  std::map<std::uint64_t, int> after;
  for (const call& each : run.compared.calls) {
    if (each.exception != isr.exception) continue;
    ++ran;
    if (each.facts.empty()) continue;
    ++before[each.before_first_fact];
    ++after[each.from_last_fact];
    outside += each.before_first_fact + each.from_last_fact;
  }
  const auto sent = run.all_hooks.isrs.find(id);
  const demo::call_sums told = sent == run.all_hooks.isrs.end() ? demo::call_sums{} : sent->second;
  const auto row = run.compared.charged.find({owner_kind::isr, id});
  std::uint64_t own = 0;
  if (row != run.compared.charged.end()) own = row->second.at(isr.exception).ticks;
  std::ostringstream out;
  out << isr.name << " ran " << ran << " times, " << run.compared.column(isr.exception).ticks << " ticks\n"
      << "  charged: " << told.calls << " times, " << told.exclusive << " ticks, " << told.exclusive - own
      << " of them of interrupts on top of it\n"
      << "  not charged: " << outside << " instructions; before its first reading" << text_of(before)
      << "; after its last" << text_of(after) << "\n";
  return out.str();
}

/// Who was charged, and who ran.
std::string table_of(const observed_run& run) {
  std::ostringstream out;
  out << "charged to; exception that ran (0: none); instructions; ticks\n";
  for (const auto& [who, cells] : run.compared.charged) {
    for (const auto& [exception, cell] : cells) {
      out << name_of(run.names, who) << ' ' << exception << ' ' << cell.instructions << ' ' << cell.ticks << '\n';
    }
  }
  for (const auto& [id, isr] : run.names.isrs) out << difference_of(run, id, isr);
  return out.str();
}

TEST(firmware_golden, uart_of_the_demo_is_as_kept) {
  compare_with_golden("demo.uart.txt", file_of("hooked", "uart.txt"));
}

TEST(firmware_golden, attribution_of_the_demo_is_as_kept) {
  compare_with_golden("demo.attribution.txt", table_of(run_of("hooked")));
}

TEST(firmware_golden, interrupts_without_hooks_before_and_after_the_table_are_as_kept) {
  compare_with_golden("vectors.txt", story_of_vectors());
}

TEST(firmware_golden, attribution_of_the_image_with_a_blind_interrupt_is_as_kept) {
  compare_with_golden("demo_blind.attribution.txt", table_of(run_of("blind")));
}

/// What every other machine prints. Machines that print the same as one of these are compared with it elsewhere.
struct machine_run {
  const char* run;
  const char* compiler;
};
void PrintTo(const machine_run& of, std::ostream* out) { *out << of.run; }

constexpr machine_run machine_runs[] = {{"clock_check", arm_compiler},
                                        {"load", arm_compiler},
                                        {"dual_1", arm_compiler},
                                        {"profile_m0_1", arm_compiler},
                                        {"profile_m55_1", arm_compiler},
                                        {"profile_m55_basepri_1", arm_compiler},
                                        {"profile_basepri_1", arm_compiler},
                                        {"ports_aarch64_gic2_cortex-a53_1", aarch64_compiler},
                                        {"ports_aarch64_gic3_cortex-a72_1", aarch64_compiler},
                                        {"pmu_aarch64_gic2_cortex-a57_1", aarch64_compiler},
                                        {"pmu_aarch64_gic3_max_1", aarch64_compiler},
                                        {"ports_riscv32_1", riscv_compiler},
                                        {"ports_riscv64_1", riscv_compiler},
                                        {"cores_riscv64_1", riscv_compiler}};

class firmware_golden_of : public ::testing::TestWithParam<machine_run> {};

TEST_P(firmware_golden_of, text_is_as_kept) {
  const std::string run = GetParam().run;
  if (!std::filesystem::exists(std::string(RTM_FIRMWARE_RUNS_DIR) + "/" + run)) {
    GTEST_SKIP() << "no run of " << run << ": no compiler or no emulator for it";
  }
  const std::string file = run.ends_with("_1") ? run.substr(0, run.size() - 2) : run;
  compare_with_golden(file + ".txt", file_of(run, "uart.txt"), GetParam().compiler);
}

INSTANTIATE_TEST_SUITE_P(machines, firmware_golden_of, ::testing::ValuesIn(machine_runs), [](const auto& tested) {
  std::string name = tested.param.run;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace truth
