// SPDX-License-Identifier: MIT
// Masks, clocks and cores of the Cortex-M port against a model of the registers.
#include <gmock/gmock.h>

#include "cortex_m_model.hpp"
#include "ports/cpu/cortex_m/clocks.hpp"
#include "ports/cpu/cortex_m/cores.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "ports/cpu/timer_clock.hpp"
#include "rtm/port.hpp"

namespace cortex_m_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
namespace port = rtm::cortex_m;

using primask = port::primask<model>;
using basepri = port::basepri<0x40, model>;
using cycles = port::cycle_counter<100'000'000, false, model>;
using sys_tick = port::sys_tick_counter<100'000'000, false, model>;
using referenced_sys_tick = port::sys_tick_counter<1'000'000, false, model, port::sys_tick_source::reference>;
static_assert(rtm::check_port<rtm::port_of<cycles, primask, port::single_core<model>>>());
static_assert(rtm::check_port<rtm::port_of<sys_tick, basepri, port::numbered_cores<0x5001'F000U, 2, model>>>());

TEST(cortex_m_mask, primask_is_read_before_it_is_set_and_given_back_as_it_was) {
  model::begin();
  primask::unlock(primask::lock());
  EXPECT_THAT(model::done, ElementsAre("mrs primask", "cpsid i", "msr primask 0"));
}

TEST(cortex_m_mask, primask_nests) {
  model::begin();
  const auto outer = primask::lock();
  const auto inner = primask::lock();
  primask::unlock(inner);
  EXPECT_EQ(model::primask_bit, 1U) << "the outer section goes on";
  primask::unlock(outer);
  EXPECT_EQ(model::primask_bit, 0U);
}

TEST(cortex_m_mask, basepri_is_raised_and_given_back) {
  model::begin();
  const auto before = basepri::lock();
  EXPECT_EQ(model::basepri_level, 0x40U);
  basepri::unlock(before);
  EXPECT_THAT(model::done, ElementsAre("mrs basepri", "msr basepri_max 40", "msr basepri 00"));
}

TEST(cortex_m_mask, basepri_never_lowers_a_mask_that_is_higher_already) {
  model::begin();
  model::basepri_level = 0x20;  // more urgent, so it masks more
  const auto before = basepri::lock();
  EXPECT_EQ(model::basepri_level, 0x20U);
  basepri::unlock(before);
  EXPECT_EQ(model::basepri_level, 0x20U);
}

// DEMCR e000edfc, DWT_CTRL e0001000, LAR e0001fb0, LSR e0001fb4, CYCCNT e0001004.

TEST(cortex_m_cycle_counter, trace_is_enabled_before_dwt_is_asked_and_the_count_is_never_written) {
  model::begin();
  EXPECT_EQ(cycles::start(), port::clock_presence::started);
  EXPECT_THAT(model::done, ElementsAre("read e000edfc", "write e000edfc 01000000", "read e000edfc", "read e0001fb4",
                                       "read e0001000", "write e0001000 00000001", "read e0001000"));
}

TEST(cortex_m_cycle_counter, other_bits_of_both_registers_are_kept) {
  model::begin();
  model::memory[0xE000'EDFCU] = 0x0000'0401U;
  model::memory[0xE000'1000U] = 0x4000'0002U;
  EXPECT_EQ(cycles::start(), port::clock_presence::started);
  EXPECT_EQ(model::memory[0xE000'EDFCU], 0x0100'0401U);
  EXPECT_EQ(model::memory[0xE000'1000U], 0x4000'0003U);
}

TEST(cortex_m_cycle_counter, software_lock_is_opened_only_where_it_is_closed) {
  model::begin();
  model::memory[0xE000'1FB4U] = 3;  // present and closed
  EXPECT_EQ(cycles::start(), port::clock_presence::started);
  EXPECT_THAT(model::done, Contains("write e0001fb0 c5acce55"));
  model::begin();
  model::memory[0xE000'1FB4U] = 1;  // present, open
  EXPECT_EQ(cycles::start(), port::clock_presence::started);
  EXPECT_THAT(model::done, Not(Contains("write e0001fb0 c5acce55")));
}

TEST(cortex_m_cycle_counter, core_that_says_it_has_none_is_absent) {
  model::begin();
  model::memory[0xE000'1000U] = 1U << 25;
  EXPECT_EQ(cycles::start(), port::clock_presence::absent);
  EXPECT_THAT(model::done, Not(Contains("write e0001000 02000001")));
}

TEST(cortex_m_cycle_counter, registers_that_ignore_writes_are_absent) {  // QEMU 7.2, and a lock that did not open
  model::begin();
  model::ignores_write = [](std::uint32_t address) { return address == 0xE000'1000U; };
  EXPECT_EQ(cycles::start(), port::clock_presence::absent);
  model::begin();
  model::ignores_write = [](std::uint32_t address) { return address == 0xE000'EDFCU; };
  EXPECT_EQ(cycles::start(), port::clock_presence::absent);
}

// SysTick: CSR e000e010, RVR e000e014, CVR e000e018.

TEST(cortex_m_sys_tick, counts_down_and_is_seen_to_count_up_in_24_bits) {
  model::begin();
  model::memory[0xE000'E018U] = 0;
  EXPECT_EQ(sys_tick::now(), 0xFF'FFFFU);
  model::memory[0xE000'E018U] = 0xFF'FFFFU;  // the next tick reloads
  EXPECT_EQ(sys_tick::now(), 0U);
  model::memory[0xE000'E018U] = 0xFF'FFF0U;
  EXPECT_EQ(sys_tick::now(), 15U);
}

TEST(cortex_m_sys_tick, starts_over_the_full_range_without_its_interrupt) {
  model::begin();
  EXPECT_EQ(sys_tick::start(), port::clock_presence::started);
  EXPECT_THAT(model::done, ElementsAre("read e000e010", "read e000e014", "write e000e014 00ffffff", "read e000e014",
                                       "write e000e018 00000000", "write e000e010 00000005", "read e000e010"));
}

TEST(cortex_m_sys_tick, tick_of_an_os_is_left_alone) {
  model::begin();
  model::memory[0xE000'E010U] = 7;
  model::memory[0xE000'E014U] = 99'999;
  EXPECT_EQ(sys_tick::start(), port::clock_presence::occupied);
  EXPECT_EQ(model::memory[0xE000'E014U], 99'999U);
  model::memory[0xE000'E014U] = 0xFF'FFFFU;  // the full range, but somebody's interrupt
  EXPECT_EQ(sys_tick::start(), port::clock_presence::occupied);
}

TEST(cortex_m_sys_tick, one_that_runs_free_already_is_not_restarted) {
  model::begin();
  model::memory[0xE000'E010U] = 5;
  model::memory[0xE000'E014U] = 0xFF'FFFFU;
  EXPECT_EQ(sys_tick::start(), port::clock_presence::started);
  EXPECT_THAT(model::done, Not(Contains("write e000e018 00000000")));
}

// Bit 2 of CSR, CLKSOURCE: 1 the core clock, 0 the reference of the part.
TEST(cortex_m_sys_tick, one_that_runs_from_another_source_has_not_the_rate_that_is_said) {
  model::begin();
  model::memory[0xE000'E010U] = 1;
  model::memory[0xE000'E014U] = 0xFF'FFFFU;
  EXPECT_EQ(sys_tick::start(), port::clock_presence::other_source);
  EXPECT_EQ(referenced_sys_tick::start(), port::clock_presence::started);
  model::memory[0xE000'E010U] = 5;
  EXPECT_EQ(sys_tick::start(), port::clock_presence::started);
  EXPECT_EQ(referenced_sys_tick::start(), port::clock_presence::other_source);
  EXPECT_EQ(model::memory[0xE000'E010U], 5U) << "left alone";
}

TEST(cortex_m_sys_tick, starts_from_the_reference_where_that_is_said) {
  model::begin();
  EXPECT_EQ(referenced_sys_tick::start(), port::clock_presence::started);
  EXPECT_EQ(model::memory[0xE000'E010U], 1U);
}

TEST(cortex_m_sys_tick, part_without_that_source_is_told) {
  model::begin();
  model::fixed_ones[0xE000'E010U] = 4;  // no reference: reads as the core clock, whatever was written
  EXPECT_EQ(referenced_sys_tick::start(), port::clock_presence::other_source);
  EXPECT_EQ(sys_tick::start(), port::clock_presence::started);
}

TEST(cortex_m_sys_tick, core_without_one_is_absent) {
  model::begin();
  model::ignores_write = [](std::uint32_t) { return true; };
  EXPECT_EQ(sys_tick::start(), port::clock_presence::absent);
}

TEST(timer_clock, direction_and_width_make_a_reading_that_counts_up) {
  using down16 = rtm::timer_clock<0x4000'0004U, rtm::counts::down, 1'000, true, 16, model>;
  using up32 = rtm::timer_clock<0x4000'0004U, rtm::counts::up, 1'000, true, 32, model>;
  model::begin();
  model::memory[0x4000'0004U] = 0xFFFE;
  EXPECT_EQ(down16::now(), 1U);
  EXPECT_EQ(up32::now(), 0xFFFEU);
}

TEST(cortex_m_core, exception_number_is_that_of_ipsr_and_thread_mode_has_none) {
  model::begin();
  EXPECT_EQ(port::single_core<model>::active_exception(), rtm::no_id);
  model::ipsr_number = 15;
  EXPECT_EQ(port::single_core<model>::active_exception(), 15U);
}

TEST(cortex_m_core, number_that_is_not_in_the_range_is_no_core) {
  using cores = port::numbered_cores<0x5001'F000U, 2, model>;
  model::begin();
  model::memory[0x5001'F000U] = 1;
  EXPECT_EQ(cores::core_index(), 1U);
  model::memory[0x5001'F000U] = 2;
  EXPECT_EQ(cores::core_index(), rtm::no_id);
}

}  // namespace
}  // namespace cortex_m_test
