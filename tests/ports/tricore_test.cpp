// SPDX-License-Identifier: MIT
// The TC3xx port against a model of its registers: the only proof there is, see ports/cpu/tricore_tc3xx/README.md.
#include <gmock/gmock.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ports/cpu/tricore_tc3xx/coverage.hpp"
#include "ports/cpu/tricore_tc3xx/port.hpp"
#include "rtm/port.hpp"

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace port = rtm::tricore_tc3xx;
namespace r = port::registers;

constexpr std::uintptr_t tim0_of_stm1 = 0xF000'1110U;
constexpr std::uintptr_t cap_of_stm1 = 0xF000'112CU;

/// One core with one system timer, whose counter moves with every access; an interrupt comes between any two accesses
/// if one is due and IE is set.
struct model {
  static inline std::uint64_t time, time_per_access;
  static inline std::uint32_t cap, icr_bits, id;
  static inline std::map<std::uintptr_t, std::uint32_t> memory;
  static inline std::vector<std::string> done;
  static inline std::function<void()> interrupt;

  static void begin() {
    time = time_per_access = 0;
    cap = id = 0;
    icr_bits = r::icr_ie;
    memory.clear();
    done.clear();
    interrupt = nullptr;
  }
  static void take_interrupt() {
    if (!interrupt || (icr_bits & r::icr_ie) == 0) return;
    const std::uint32_t before = icr_bits;
    icr_bits &= ~r::icr_ie;
    std::exchange(interrupt, nullptr)();
    icr_bits = before;  // RFE
  }

