// SPDX-License-Identifier: MIT
// A report as JSON and back; and what is refused, with its place.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "replay/replay.hpp"
#include "report/report_reader.hpp"
#include "sources/registry.hpp"
#include "views/json.hpp"

namespace rtm::host {
namespace {

std::string json_of_report(const report& of) {
  std::ostringstream out;
  render_json(of, {}, out);
  return out.str();
}

std::string refusal(const std::string& text) {
  try {
    (void)read_report(text, "r.json");
  } catch (const source_error& error) {
    return error.what();
  }
  return {};
}

const char* const script =
    "rtm-timeline 1\nclock bits=32 hz=1000\nwindow 100\ntask 1 Control\nisr 3 CAN_RX\nstart 0 task 1\n20 idle\n"
    "50 isr_enter 3\n60 isr_exit 3\n100 poll\n110 point_begin 5\n120 point_end 5\n130 poll\n";

nlohmann::json sound() {
  return nlohmann::json::parse(json_of_report(make_report(*open_source(input("script", script)))));
}

TEST(report_reader, every_case_comes_back_as_it_was) {
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RTM_TESTS_DIR "/timeline/cases")) {
    if (entry.path().extension() != ".timeline") continue;
    const std::string text = json_of_report(make_report(*open_source(entry.path().string())));
    EXPECT_EQ(json_of_report(read_report(text, "case")), text) << entry.path();
    ++read;
  }
  EXPECT_GT(read, 20U);
}

TEST(report_reader, losses_and_problems_come_back_as_they_were) {
  const std::string text =
      json_of_report(make_report(*open_source(std::string(RTM_TESTS_DIR "/trace/streams/v1/lossy.rtmt"))));
  const report back = read_report(text, "lossy");
  EXPECT_EQ(json_of_report(back), text);
  EXPECT_TRUE(back.is_incomplete());
}

/// With 7 events of idle and 5 of task 1 in window 0, and a window that was not counted.
nlohmann::json with_counters() {
  using trace::wire::row_class;
  report made = make_report(*open_source(input("script", script)));
  core_counters counters;
  counters.columns = {"misses"};
  counters.group = 3;
  const std::vector<counter_row> rows = {{row_class::base, 0, {7}, {}}, {row_class::task, 1, {5}, {}}};
  counters.epochs = {{0, std::nullopt, "ok", {12}, rows}};
  counters.epochs[0].rows.push_back({row_class::isr, 3, {0}, {2}});
  counters.windows = {{0, 0, "ok", {12}, rows}, {0, 1, "ownership_lost", {}, {}}};
  made.cores[0].counters = counters;
  return nlohmann::json::parse(json_of_report(made));
}

TEST(report_reader, counters_come_back_as_they_were) {
  const std::string text = with_counters().dump();
  EXPECT_EQ(nlohmann::json::parse(json_of_report(read_report(text, "counted"))), with_counters());
}

TEST(report_reader, counts_without_an_owner_or_a_column_are_refused) {
  const auto said_of = [](const char* pointer, const nlohmann::json& value) {
    nlohmann::json wrong = with_counters();
    wrong[nlohmann::json::json_pointer(pointer)] = value;
    return refusal(wrong.dump());
  };
  const std::string window = "/cores/0/counters/windows/0/";
  EXPECT_EQ(said_of((window + "total").c_str(), {13}),
            "r.json: " + window + "total: found an array; expected the sum of the events of all owners");
  EXPECT_EQ(said_of((window + "idle").c_str(), {7, 7}),
            "r.json: " + window + "idle: found 2 numbers; expected one of each column");
  EXPECT_EQ(said_of("/cores/0/counters/columns", nullptr),
            "r.json: /cores/0/counters/columns: found null; expected an array");
}

TEST(report_reader, members_that_are_not_known_are_skipped) {
  nlohmann::json with_more = sound();
  with_more["made_by"] = {1, 2};
  with_more["cores"][0]["completeness"] = nullptr;
  EXPECT_EQ(refusal(with_more.dump()), "");
}

