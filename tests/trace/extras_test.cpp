// SPDX-License-Identifier: MIT
// What a target says beside its facts: counters as columns of its ledger, window by window, and what its checks found.
// From the sink chain on target through the stream to the report.
#include <gmock/gmock.h>

#include <sstream>

#include "counted_target.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/port.hpp"
#include "sources/trace.hpp"
#include "top/board.hpp"
#include "top/top_view.hpp"
#include "views/json.hpp"
#include "views/live.hpp"
#include "views/text.hpp"

namespace rtm::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using trace::wire::finder;
using trace::wire::row_class;

const host::counter_row* find(const host::counter_table& in, row_class of, std::uint64_t id) {
  for (const host::counter_row& row : in.rows) {
    if (row.of == of && row.id == id) return &row;
  }
  return nullptr;
}

TEST(columns_in_a_trace, reach_the_report_for_every_owner_of_an_epoch) {
  counted_target target;
  tell_two_windows(target);
  const host::report made = report_of(target.bytes());
  EXPECT_THAT(made.problems, IsEmpty());
  ASSERT_THAT(made.cores, SizeIs(1));
  ASSERT_TRUE(made.cores[0].counters);
  const host::core_counters& counters = *made.cores[0].counters;
  EXPECT_THAT(counters.columns, ElementsAre("instructions", "cycles"));
  EXPECT_EQ(counters.group, 7U);
  ASSERT_THAT(counters.epochs, SizeIs(1));
  const host::counter_table& epoch = counters.epochs[0];
  EXPECT_EQ(epoch.status, "ok");
  EXPECT_THAT(epoch.total, ElementsAre(250, 200));
  EXPECT_THAT(find(epoch, row_class::base, 0)->exclusive, ElementsAre(10 + 20, 20 + 80));
  EXPECT_THAT(find(epoch, row_class::task, 1)->exclusive, ElementsAre(100 + 90, 40 + 40));
  EXPECT_THAT(find(epoch, row_class::isr, 2)->exclusive, ElementsAre(30, 20));
  EXPECT_THAT(find(epoch, row_class::isr, 2)->inclusive, ElementsAre(30, 20));
}

TEST(columns_in_a_trace, belong_to_windows_which_sum_up_to_the_epoch) {
  counted_target target;
  tell_two_windows(target);
  const host::report made = report_of(target.bytes());
  const auto& windows = made.cores[0].counters->windows;
  ASSERT_THAT(windows, SizeIs(2));
  EXPECT_EQ(windows[0].window, 0U);
  EXPECT_THAT(windows[0].total, ElementsAre(230, 120));
  EXPECT_THAT(find(windows[0], row_class::base, 0)->exclusive, ElementsAre(10, 20));
  EXPECT_THAT(find(windows[0], row_class::task, 1)->exclusive, ElementsAre(190, 80));
  EXPECT_THAT(find(windows[0], row_class::isr, 2)->exclusive, ElementsAre(30, 20));
  EXPECT_EQ(windows[1].window, 1U);
  EXPECT_THAT(windows[1].total, ElementsAre(20, 80));
  EXPECT_THAT(find(windows[1], row_class::base, 0)->exclusive, ElementsAre(20, 80));
  EXPECT_EQ(find(windows[1], row_class::task, 1), nullptr) << "it did nothing there";
}

TEST(columns_in_a_trace, are_shown_with_their_ratio_and_change_nothing_else) {
  counted_target target;
  tell_two_windows(target);
  const host::report made = report_of(target.bytes());
  std::ostringstream text, json;
  host::render_text(made, {}, text);
  EXPECT_THAT(text.str(), HasSubstr("core 0, epoch 0: counters\n"
                                    "owner   instructions  cycles   IPC\n"
                                    "idle              30     100  0.30\n"
                                    "task 1           190      80  2.38\n"
                                    "isr 2             30      20  1.50\n"
                                    "total            250     200  1.25\n"));
  host::render_json(made, {}, json);
  EXPECT_THAT(json.str(), HasSubstr(R"("counters":{"columns":["instructions","cycles"],"group":7,"epochs":[{"epoch":0,)"
                                    R"("status":"ok","total":[250,200],"idle":[30,100],"kernel":[0,0],)"));
  EXPECT_EQ(made.cores[0].epochs[0].total, 200U);
  EXPECT_EQ(made.cores[0].epochs[0].base.idle, 100U);
}

