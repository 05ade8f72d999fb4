// SPDX-License-Identifier: MIT
// The RISC-V port against a model of its registers. In QEMU it runs in tests/firmware.
#include <gmock/gmock.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "ports/cpu/riscv/port.hpp"
#include "ports/cpu/riscv/traps.hpp"
#include "rtm/port.hpp"

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace port = rtm::riscv;

constexpr std::uintptr_t clint_mtime = 0x0200'BFF8U;

struct model {
  static inline std::uint64_t time;           // mtime
  static inline std::uint64_t time_per_read;  // how far it moves with each load
  static inline std::uintptr_t mstatus, cycles, hart_id, mtvec, mie, misa, mideleg;
  static inline std::uintptr_t fixed_mtvec;  // not 0: writes have no effect

  static void begin() {
    time = time_per_read = 0;
    mstatus = cycles = hart_id = mtvec = mie = misa = mideleg = fixed_mtvec = 0;
  }

  // ---- The policy `Hardware` ----
  static std::uint32_t read(std::uintptr_t address) {
    const auto value = static_cast<std::uint32_t>(address == clint_mtime ? time : time >> 32);
    time += time_per_read;
    return value;
  }
  static std::uintptr_t mask_interrupts() {
    const std::uintptr_t before = mstatus;
    mstatus &= ~port::mstatus_mie;
    return before;
  }
  static void set_in_mstatus(std::uintptr_t bits) { mstatus |= bits; }
  static std::uintptr_t mcycle() { return cycles; }
  static std::uintptr_t hart() { return hart_id; }
  static std::uintptr_t trap_vector() { return mtvec; }
  static void set_trap_vector(std::uintptr_t value) { mtvec = fixed_mtvec != 0 ? fixed_mtvec : value; }
  static std::uintptr_t interrupts_enabled() { return mie; }
  static std::uintptr_t extensions() { return misa; }
  static std::uintptr_t delegated() { return mideleg; }
};

using mask = port::mie_mask<model>;
using clock32 = port::mtime_low<clint_mtime, 10'000'000, model>;
using clock64 = port::mtime<clint_mtime, 10'000'000, model>;
using cycles = port::cycle_counter<100'000'000, false, model>;
using four_harts = port::harts<4, 1, model>;
static_assert(rtm::check_port<rtm::port_of<clock32, mask, four_harts>>());
static_assert(rtm::check_port<rtm::port_of<clock64, mask, four_harts>>());
static_assert(rtm::check_port<rtm::port_of<cycles, mask, four_harts>>());

TEST(riscv_mask, nests_and_touches_no_other_bit) {
  model::begin();
  model::mstatus = 0x1888;
  const auto outer = mask::lock();
  EXPECT_EQ(model::mstatus, 0x1880U);
  const auto inner = mask::lock();
  mask::unlock(inner);
  EXPECT_EQ(model::mstatus, 0x1880U) << "the outer section goes on";
  mask::unlock(outer);
  EXPECT_EQ(model::mstatus, 0x1888U);
}

TEST(riscv_clock, halves_belong_together_wherever_the_low_one_wraps) {
  // The counter moves 0x10 with each load: let it wrap before the first, between any two, and behind the last.
  for (std::uint64_t start = 0x0000'0001'FFFF'FF80U; start <= 0x0000'0002'0000'0040U; ++start) {
    model::begin();
    model::time = start;
    model::time_per_read = 0x10;
    const std::uint64_t now = clock64::now();
    EXPECT_GE(now, start);
    EXPECT_LT(now, model::time);
  }
}

