// SPDX-License-Identifier: MIT
#include "evidence/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>
#include <utility>

#include "text/text.hpp"
#include "text/toml_file.hpp"

namespace rtm::host {
namespace {

constexpr std::string_view schema = "rtm.evidence/1";

class checker {
 public:
  checker(evidence_result& to, std::string today) : to_(to), today_(std::move(today)) {}

  void check(const toml_node& file) {
    check_head(file);
    for (const auto& [key, value] : file.members) {
      if (key == "schema" || key == "target") continue;
      if (number_of(key) == 0) note(value.line, fmt::format("found {}; expected a row of the form", quoted(key)));
    }
    for (const evidence_row& row : evidence_rows()) check_row(file, row);
    std::stable_sort(to_.findings.begin(), to_.findings.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
  }

 private:
  /// Without them it is another file.
  void check_head(const toml_node& file) const {
    const toml_node* const kind = file.find("schema");
    if (kind == nullptr || kind->text != schema)
      refuse_at(to_.name, kind == nullptr ? 1 : kind->line, kind == nullptr ? "no schema" : quoted(kind->text),
                fmt::format("schema = \"{}\"", schema));
    const toml_node* const target = file.find("target");
    if (target == nullptr || !evidence_target_of(target->text))
      refuse_at(to_.name, target == nullptr ? 1 : target->line, target == nullptr ? "no target" : quoted(target->text),
                "target = \"generic\" or \"autosar-tc397\"");
  }

  static std::size_t number_of(std::string_view key) {
    const auto rows = evidence_rows();
    const auto found = std::find_if(rows.begin(), rows.end(), [key](const evidence_row& r) { return r.key == key; });
    return found == rows.end() ? 0 : static_cast<std::size_t>(found - rows.begin()) + 1;
  }

  void check_row(const toml_node& file, const evidence_row& row) {
    const std::string who = fmt::format("row {}, {}", number_of(row.key), row.key);
    const toml_node* const table = file.find(row.key);
    if (table == nullptr) return note(1, fmt::format("{}: found no such row; expected [{}]", who, row.key));
    if (table->what != toml_node::kind::table)
      return note(table->line, fmt::format("{}: found {}; expected a table", who, word_of(table->what)));
    const std::size_t before = to_.findings.size();
    for (const std::string_view field : evidence_fields()) check_field(*table, who, field);
    for (const auto& [key, value] : table->members) {
      const auto known = evidence_fields();
      if (std::find(known.begin(), known.end(), key) == known.end())
        note(value.line,
             fmt::format("{}: found {}; expected claim, method, artefact, value, date or result", who, quoted(key)));
    }
    if (to_.findings.size() == before) ++to_.passed;
  }

  /// A number says a value, and TOML has days; all else is said in words.
  static bool may_be(std::string_view field, toml_node::kind what) {
    using kind = toml_node::kind;
    if (what == kind::text) return true;
    return field == "value" ? what == kind::integer || what == kind::real : field == "date" && what == kind::date;
  }

  /// Both as TOML writes them and as a text that a tool printed: nothing was measured that comes out as this.
  static bool is_no_number(std::string_view text) {
    constexpr std::string_view blanks = " \t\n";
    const std::size_t from = text.find_first_not_of(blanks);
    text = text.substr(from, text.find_last_not_of(blanks) - from + 1);
    if (text.front() == '+' || text.front() == '-') text.remove_prefix(1);
    std::string word(text);
    for (char& c : word)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return word == "nan" || word == "inf" || word == "infinity";
  }

  void check_field(const toml_node& table, const std::string& who, std::string_view field) {
    const toml_node* const value = table.find(field);
    if (value == nullptr) return note(table.line, fmt::format("{}: found no {}; expected one", who, field));
    const bool is_text = !value->text.empty() && value->text.find_first_not_of(" \t\n") != std::string::npos;
    if (value->what == toml_node::kind::text && !is_text)
      return note(value->line, fmt::format("{}: found an empty {}; expected one", who, field));
    if (!is_text || !may_be(field, value->what))
      return note(value->line, fmt::format("{}: found {} as {}; expected a text", who, word_of(value->what), field));
    if (field == "date") check_date(*value, who);
    if (field == "value" && is_no_number(value->text))
      note(value->line, fmt::format("{}: found value {}; expected a finite number, or what came out in words", who,
                                    quoted(value->text)));
    if (field == "result" && value->text != "pass")
      note(value->line, value->text == "fail"
                            ? fmt::format("{}: found result fail; expected pass", who)
                            : fmt::format("{}: found result {}; expected pass or fail", who, quoted(value->text)));
  }

  void check_date(const toml_node& value, const std::string& who) {
    if (!is_date(value.text))
      note(value.line, fmt::format("{}: found date {}; expected a day as 2026-01-31", who, quoted(value.text)));
    else if (value.text > today_)
      note(value.line, fmt::format("{}: found date {}; expected no day after {}", who, value.text, today_));
  }

  void note(std::uint64_t line, std::string text) { to_.findings.push_back({line, std::move(text)}); }

  evidence_result& to_;
  std::string today_;
};

}  // namespace

bool is_date(const std::string& text) {
  constexpr std::string_view form = "dddd-dd-dd";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i]) return false;
  const auto at = [&](std::size_t from, std::size_t n) { return std::stoi(text.substr(from, n)); };
  return at(0, 4) >= 1970 &&
         std::chrono::year_month_day(std::chrono::year(at(0, 4)), std::chrono::month(static_cast<unsigned>(at(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(at(8, 2))))
             .ok();
}

evidence_result check_evidence(const std::string& path, const std::string& today) {
  evidence_result result;
  result.name = path == "-" ? "<stdin>" : path;
  checker(result, today).check(read_toml_file(path));
  return result;
}

std::string evidence_template(evidence_target target) {
  std::string text = fmt::format(
      "# What was shown on this target, row by row. Fill in every field; then: rtm evidence check FILE\n"
      "#   claim     what is so           method    how it was shown       artefact  where the proof lies\n"
      "#   value     what came out        date      2026-01-31             result    pass or fail\n"
      "schema = \"{}\"\ntarget = \"{}\"\n",
      schema, word_of(target));
  std::size_t number = 0;
  for (const evidence_row& row : evidence_rows()) {
    fmt::format_to(std::back_inserter(text), "\n# {}. {}\n", ++number, row.question);
    if (target == evidence_target::autosar_tc397 && !row.tc397.empty()) text += fmt::format("#    {}\n", row.tc397);
    text += fmt::format("[{}]\n", row.key);
    for (const std::string_view field : evidence_fields()) text += fmt::format("{} = \"\"\n", field);
  }
  return text;
}

}  // namespace rtm::host
