// SPDX-License-Identifier: MIT
// The AArch64 port against a model of its registers. In QEMU it runs in tests/firmware.
#include <gmock/gmock.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "ports/cpu/aarch64/irq.hpp"
#include "ports/cpu/aarch64/port.hpp"
#include "rtm/port.hpp"

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace port = rtm::aarch64;

struct model {
  static inline std::map<std::uintptr_t, std::uint32_t> memory;
  static inline std::uint64_t daif_bits, count, frequency, mpidr, vbar;
  static inline std::uint32_t iar;
  static inline std::vector<std::string> done;

  static void begin() {
    memory.clear();
    daif_bits = count = frequency = mpidr = vbar = 0;
    iar = 0;
    done.clear();
  }
  static void note(const char* what, std::uint64_t value) {
    char text[64];
    std::snprintf(text, sizeof text, "%s %llx", what, static_cast<unsigned long long>(value));
    done.emplace_back(text);
  }

  // ---- The policy `Hardware` ----
  static std::uint32_t read(std::uintptr_t address) {
    note("read", address);
    return memory[address];
  }
  static void write(std::uintptr_t address, std::uint32_t value) {
    note("write", address);
    memory[address] = value;
  }
  static std::uint64_t daif() {
    note("mrs daif", daif_bits);
    return daif_bits;
  }
  static void mask_interrupts() {
    note("msr daifset,", 3);
    daif_bits |= 0xC0;
  }
  static void set_daif(std::uint64_t value) {
    note("msr daif", value);
    daif_bits = value;
  }
  static std::uint64_t virtual_count() { return count; }
  static std::uint64_t count_frequency() { return frequency; }
  static std::uint64_t affinity() { return mpidr; }
  static std::uint64_t vector_base() { return vbar; }
  static std::uint32_t acknowledge_group1() {
    note("mrs icc_iar1", iar);
    return iar;
  }
  static void end_group1(std::uint32_t id) { note("msr icc_eoir1", id); }
};

using mask = port::daif_mask<model>;
using clusters = port::listed_cores<model, 0x000, 0x001, 0x100, 0x101>;
static_assert(rtm::check_port<rtm::port_of<port::generic_timer<model>, mask, clusters>>());
static_assert(rtm::check_port<rtm::port_of<port::generic_timer_low<model>, mask, clusters>>());

TEST(aarch64_mask, reads_then_masks_irq_and_fiq_and_gives_back_all_of_daif) {
  model::begin();
  model::daif_bits = 0x100;  // SError is masked, and stays so
  const auto outer = mask::lock();
  EXPECT_EQ(model::daif_bits, 0x1C0U);
  mask::unlock(mask::lock());
  EXPECT_EQ(model::daif_bits, 0x1C0U) << "the outer section goes on";
  mask::unlock(outer);
  EXPECT_THAT(model::done, ElementsAre("mrs daif 100", "msr daifset, 3", "mrs daif 1c0", "msr daifset, 3",
                                       "msr daif 1c0", "msr daif 100"));
}

TEST(aarch64_clock, has_the_bits_that_the_architecture_promises) {
  model::begin();
  model::count = 0x8100'0000'0000'0005U;
  EXPECT_EQ(port::generic_timer<model>::now(), 5U) << "a reading is below 2^56";
  EXPECT_EQ(port::generic_timer_low<model>::now(), 5U);
  model::frequency = 62'500'000;
  EXPECT_EQ(port::generic_timer<model>::rate_hz(), 62'500'000U);
}

TEST(aarch64_core, affinity_is_looked_up_whatever_the_other_bits_say) {
  model::begin();
  model::mpidr = 0x8000'0000U;  // a bit that is no affinity, always set
  EXPECT_EQ(clusters::core_index(), 0U);
  model::mpidr = 0x8100'0101U;  // multithreading
  EXPECT_EQ(clusters::core_index(), 3U);
}

