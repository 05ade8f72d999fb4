// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <algorithm>
#include <concepts>
#include <utility>
#include <vector>

#include "report/words.hpp"

namespace rtm::property {
namespace {

std::string text(std::uint64_t value) { return std::to_string(value); }
std::string text(bool value) { return value ? "true" : "false"; }
std::string text(const std::optional<std::uint64_t>& value) { return value ? text(*value) : "null"; }
std::string text(const std::optional<std::string>& value) { return value ? '"' + *value + '"' : "null"; }
std::string text(status value) { return std::string(host::word_of(value)); }
std::string text(fact_kind value) { return std::string(host::word_of(value)); }
std::string text(const std::optional<host::extremes>& value) {
  return value ? "min " + text(value->min) + ", max " + text(value->max) : "null";
}

/// Walks both reports side by side and keeps the first place where they differ.
class walker {
 public:
  explicit walker(std::string place) : place_(std::move(place)) {}

  [[nodiscard]] const std::optional<difference>& found() const { return found_; }

  template <class Value>
  walker& field(const char* name, const Value& expected, const Value& actual) {
    if (!found_ && expected != actual) found_ = difference{place_ + ": " + name, text(expected), text(actual)};
    return *this;
  }

  /// Lists whose elements have a number (id, index, ...): a missing element is named before a wrong one after it.
  template <class Row, class Compare>
  walker& list(const char* name, std::uint64_t Row::*number, const std::vector<Row>& expected,
               const std::vector<Row>& actual, Compare compare) {
    for (std::size_t i = 0; !found_ && i < std::max(expected.size(), actual.size()); ++i) {
      element(name, number, i < expected.size() ? &expected[i] : nullptr, i < actual.size() ? &actual[i] : nullptr,
              compare);
    }
    return *this;
  }

 private:
  template <class Row, class Compare>
  void element(const char* name, std::uint64_t Row::*number, const Row* expected, const Row* actual, Compare compare) {
    if constexpr (std::equality_comparable<Row>) {
      if (expected != nullptr && actual != nullptr && *expected == *actual) return;
    }
    const auto title = [&](const Row& row) { return std::string(name) + " " + text(row.*number); };
    if (expected != nullptr && actual != nullptr && expected->*number == actual->*number) {
      walker inner(place_.empty() ? title(*expected) : place_ + ", " + title(*expected));
      compare(inner, *expected, *actual);
      found_ = inner.found();
    } else {
      found_ = difference{place_ + ": " + name + " rows", expected != nullptr ? title(*expected) : "no more rows",
                          actual != nullptr ? title(*actual) : "no more rows"};
    }
  }