  // ---- The policy `Hardware` ----
  static std::uint32_t read(std::uintptr_t address) {
    take_interrupt();
    time += time_per_access;
    if (address == tim0_of_stm1) {
      done.emplace_back("TIM0");
      cap = static_cast<std::uint32_t>(time >> 32);
      return static_cast<std::uint32_t>(time);
    }
    if (address == cap_of_stm1) {
      done.emplace_back("CAP");
      return cap;
    }
    return memory[address];
  }
  static std::uint32_t icr() {
    done.emplace_back("mfcr icr");
    const std::uint32_t value = icr_bits;
    take_interrupt();
    return value;
  }
  static std::uint32_t core_id() { return 0x00C0'0000U | id; }
  static void disable() {
    done.emplace_back("disable");
    icr_bits &= ~r::icr_ie;
  }
  static void enable() {
    done.emplace_back("enable");
    icr_bits |= r::icr_ie;
  }
};

using low = port::stm_low<1, 100'000'000, model>;
using wide = port::stm_wide<1, 100'000'000, model>;
using mask = port::ie_mask<model>;
using cores = port::cores_of_tc3xx<6, model>;
using wide_port = rtm::port_of<wide, mask, cores>;
static_assert(rtm::check_port<rtm::port_of<low, mask, cores>>());
static_assert(rtm::check_port<wide_port>());

TEST(tricore_clock, tim0_is_read_first_because_it_latches_cap) {
  model::begin();
  model::time = 0x0000'0007'0000'0005U;
  EXPECT_EQ(wide::now(), 0x0000'0007'0000'0005U);
  EXPECT_THAT(model::done, ElementsAre("TIM0", "CAP"));
  model::done.clear();
  EXPECT_EQ(low::now(), 5U);
  EXPECT_THAT(model::done, ElementsAre("TIM0"));
}

TEST(tricore_clock, halves_belong_together_wherever_the_low_one_wraps) {
  for (std::uint64_t start = 0x1'FFFF'FF80U; start <= 0x2'0000'0040U; ++start) {
    model::begin();
    model::time = start;
    model::time_per_access = 0x10;
    EXPECT_EQ(wide::now(), start + 0x10) << "the instant at which TIM0 was read";
  }
}

TEST(tricore_clock, cap_before_tim0_gives_an_old_upper_half) {  // the wrong variant
  model::begin();
  model::time = 0x1'FFFF'FFF0U;
  model::time_per_access = 0x10;
  (void)wide::now();  // CAP is 2 now
  model::time = 0x2'FFFF'FFF8U;
  const std::uint64_t high = model::read(cap_of_stm1);
  const std::uint64_t now = high << 32 | model::read(tim0_of_stm1);
  EXPECT_LT(now, 0x2'FFFF'FFF8U) << "the time is past 3 * 2^32";
}

TEST(tricore_clock, reader_that_comes_in_between_replaces_cap_unless_masked) {
  const auto other_reader = [] {
    model::time = 0x3'0000'0001U;  // time passes in it
    (void)model::read(tim0_of_stm1);
  };
  // Without the mask: TIM0 of before, CAP of after. 2^32 ticks ahead. The wrong variant.
  model::begin();
  model::time = 0x2'FFFF'FFFFU;
  const std::uint32_t low_half = model::read(tim0_of_stm1);
  model::interrupt = other_reader;
  const std::uint64_t torn = std::uint64_t{model::read(cap_of_stm1)} << 32 | low_half;
  EXPECT_EQ(torn, 0x3'FFFF'FFFFU);
  // With it the interrupt waits.
  model::begin();
  model::time = 0x2'FFFF'FFFFU;
  std::uint64_t now = 0;
  {
    const rtm::masked<wide_port> held;
    model::interrupt = other_reader;
    now = wide::now();
  }
  EXPECT_EQ(now, 0x2'FFFF'FFFFU);
  EXPECT_TRUE(model::interrupt) << "still waiting";
}

TEST(tricore_mask, reads_then_disables_and_enables_only_what_was_enabled) {
  model::begin();
  mask::unlock(mask::lock());
  EXPECT_THAT(model::done, ElementsAre("mfcr icr", "disable", "enable"));
  model::done.clear();
  const auto outer = mask::lock();
  mask::unlock(mask::lock());
  EXPECT_EQ(model::icr_bits & r::icr_ie, 0U) << "the outer section goes on";
  mask::unlock(outer);
  EXPECT_THAT(model::done, ElementsAre("mfcr icr", "disable", "mfcr icr", "disable", "enable"));
}

TEST(tricore_mask, interrupt_between_reading_and_disabling_changes_nothing) {
  model::begin();
  bool ran = false;
  model::interrupt = [&] { ran = true; };
  const auto before = mask::lock();
  EXPECT_TRUE(ran);
  EXPECT_EQ(model::icr_bits & r::icr_ie, 0U);
  mask::unlock(before);
  EXPECT_EQ(model::icr_bits & r::icr_ie, r::icr_ie);
}

TEST(tricore_core, sixth_core_reads_6_and_what_is_no_core_is_told) {
  model::begin();
  std::vector<std::uint32_t> indices;
  for (model::id = 0; model::id < 8; ++model::id) indices.push_back(cores::core_index());
  EXPECT_THAT(indices, ElementsAre(0U, 1U, 2U, 3U, 4U, rtm::no_id, 5U, rtm::no_id));
  EXPECT_EQ((port::cores_of_tc3xx<3, model>::index_of(3)), rtm::no_id) << "a part with three cores";
}

TEST(tricore_core, priority_that_runs_is_the_active_interrupt) {
  model::begin();
  EXPECT_EQ(cores::active_exception(), rtm::no_id);
  model::icr_bits = 40;
  EXPECT_EQ(cores::active_exception(), 40U);
}

TEST(tricore_coverage, nodes_count_for_the_core_that_serves_them) {
  model::begin();
  constexpr std::uint32_t enabled = 1U << 10;
  const auto node = [](std::uint32_t n) -> std::uint32_t& { return model::memory[0xF003'8000U + 4 * n]; };
  node(0) = enabled | 10;             // CPU0
  node(1) = enabled | 11 | 1U << 11;  // the DMA: no CPU sees it
  node(2) = enabled | 12 | 2U << 11;  // CPU1
  node(3) = 13;                       // not enabled
  node(1'023) = enabled | 14;         // CPU0, has hooks
  node(5) = enabled;                  // priority 0 is never served
  port::service_coverage<1'024, model> services;
  services.reports_itself(14);
  services.reports_itself(999);  // no priority: ignored
  std::vector<std::uint32_t> uncovered;
  const auto note = [&](std::uint32_t srpn) { uncovered.push_back(srpn); };
  EXPECT_EQ(services.find_coverage(0, note).enabled, 2U);
  EXPECT_THAT(uncovered, ElementsAre(10U));
  uncovered.clear();
  EXPECT_EQ(services.find_coverage(1, note).first, 12U);
  services.reports_itself(12);
  uncovered.clear();
  EXPECT_TRUE(services.find_coverage(1, note).complete());
  EXPECT_THAT(uncovered, IsEmpty());
}

}  // namespace