TEST(report_reader, what_is_no_json_is_refused_with_its_byte) {
  const std::string expected = "; expected a report of schema rtm.report/1";
  EXPECT_EQ(refusal(""), "r.json: byte 0: found what is no JSON" + expected);
  EXPECT_EQ(refusal("{\"schema\": }"), "r.json: byte 11: found what is no JSON" + expected);
  EXPECT_EQ(refusal(sound().dump() + "x"),
            "r.json: byte " + std::to_string(sound().dump().size()) + ": found what is no JSON" + expected);
  EXPECT_EQ(refusal(std::string(100'000, '[')), "r.json: byte 100000: found what is no JSON" + expected);
}

TEST(report_reader, a_number_beyond_a_double_is_refused) {
  EXPECT_EQ(refusal("{\"schema\":\"rtm.report/1\",\"clock_hz\":0.4E27586}"),
            "r.json: found a number that is too large (\"0.4E27586\"); expected a report of schema rtm.report/1");
}

TEST(report_reader, another_schema_or_shape_is_refused_with_its_pointer) {
  EXPECT_EQ(refusal("[]"), "r.json: /: found an array; expected an object");
  EXPECT_EQ(refusal("{}"), "r.json: /: found no \"schema\"; expected one");
  EXPECT_EQ(refusal("{\"schema\":\"rtm.report/2\"}"),
            "r.json: /schema: found \"rtm.report/2\"; expected \"rtm.report/1\"");
  EXPECT_EQ(refusal("{\"schema\":\"rtm.report/1\",\"clock_hz\":0,\"cores\":[]}"),
            "r.json: /clock_hz: found 0; expected ticks of a second, at least 1");
}

TEST(report_reader, every_wrong_member_is_refused_with_its_pointer) {
  const std::string number = "; expected a number of ticks or a count, 0..18446744073709551615";
  const std::string sum = "; expected the sum of the ticks of all owners";
  const std::vector<std::tuple<std::string, nlohmann::json, std::string>> changes = {
      {"/clock_hz", -5, "found -5" + number},
      {"/clock_hz", 1.5, "found 1.5" + number},
      {"/clock_hz", "fast", "found \"fast\"" + number},
      {"/cores", 7, "found 7; expected an array"},
      {"/cores/0", nullptr, "found null; expected an object"},
      {"/cores/0/epochs/0/total", 131, "found 131" + sum},
      {"/cores/0/epochs/0/idle", 1, ""},
      {"/cores/0/epochs/0/valid", false, "found false; expected true without a fault, false with one"},
      {"/cores/0/epochs/0/tasks/0/exclusive", nullptr, "found null" + number},
      {"/cores/0/epochs/0/tasks/0/name", 5, "found 5; expected a string"},
      {"/cores/0/epochs/0/isrs/0/exclusive_max", 9, "found 9; expected at least the shortest one"},
      {"/cores/0/epochs/0/windows/0/length", 99, "found 99" + sum},
      {"/cores/0/epochs/0/windows/0/complete", "yes", "found \"yes\"; expected true or false"},
      {"/cores/0/epochs/0/fault", {{"kind", "oops"}}, ""},
  };
  for (const auto& [pointer, value, complaint] : changes) {
    nlohmann::json wrong = sound();
    wrong[nlohmann::json::json_pointer(pointer)] = value;
    const std::string said = refusal(wrong.dump());
    if (complaint.empty())
      EXPECT_NE(said, "") << pointer;
    else
      EXPECT_EQ(said, "r.json: " + pointer + ": " + complaint);
  }
}

TEST(report_reader, ids_and_cores_are_ascending) {
  nlohmann::json twice = sound();
  twice["cores"].push_back(twice["cores"][0]);
  EXPECT_EQ(refusal(twice.dump()), "r.json: /cores/1/core: found 0; expected cores in ascending order, each once");
  nlohmann::json same = sound();
  auto& tasks = same["cores"][0]["epochs"][0]["tasks"];
  tasks.push_back(tasks[0]);
  EXPECT_EQ(refusal(same.dump()),
            "r.json: /cores/0/epochs/0/tasks/1/id: found 1; expected ids in ascending order, each once");
}

TEST(report_reader, every_missing_member_is_named) {
  for (const std::string member : {"epoch", "start", "valid", "fault", "ignored", "total", "idle", "kernel", "unknown",
                                   "tasks", "isrs", "swis", "points", "windows"}) {
    nlohmann::json lacking = sound();
    lacking["cores"][0]["epochs"][0].erase(member);
    EXPECT_EQ(refusal(lacking.dump()), "r.json: /cores/0/epochs/0: found no \"" + member + "\"; expected one");
  }
}

}  // namespace
}  // namespace rtm::host
