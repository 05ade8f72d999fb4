// SPDX-License-Identifier: MIT
#include "report/report_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "report/words.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

using json = nlohmann::json;

constexpr std::string_view schema = "rtm.report/1";

/// A value with its place, for messages.
class node {
 public:
  node(const json& value, std::string place, const std::string& name)
      : value_(&value), place_(std::move(place)), name_(&name) {}

  [[noreturn]] void refuse(const std::string& found, std::string_view expected) const {
    throw source_error(
        fmt::format("{}: {}: found {}; expected {}", *name_, place_.empty() ? "/" : place_, found, expected));
  }
  [[noreturn]] void refuse(std::string_view expected) const { refuse(shown(), expected); }

  [[nodiscard]] node at(const char* member) const {
    if (!value_->is_object()) refuse("an object");
    const auto found = value_->find(member);
    if (found == value_->end()) refuse(fmt::format("no \"{}\"", member), "one");
    return {*found, fmt::format("{}/{}", place_, member), *name_};
  }
  [[nodiscard]] std::optional<node> find(const char* member) const {
    if (!value_->is_object()) refuse("an object");
    if (value_->find(member) == value_->end()) return std::nullopt;
    return at(member);
  }
  template <class Take>
  void each(Take take) const {
    if (!value_->is_array()) refuse("an array");
    std::size_t index = 0;
    for (const json& value : *value_) take(node(value, fmt::format("{}/{}", place_, index++), *name_));
  }
  [[nodiscard]] bool is_null() const { return value_->is_null(); }
  [[nodiscard]] std::uint64_t number() const {
    if (!value_->is_number_unsigned()) refuse("a number of ticks or a count, 0..18446744073709551615");
    return value_->get<std::uint64_t>();
  }
  [[nodiscard]] std::optional<std::uint64_t> number_or_null() const {
    if (is_null()) return std::nullopt;
    return number();
  }
  [[nodiscard]] bool boolean() const {
    if (!value_->is_boolean()) refuse("true or false");
    return value_->get<bool>();
  }
  [[nodiscard]] std::string text() const {
    if (!value_->is_string()) refuse("a string");
    return value_->get<std::string>();
  }

 private:
  [[nodiscard]] std::string shown() const {
    if (value_->is_object()) return "an object";
    if (value_->is_array()) return "an array";
    if (value_->is_string()) return host::quoted(value_->get_ref<const std::string&>());
    return value_->dump();
  }

  const json* value_;
  std::string place_;
  const std::string* name_;
};

std::uint64_t number_of(const node& in, const char* member) { return in.at(member).number(); }

std::uint64_t number_or(const node& in, const char* member, std::uint64_t otherwise) {
  const auto found = in.find(member);
  return found ? found->number() : otherwise;
}

std::optional<std::string> name_of(const node& in) {
  const auto found = in.find("name");
  if (!found || found->is_null()) return std::nullopt;
  return found->text();
}

template <class Word>
Word word_of_text(const node& in, std::string_view expected) {
  const std::string text = in.text();
  for (unsigned value = 0; value < 256; ++value)
    if (const auto word = static_cast<Word>(value); word_of(word) == text && text != "none") return word;
  in.refuse(expected);
}

std::optional<fault_row> fault_of(const node& in) {
  if (in.is_null()) return std::nullopt;
  fault_row row;
  row.kind = word_of_text<status>(in.at("kind"), "the kind of a fault");
  row.fact = word_of_text<fact_kind>(in.at("fact"), "a fact");
  row.id = in.at("id").number_or_null();
  row.expected = in.at("expected").number_or_null();
  row.time_ticks = number_of(in, "time");
  row.reading_ticks = number_of(in, "reading");
  row.depth = number_of(in, "depth");
  return row;
}

task_row task_of(const node& in) {
  return {number_of(in, "id"), name_of(in), number_of(in, "exclusive"), number_of(in, "dispatches")};
}

std::optional<extremes> extremes_of(const node& in, const char* least, const char* most) {
  const auto min = in.find(least);
  const auto max = in.find(most);
  if (!min || !max || min->is_null() || max->is_null()) return std::nullopt;
  const extremes of{min->number(), max->number()};
  if (of.min > of.max) max->refuse("at least the shortest one");
  return of;
}

