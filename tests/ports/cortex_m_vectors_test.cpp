// SPDX-License-Identifier: MIT
// The table of trampolines against a model of VTOR and the interrupt controller: what it replaces, what it leaves
// alone, when it refuses, and what coverage() finds.
#include <gmock/gmock.h>

#include <vector>

#include "cortex_m_model.hpp"
#include "ports/cpu/cortex_m/vectors.hpp"

namespace cortex_m_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace port = rtm::cortex_m;
using table = port::instrumented_vectors<40, model>;

constexpr std::uint32_t vtor = 0xE000'ED08U;
constexpr std::uint32_t enabled0 = 0xE000'E100U;
constexpr std::uint32_t enabled1 = 0xE000'E104U;
constexpr std::uint32_t trampoline = 0x0000'1001U;
constexpr std::uint32_t flash = 0x0800'0000U;

/// A core that uses a table in flash, whose entry n is 0x2001 + 16 n.
void begin() {
  model::begin();
  model::memory[0xE000'E004U] = 1;  // ICTR: 64 lines
  model::memory[vtor] = flash;
  for (std::uint32_t i = 0; i < table::entries; ++i) model::memory[flash + 4 * i] = 0x2001 + 16 * i;
}

std::vector<std::uint32_t> uncovered(const table& t) {
  std::vector<std::uint32_t> found;
  (void)t.find_coverage([&](std::uint32_t exception) { found.push_back(exception); });
  return found;
}

std::uint32_t address(rtm_cortex_m_handler handler) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handler));
}

TEST(cortex_m_vectors, table_is_taken_masked_and_the_mask_given_back) {
  begin();
  table t;
  EXPECT_EQ(t.install(trampoline), port::vectors_status::ok);
  EXPECT_NE(model::memory[vtor], flash);
  EXPECT_EQ(model::memory[vtor] % 256, 0U) << "56 entries, 224 bytes: aligned to 256";
  EXPECT_EQ(model::primask_bit, 0U);
  EXPECT_EQ(t.install(trampoline), port::vectors_status::already_installed);
}

TEST(cortex_m_vectors, originals_are_kept) {
  begin();
  table t;
  ASSERT_EQ(t.install(trampoline), port::vectors_status::ok);
  EXPECT_EQ(address(t.original(15)), 0x2001U + 16 * 15);
  EXPECT_EQ(address(t.original(55)), 0x2001U + 16 * 55);
}

TEST(cortex_m_vectors, core_whose_vtor_cannot_be_written_keeps_its_table) {
  begin();
  model::ignores_write = [](std::uint32_t address) { return address == vtor; };
  table t;
  EXPECT_EQ(t.install(trampoline), port::vectors_status::table_not_taken);
  EXPECT_EQ(model::memory[vtor], flash);
  model::memory[enabled0] = 1;
  EXPECT_THAT(uncovered(t), ElementsAre(16U)) << "nothing is instrumented";
}

TEST(cortex_m_vectors, interrupt_that_the_table_has_no_room_for_refuses_it) {
  begin();
  model::memory[enabled1] = 1U << 7;  // interrupt 39, the last of 40
  table t;
  EXPECT_EQ(t.install(trampoline), port::vectors_status::ok);
  begin();
  model::memory[enabled1] = 1U << 8;
  table too_short;
  EXPECT_EQ(too_short.install(trampoline), port::vectors_status::beyond_table);
  EXPECT_EQ(model::memory[vtor], flash);
  EXPECT_THAT(uncovered(too_short), ElementsAre(16U + 40U));
}

TEST(cortex_m_coverage, nothing_enabled_is_complete) {
  begin();
  table t;
  EXPECT_TRUE(t.find_coverage().complete());
  EXPECT_EQ(t.find_coverage().first, rtm::no_id);
}

TEST(cortex_m_coverage, without_the_table_all_are_uncovered_but_those_with_hooks_of_their_own) {
  begin();
  table t;
  t.reports_itself(16 + 3);
  model::memory[enabled0] = 1U << 3 | 1U << 8;
  model::memory[enabled1] = 1U << 1;
  const rtm::coverage found = t.find_coverage();
  EXPECT_EQ(found.enabled, 3U);
  EXPECT_EQ(found.uncovered, 2U);
  EXPECT_EQ(found.first, 24U);
  EXPECT_THAT(uncovered(t), ElementsAre(24U, 49U));
}

TEST(cortex_m_coverage, table_covers_all_of_them) {
  begin();
  table t;
  ASSERT_EQ(t.install(trampoline), port::vectors_status::ok);
  model::memory[enabled0] = ~0U;
  model::memory[enabled1] = 0xFF;
  EXPECT_TRUE(t.find_coverage().complete());
  EXPECT_EQ(t.find_coverage().enabled, 40U);
}

TEST(cortex_m_coverage, of_a_table_that_was_linked_with_the_trampoline_needs_no_other_table) {
  begin();
  model::memory[flash + 4 * 19] = trampoline;
  model::memory[enabled0] = 1U << 3 | 1U << 4;
  table t;
  EXPECT_THAT(uncovered(t), ElementsAre(19U, 20U)) << "nobody has said so";
  t.was_linked(trampoline);
  EXPECT_THAT(uncovered(t), ElementsAre(20U));
}

TEST(cortex_m_coverage, sys_tick_counts_only_with_its_interrupt) {
  begin();
  table t;
  model::memory[0xE000'E010U] = 5;
  EXPECT_THAT(uncovered(t), IsEmpty());
  model::memory[0xE000'E010U] = 7;
  EXPECT_THAT(uncovered(t), ElementsAre(15U));
}

TEST(cortex_m_coverage, table_that_somebody_replaced_later_is_found) {
  begin();
  table t;
  ASSERT_EQ(t.install(trampoline), port::vectors_status::ok);
  model::memory[enabled0] = 1U << 3;
  model::memory[vtor] = flash;
  EXPECT_THAT(uncovered(t), ElementsAre(19U));
}

TEST(cortex_m_coverage, handler_with_hooks_of_its_own_is_not_instrumented_twice) {
  begin();
  table t;
  t.reports_itself(19);
  ASSERT_EQ(t.install(trampoline), port::vectors_status::ok);
  model::memory[enabled0] = 1U << 3;
  EXPECT_THAT(uncovered(t), IsEmpty());
}

}  // namespace
}  // namespace cortex_m_test
