// SPDX-License-Identifier: MIT
#include "tables.hpp"

#include <algorithm>
#include <cctype>
#include <iomanip>
#include <map>
#include <ostream>

namespace rtm::bench {
namespace {

const std::string function_prefix = "code.O2.";

/// Executed instructions (and bytes) of ThreadX's kit, its hooks compiled for the same CPU: one total for all
/// interrupts, no ids, no nesting, no windows, no checks.
const std::map<std::string, std::string>& threadx_kit() {
  static const std::map<std::string, std::string> figures = {
      {"isr_pair", "92"}, {"task_switch", "51"}, {"code.O2", "744"}};
  return figures;
}

bool is_function(const std::string& row) { return row.rfind(function_prefix, 0) == 0; }

/// "close.2_isrs_used": only there for a difference.
bool is_ingredient(const std::string& row) {
  const auto dot = row.find('.');
  if (dot == std::string::npos || dot + 1 >= row.size()) return false;
  return std::isdigit(static_cast<unsigned char>(row[dot + 1])) != 0 || row.find(".locked") != std::string::npos;
}

const budget_row* find(const budget& limits, const std::string& row, const std::string& capacity) {
  const auto found = std::find_if(limits.rows.begin(), limits.rows.end(), [&](const budget_row& candidate) {
    return candidate.row == row && candidate.capacity == capacity;
  });
  return found == limits.rows.end() ? nullptr : &*found;
}

}  // namespace

void print_targets(std::ostream& out, const budget& limits, const figures& found) {
  const auto has_target = [](const budget_row& row) { return row.target.has_value(); };
  if (std::none_of(limits.rows.begin(), limits.rows.end(), has_target)) return;
  out << std::left << std::setw(26) << "row" << std::setw(12) << "capacity" << std::right << std::setw(8) << "target"
      << std::setw(8) << "limit" << std::setw(10) << "measured" << std::setw(34) << "ThreadX kit (accounts less)\n";
  for (const budget_row& row : limits.rows) {
    if (!row.target) continue;
    const auto value = found.at(row.row, row.capacity);
    const auto kit = threadx_kit().find(row.row);
    out << std::left << std::setw(26) << row.row << std::setw(12) << row.capacity << std::right << std::setw(8)
        << *row.target << std::setw(8) << row.limit << std::setw(10) << (value ? std::to_string(*value) : "-")
        << std::setw(12) << (kit == threadx_kit().end() ? "-" : kit->second);
    if (value && *value > row.limit) {
      out << "   over the limit";
    } else if (value && *value > *row.target) {
      out << "   misses the target";
    }
    out << '\n';
  }
  out << '\n';
}

void print_matrix(std::ostream& out, const budget& limits, const figures& found) {
  out << std::left << std::setw(30) << "row" << std::right;
  for (const std::string& capacity : found.capacities) out << std::setw(12) << capacity;
  out << '\n';
  for (const std::string& row : found.rows) {
    if (is_function(row) || is_ingredient(row)) continue;
    out << std::left << std::setw(30) << row << std::right;
    for (const std::string& capacity : found.capacities) {
      const auto value = found.at(row, capacity);
      const budget_row* limit = find(limits, row, capacity);
      std::string text = value ? std::to_string(*value) : "-";
      if (value && limit != nullptr && *value > limit->limit) text += '!';
      out << std::setw(12) << text;
    }
    out << '\n';
  }
}

void print_functions(std::ostream& out, const figures& found, const std::string& capacity) {
  std::vector<std::pair<std::int64_t, std::string>> functions;
  for (const std::string& row : found.rows) {
    const auto value = found.at(row, capacity);
    if (is_function(row) && value) functions.emplace_back(*value, row.substr(function_prefix.size()));
  }
  std::sort(functions.rbegin(), functions.rend());
  constexpr std::size_t columns = 4;
  const std::size_t lines = (functions.size() + columns - 1) / columns;
  for (std::size_t line = 0; line < lines; ++line) {
    for (std::size_t i = line; i < functions.size(); i += lines)
      out << std::right << std::setw(6) << functions[i].first << ' ' << std::left << std::setw(17)
          << functions[i].second;
    out << '\n';
  }
}

}  // namespace rtm::bench
