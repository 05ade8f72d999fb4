// SPDX-License-Identifier: MIT
// The trace through the C API: the same bytes as through C++, and every refusal.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "c_api_run.h"
#include "replay/replay.hpp"
#include "simulated_target.hpp"
#include "sources/trace.hpp"

namespace rtm::test {
namespace {

// The facts of c_run, told to a ledger of C++.
TEST(trace_c_api, a_run_from_c_sends_the_bytes_of_the_same_run_from_cpp) {
  sent_bytes sent;
  ASSERT_EQ(c_run(sent_bytes::write, &sent), 0) << "the line of c_api_run.c that failed";

  source_info info;
  info.clock_bits = 32;
  info.clock_hz = C_RUN_HZ;
  info.window_ticks = C_RUN_WINDOW;
  info.tasks[1] = "Control";
  info.isrs[3] = "CAN_RX";
  simulated_target<default_capacity, C_RUN_PAGES, C_RUN_PAGE_BYTES> target(info, 2);
  std::uint64_t now = 100;
  const auto tell = [&](std::uint64_t later, fact_kind kind, host::source_id id) {
    ASSERT_EQ(target.tell({kind, 2, now += later, id}), status::ok);
  };
  tell(0, fact_kind::reset, host::kernel_owner);
  for (int n = 0; n < 100; ++n) {
    tell(10, fact_kind::task_switch, n % 2 != 0 ? 1 : host::idle_owner);
    tell(20, fact_kind::isr_enter, 3);
    tell(5, fact_kind::point_begin, 1);
    tell(5, fact_kind::point_end, 1);
    tell(7, fact_kind::isr_exit, 3);
    if (n % 30 == 0) target.drain();
  }
  target.finish();
  EXPECT_EQ(sent.bytes, target.sent().bytes);
}

TEST(trace_c_api, what_start_up_found_and_which_clock_is_read_reach_the_report) {
  sent_bytes sent;
  ASSERT_EQ(c_run_of_a_bad_start(sent_bytes::write, &sent), 0) << "the line of c_api_run.c that failed";
  host::trace_source from(host::input("a stream", sent.bytes));
  const host::report made = host::make_report(from);
  EXPECT_TRUE(made.problems.empty());
  ASSERT_EQ(made.cores.size(), 1U);
  const host::core_report& core = made.cores[0];
  EXPECT_EQ(core.clock, 5U);
  ASSERT_EQ(core.findings.size(), 3U);
  EXPECT_EQ(core.findings[0].of + " " + core.findings[0].status, "clock clock_stops_in_idle");
  EXPECT_EQ(core.findings[0].detail, 77U);
  EXPECT_EQ(core.findings[1].of + " " + core.findings[1].status, "coverage uncovered");
  EXPECT_EQ(core.findings[1].subject, 27U);
  EXPECT_TRUE(core.findings[2].is_good);
  EXPECT_EQ(core.repairs, (std::vector<host::repair_row>{{2, 3}}));
}

class trace_c_setup : public testing::Test {
 protected:
  [[nodiscard]] rtm_status attach() { return rtm_trace_attach(core_.get(), &setup_); }

  std::unique_ptr<rtm_core> core_{new rtm_core()};
  std::array<rtm_ticks, RTM_TRACE_MEMORY_WORDS(4, 1024)> memory_{};
  rtm_trace_setup setup_{memory_.data(), sizeof memory_, 4, RTM_TRACE_DROP_NEW, 0, 1000, {100, 0}};
};

TEST_F(trace_c_setup, what_cannot_work_is_refused_and_changes_nothing) {
  const auto refused = [&](auto change) {
    const rtm_trace_setup good = setup_;
    change(setup_);
    EXPECT_EQ(attach(), RTM_BAD_CONFIG);
    EXPECT_FALSE(rtm_trace_holds(memory_.data(), sizeof memory_));
    EXPECT_FALSE(rtm_trace_is_recording(core_.get()));
    setup_ = good;
  };
  refused([](rtm_trace_setup& s) { s.pages = 0; });
  refused([](rtm_trace_setup& s) { s.pages = 1; });
  refused([](rtm_trace_setup& s) { s.pages = 3; });
  refused([](rtm_trace_setup& s) { s.pages = 64; });  // 64 bytes each
  refused([](rtm_trace_setup& s) { s.pages = 0x8000'0000U; });
  refused([](rtm_trace_setup& s) { s.memory_bytes = 0; });
  refused([](rtm_trace_setup& s) { s.memory_bytes = RTM_TRACE_HEAD_BYTES; });
  refused([](rtm_trace_setup& s) { s.core = 256; });
  refused([](rtm_trace_setup& s) { s.mode = 2; });
  EXPECT_EQ(rtm_trace_attach_sized(core_.get(), &setup_, sizeof(rtm_core) - 4), RTM_BAD_CONFIG);
  EXPECT_EQ(attach(), RTM_OK);
}

TEST_F(trace_c_setup, a_frozen_trace_counts_what_it_does_not_record_as_lost_after_thaw) {
  ASSERT_EQ(attach(), RTM_OK);
  ASSERT_EQ(rtm_start(core_.get(), 0, RTM_IDLE, &setup_.timing), RTM_OK);
  rtm_trace_freeze(core_.get());
  EXPECT_FALSE(rtm_trace_is_recording(core_.get()));
  for (rtm_ticks now = 1; now <= 5; ++now) EXPECT_EQ(rtm_poll(core_.get(), now), RTM_OK);
  EXPECT_EQ(rtm_trace_lost(memory_.data()), 0U);
  rtm_trace_thaw(core_.get());
  EXPECT_TRUE(rtm_trace_is_recording(core_.get()));
  EXPECT_EQ(rtm_trace_lost(memory_.data()), 5U);
}

TEST_F(trace_c_setup, a_trace_of_the_run_before_is_found_and_sent_without_its_core) {
  setup_.mode = RTM_TRACE_KEEP_NEWEST;
  ASSERT_EQ(attach(), RTM_OK);
  ASSERT_EQ(rtm_start(core_.get(), 0, RTM_IDLE, &setup_.timing), RTM_OK);
  core_.reset();  // a reset
  ASSERT_TRUE(rtm_trace_holds(memory_.data(), sizeof memory_));
  EXPECT_FALSE(rtm_trace_holds(memory_.data(), sizeof memory_ - 1024));
  sent_bytes sent;
  rtm_trace_out out{};
  rtm_trace_end_run(memory_.data());
  ASSERT_EQ(rtm_trace_begin(&out, memory_.data(), nullptr, 0, sent_bytes::write, &sent), RTM_OK);
  rtm_trace_finish(&out);
  while (rtm_trace_step(&out, nullptr) != 0) {
  }
  EXPECT_GT(sent.bytes.size(), 30U);
}

}  // namespace
}  // namespace rtm::test