call_row call_of(const node& in) {
  call_row row;
  row.id = number_of(in, "id");
  row.name = name_of(in);
  row.calls = number_of(in, "calls");
  row.exclusive = number_of(in, "exclusive");
  row.inclusive = number_of(in, "inclusive");
  row.abandoned = number_or(in, "abandoned", 0);
  row.exclusive_call = extremes_of(in, "exclusive_min", "exclusive_max");
  row.inclusive_call = extremes_of(in, "inclusive_min", "inclusive_max");
  return row;
}

template <class Row>
std::vector<Row> rows_of(const node& in, const char* member, Row (*of)(const node&)) {
  std::vector<Row> rows;
  in.at(member).each([&](const node& each) {
    rows.push_back(of(each));
    if (rows.size() > 1 && rows[rows.size() - 2].id >= rows.back().id)
      each.at("id").refuse("ids in ascending order, each once");
  });
  return rows;
}

/// What epochs and windows have in common.
template <class Part>
void read_owners(const node& in, Part& to) {
  to.base = {number_of(in, "idle"), number_of(in, "kernel"), number_of(in, "unknown")};
  to.tasks = rows_of(in, "tasks", task_of);
  to.isrs = rows_of(in, "isrs", call_of);
  to.swis = rows_of(in, "swis", call_of);
  to.points = rows_of(in, "points", call_of);
  if (const auto covered = in.find("covered")) to.covered = covered->boolean();
}

/// Every tick has one owner; a sum beyond 64 bits has none.
template <class Part>
void check_sum(const node& in, const Part& part, const char* member, std::uint64_t total) {
  __extension__ using wide = unsigned __int128;
  wide sum = wide{part.base.idle} + part.base.kernel + part.base.unknown;
  for (const task_row& row : part.tasks) sum += row.exclusive;
  for (const call_row& row : part.isrs) sum += row.exclusive;
  for (const call_row& row : part.swis) sum += row.exclusive;
  if (sum != total) in.at(member).refuse("the sum of the ticks of all owners");
}

window_row window_of(const node& in) {
  window_row row;
  row.index = number_of(in, "index");
  row.start = number_of(in, "start");
  row.length = number_of(in, "length");
  row.complete = in.at("complete").boolean();
  read_owners(in, row);
  check_sum(in, row, "length", row.length);
  // A load that is not there although something is known: a fault ended the window.
  row.cut_by_fault = in.at("load").is_null() && row.length != row.base.unknown;
  return row;
}

epoch_row epoch_of(const node& in) {
  epoch_row row;
  row.epoch = number_of(in, "epoch");
  row.start = number_of(in, "start");
  row.fault = fault_of(in.at("fault"));
  if (in.at("valid").boolean() != row.valid()) in.at("valid").refuse("true without a fault, false with one");
  row.ignored = number_of(in, "ignored");
  row.total = number_of(in, "total");
  read_owners(in, row);
  check_sum(in, row, "total", row.total);
  in.at("windows").each([&](const node& each) {
    row.windows.push_back(window_of(each));
    row.history.add(row.windows.back());
  });
  return row;
}

loss_row loss_of(const node& in) {
  loss_row row;
  row.core = number_of(in, "core");
  row.offset = number_of(in, "offset");
  row.lost = number_of(in, "lost");
  row.missing = number_of(in, "missing");
  row.epoch = number_of(in, "epoch");
  row.from = number_of(in, "from");
  row.to = in.at("to").number_or_null();
  row.to_epoch = in.at("to_epoch").number_or_null().value_or(row.epoch);
  row.first_window = in.at("first_window").number_or_null();
  row.last_window = in.at("last_window").number_or_null();
  row.is_expected = in.at("expected").boolean();
  return row;
}

/// One number of each of so many columns.
std::vector<std::uint64_t> counts_of(const node& in, std::size_t columns) {
  std::vector<std::uint64_t> counts;
  in.each([&](const node& each) { counts.push_back(each.number()); });
  if (counts.size() != columns) in.refuse(fmt::format("{} numbers", counts.size()), "one of each column");
  return counts;
}

