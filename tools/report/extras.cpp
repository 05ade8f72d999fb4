// SPDX-License-Identifier: MIT
#include "report/extras.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rtm/clock_test.hpp"
#include "rtm/pmu/status.hpp"
#include "rtm/port.hpp"
#include "rtm/sync/status.hpp"

namespace rtm::host {
namespace {

/// Its word, if the number is below that behind the last status.
template <class Status>
std::string word_of_number(std::uint64_t number, Status last) {
  if (number > static_cast<std::uint64_t>(last)) return fmt::format("status {}", number);
  return name_of(static_cast<Status>(number));
}

}  // namespace

std::optional<std::size_t> core_counters::find(const std::string& name) const {
  const auto at = std::find(columns.begin(), columns.end(), name);
  if (at == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(at - columns.begin());
}

finding_row to_finding(trace::wire::finder of, std::uint64_t status) {
  using trace::wire::finder;
  finding_row row;
  for (const auto& known : trace::wire::finders) {
    if (known.id == of) row.of = known.name;
  }
  if (row.of.empty()) row.of = fmt::format("finder {}", static_cast<unsigned>(of));
  row.is_good = status == 0;
  switch (of) {
    case finder::clock: row.status = word_of_number(status, clock_status::not_tested); break;
    case finder::core: row.status = word_of_number(status, core_status::bad_core); break;
    case finder::pmu: row.status = word_of_number(status, pmu::status::counter_written); break;
    case finder::sync: row.status = word_of_number(status, sync::status::clock_jumped); break;
    case finder::coverage: row.status = status == 0 ? "covered" : status == 1 ? "uncovered" : ""; break;
  }
  if (row.status.empty()) row.status = fmt::format("status {}", status);
  return row;
}

}  // namespace rtm::host