  std::string place_;
  std::optional<difference> found_;
};

void compare_task(walker& at, const host::task_row& expected, const host::task_row& actual) {
  at.field("name", expected.name, actual.name)
      .field("exclusive", expected.exclusive, actual.exclusive)
      .field("dispatches", expected.dispatches, actual.dispatches);
}

void compare_call(walker& at, const host::call_row& expected, const host::call_row& actual) {
  at.field("name", expected.name, actual.name)
      .field("exclusive", expected.exclusive, actual.exclusive)
      .field("inclusive", expected.inclusive, actual.inclusive)
      .field("calls", expected.calls, actual.calls)
      .field("abandoned", expected.abandoned, actual.abandoned)
      .field("open", expected.open, actual.open)
      .field("exclusive of one call", expected.exclusive_call, actual.exclusive_call)
      .field("inclusive of one call", expected.inclusive_call, actual.inclusive_call);
}

/// What epochs and windows have in common.
template <class Row>
void compare_accounts(walker& at, const Row& expected, const Row& actual) {
  at.field("idle", expected.base.idle, actual.base.idle)
      .field("kernel", expected.base.kernel, actual.base.kernel)
      .field("unknown", expected.base.unknown, actual.base.unknown)
      .list("task", &host::task_row::id, expected.tasks, actual.tasks, compare_task)
      .list("isr", &host::call_row::id, expected.isrs, actual.isrs, compare_call)
      .list("swi", &host::call_row::id, expected.swis, actual.swis, compare_call)
      .list("point", &host::call_row::id, expected.points, actual.points, compare_call);
}

void compare_window(walker& at, const host::window_row& expected, const host::window_row& actual) {
  at.field("start", expected.start, actual.start)
      .field("length", expected.length, actual.length)
      .field("complete", expected.complete, actual.complete)
      .field("cut by fault", expected.cut_by_fault, actual.cut_by_fault);
  compare_accounts(at, expected, actual);
}

void compare_fault(walker& at, const host::epoch_row& expected, const host::epoch_row& actual) {
  const host::fault_row none;
  const host::fault_row& e = expected.fault ? *expected.fault : none;
  const host::fault_row& a = actual.fault ? *actual.fault : none;
  at.field("fault kind", e.kind, a.kind)
      .field("fault fact", e.fact, a.fact)
      .field("fault id", e.id, a.id)
      .field("fault expected", e.expected, a.expected)
      .field("fault time", e.time_ticks, a.time_ticks)
      .field("fault reading", e.reading_ticks, a.reading_ticks)
      .field("fault depth", e.depth, a.depth);
}

void compare_epoch(walker& at, const host::epoch_row& expected, const host::epoch_row& actual) {
  compare_fault(at, expected, actual);
  at.field("start", expected.start, actual.start)
      .field("total", expected.total, actual.total)
      .field("ignored", expected.ignored, actual.ignored);
  compare_accounts(at, expected, actual);
  at.list("window", &host::window_row::index, expected.windows, actual.windows, compare_window);
}

void compare_core(walker& at, const host::core_report& expected, const host::core_report& actual) {
  at.list("epoch", &host::epoch_row::epoch, expected.epochs, actual.epochs, compare_epoch);
}

bool is_empty(const host::task_row& row) { return row.exclusive == 0 && row.dispatches == 0; }
bool is_empty(const host::call_row& row) {
  return row.exclusive == 0 && row.inclusive == 0 && row.calls == 0 && row.abandoned == 0;
}

template <class Row>
void drop_empty(std::vector<Row>& rows) {
  std::erase_if(rows, [](const Row& row) { return is_empty(row); });
}

template <class Step>
void for_each_epoch(host::report& report, Step step) {
  for (host::core_report& core : report.cores) {
    for (host::epoch_row& epoch : core.epochs) step(epoch);
  }
}

template <class Step>
void for_each_call(host::report& report, Step step) {
  for_each_epoch(report, [&](host::epoch_row& epoch) {
    for (auto* rows : {&epoch.isrs, &epoch.swis, &epoch.points}) {
      for (host::call_row& row : *rows) step(row);
    }
  });
}

}  // namespace

std::optional<difference> first_difference(const host::report& expected, const host::report& actual) {
  walker at("");
  at.field("clock_hz", expected.clock_hz, actual.clock_hz)
      .list("core", &host::core_report::core, expected.cores, actual.cores, compare_core);
  return at.found();
}

void drop_empty_rows(host::report& report) {
  for_each_epoch(report, [](host::epoch_row& epoch) {
    drop_empty(epoch.tasks);
    drop_empty(epoch.isrs);
    drop_empty(epoch.swis);
    drop_empty(epoch.points);
  });
}

void drop_extremes(host::report& report) {
  for_each_call(report, [](host::call_row& row) { row.exclusive_call = row.inclusive_call = std::nullopt; });
}

void limit_extremes(host::report& report, std::uint64_t longest) {
  for_each_call(report, [&](host::call_row& row) {
    for (auto* range : {&row.exclusive_call, &row.inclusive_call}) {
      if (*range) *range = {std::min((*range)->min, longest), std::min((*range)->max, longest)};
    }
  });
}

void drop_open_calls(host::report& report) {
  for_each_call(report, [](host::call_row& row) { row.open = 0; });
}

void drop_clock_faults_of_resets(host::report& report) {
  for_each_epoch(report, [](host::epoch_row& epoch) {
    if (!epoch.fault || epoch.fault->fact != fact_kind::reset) return;
    if (epoch.fault->kind != status::gap_exceeded && epoch.fault->kind != status::time_backwards) return;
    epoch.fault.reset();
    for (host::window_row& window : epoch.windows) window.cut_by_fault = false;
  });
}

}  // namespace rtm::property
