// SPDX-License-Identifier: MIT
// What is compared with what, and what counts as worse. Values are worked out beside each.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "diff/comparison.hpp"
#include "diff/diff_views.hpp"

namespace rtm::host {
namespace {

task_row task(std::uint64_t id, const char* name, std::uint64_t ticks) {
  task_row row;
  row.id = id;
  if (name != nullptr) row.name = name;
  row.exclusive = ticks;
  return row;
}

/// 1000 ticks of one core: these tasks, the rest idle.
report of(const std::vector<task_row>& tasks) {
  epoch_row epoch;
  epoch.total = 1000;
  epoch.base.idle = 1000;
  epoch.tasks = tasks;
  for (const task_row& row : tasks) epoch.base.idle -= row.exclusive;
  report made;
  made.clock_hz = 1000;
  made.cores.push_back({0, {epoch}});
  return made;
}

/// With windows of 100 ticks in which task 1 has so many.
report with_windows(const std::vector<std::uint64_t>& ticks) {
  report made = of({task(1, "A", 0)});
  epoch_row& epoch = made.cores[0].epochs[0];
  epoch.total = ticks.size() * 100;
  epoch.base.idle = epoch.total;
  for (const std::uint64_t n : ticks) {
    window_row window;
    window.index = epoch.windows.size();
    window.length = 100;
    window.complete = true;
    window.base.idle = 100 - n;
    if (n != 0) window.tasks.push_back(task(1, nullptr, n));
    epoch.windows.push_back(window);
    epoch.tasks[0].exclusive += n;
    epoch.base.idle -= n;
  }
  return made;
}

const diff_row* find(const diff& in, const std::string& name) {
  for (const diff_row& row : in.cores.at(0).rows)
    if (row.name == name) return &row;
  return nullptr;
}

TEST(comparison, rows_with_a_name_are_matched_by_it_whatever_their_id) {
  const diff made = compare(of({task(1, "A", 100), task(2, "B", 50)}), of({task(1, "B", 60), task(9, "A", 130)}), {});
  EXPECT_DOUBLE_EQ(find(made, "A")->change, 0.130 - 0.100);
  EXPECT_DOUBLE_EQ(find(made, "B")->change, 0.060 - 0.050);
}

TEST(comparison, rows_without_a_name_on_a_side_are_matched_by_id) {
  const diff made =
      compare(of({task(1, nullptr, 100), task(2, "B", 50)}), of({task(1, "A", 130), task(2, nullptr, 50)}), {});
  EXPECT_TRUE(find(made, "A")->a && find(made, "A")->b);
  EXPECT_TRUE(find(made, "B")->a && find(made, "B")->b);
}

TEST(comparison, other_names_are_other_owners_though_the_id_is_the_same) {
  const diff made = compare(of({task(1, "A", 100)}), of({task(1, "Z", 100)}), {});
  EXPECT_FALSE(find(made, "A")->b);
  EXPECT_FALSE(find(made, "Z")->a);
  EXPECT_DOUBLE_EQ(find(made, "A")->change, -0.1);
  EXPECT_DOUBLE_EQ(find(made, "Z")->change, 0.1);
}

TEST(comparison, rows_of_one_name_are_one_owner) {
  const diff made = compare(of({task(1, "sh", 100), task(2, "sh", 50)}), of({task(7, "sh", 150)}), {});
  EXPECT_EQ(find(made, "sh")->change, 0);
  EXPECT_EQ(find(made, "sh")->a->ids, (std::vector<std::uint64_t>{1, 2}));
}

TEST(comparison, largest_change_comes_first_and_load_is_of_known_time) {
  report b = of({task(1, "A", 120), task(2, "B", 100)});
  b.cores[0].epochs[0].base.unknown = 200;
  b.cores[0].epochs[0].base.idle -= 200;
  const diff made = compare(of({task(1, "A", 100), task(2, "B", 200)}), b, {});
  const diff_core& core = made.cores.at(0);
  EXPECT_EQ(core.rows.at(0).kind, diff_kind::unknown);  // + 20 points
  EXPECT_EQ(core.rows.at(1).kind, diff_kind::idle);     // - 12
  EXPECT_EQ(core.rows.at(2).name, "B");                 // - 10
  EXPECT_EQ(core.rows.at(3).name, "A");                 // + 2
  EXPECT_DOUBLE_EQ(*core.load.a, 0.3);
  EXPECT_DOUBLE_EQ(*core.load.b, 220.0 / 800);
}

TEST(comparison, calls_of_all_epochs_add_up) {
  report a = of({});
  call_row isr;
  isr.id = 3;
  isr.exclusive = 30;
  isr.inclusive = 40;
  isr.calls = 3;
  isr.exclusive_call = extremes{5, 15};
  isr.inclusive_call = extremes{6, 20};
  a.cores[0].epochs[0].isrs = {isr};
  a.cores[0].epochs[0].base.idle -= 30;
  a.cores[0].epochs.push_back(a.cores[0].epochs[0]);
  a.cores[0].epochs[1].isrs[0].exclusive_call = extremes{2, 8};
  const diff made = compare(a, a, {});
  const diff_row& row = made.cores.at(0).rows.at(1);  // behind idle: nothing changed, kinds are in order
  ASSERT_EQ(row.kind, diff_kind::isr);
  EXPECT_EQ(row.a->calls, 6U);
  EXPECT_EQ(row.a->call_ticks, 60U);
  EXPECT_EQ(row.a->call, (extremes{2, 15}));
  EXPECT_DOUBLE_EQ(row.a->share, 60.0 / 2000);
  EXPECT_EQ(made.regressions, 0U);
}

TEST(comparison, more_than_the_threshold_is_a_regression_and_the_threshold_itself_is_none) {
  const report a = of({task(1, "A", 100)});
  EXPECT_EQ(compare(a, of({task(1, "A", 120)}), {0.02}).regressions, 0U);
  const diff made = compare(a, of({task(1, "A", 121)}), {0.02});
  EXPECT_TRUE(find(made, "A")->is_regression);
  EXPECT_TRUE(made.cores[0].load.is_regression);
  EXPECT_EQ(made.regressions, 2U);
  EXPECT_EQ(compare(of({task(1, "A", 121)}), a, {0.02}).regressions, 0U) << "less is no regression";
}

TEST(comparison, without_windows_there_is_no_significance_and_it_says_why) {
  const diff made = compare(of({task(1, "A", 100)}), with_windows({10, 10, 10}), {});
  EXPECT_EQ(made.cores.at(0).no_test, "found 0 and 3 complete windows, expected 2 of each");
  EXPECT_FALSE(find(made, "A")->p);
}

TEST(comparison, change_that_may_be_chance_is_no_regression) {
  // Means 20 and 24 of 100. Steady windows tell them apart; windows that vary by tens do not.
  const diff steady = compare(with_windows({19, 20, 21, 20}), with_windows({23, 24, 25, 24}), {});
  EXPECT_LT(*find(steady, "A")->p, 0.01);
  EXPECT_TRUE(find(steady, "A")->is_regression);
  EXPECT_TRUE(steady.cores[0].load.is_regression);
  const diff varying = compare(with_windows({0, 40, 5, 35}), with_windows({4, 44, 9, 39}), {});
  EXPECT_GT(*find(varying, "A")->p, 0.5);
  EXPECT_EQ(varying.regressions, 0U);
}

TEST(comparison, windows_that_leave_an_owner_out_are_windows_in_which_it_had_nothing) {
  const diff made = compare(with_windows({0, 0, 10, 0}), with_windows({0, 0, 0, 0}), {});
  const diff_row& row = *find(made, "A");
  EXPECT_EQ(row.a->window_shares.count(), 4U);
  EXPECT_DOUBLE_EQ(row.a->window_shares.mean(), 0.025);
  EXPECT_GT(*row.p, 0.3);  // t = 1 with 3 degrees of freedom
}

TEST(comparison, windows_that_are_partial_or_not_covered_are_no_evidence) {
  report a = with_windows({10, 10, 10, 90});
  a.cores[0].epochs[0].windows[3].complete = false;
  report b = with_windows({10, 90, 10});
  b.cores[0].epochs[0].windows[1].covered = false;
  const diff made = compare(a, b, {});
  EXPECT_EQ(made.cores[0].windows_a, 3U);
  EXPECT_EQ(made.cores[0].windows_b, 2U);
  EXPECT_EQ(find(made, "A")->p, 1.0);
}

TEST(comparison, cores_of_one_side_are_named) {
  report a = of({});
  report b = of({});
  a.cores.push_back({2, a.cores[0].epochs});
  b.cores.push_back({3, b.cores[0].epochs});
  const diff made = compare(a, b, {});
  EXPECT_EQ(made.cores.size(), 1U);
  EXPECT_EQ(made.only_a, std::vector<std::uint64_t>{2});
  EXPECT_EQ(made.only_b, std::vector<std::uint64_t>{3});
}

TEST(comparison, nothing_known_has_no_load) {
  report b = of({});
  b.cores[0].epochs[0].base = {0, 0, 1000};
  const diff made = compare(of({}), b, {});
  EXPECT_FALSE(made.cores[0].load.b);
  EXPECT_FALSE(made.cores[0].load.is_regression);
  EXPECT_EQ(made.regressions, 0U) << "what is unknown may have been idle";
}

/// Windows of 100 ticks at 1 kHz, each with so many events of task 1 and 1000 of idle.
report with_counts(const std::vector<std::uint64_t>& events, const char* column = "misses") {
  using trace::wire::row_class;
  report made = with_windows(std::vector<std::uint64_t>(events.size(), 50));
  core_counters counters;
  counters.columns = {column};
  for (std::size_t i = 0; i < events.size(); ++i)
    counters.windows.push_back(
        {0, i, "ok", {events[i] + 1000}, {{row_class::base, 0, {1000}, {}}, {row_class::task, 1, {events[i]}, {}}}});
  made.cores[0].counters = counters;
  return made;
}

TEST(comparison_of_counters, is_of_events_a_second_and_a_share_of_those_of_all_owners_before) {
  // 1000 + 200 events in 0.1 s; then 1000 + 500.
  const diff made = compare(with_counts({200, 200, 200}), with_counts({500, 500, 500}), {});
  const diff_counters& counters = made.cores.at(0).counters;
  EXPECT_EQ(counters.windows_a, 3U);
  ASSERT_EQ(counters.columns.size(), 1U);
  EXPECT_EQ(counters.columns[0].column, "misses");
  EXPECT_DOUBLE_EQ(counters.columns[0].rate_a, 12'000);
  EXPECT_DOUBLE_EQ(counters.columns[0].rate_b, 15'000);
  ASSERT_EQ(counters.columns[0].rows.size(), 2U);
  const diff_count_row& row = counters.columns[0].rows[0];
  EXPECT_EQ(row.name, "A");
  EXPECT_EQ(row.a->events, 600U);
  EXPECT_DOUBLE_EQ(row.a->rate, 2'000);
  EXPECT_DOUBLE_EQ(row.b->rate, 5'000);
  EXPECT_DOUBLE_EQ(row.change, 3'000.0 / 12'000);
  EXPECT_TRUE(row.is_regression);
  EXPECT_EQ(counters.columns[0].rows[1].change, 0);
  EXPECT_EQ(made.regressions, 1U) << "the time is what it was";
}

TEST(comparison_of_counters, has_the_rules_of_time) {
  // 100 of 1200 more, 8.3 %: more than the threshold or not.
  EXPECT_EQ(compare(with_counts({200, 200}), with_counts({300, 300}), {0.08}).regressions, 1U);
  EXPECT_EQ(compare(with_counts({200, 200}), with_counts({300, 300}), {0.09}).regressions, 0U);
  // As much more, but of windows that differ by so much among themselves that it may be chance.
  EXPECT_EQ(compare(with_counts({0, 400}), with_counts({0, 600}), {0.08}).regressions, 0U);
  // One window each: the threshold alone.
  const diff alone = compare(with_counts({200}), with_counts({300}), {0.08});
  EXPECT_EQ(alone.regressions, 1U);
  EXPECT_FALSE(alone.cores.at(0).counters.columns.at(0).rows.at(0).p);
  EXPECT_EQ(compare(with_counts({300, 300}), with_counts({200, 200}), {}).regressions, 0U) << "less is no regression";
}

TEST(comparison_of_counters, of_windows_that_were_not_counted_leaves_them_out) {
  report b = with_counts({200, 200, 200});
  b.cores[0].counters->windows[1] = {0, 1, "ownership_lost", {}, {}};
  const diff made = compare(with_counts({200, 200, 200}), b, {});
  EXPECT_EQ(made.cores.at(0).counters.windows_b, 2U);
  EXPECT_DOUBLE_EQ(made.cores.at(0).counters.columns.at(0).rate_b, 12'000);
}

TEST(comparison_of_counters, that_cannot_be_compared_says_why) {
  const auto why = [](const report& a, const report& b) { return compare(a, b, {}).cores.at(0).counters.not_compared; };
  EXPECT_EQ(why(with_windows({50}), with_windows({50})), "") << "there are none";
  EXPECT_EQ(why(with_windows({50}), with_counts({200})), "found counters in B only, expected them in both");
  EXPECT_EQ(why(with_counts({}), with_counts({200})), "found 0 and 1 complete windows with counts, expected 1 of each");
  EXPECT_EQ(why(with_counts({200}), with_counts({200}, "cycles")), "found no column that both have, expected one");
}

TEST(comparison_of_counters, is_shown_as_a_table_and_as_json) {
  const diff made = compare(with_counts({200, 200, 200}), with_counts({500, 500, 500}), {});
  std::ostringstream text, json;
  render_diff_text(made, {}, text);
  EXPECT_NE(text.str().find("misses     A /s     B /s  change       p\n"
                            "task A  2.000 k  5.000 k  +25.00  <0.001  regression\n"
                            "idle    10.00 k  10.00 k       0   1.000\n"
                            "total   12.00 k  15.00 k  +25.00  <0.001\n"
                            "events of 3 and 3 windows with counts; change in % of all events in A\n"),
            std::string::npos)
      << text.str();
  EXPECT_NE(text.str().find("\n1 regression of more than 1 % of a core's time or events\n"), std::string::npos);
  render_diff_json(made, {}, json);
  const auto parsed = nlohmann::json::parse(json.str());
  const auto& counters = parsed["cores"][0]["counters"];
  EXPECT_EQ(counters["windows_b"], 3);
  EXPECT_EQ(counters["columns"][0]["column"], "misses");
  EXPECT_EQ(counters["columns"][0]["rows"][0]["b"]["events"], 1500);
  EXPECT_EQ(counters["columns"][0]["rows"][0]["regression"], true);
}

}  // namespace
}  // namespace rtm::host
