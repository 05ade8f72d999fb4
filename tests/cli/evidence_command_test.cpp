// SPDX-License-Identifier: MIT
// `rtm evidence`: an empty form, a full one, and every way of filling it in badly.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "program.hpp"

namespace rtm::test {
namespace {

void replace_all(std::string& in, const std::string& what, const std::string& with) {
  for (std::size_t at = in.find(what); at != in.npos; at = in.find(what, at + with.size()))
    in.replace(at, what.size(), with);
}

std::string empty_form(const std::string& target = "autosar-tc397") {
  return run_rtm({"evidence", "template", "--target", target}).output;
}

/// The form as an engineer leaves it whose target is in order.
std::string full_form() {
  std::string form = empty_form();
  replace_all(form, "claim = \"\"", "claim = \"yes\"");
  replace_all(form, "method = \"\"", "method = \"measured\"");
  replace_all(form, "artefact = \"\"", "artefact = \"runs/7.rtmt\"");
  replace_all(form, "value = \"\"", "value = 12.5");
  replace_all(form, "date = \"\"", "date = 2026-01-31");
  replace_all(form, "result = \"\"", "result = \"pass\"");
  return form;
}

run_result check(const std::string& form) { return run_rtm({"evidence", "check", "-"}, {form, {}}); }

/// The full form with one thing changed in the row `os`, whose table begins in line 9.
run_result check_changed(const std::string& from, const std::string& to) {
  std::string form = full_form();
  const std::size_t at = form.find(from, form.find("[os]"));
  EXPECT_NE(at, form.npos);
  return check(form.replace(at, from.size(), to));
}

TEST(evidence_command, form_has_24_rows_and_hints_of_its_target) {
  const std::string form = empty_form();
  std::size_t rows = 0;
  for (std::size_t at = form.find("\nclaim = "); at != form.npos; at = form.find("\nclaim = ", at + 1)) ++rows;
  EXPECT_EQ(rows, 24U);
  EXPECT_NE(form.find("target = \"autosar-tc397\"\n"), form.npos);
  EXPECT_NE(form.find("#    TIM0 first, then CAP"), form.npos);
  const std::string generic = empty_form("generic");
  EXPECT_EQ(generic, run_rtm({"evidence", "template"}).output);
  EXPECT_EQ(generic.find("TIM0"), generic.npos);
}

TEST(evidence_command, what_is_said_in_words_is_no_number) {
  for (const char* field : {"claim", "method", "artefact", "result"}) {
    const std::string was = std::string(field) + " = \"";
    const std::string form = full_form();
    const std::size_t at = form.find(was, form.find("[os]"));
    const std::string old = form.substr(at, form.find('\n', at) - at);
    const run_result ran = check_changed(old, std::string(field) + " = 5");
    EXPECT_EQ(ran.exit_code, 1) << field;
    EXPECT_NE(ran.output.find("found a whole number as " + std::string(field) + "; expected a text"), std::string::npos)
        << ran.output;
  }
  EXPECT_EQ(check_changed("value = 12.5", "value = 12").exit_code, 0);
  EXPECT_EQ(check_changed("value = 12.5", "value = true").exit_code, 1);
  EXPECT_EQ(check_changed("value = 12.5", "value = 2026-01-31").exit_code, 1);
}

// `[os]` is line 9, its value line 13. No measurement comes out as these, in whatever way they are written.
TEST(evidence_command, what_is_no_number_is_no_value) {
  for (const char* bad : {"nan", "+nan", "-nan", "inf", "+inf", "-inf", "\"NaN\"", "\" -Inf \"", "\"infinity\""}) {
    const run_result ran = check_changed("value = 12.5", "value = " + std::string(bad));
    EXPECT_EQ(ran.exit_code, 1) << bad;
    EXPECT_NE(ran.output.find(":13: row 1, os: found value "), std::string::npos) << ran.output;
    EXPECT_NE(ran.output.find("; expected a finite number, or what came out in words"), std::string::npos)
        << ran.output;
  }
  EXPECT_EQ(check_changed("value = 12.5", "value = \"infinite loop never entered\"").exit_code, 0);
}

TEST(evidence_command, day_before_there_were_such_targets_is_none) {
  for (const char* date : {"0000-01-01", "1969-12-31"})
    EXPECT_NE(check_changed("date = 2026-01-31", "date = \"" + std::string(date) + "\"").output.find(date),
              std::string::npos);
}

TEST(evidence_command, empty_form_is_all_findings) {
  const run_result ran = check(empty_form());
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("<stdin>:10: row 1, os: found an empty claim; expected one\n"), std::string::npos)
      << ran.output;
  EXPECT_NE(ran.output.find("\n0 of 24 rows are complete and passed, 144 findings\n"), std::string::npos);
}

TEST(evidence_command, full_form_is_good) {
  const run_result ran = check(full_form());
  EXPECT_EQ(ran.output, "24 of 24 rows are complete and passed, 0 findings\n");
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.exit_code, 0);
}