TEST(riscv_clock, without_the_second_look_at_the_high_half_a_wrap_is_a_jump) {  // the wrong variant
  model::begin();
  model::time = 0x0000'0001'FFFF'FFF8U;
  model::time_per_read = 0x10;
  const std::uint64_t high = model::read(clint_mtime + 4);
  const std::uint64_t now = high << 32 | model::read(clint_mtime);
  EXPECT_LT(now, 0x0000'0001'FFFF'FFF8U) << "4 thousand million ticks back";
}

TEST(riscv_clock, low_half_and_cycles_are_32_bits) {
  model::begin();
  model::time = 0x1'2345'6789U;
  EXPECT_EQ(clock32::now(), 0x2345'6789U);
  model::cycles = static_cast<std::uintptr_t>(0x1'0000'0005U);
  EXPECT_EQ(cycles::now(), 5U);
}

TEST(riscv_core, harts_outside_the_range_are_no_cores) {
  model::begin();
  EXPECT_EQ(four_harts::core_index(), rtm::no_id) << "the monitor hart";
  model::hart_id = 1;
  EXPECT_EQ(four_harts::core_index(), 0U);
  model::hart_id = 4;
  EXPECT_EQ(four_harts::core_index(), 3U);
  model::hart_id = 5;
  EXPECT_EQ(four_harts::core_index(), rtm::no_id);
  EXPECT_EQ(four_harts::active_exception(), rtm::no_id);
}

TEST(riscv_core, active_exception_is_the_innermost_that_was_pushed) {
  model::begin();
  model::hart_id = 2;
  rtm::active_stack& running = four_harts::running[1];
  EXPECT_EQ(four_harts::active_exception(), rtm::no_id);
  running.push(7);
  running.push(3);
  EXPECT_EQ(four_harts::active_exception(), 3U);
  running.pop();
  EXPECT_EQ(four_harts::active_exception(), 7U);
  running.pop();
  running.pop();  // one too many changes nothing
  EXPECT_EQ(four_harts::active_exception(), rtm::no_id);
}

TEST(riscv_core, stack_that_is_too_small_says_so_and_recovers) {
  rtm::active_stack stack;
  for (std::uint32_t i = 0; i <= rtm::active_stack::depth; ++i) stack.push(i);
  EXPECT_EQ(stack.top(), rtm::no_id);
  stack.pop();
  EXPECT_EQ(stack.top(), rtm::active_stack::depth - 1);
}

using traps = port::instrumented_traps<model>;
constexpr std::uintptr_t entry = 0x8000'4000U;

std::vector<std::uint32_t> uncovered(const traps& t) {
  std::vector<std::uint32_t> found;
  (void)t.find_coverage([&](std::uint32_t cause) { found.push_back(cause); });
  return found;
}

TEST(riscv_traps, direct_and_vectored_handlers_are_found) {
  model::begin();
  model::mtvec = 0x8000'1000U;
  traps direct;
  ASSERT_EQ(direct.install(entry), port::traps_status::ok);
  EXPECT_EQ(model::mtvec, entry);
  EXPECT_EQ(direct.original(7), 0x8000'1000U);
  model::mtvec = 0x8000'1001U;
  traps vectored;
  ASSERT_EQ(vectored.install(entry), port::traps_status::ok);
  EXPECT_EQ(vectored.original(0), 0x8000'1000U);
  EXPECT_EQ(vectored.original(7), 0x8000'101CU);
  EXPECT_EQ(vectored.install(entry), port::traps_status::already_installed);
}

TEST(riscv_traps, what_cannot_be_instrumented_is_refused_and_left_as_it_was) {
  model::begin();
  traps t;
  EXPECT_EQ(t.install(entry), port::traps_status::no_handler);
  model::mtvec = model::fixed_mtvec = 0x2000'0000U;
  EXPECT_EQ(t.install(entry), port::traps_status::vector_not_taken);
  model::mie = 1U << 7;
  EXPECT_THAT(uncovered(t), ElementsAre(7U));
}

TEST(riscv_traps, coverage_needs_the_entry_in_mtvec_or_hooks_of_their_own) {
  model::begin();
  model::mtvec = 0x8000'1000U;
  model::mie = 1U << 3 | 1U << 7 | 1U << 11;
  traps t;
  t.reports_itself(3);
  EXPECT_THAT(uncovered(t), ElementsAre(7U, 11U));
  ASSERT_EQ(t.install(entry), port::traps_status::ok);
  EXPECT_THAT(uncovered(t), IsEmpty());
  EXPECT_FALSE(t.must_report(3));
  EXPECT_TRUE(t.must_report(7));
  model::mtvec = 0x8000'1000U;  // an OS that starts later
  EXPECT_THAT(uncovered(t), ElementsAre(7U, 11U));
}

TEST(riscv_traps, delegated_interrupts_go_past_the_entry) {
  model::begin();
  model::mtvec = 0x8000'1000U;
  model::mie = 1U << 5 | 1U << 7;
  model::mideleg = 1U << 5;
  traps t;
  ASSERT_EQ(t.install(entry), port::traps_status::ok);
  EXPECT_THAT(uncovered(t), IsEmpty()) << "no S-mode: mideleg is not there, and not asked";
  model::misa = port::misa_s;
  EXPECT_THAT(uncovered(t), ElementsAre(5U));
}

}  // namespace
