// SPDX-License-Identifier: MIT
// The one pattern: mask, then the clock, then the fact, then the mask as it was. With a port that writes down what is
// asked of it.
#include "rtm/port.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "rtm/ledger.hpp"

namespace {

using ::testing::ElementsAre;

struct noting_port {
  using word = std::uint32_t;
  using mask_state = std::uint32_t;
  static constexpr std::uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static constexpr std::uint32_t cores = 2;

  static inline std::vector<std::string> notes;
  static inline bool is_masked = false;
  static inline word time = 0;
  static inline std::uint32_t core = 0;
  static void begin() {
    notes.clear();
    is_masked = false;
    core = 0;
  }

  static constexpr std::uint64_t rate_hz() { return 1'000; }
  static word now() {
    notes.push_back(is_masked ? "clock, masked" : "clock, open");
    return ++time;
  }
  static mask_state lock() {
    notes.emplace_back("lock");
    const mask_state before = is_masked ? 1 : 0;
    is_masked = true;
    return before;
  }
  static void unlock(mask_state before) {
    notes.push_back(before == 0 ? "unlock to open" : "unlock to masked");
    is_masked = before != 0;
  }
  static std::uint32_t core_index() {
    notes.push_back(is_masked ? "core, masked" : "core, open");
    return core;
  }
  static std::uint32_t active_exception() { return rtm::no_id; }
};
static_assert(rtm::check_port<noting_port>());

TEST(port_contract, report_masks_then_reads_the_clock_then_tells_then_restores) {
  noting_port::begin();
  rtm::report<noting_port>([](std::uint32_t) { noting_port::notes.emplace_back("fact"); });
  EXPECT_THAT(noting_port::notes, ElementsAre("lock", "clock, masked", "fact", "unlock to open"));
}

TEST(port_contract, report_inside_a_masked_section_leaves_it_masked) {
  noting_port::begin();
  {
    const rtm::masked<noting_port> outer;
    rtm::report<noting_port>([](std::uint32_t) {});
    EXPECT_TRUE(noting_port::is_masked);
  }
  EXPECT_THAT(noting_port::notes, ElementsAre("lock", "lock", "clock, masked", "unlock to masked", "unlock to open"));
  EXPECT_FALSE(noting_port::is_masked);
}

TEST(port_contract, report_returns_what_the_fact_returns) {
  rtm::ledger<> ledger;
  EXPECT_EQ(rtm::report<noting_port>([&](std::uint32_t now) { return ledger.poll(now); }), rtm::status::not_started);
}

TEST(port_contract, core_is_asked_for_under_the_mask_and_gets_its_own_object) {
  noting_port::begin();
  noting_port::core = 1;
  int told[2] = {0, 0};
  EXPECT_EQ(rtm::report_on_core<noting_port>(told, [](int& mine, std::uint32_t) { ++mine; }), rtm::core_status::ok);
  EXPECT_THAT(told, ElementsAre(0, 1));
  EXPECT_THAT(noting_port::notes, ElementsAre("lock", "core, masked", "clock, masked", "unlock to open"));
}

TEST(port_contract, core_out_of_range_is_told_and_touches_nothing) {
  for (const std::uint32_t wrong : {2U, rtm::no_id}) {
    noting_port::begin();
    noting_port::core = wrong;
    int told[2] = {0, 0};
    EXPECT_EQ(rtm::report_on_core<noting_port>(told, [](int& mine, std::uint32_t) { ++mine; }),
              rtm::core_status::bad_core);
    EXPECT_THAT(told, ElementsAre(0, 0));
    EXPECT_FALSE(noting_port::is_masked);
  }
}

}  // namespace