/// Every event has one owner.
counter_table counter_table_of(const node& in, std::size_t columns) {
  using trace::wire::row_class;
  counter_table table;
  table.epoch = number_of(in, "epoch");
  if (const auto window = in.find("window")) table.window = window->number();
  table.status = in.at("status").text();
  if (table.status != "ok") return table;
  table.total = counts_of(in.at("total"), columns);
  std::uint64_t owner = 0;
  for (const char* const name : {"idle", "kernel", "unknown"})
    table.rows.push_back({row_class::base, owner++, counts_of(in.at(name), columns), {}});
  for (const auto& [kind, name] : {std::pair{row_class::task, "tasks"}, std::pair{row_class::isr, "isrs"},
                                   std::pair{row_class::swi, "swis"}, std::pair{row_class::point, "points"}})
    in.at(name).each([&, of = kind](const node& each) {
      counter_row row{of, number_of(each, "id"), counts_of(each.at("exclusive"), columns), {}};
      if (const auto inclusive = each.find("inclusive")) row.inclusive = counts_of(*inclusive, columns);
      table.rows.push_back(std::move(row));
    });
  for (std::size_t column = 0; column < columns; ++column) {
    __extension__ using wide = unsigned __int128;
    wide sum = 0;
    for (const counter_row& row : table.rows)
      if (row.of != row_class::point) sum += row.exclusive[column];
    if (sum != table.total[column]) in.at("total").refuse("the sum of the events of all owners");
  }
  return table;
}

core_counters counters_of(const node& in) {
  core_counters counters;
  in.at("columns").each([&](const node& each) { counters.columns.push_back(each.text()); });
  counters.group = in.at("group").number_or_null().value_or(0);
  const std::size_t columns = counters.columns.size();
  in.at("epochs").each([&](const node& each) { counters.epochs.push_back(counter_table_of(each, columns)); });
  in.at("windows").each([&](const node& each) { counters.windows.push_back(counter_table_of(each, columns)); });
  return counters;
}

core_report core_of(const node& in) {
  core_report core;
  core.core = number_of(in, "core");
  in.at("epochs").each([&](const node& each) { core.epochs.push_back(epoch_of(each)); });
  if (const auto counters = in.find("counters")) core.counters = counters_of(*counters);
  return core;
}

report report_of(const node& in) {
  const node kind = in.at("schema");
  if (kind.text() != schema) kind.refuse(fmt::format("\"{}\"", schema));
  report made;
  made.clock_hz = number_of(in, "clock_hz");
  if (made.clock_hz == 0) in.at("clock_hz").refuse("ticks of a second, at least 1");
  in.at("cores").each([&](const node& each) {
    made.cores.push_back(core_of(each));
    const auto& cores = made.cores;
    if (cores.size() > 1 && cores[cores.size() - 2].core >= cores.back().core)
      each.at("core").refuse("cores in ascending order, each once");
  });
  if (const auto losses = in.find("losses"))
    losses->each([&](const node& each) { made.losses.push_back(loss_of(each)); });
  if (const auto problems = in.find("problems")) {
    problems->each([&](const node& each) {
      made.problems.push_back({number_of(each, "offset"), each.at("found").text(), each.at("expected").text()});
    });
  }
  made.unlisted = number_or(in, "unlisted", 0);
  return made;
}

}  // namespace

bool begins_as_json(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != text.npos && text[at] == '{';
}

namespace {

/// The number that a message of the library names between quotes; its place is not told.
std::string number_of(std::string_view message) {
  const std::size_t first = message.find('\'');
  const std::size_t last = message.rfind('\'');
  return host::quoted(first < last ? message.substr(first + 1, last - first - 1) : message);
}

}  // namespace

report read_report(std::string_view text, const std::string& name) {
  json whole;
  try {
    whole = json::parse(text.begin(), text.end());
  } catch (const json::parse_error& error) {
    throw source_error(fmt::format("{}: byte {}: found what is no JSON; expected a report of schema {}", name,
                                   error.byte == 0 ? 0 : error.byte - 1, schema));
  } catch (const json::out_of_range& error) {
    throw source_error(fmt::format("{}: found a number that is too large ({}); expected a report of schema {}", name,
                                   number_of(error.what()), schema));
  }
  return report_of(node(whole, "", name));
}

}  // namespace rtm::host