std::string followed(const std::string& bytes, bool as_json) {
  host::trace_source from(host::input("a stream", bytes));
  std::ostringstream out;
  host::view_options plain;
  plain.width = 200;
  host::live_view view(from.info(), plain, as_json, out);
  host::replay run(from.info(), &view);
  while (host::tell_next(from, run)) {
  }
  const host::report rest = run.finish(from.info());
  EXPECT_THAT(rest.cores.at(0).counters->windows, IsEmpty()) << "a run may last for ever";
  EXPECT_THAT(rest.cores.at(0).counters->epochs, SizeIs(1));
  return out.str();
}

TEST(columns_in_a_trace, are_told_window_by_window_to_who_follows_it) {
  counted_target target;
  tell_two_windows(target);
  const std::string text = followed(target.bytes(), false);
  EXPECT_THAT(text, HasSubstr("core 0 #0: instructions 230 (task 1 82.6 %), cycles 120 (task 1 66.7 %)\n"));
  EXPECT_THAT(text, HasSubstr("core 0 #1: instructions 20 (idle 100 %), cycles 80 (idle 100 %)\n"));
  EXPECT_LT(text.find("core 0 #0 from 0: load"), text.find("core 0 #0: instructions"));
  EXPECT_THAT(followed(target.bytes(), true),
              HasSubstr(R"({"core":0,"counters":{"columns":["instructions","cycles"],"group":7,"epochs":[],"windows":[)"
                        R"({"epoch":0,"window":0,"status":"ok","total":[230,120],"idle":[10,20],)"));
}

TEST(columns_in_a_trace, are_on_the_board_of_the_latest_window) {
  counted_target target;
  tell_two_windows(target);
  host::trace_source from(host::input("a stream", target.bytes()));
  std::vector<host::board_frame> frames;
  host::window_board board([&](const host::board_frame& frame) { frames.push_back(frame); });
  host::replay run(from.info(), &board);
  board.begin(from.info());
  while (host::tell_next(from, run)) board.publish(false);
  (void)run.finish(from.info());
  board.publish(false);
  ASSERT_FALSE(frames.empty());
  host::top_look look;
  look.width = 100;
  const auto lines = host::lines_of(frames.back(), look);
  EXPECT_THAT(lines, ::testing::Contains("core 0 #1: instructions 20 (idle 100 %), cycles 80 (idle 100 %)"));
  EXPECT_THAT(host::json_of(frames.back()), HasSubstr(R"("counters":{"columns":["instructions","cycles"],"group":7,)"));
}

TEST(columns_in_a_trace, that_somebody_else_stopped_are_named_and_are_no_numbers) {
  counted_target target;
  ASSERT_EQ(target.at(0, 0).start(0, idle, fixed_timing<counted_window>()), status::ok);
  ASSERT_EQ(target.at(50, 50).poll(50), status::ok);
  target.of_columns().spoil(pmu::status::ownership_lost);
  ASSERT_EQ(target.at(50, 50).poll(100), status::ok);
  target.drain();
  target.finish(100);
  const host::report made = report_of(target.bytes());
  ASSERT_TRUE(made.cores[0].counters);
  for (const auto* tables : {&made.cores[0].counters->epochs, &made.cores[0].counters->windows}) {
    ASSERT_THAT(*tables, SizeIs(1));
    EXPECT_EQ(tables->front().status, "ownership_lost");
    EXPECT_THAT(tables->front().total, IsEmpty());
    EXPECT_THAT(tables->front().rows, IsEmpty());
  }
  std::ostringstream text;
  host::render_text(made, {}, text);
  EXPECT_THAT(text.str(), HasSubstr("no counts: ownership_lost"));
}

