// SPDX-License-Identifier: MIT
// The backends of Arm, access by access.
#include <gtest/gtest.h>

#include "register_file.hpp"
#include "rtm/pmu/backends/dwt.hpp"
#include "rtm/pmu/backends/pmu_armv81m.hpp"
#include "rtm/pmu/backends/pmuv2_a32.hpp"
#include "rtm/pmu/backends/pmuv3_a64.hpp"
#include "rtm/pmu/counter.hpp"

namespace rtm::test {
namespace {

using pmu::status;

// ---- PMUv3 from AArch64 ----

namespace a64 = pmu::a64;

struct pmuv3 {
  using access = recorded_access<std::uint64_t>;
  using backend = pmu::pmuv3_a64<access>;
  register_file file{{a64::id_aa64dfr0, "ID_AA64DFR0_EL1"},
                     {a64::pmcr, "PMCR"},
                     {a64::pmcntenset, "PMCNTENSET"},
                     {a64::pmcntenclr, "PMCNTENCLR"},
                     {a64::pmovsclr, "PMOVSCLR"},
                     {a64::pmintenset, "PMINTENSET"},
                     {a64::pmintenclr, "PMINTENCLR"},
                     {a64::pmccntr, "PMCCNTR"},
                     {a64::pmccfiltr, "PMCCFILTR"},
                     {a64::pmceid0, "PMCEID0"},
                     {a64::pmceid1, "PMCEID1"},
                     {a64::pmevcntr(0), "PMEVCNTR0"},
                     {a64::pmevcntr(30), "PMEVCNTR30"},
                     {a64::pmevtyper(0), "PMEVTYPER0"},
                     {a64::pmevtyper(5), "PMEVTYPER5"}};
  backend b{pmu::pmuv3_a64_map<access>(access{&file})};