TEST(aarch64_core, affinity_that_is_not_listed_is_no_core) {
  model::begin();
  for (const std::uint64_t wrong : {0x002U, 0x200U}) {
    model::mpidr = wrong;
    EXPECT_EQ(clusters::core_index(), rtm::no_id);
    EXPECT_EQ(clusters::active_exception(), rtm::no_id);
  }
  model::mpidr = std::uint64_t{1} << 32;
  EXPECT_EQ(clusters::core_index(), rtm::no_id) << "affinity 3 counts";
}

constexpr std::uintptr_t gicd = 0x0800'0000U;
constexpr std::uintptr_t gicc = 0x0801'0000U;
constexpr std::uintptr_t gicr = 0x080A'0000U;
using gic2 = port::gic_v2<gicd, gicc, model>;
using gic3 = port::gic_v3<gicd, gicr, 0x2'0000, model>;

std::vector<std::string> story;

template <class Irq>
void take(Irq& irq) {
  story.clear();
  irq.take([](std::uint32_t id) { story.push_back("enter " + std::to_string(id)); },
           [](std::uint32_t id) { story.push_back("exit " + std::to_string(id)); });
}

TEST(aarch64_irq, acknowledges_reports_handles_ends_and_reports) {
  model::begin();
  port::common_irq<gic3, 64, model> irq;
  irq.set(27, [](std::uint32_t id) { story.push_back("handler " + std::to_string(id)); });
  model::iar = 27;
  take(irq);
  EXPECT_THAT(story, ElementsAre("enter 27", "handler 27", "exit 27"));
  EXPECT_THAT(model::done, ElementsAre("mrs icc_iar1 1b", "msr icc_eoir1 1b"));
}

TEST(aarch64_irq, gicv2_gets_the_sender_of_an_sgi_back) {
  model::begin();
  port::common_irq<gic2, 64, model> irq;
  model::memory[gicc + 0xC] = 2U << 10 | 1;
  take(irq);
  EXPECT_THAT(story, ElementsAre("enter 1", "exit 1"));
  EXPECT_EQ(model::memory[gicc + 0x10], 2U << 10 | 1);
  EXPECT_EQ(irq.unhandled(), 1U) << "nobody set a handler: reported all the same";
}

TEST(aarch64_irq, spurious_one_is_counted_and_neither_reported_nor_ended) {
  model::begin();
  port::common_irq<gic3, 64, model> irq;
  model::iar = 1023;
  take(irq);
  EXPECT_THAT(story, IsEmpty());
  EXPECT_THAT(model::done, ElementsAre("mrs icc_iar1 3ff"));
  EXPECT_EQ(irq.spurious(), 1U);
}

TEST(aarch64_irq, id_beyond_the_handlers_is_counted_and_reported) {
  model::begin();
  port::common_irq<gic3, 64, model> irq;
  irq.set(64, [](std::uint32_t) { story.emplace_back("never"); });
  model::iar = 64;
  take(irq);
  EXPECT_THAT(story, ElementsAre("enter 64", "exit 64"));
  model::iar = 8192;  // an LPI: above the special ones
  take(irq);
  EXPECT_THAT(story, ElementsAre("enter 8192", "exit 8192"));
  EXPECT_EQ(irq.unhandled(), 2U);
}

TEST(aarch64_coverage, private_interrupts_are_those_of_the_core_and_all_depend_on_the_vectors) {
  model::begin();
  model::memory[gicd + 0x4] = 1;                             // 64 lines
  model::memory[gicr + 2 * 0x2'0000 + 0x1'0100] = 1U << 27;  // core 2
  model::memory[gicd + 0x104] = 1U << 1;                     // SPI 33
  port::common_irq<gic3, 64, model> irq;
  model::vbar = 0x4008'0000U;
  std::vector<std::uint32_t> uncovered;
  const auto note = [&](std::uint32_t id) { uncovered.push_back(id); };
  EXPECT_EQ(irq.find_coverage(2, 0x4009'0000U, note).enabled, 2U);
  EXPECT_THAT(uncovered, ElementsAre(27U, 33U));
  EXPECT_TRUE(irq.find_coverage(2, 0x4008'0000U).complete());
  EXPECT_EQ(irq.find_coverage(1, 0x4008'0000U).enabled, 1U) << "core 1 has not enabled 27";
}

}  // namespace