TEST(columns_in_a_trace, of_an_epoch_that_a_fault_froze_say_so_and_its_closed_window_keeps_its_counts) {
  counted_target target;
  ASSERT_EQ(target.at(0, 0).start(0, idle, fixed_timing<counted_window>()), status::ok);
  ASSERT_EQ(target.at(50, 50).poll(50), status::ok);
  ASSERT_EQ(target.at(100, 80).poll(100), status::ok);
  ASSERT_EQ(target.at(120, 90).isr_exit(120, isr_id{0}), status::isr_underflow);
  target.drain();
  target.finish(120);
  const host::report made = report_of(target.bytes());
  ASSERT_TRUE(made.cores[0].counters);
  ASSERT_THAT(made.cores[0].counters->windows, SizeIs(1));
  EXPECT_EQ(made.cores[0].counters->windows.front().status, "ok");
  EXPECT_THAT(made.cores[0].counters->windows.front().total, Not(IsEmpty()));
  ASSERT_THAT(made.cores[0].counters->epochs, SizeIs(1));
  EXPECT_EQ(made.cores[0].counters->epochs.front().status, "epoch_invalid");
  EXPECT_THAT(made.cores[0].counters->epochs.front().total, IsEmpty());
}

/// One packet after a header, as a target would send it.
class hand_made {
 public:
  hand_made() {
    counted_target target;
    target.drain();
    bytes_ = target.bytes();
    sequence_ = 1;
  }
  template <class Put>
  void add(trace::wire::packet type, Put put) {
    std::uint8_t buffer[512];
    trace::wire::packet_writer to(buffer, sizeof buffer);
    to.begin(type, 0, sequence_++);
    put(to);
    bytes_.append(reinterpret_cast<const char*>(buffer), to.end());
  }
  std::string bytes_;
  std::uint32_t sequence_;
};

void put_all(trace::wire::packet_writer& to, std::initializer_list<std::uint64_t> numbers) {
  for (const std::uint64_t n : numbers) to.number(n);
}

// A counter advanced by 100, and its owners by 60 + 30.
TEST(columns_in_a_trace, whose_owners_do_not_sum_up_to_the_counter_are_refused) {
  counted_target target;
  tell_two_windows(target);
  std::string bytes = target.bytes();
  hand_made more;
  more.sequence_ = 200;  // a gap: what came before is whole
  more.bytes_.clear();
  more.add(trace::wire::packet::counts, [](auto& to) {
    put_all(to, {trace::wire::first_part | trace::wire::whole, 2, 1, 0, 100, 0});
    put_all(to, {0 << 3 | 0, 60, 0, 1 << 3 | 1, 30, 0, 7});
  });
  const host::report made = report_of(bytes + more.bytes_);
  ASSERT_THAT(made.cores[0].counters->epochs, SizeIs(1)) << "the one that was told before";
  EXPECT_EQ(made.cores[0].counters->epochs[0].epoch, 0U);
  std::ostringstream json;
  host::render_json(made, {}, json);
  EXPECT_THAT(json.str(), HasSubstr("90 events of all owners in column 0"));
  EXPECT_THAT(json.str(), HasSubstr("100, which the counter itself advanced"));
}

TEST(columns_in_a_trace, of_ids_that_the_target_does_not_have_are_refused) {
  counted_target target;
  tell_two_windows(target);
  hand_made more;
  more.sequence_ = 200;
  more.bytes_.clear();
  more.add(trace::wire::packet::counts, [](auto& to) {
    put_all(to, {trace::wire::first_part | trace::wire::whole, 2, 1, 0, 1, 0});
    put_all(to, {9 << 3 | 1, 1, 0, 7});
  });
  const host::report made = report_of(target.bytes() + more.bytes_);
  ASSERT_THAT(made.problems, Not(IsEmpty()));
  EXPECT_EQ(made.problems.back().found, "counts with a row of no known form");
}

