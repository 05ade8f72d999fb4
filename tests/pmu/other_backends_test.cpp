// SPDX-License-Identifier: MIT
// The backends of RISC-V and TriCore, access by access.
#include <gtest/gtest.h>

#include "register_file.hpp"
#include "rtm/pmu/backends/riscv_hpm.hpp"
#include "rtm/pmu/backends/tricore.hpp"
#include "rtm/pmu/counter.hpp"
#include "rtm/pmu/unit.hpp"

namespace rtm::test {
namespace {

using pmu::status;
namespace csr = pmu::csr;
namespace csfr = pmu::csfr;

// ---- RISC-V ----

template <class Word, pmu::sscofpmf Overflow>
struct hart {
  using access = recorded_access<Word>;
  using backend = pmu::riscv_hpm<access, Overflow>;
  register_file file{{csr::mie, "mie"},
                     {csr::mip, "mip"},
                     {csr::mcountinhibit, "mcountinhibit"},
                     {csr::scountovf, "scountovf"},
                     {csr::mhpmcounter(0), "mcycle"},
                     {csr::mhpmcounter(3), "mhpmcounter3"},
                     {csr::mhpmcounterh(3), "mhpmcounter3h"},
                     {csr::mhpmevent(3), "mhpmevent3"},
                     {csr::mhpmeventh(3), "mhpmevent3h"},
                     {csr::mhpmevent(4), "mhpmevent4"}};
  backend b{access{&file}};
};
using hart64 = hart<std::uint64_t, pmu::sscofpmf::present>;
using hart32 = hart<std::uint32_t, pmu::sscofpmf::present>;

TEST(riscv_hpm, has_the_csr_numbers_of_the_privileged_architecture) {
  EXPECT_EQ(csr::mhpmcounter(3), 0xB03U);
  EXPECT_EQ(csr::mhpmcounterh(31), 0xB9FU);
  EXPECT_EQ(csr::mhpmevent(3), 0x323U);
  EXPECT_EQ(csr::mhpmeventh(3), 0x723U);
  EXPECT_EQ(csr::scountovf, 0xDA0U);
}

TEST(riscv_hpm, starts_with_hpm_counters_inhibited_and_never_stops_cycle_and_instret) {
  hart64 m;
  ASSERT_EQ(m.b.start_up(), status::ok);
  EXPECT_EQ(m.file.log[0], "mcountinhibit |= 0xfffffff8");
  EXPECT_EQ(m.file.log[1], "mie &= ~0x2000");
  EXPECT_EQ(m.file.log.back(), "mip &= ~0x2000");
  m.file.take_log();
  m.b.disable(0xFFFF'FFFFU);
  m.b.halt();
  EXPECT_EQ(m.file.log[0], "mcountinhibit |= 0xfffffff8");
  EXPECT_EQ(m.file.log[1], "mcountinhibit |= 0x0");
}

TEST(riscv_hpm, finds_out_which_counters_there_are_and_how_wide) {
  hart64 m;
  m.file.next[csr::mhpmcounter(3)] = {0xFFFF'FFFF'FFFFU};  // 48 bits stay of 64 ones
  m.file.next[csr::mhpmcounter(4)] = {0xFFU};
  for (std::uint32_t n = 5; n < 32; ++n) m.file.next[csr::mhpmcounter(n)] = {0};
  ASSERT_EQ(m.b.start_up(), status::ok);
  EXPECT_EQ(m.b.counters(), 0b11101U);
  EXPECT_EQ(m.b.bits(3), 48U);
  EXPECT_EQ(m.b.bits(4), 8U);
  EXPECT_EQ(m.b.bits(0), 64U);
}

TEST(riscv_hpm, clears_the_pending_bit_before_it_reads_the_flags) {
  hart64 m;
  m.file.value[csr::scountovf] = 0b11000;
  m.b.acknowledge();
  const std::uint32_t flags = m.b.overflows();
  m.b.clear_overflows(flags);
  const sequence expected{"mip &= ~0x2000", "read scountovf", "mhpmevent3 &= ~0x8000000000000000",
                          "mhpmevent4 &= ~0x8000000000000000"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(riscv_hpm, interrupts_for_what_it_was_asked_while_the_one_enable_is_on) {
  hart64 m;
  m.b.irq_enable(0b1000);
  EXPECT_EQ(m.b.irq_enabled(), 0b1000U);
  m.file.value[csr::mie] = 0;
  EXPECT_EQ(m.b.irq_enabled(), 0U);
}

TEST(riscv_hpm, of_32_bits_clears_the_flag_in_the_upper_half) {
  hart32 m;
  m.b.clear_overflows(0b1000);
  EXPECT_EQ(m.file.log, sequence{"mhpmevent3h &= ~0x80000000"});
}

TEST(riscv_hpm, of_32_bits_reads_two_halves_that_belong_together) {
  hart32 m;
  m.file.next[csr::mhpmcounterh(3)] = {7, 8};
  m.file.next[csr::mhpmcounter(3)] = {0xFFFF'FFFFU, 5};
  EXPECT_EQ(m.b.read(3), (std::uint64_t{8} << 32) + 5);
  const sequence expected{"read mhpmcounter3h", "read mhpmcounter3", "read mhpmcounter3h", "read mhpmcounter3"};
  EXPECT_EQ(m.file.log, expected);
  m.file.take_log();
  m.file.value[csr::mhpmcounterh(3)] = 1;
  m.file.value[csr::mhpmcounter(3)] = 2;
  EXPECT_EQ(m.b.read(3), (std::uint64_t{1} << 32) + 2);
  EXPECT_EQ(m.file.log.size(), 3U);
}

TEST(riscv_hpm, selects_an_event_with_the_modes_left_out) {
  hart64 m;
  m.b.select(3, pmu::event{0x42}, {});
  m.b.select(3, pmu::event{0x42}, {.exclude_user = true});
  m.b.select(3, pmu::event{0x42}, {.exclude_kernel = true});
  const sequence expected{"mhpmevent3 = 0x42", "mhpmevent3 = 0x1400000000000042", "mhpmevent3 = 0x6800000000000042"};
  EXPECT_EQ(m.file.log, expected);
  EXPECT_TRUE(m.b.is_selected(3, pmu::event{0x42}, {.exclude_kernel = true}));
  EXPECT_FALSE(m.b.is_selected(3, pmu::event{0x43}, {.exclude_kernel = true}));
}

TEST(riscv_hpm, fixed_events_have_their_counters) {
  hart64 m;
  EXPECT_EQ(m.b.candidates(pmu::riscv::cycles), 0b001U);
  EXPECT_EQ(m.b.candidates(pmu::riscv::instret), 0b100U);
}

TEST(riscv_hpm, starts_a_group_by_one_access) {
  hart64 m;
  m.b.enable(0b1101);
  EXPECT_EQ(m.file.log, sequence{"mcountinhibit &= ~0xd"});
}

// ---- TriCore ----

struct tricore {
  using access = recorded_access<std::uint32_t>;
  using backend = pmu::tricore_pmu<access>;
  register_file file{{csfr::cctrl, "CCTRL"}, {csfr::ccnt, "CCNT"},   {csfr::icnt, "ICNT"},
                     {csfr::m1cnt, "M1CNT"}, {csfr::m2cnt, "M2CNT"}, {csfr::m3cnt, "M3CNT"}};
  backend b{access{&file}};
};

TEST(tricore_pmu, chooses_the_event_of_a_counter_in_its_field_alone) {
  tricore m;
  m.file.value[csfr::cctrl] = 0x7FE;  // all choices 7, counting
  m.b.select(2, pmu::tricore::m1(1), {});
  m.b.select(3, pmu::tricore::m2(2), {});
  m.b.select(4, pmu::tricore::m3(3), {});
  const sequence expected{"read CCTRL", "CCTRL = 0x7e6", "sync",          "read CCTRL", "CCTRL = 0x746",
                          "sync",       "read CCTRL",    "CCTRL = 0x346", "sync"};
  EXPECT_EQ(m.file.log, expected);
  EXPECT_TRUE(m.b.is_selected(3, pmu::tricore::m2(2), {}));
  EXPECT_FALSE(m.b.is_selected(3, pmu::tricore::m2(3), {}));
}

TEST(tricore_pmu, switches_all_counters_on_with_the_first_and_off_with_the_last) {
  tricore m;
  m.b.enable(0b00001);
  m.b.enable(0b00010);
  m.b.disable(0b00001);
  EXPECT_EQ(m.b.enabled(), 0b00010U);
  m.b.disable(0b00010);
  const sequence expected{"read CCTRL", "CCTRL = 0x2", "sync", "read CCTRL", "read CCTRL", "CCTRL = 0x0", "sync"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(tricore_pmu, notices_that_somebody_stopped_it) {
  tricore m;
  m.b.enable(1);
  EXPECT_TRUE(m.b.running());
  m.file.value[csfr::cctrl] = 0;
  EXPECT_FALSE(m.b.running());
  EXPECT_EQ(m.b.enabled(), 0U);
}

TEST(tricore_pmu, extends_31_bits_and_never_looks_at_the_sticky_one) {
  tricore m;
  pmu::extended_counter<tricore::backend, pmu::extend::by_poll> cycles;
  m.file.value[csfr::ccnt] = 0x7FFF'FFF0U;
  ASSERT_EQ(cycles.start(m.b, 0), status::ok);
  m.file.value[csfr::ccnt] = 0x8000'0005U;  // wrapped: bit 31 says so, for ever
  EXPECT_EQ(cycles.read(), 0x15U);
  m.file.value[csfr::ccnt] = 0xFFFF'FFFFU;
  EXPECT_EQ(cycles.read(), 0x8000'000FU);
  m.file.value[csfr::ccnt] = 0x8000'0000U;
  EXPECT_EQ(cycles.read(), 0x8000'0010U);
}

TEST(tricore_pmu, events_belong_to_their_counters) {
  tricore m;
  EXPECT_EQ(m.b.candidates(pmu::tricore::cycles), 1U << 0);
  EXPECT_EQ(m.b.candidates(pmu::tricore::instructions), 1U << 1);
  EXPECT_EQ(m.b.candidates(pmu::tricore::m1(7)), 1U << 2);
  EXPECT_EQ(m.b.candidates(pmu::tricore::m2(0)), 1U << 3);
  EXPECT_EQ(m.b.candidates(pmu::tricore::m3(5)), 1U << 4);
  EXPECT_EQ(m.b.candidates(pmu::event{0x01}), 0U);
  EXPECT_EQ(m.b.candidates(pmu::event{0x50}), 0U);
}

}  // namespace
}  // namespace rtm::test