  explicit pmuv3(std::uint64_t version = 1, std::uint64_t counters = 6) {
    file.value[a64::id_aa64dfr0] = version << 8;
    file.value[a64::pmcr] = counters << 11;
  }
};

TEST(pmuv3_a64, registers_have_the_numbers_of_the_architecture) {
  EXPECT_EQ(a64::pmcr, 3U << 14 | 3U << 11 | 9U << 7 | 12U << 3);               // S3_3_C9_C12_0
  EXPECT_EQ(a64::pmintenclr, 3U << 14 | 9U << 7 | 14U << 3 | 2);                // S3_0_C9_C14_2
  EXPECT_EQ(a64::pmevcntr(30), 3U << 14 | 3U << 11 | 14U << 7 | 11U << 3 | 6);  // S3_3_C14_C11_6
  EXPECT_EQ(a64::pmevtyper(8), 3U << 14 | 3U << 11 | 14U << 7 | 13U << 3);      // S3_3_C14_C13_0
}

TEST(pmuv3_a64, starts_with_everything_off_before_the_first_enable) {
  pmuv3 m;
  ASSERT_EQ(m.b.start_up(), status::ok);
  const sequence expected{"read ID_AA64DFR0_EL1",
                          "read PMCR",
                          "PMCNTENCLR = 0x8000003f",
                          "PMINTENCLR = 0x8000003f",
                          "PMOVSCLR = 0x8000003f",
                          "sync",
                          "PMCCFILTR = 0x0",
                          "PMCR = 0x46",  // P, C and LC
                          "sync"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(pmuv3_a64, runs_and_halts_without_resetting_a_counter) {
  pmuv3 m;
  m.file.value[a64::pmcr] = 0x46U | 6U << 11;  // were the reset bits to read as ones, they are not written back
  m.b.run();
  m.b.halt();
  const sequence expected{"sync", "read PMCR", "PMCR = 0x3041", "read PMCR", "PMCR = 0x3040", "sync"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(pmuv3_a64, selects_an_event_and_its_modes) {
  pmuv3 m;
  m.b.select(5, pmu::arm::inst_retired, {});
  m.b.select(0, pmu::arm::inst_retired, {.exclude_user = true});
  m.b.select(0, pmu::arm::inst_retired, {.exclude_kernel = true, .include_hypervisor = true});
  m.b.select(31, pmu::arm::cycle_counter, {.exclude_user = true});
  const sequence expected{"PMEVTYPER5 = 0x8", "PMEVTYPER0 = 0x40000008", "PMEVTYPER0 = 0x88000008",
                          "PMCCFILTR = 0x40000000"};
  EXPECT_EQ(m.file.log, expected);
  EXPECT_TRUE(m.b.is_selected(5, pmu::arm::inst_retired, {}));
  EXPECT_FALSE(m.b.is_selected(5, pmu::arm::cpu_cycles, {}));
  EXPECT_FALSE(m.b.is_selected(5, pmu::arm::inst_retired, {.exclude_user = true}));
}

TEST(pmuv3_a64, disables_by_the_clear_registers) {
  pmuv3 m;
  m.b.enable(5);
  m.b.disable(4);
  m.b.irq_enable(5);
  m.b.irq_disable(4);
  m.b.clear_overflows(4);
  const sequence expected{"PMCNTENSET = 0x5", "PMCNTENCLR = 0x4", "PMINTENSET = 0x5", "PMINTENCLR = 0x4",
                          "PMOVSCLR = 0x4"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(pmuv3_a64, reads_which_overflows_interrupt_and_remembers_what_it_touched) {
  pmuv3 m;
  m.file.value[pmu::a64::pmintenset] = 0x8000'0002U;
  EXPECT_EQ(m.b.irq_enabled(), 0x8000'0002U);
  EXPECT_EQ(m.file.take_log(), sequence{"read PMINTENSET"});
  m.b.clear_overflows(4);
  m.b.write(31, 7);
  EXPECT_EQ(m.b.take_touched(), 0x8000'0004U);
  EXPECT_EQ(m.b.take_touched(), 0U);
}

TEST(pmuv3_a64, is_refused_where_there_is_none_or_one_of_another_make) {
  EXPECT_EQ(pmuv3(0).b.start_up(), status::no_pmu);
  EXPECT_EQ(pmuv3(15).b.start_up(), status::no_pmu);
}

TEST(pmuv3_a64, has_the_counters_that_a_hypervisor_leaves) {
  pmuv3 m(1, 2);
  ASSERT_EQ(m.b.start_up(), status::ok);
  EXPECT_EQ(m.b.counters(), 0x8000'0003U);
}

TEST(pmuv3_a64, knows_from_pmceid_which_events_there_are) {
  pmuv3 m;
  ASSERT_EQ(m.b.start_up(), status::ok);
  m.file.value[a64::pmceid0] = std::uint64_t{1} << (4 + 32) | 1U << 8 | 1U << 0x1E;
  EXPECT_EQ(m.b.candidates(pmu::arm::inst_retired), 0x3FU);
  EXPECT_EQ(m.b.candidates(pmu::arm::cpu_cycles), 0U);
  EXPECT_EQ(m.b.candidates(pmu::arm::cnt_cycles), 0x3FU);
  EXPECT_EQ(m.b.candidates(pmu::arm::chain), 0b101010U);
  EXPECT_EQ(m.b.candidates(pmu::event{0x2A}), 0U);
  EXPECT_EQ(m.b.candidates(pmu::event{0x10D}), 0x3FU);  // the CPU's own: not listed anywhere
  EXPECT_EQ(m.b.candidates(pmu::arm::cycle_counter), 0x8000'0000U);
}

TEST(pmuv3_a64, reads_a_count_in_the_order_counter_sync_flag_counter) {
  pmuv3 m;
  ASSERT_EQ(m.b.start_up(), status::ok);
  m.file.value[a64::pmovsclr] = 0;
  pmu::extended_counter<pmuv3::backend, pmu::extend::by_overflow_flag> counter;
  ASSERT_EQ(counter.start(m.b, 0), status::ok);
  m.file.take_log();
  m.file.next[a64::pmevcntr(0)] = {0xFFFF'FFFF, 3};
  m.file.value[a64::pmovsclr] = 1;
  EXPECT_EQ(counter.read(), (std::uint64_t{1} << 32) + 3);
  const sequence expected{"lock", "read PMEVCNTR0", "sync", "read PMOVSCLR", "read PMEVCNTR0", "unlock"};
  EXPECT_EQ(m.file.log, expected);
}

struct wide : pmu::pmuv3_options {
  static constexpr bool long_events = true;
};

TEST(pmuv3_a64, uses_64_bits_of_event_counters_where_asked_and_there) {
  using access = recorded_access<std::uint64_t>;
  for (const bool p5 : {false, true}) {
    pmuv3 m(p5 ? 6 : 4);
    pmu::pmuv3_a64<access, wide> b{pmu::pmuv3_a64_map<access, wide>(access{&m.file})};
    ASSERT_EQ(b.start_up(), status::ok);
    EXPECT_EQ(b.bits(0), p5 ? 64U : 32U);
    EXPECT_EQ(m.file.value[a64::pmcr], p5 ? 0xC6U : 0x46U);
  }
}

// ---- PMUv2 from AArch32 ----

namespace a32 = pmu::a32;

struct pmuv2 {
  using access = recorded_access<std::uint32_t>;
  register_file file{{a32::pmcr, "PMCR"},
                     {a32::pmcntenset, "PMCNTENSET"},
                     {a32::pmcntenclr, "PMCNTENCLR"},
                     {a32::pmovsr, "PMOVSR"},
                     {a32::pmselr, "PMSELR"},
                     {a32::pmceid0, "PMCEID0"},
                     {a32::pmccntr, "PMCCNTR"},
                     {a32::pmxevtyper, "PMXEVTYPER"},
                     {a32::pmxevcntr, "PMXEVCNTR"},
                     {a32::pmintenset, "PMINTENSET"},
                     {a32::pmintenclr, "PMINTENCLR"}};
  pmu::pmuv2_a32<access> b{pmu::pmuv2_a32_map<access>(access{&file})};
  pmuv2() { file.value[a32::pmcr] = 4U << 11; }
};

TEST(pmuv2_a32, starts_with_everything_off_and_the_cycle_filter_through_the_selector) {
  pmuv2 m;
  ASSERT_EQ(m.b.start_up(), status::ok);
  const sequence expected{"read PMCR",
                          "PMCNTENCLR = 0x8000000f",
                          "PMINTENCLR = 0x8000000f",
                          "PMOVSR = 0x8000000f",
                          "sync",
                          "lock",
                          "PMSELR = 0x1f",
                          "sync",
                          "PMXEVTYPER = 0x0",
                          "unlock",
                          "PMCR = 0x6",
                          "sync"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(pmuv2_a32, masks_between_selecting_a_counter_and_reaching_it) {
  pmuv2 m;
  (void)m.b.read(2);
  m.b.write(3, 7);
  m.b.select(1, pmu::arm::cpu_cycles, {});
  const sequence expected{"lock", "PMSELR = 0x2", "sync", "read PMXEVCNTR",    "unlock",  //
                          "lock", "PMSELR = 0x3", "sync", "PMXEVCNTR = 0x7",   "unlock",  //
                          "lock", "PMSELR = 0x1", "sync", "PMXEVTYPER = 0x11", "unlock"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(pmuv2_a32, reads_the_cycle_counter_without_the_selector) {
  pmuv2 m;
  (void)m.b.read(31);
  EXPECT_EQ(m.file.log, sequence{"read PMCCNTR"});
  EXPECT_EQ(m.b.bits(31), 32U);
}

// ---- Armv8.1-M ----

namespace v81m = pmu::armv81m;

struct cortex_m55 {
  using access = recorded_access<std::uint32_t>;
  register_file file{{v81m::demcr, "DEMCR"},       {v81m::dfsr, "DFSR"},         {v81m::type, "TYPE"},
                     {v81m::ctrl, "CTRL"},         {v81m::cntenset, "CNTENSET"}, {v81m::cntenclr, "CNTENCLR"},
                     {v81m::intenset, "INTENSET"}, {v81m::intenclr, "INTENCLR"}, {v81m::ovsclr, "OVSCLR"},
                     {v81m::ccntr, "CCNTR"},       {v81m::evcntr(1), "EVCNTR1"}, {v81m::evtyper(1), "EVTYPER1"}};
  pmu::pmu_armv81m<access> b{pmu::pmu_armv81m_map<access>(access{&file})};
};

TEST(pmu_armv81m, switches_trace_on_before_anything_else) {
  cortex_m55 m;
  m.file.value[v81m::type] = 8;
  ASSERT_EQ(m.b.start_up(), status::ok);
  const sequence expected{"read DEMCR",
                          "DEMCR = 0x1000000",
                          "sync",
                          "read TYPE",
                          "read TYPE",
                          "CNTENCLR = 0x800000ff",
                          "INTENCLR = 0x800000ff",
                          "OVSCLR = 0x800000ff",
                          "sync",
                          "CTRL = 0x6",
                          "sync"};
  EXPECT_EQ(m.file.log, expected);
  EXPECT_EQ(m.b.bits(0), 16U);
  EXPECT_EQ(m.b.bits(31), 32U);
}

TEST(pmu_armv81m, reads_as_no_pmu_where_the_registers_are_empty) {
  cortex_m55 m;  // as QEMU's
  EXPECT_EQ(m.b.start_up(), status::no_pmu);
}

TEST(pmu_armv81m, clears_its_own_bit_of_the_debug_status_and_no_other) {
  cortex_m55 m;
  EXPECT_FALSE(m.b.map().clear_debug_status());
  m.file.value[v81m::dfsr] = 0x2F;
  EXPECT_TRUE(m.b.map().clear_debug_status());
  EXPECT_EQ(m.file.log.back(), "DFSR = 0x20");
}

// ---- DWT ----

namespace dwt_reg = pmu::dwt_register;

struct cortex_m3 {
  using access = recorded_access<std::uint32_t>;
  register_file file{
      {dwt_reg::demcr, "DEMCR"}, {dwt_reg::ctrl, "CTRL"}, {dwt_reg::cyccnt, "CYCCNT"}, {dwt_reg::lar, "LAR"}};
  pmu::dwt<access> b{access{&file}};
};

TEST(dwt, switches_trace_on_unlocks_enables_and_looks_whether_it_counts) {
  cortex_m3 m;
  m.file.value[dwt_reg::ctrl] = 0x4000'0000U;
  m.file.next[dwt_reg::cyccnt] = {100, 104};
  ASSERT_EQ(m.b.start_up(), status::ok);
  const sequence expected{"read DEMCR", "DEMCR = 0x1000000", "sync", "LAR = 0xc5acce55", "read CTRL",
                          "read CTRL",  "CTRL = 0x40000001", "sync", "read CYCCNT",      "read CYCCNT"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(dwt, says_no_pmu_for_a_counter_that_is_not_there_or_does_not_move) {
  cortex_m3 m;  // M0, M23, and every M in QEMU: all reads are 0, without a fault
  EXPECT_EQ(m.b.start_up(), status::no_pmu);
  cortex_m3 without;
  without.file.value[dwt_reg::ctrl] = 1U << 25;
  EXPECT_EQ(without.b.start_up(), status::no_pmu);
}

TEST(dwt, is_not_running_after_a_debugger_has_taken_trace_away) {
  cortex_m3 m;
  m.file.next[dwt_reg::cyccnt] = {1, 2};
  ASSERT_EQ(m.b.start_up(), status::ok);
  EXPECT_TRUE(m.b.running());
  m.file.value[dwt_reg::demcr] = 0;
  EXPECT_FALSE(m.b.running());
}

TEST(dwt, has_one_counter_for_one_event) {
  cortex_m3 m;
  EXPECT_EQ(m.b.candidates(pmu::dwt_event::cycles), 1U);
  EXPECT_EQ(m.b.candidates(pmu::arm::inst_retired), 0U);
  EXPECT_EQ(m.b.counters(), 1U);
}

}  // namespace
}  // namespace rtm::test
