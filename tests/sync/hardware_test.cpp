// SPDX-License-Identifier: MIT
// What hardware would do at once for all counters or all cores: the sequences of registers.
#include <gtest/gtest.h>

#include "pmu/register_file.hpp"
#include "rtm/pmu/snapshot_a64.hpp"
#include "rtm/sync/cti.hpp"

namespace rtm::test {
namespace {

namespace a64 = pmu::a64;
namespace r = sync::cti_register;

struct snapshot_core {
  using access = recorded_access<std::uint64_t>;
  register_file file{{a64::id_aa64dfr0, "ID_AA64DFR0_EL1"},
                     {a64::pmsscr, "PMSSCR"},
                     {a64::pmccntsvr, "PMCCNTSVR"},
                     {a64::pmevcntsvr(9), "PMEVCNTSVR9"}};
  pmu::pmuv3_snapshot<access> snapshot{access{&file}};
  snapshot_core() { file.value[a64::id_aa64dfr0] = 1U << 16; }
};

TEST(snapshot, is_asked_for_awaited_and_then_read) {
  snapshot_core m;
  m.file.next[a64::pmsscr] = {1, 1, 0};
  m.file.value[a64::pmccntsvr] = 77;
  ASSERT_EQ(m.snapshot.capture(), pmu::status::ok);
  EXPECT_EQ(m.snapshot.cycles(), 77U);
  (void)m.snapshot.counter<9>();
  const sequence expected{"read ID_AA64DFR0_EL1", "PMSSCR = 0x1", "sync",           "read PMSSCR",
                          "read PMSSCR",          "read PMSSCR",  "read PMCCNTSVR", "read PMEVCNTSVR9"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(snapshot, that_was_not_captured_or_does_not_end_is_no_value) {
  snapshot_core m;
  m.file.next[a64::pmsscr] = {std::uint64_t{1} << 32};
  EXPECT_EQ(m.snapshot.capture(), pmu::status::not_mine);
  EXPECT_EQ(m.snapshot.capture(5), pmu::status::not_mine);  // what was written stays: the capture never ends
  m.file.value[a64::id_aa64dfr0] = 0;
  EXPECT_EQ(m.snapshot.capture(), pmu::status::no_pmu);
}

struct cti_core {
  using access = recorded_access<std::uint32_t>;
  register_file file{{r::control, "CONTROL"}, {r::intack, "INTACK"},   {r::apppulse, "APPPULSE"},
                     {r::inen(1), "INEN1"},   {r::outen(2), "OUTEN2"}, {r::trigoutstatus, "TRIGOUTSTATUS"},
                     {r::gate, "GATE"},       {r::lar, "LAR"}};
  sync::cti<access> cti{access{&file}};
};

TEST(cti, is_unlocked_and_configured_before_it_is_enabled) {
  cti_core m;
  m.file.value[r::gate] = 1;
  m.cti.listen(3);
  const sequence expected{"LAR = 0xc5acce55", "CONTROL = 0x0", "OUTEN2 = 0x8",
                          "read GATE",        "GATE = 0x9",    "CONTROL = 0x1"};
  EXPECT_EQ(m.file.log, expected);
}

TEST(cti, pulses_a_channel_and_forwards_overflows_to_one) {
  cti_core m;
  m.cti.pulse(3);
  m.cti.forward_overflow(2);
  EXPECT_EQ(m.file.log, (sequence{"APPPULSE = 0x8", "INEN1 = 0x4"}));
}

TEST(cti, interrupt_is_over_when_the_trigger_has_gone) {
  cti_core m;
  m.file.next[r::trigoutstatus] = {4, 4, 0};
  EXPECT_TRUE(m.cti.acknowledge());
  EXPECT_EQ(m.file.log, (sequence{"INTACK = 0x4", "read TRIGOUTSTATUS", "read TRIGOUTSTATUS", "read TRIGOUTSTATUS"}));
  m.file.value[r::trigoutstatus] = 4;
  EXPECT_FALSE(m.cti.acknowledge(5));
}

}  // namespace
}  // namespace rtm::test
