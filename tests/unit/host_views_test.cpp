// SPDX-License-Identifier: MIT
// Views of reports made by hand, where a script would be the longer way. Whole texts are in tests/golden.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "report/words.hpp"
#include "views/fault_text.hpp"
#include "views/table.hpp"
#include "views/view.hpp"
#include "views/window_lines.hpp"

namespace rtm::host {
namespace {

std::string printed(const table& of, std::size_t width) {
  std::ostringstream out;
  of.print(out, width, {});
  return out.str();
}

TEST(table, columns_are_as_wide_as_they_need) {
  table t({0, 0, 0});
  t.add({"owner", "ticks", "share"}, table::row_kind::heading);
  t.add({"idle", "7", "70.0 %"});
  EXPECT_EQ(printed(t, 80), "owner  ticks   share\nidle       7  70.0 %\n");
}

TEST(table, long_names_give_way_before_columns_do) {
  table t({0, 0, 1});
  t.add({"a name of 28 columns, indeed", "12345678", "87654321"});
  EXPECT_EQ(printed(t, 48), "a name of 28 columns, indeed  12345678  87654321\n");
  EXPECT_EQ(printed(t, 41), "a name of 28 columns\u2026  12345678  87654321\n");
}

TEST(table, column_to_give_up_goes_when_the_name_is_short_already) {
  table t({0, 2, 1, 0});
  t.add({"sixteen columns.", "first", "second", "kept"});
  EXPECT_EQ(printed(t, 37), "sixteen columns.  first  second  kept\n");
  EXPECT_EQ(printed(t, 36), "sixteen columns.  second  kept\n");
  EXPECT_EQ(printed(t, 25), "sixteen columns.  kept\n");
  EXPECT_EQ(printed(t, 14), "sixteen\u2026  kept\n");
}

TEST(table, colour_wraps_headings_only) {
  table t({0, 0});
  t.add({"owner", "ticks"}, table::row_kind::heading);
  t.add({"idle", "7"});
  std::ostringstream out;
  t.print(out, 80, {true});
  EXPECT_EQ(out.str(), "\x1b[1mowner  ticks\x1b[0m\nidle       7\n");
}

TEST(bar, parts_always_fill_it) {
  EXPECT_EQ(bar_of({{20, 10, 0, 0, 0, 70}}, 10), "tti.......");
  EXPECT_EQ(bar_of({{1, 1, 1, 0, 0, 0}}, 10), "ttttiiisss") << "the first of equal remainders gets the odd one";
  EXPECT_EQ(bar_of({{1, 0, 0, 0, 0, 999'999}}, 10), "..........");
  EXPECT_EQ(bar_of({{0, 0, 0, 0, 0, 0}}, 4), "    ");
  EXPECT_EQ(bar_of({{1ULL << 63, 0, 0, 1ULL << 62, 1ULL << 61, 0}}, 7), "ttttkk?");
}

epoch_row faulty(fault_row fault) {
  epoch_row epoch;
  epoch.fault = fault;
  call_row isr;
  isr.id = 3;
  isr.name = "CAN_RX";
  isr.open = 1;
  epoch.isrs = {isr};
  call_row swi;
  swi.id = 4;
  swi.open = 1;
  epoch.swis = {swi};
  return epoch;
}

std::string sentence(status kind, fact_kind fact, std::optional<std::uint64_t> id,
                     std::optional<std::uint64_t> expected) {
  fault_row fault;
  fault.kind = kind;
  fault.fact = fact;
  fault.id = id;
  fault.expected = expected;
  fault.time_ticks = 60;
  fault.reading_ticks = 99;
  fault.depth = 2;
  return sentence_of(fault, faulty(fault));
}

TEST(fault_text, every_kind_is_one_sentence) {
  EXPECT_EQ(sentence(status::isr_mismatch, fact_kind::isr_exit, 5, 3),
            "tick 60: isr_exit of isr 5: the topmost frame is isr 3 (CAN_RX) [isr_mismatch]");
  EXPECT_EQ(sentence(status::isr_mismatch, fact_kind::isr_exit, 5, 4),
            "tick 60: isr_exit of isr 5: the topmost frame is swi 4 [isr_mismatch]");
  EXPECT_EQ(sentence(status::switch_in_isr, fact_kind::task_switch, {}, 3),
            "tick 60: task_switch to idle, kernel or unknown: isr 3 (CAN_RX) is still active [switch_in_isr]");
  EXPECT_EQ(sentence(status::gap_exceeded, fact_kind::poll, {}, {}),
            "tick 60: a poll with reading 99: more than max_gap ticks after the last fact [gap_exceeded]");
  EXPECT_EQ(sentence(status::time_backwards, fact_kind::isr_enter, 3, {}),
            "tick 60: isr_enter of isr 3 (CAN_RX) with reading 99: behind the last fact: the clock went backwards "
            "[time_backwards]");
  EXPECT_EQ(sentence(status::bad_id, fact_kind::task_terminate, 8, {}),
            "tick 60: task_terminate of task 8: an id outside the capacity [bad_id]");
  EXPECT_EQ(sentence(status::swi_over_isr, fact_kind::swi_enter, 4, 3),
            "tick 60: swi_enter of swi 4: a Swi inside hardware interrupt isr 3 (CAN_RX) [swi_over_isr]");
  EXPECT_EQ(sentence(status::stack_full, fact_kind::isr_enter, 6, {}),
            "tick 60: isr_enter of isr 6: all 2 frames of the stack are active [stack_full]");
  EXPECT_EQ(sentence(status::isr_underflow, fact_kind::isr_exit, 3, {}),
            "tick 60: isr_exit of isr 3 (CAN_RX): no frame is active [isr_underflow]");
  EXPECT_EQ(sentence(status::point_mismatch, fact_kind::point_end, 1, 2),
            "tick 60: point_end of point 1: the innermost open point is point 2 [point_mismatch]");
  EXPECT_EQ(sentence(status::point_left_open, fact_kind::isr_exit, 3, 7),
            "tick 60: isr_exit of isr 3 (CAN_RX): point 7 has not ended [point_left_open]");
  EXPECT_EQ(sentence(status::point_underflow, fact_kind::point_end, 1, {}),
            "tick 60: point_end of point 1: the running context has no open point [point_underflow]");
}

TEST(words_of_the_contract, every_fault_and_fact_has_its_own) {
  for (int k = static_cast<int>(status::gap_exceeded); k <= static_cast<int>(status::point_left_open); ++k)
    EXPECT_NE(word_of(static_cast<status>(k)), "none") << k;
  EXPECT_EQ(word_of(status::moved), "none");
  EXPECT_EQ(word_of(status::ok), "none");
  for (int k = 0; k <= static_cast<int>(fact_kind::reset); ++k)
    EXPECT_NE(word_of(static_cast<fact_kind>(k)), "none") << k;
}

TEST(json_view, name_that_is_not_utf8_does_not_cost_the_report) {
  report of;
  epoch_row epoch;
  task_row task;
  task.name = "A\xff";
  epoch.tasks = {task};
  of.cores = {{0, {epoch}}};
  std::ostringstream out;
  find_view("json")->render(of, {}, out);
  EXPECT_EQ(nlohmann::json::parse(out.str())["cores"][0]["epochs"][0]["tasks"][0]["name"], "A\uFFFD");
}

TEST(json_view, report_without_cores_is_still_a_report) {
  std::ostringstream out;
  find_view("json")->render({}, {}, out);
  EXPECT_EQ(nlohmann::json::parse(out.str()),
            nlohmann::json::parse(R"({"schema":"rtm.report/1","clock_hz":0,"cores":[]})"));
}

TEST(views, are_found_by_name) {
  EXPECT_NE(find_view("text"), nullptr);
  EXPECT_EQ(find_view("html2"), nullptr);
  EXPECT_EQ(find_view(""), nullptr);
}

}  // namespace
}  // namespace rtm::host