struct mistake {
  const char* name;
  std::string from, to;
  std::string finding;  ///< Behind "<stdin>:".
};
class bad_evidence : public testing::TestWithParam<mistake> {};

TEST_P(bad_evidence, is_one_finding_with_its_line) {
  const run_result ran = check_changed(GetParam().from, GetParam().to);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.output.substr(0, ran.output.find('\n')), "<stdin>:" + GetParam().finding);
}

INSTANTIATE_TEST_SUITE_P(
    evidence, bad_evidence,
    testing::Values(
        mistake{"failed_row", "\"pass\"", "\"fail\"", "15: row 1, os: found result fail; expected pass"},
        mistake{"other_result", "\"pass\"", "\"ok\"", "15: row 1, os: found result \"ok\"; expected pass or fail"},
        mistake{"missing_field", "method = \"measured\"\n", "", "9: row 1, os: found no method; expected one"},
        mistake{"blank_field", "\"measured\"", "\"  \"", "11: row 1, os: found an empty method; expected one"},
        mistake{"field_of_another_kind", "\"measured\"", "[1]",
                "11: row 1, os: found an array as method; expected a text"},
        mistake{"unknown_field", "method =", "methods = \"x\"\nmethod =",
                "11: row 1, os: found \"methods\"; expected claim, method, artefact, value, date or result"},
        mistake{"no_date", "2026-01-31", "\"31.1.2026\"",
                "14: row 1, os: found date \"31.1.2026\"; expected a day as 2026-01-31"},
        mistake{"no_day_of_the_calendar", "2026-01-31", "\"2026-02-29\"",
                "14: row 1, os: found date \"2026-02-29\"; expected a day as 2026-01-31"},
        mistake{"missing_row", "[os]", "[so]", "1: row 1, os: found no such row; expected [os]"}),
    [](const auto& of) { return std::string(of.param.name); });

TEST(evidence_command, unknown_row_is_a_finding) {
  const run_result ran = check(full_form() + "[colour]\nclaim = \"red\"\n");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find(": found \"colour\"; expected a row of the form\n"), std::string::npos) << ran.output;
}

TEST(evidence_command, nothing_was_measured_in_the_future) {
  const run_result ran = check_changed("2026-01-31", "9999-01-01");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.output.find("<stdin>:14: row 1, os: found date 9999-01-01; expected no day after "), 0U) << ran.output;
}

TEST(evidence_command, what_is_no_form_is_unreadable) {
  for (const std::string text : {"", "schema = \"rtm.evidence/2\"\ntarget = \"generic\"\n", "schema = 1\n", "[os\n",
                                 "schema = \"rtm.evidence/1\"\ntarget = \"pdp11\"\n"}) {
    const run_result ran = check(text);
    EXPECT_EQ(ran.exit_code, 2) << text;
    EXPECT_EQ(ran.output, "");
  }
  EXPECT_EQ(run_rtm({"evidence", "check", "nowhere.toml"}).exit_code, 2);
  EXPECT_EQ(run_rtm({"evidence"}).exit_code, 2);
}

}  // namespace
}  // namespace rtm::test