// ---- Findings ----

TEST(findings, of_a_target_whose_clock_failed_are_the_report_and_there_is_no_load) {
  counted_target target;
  ASSERT_TRUE(target.extras().find(finder::clock, std::uint32_t(clock_status::clock_stuck), 0, 0));
  target.finish(0);
  const host::report made = report_of(target.bytes());
  ASSERT_THAT(made.cores, SizeIs(1));
  EXPECT_THAT(made.cores[0].epochs, IsEmpty());
  ASSERT_THAT(made.cores[0].findings, SizeIs(1));
  EXPECT_EQ(made.cores[0].findings[0].of, "clock");
  EXPECT_EQ(made.cores[0].findings[0].status, "clock_stuck");
  std::ostringstream text;
  host::render_text(made, {}, text);
  EXPECT_THAT(text.str(), HasSubstr("core 0: clock says clock_stuck"));
  EXPECT_THAT(text.str(), Not(HasSubstr("load")));
}

struct named_finding {
  finder of;
  std::uint32_t status;
  const char* words;
};

TEST(findings, have_the_name_that_the_module_on_target_gives_them) {
  const named_finding all[] = {
      {finder::core, std::uint32_t(core_status::bad_core), "core bad_core"},
      {finder::pmu, std::uint32_t(pmu::status::no_counter), "pmu no_counter"},
      {finder::pmu, std::uint32_t(pmu::status::ownership_lost), "pmu ownership_lost"},
      {finder::pmu, std::uint32_t(pmu::status::edge_line), "pmu edge_line"},
      {finder::pmu, std::uint32_t(pmu::status::shared_line), "pmu shared_line"},
      {finder::sync, std::uint32_t(sync::status::too_late), "sync too_late"},
      {finder::coverage, 1, "coverage uncovered"},
      {finder::clock, std::uint32_t(clock_status::clock_stops_in_idle), "clock clock_stops_in_idle"},
  };
  counted_target target;
  for (const named_finding& each : all) ASSERT_TRUE(target.extras().find(each.of, each.status, 5, 6));
  EXPECT_FALSE(target.extras().find(finder::pmu, 1)) << "there is room for eight";
  target.finish(0);
  const host::report made = report_of(target.bytes());
  ASSERT_THAT(made.cores[0].findings, SizeIs(std::size(all)));
  for (std::size_t i = 0; i < std::size(all); ++i) {
    const host::finding_row& row = made.cores[0].findings[i];
    EXPECT_EQ(row.of + " " + row.status, all[i].words);
    EXPECT_FALSE(row.is_good);
    EXPECT_EQ(row.subject, 5U);
    EXPECT_EQ(row.detail, 6U);
  }
}

TEST(findings, of_a_newer_target_are_told_by_their_numbers) {
  counted_target target;
  ASSERT_TRUE(target.extras().find(finder::pmu, 200));
  ASSERT_TRUE(target.extras().find(static_cast<finder>(77), 3));
  target.finish(0);
  const host::report made = report_of(target.bytes());
  EXPECT_EQ(made.cores[0].findings[0].status, "status 200");
  EXPECT_EQ(made.cores[0].findings[1].of, "finder 77");
}

TEST(findings, are_listed_once_although_they_come_again_after_every_header) {
  counted_target target;
  ASSERT_TRUE(target.extras().find(finder::pmu, 1));
  ASSERT_EQ(target.at(0, 0).start(0, idle, fixed_timing<counted_window>()), status::ok);
  for (std::uint32_t now = 50; now < 10'000; now += 50) {
    ASSERT_EQ(target.at(now, now).poll(now), status::ok);
    target.drain();
  }
  target.finish(10'000);
  const host::report made = report_of(target.bytes());
  EXPECT_THAT(made.cores[0].findings, SizeIs(1));
  EXPECT_EQ(made.cores[0].counters->windows.size(), 100U);
  EXPECT_THAT(made.problems, IsEmpty());
}

}  // namespace
}  // namespace rtm::test
