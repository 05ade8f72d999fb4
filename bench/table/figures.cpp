// SPDX-License-Identifier: MIT
#include "figures.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace rtm::bench {
namespace {

/// `name` = the sum of `plus` less the sum of `minus`, where all of them were measured.
struct derived_row {
  const char* name;
  std::vector<const char*> plus;
  std::vector<const char*> minus;
};

const std::vector<derived_row>& derived_rows() {
  static const std::vector<derived_row> rows = {
      {"isr_pair", {"isr_enter", "isr_exit"}, {}},
      {"swi_pair", {"swi_enter", "swi_exit"}, {}},
      {"point_pair", {"point_begin", "point_end"}, {}},
      {"isr_pair.strict", {"isr_enter.strict", "isr_exit.strict"}, {}},
      {"isr_pair.lock", {"isr_enter.locked", "isr_exit.locked"}, {"isr_enter", "isr_exit"}},
      {"close.over_poll", {"close"}, {"poll"}},
      {"close.first_isr_used", {"close.1_isr_used"}, {"close"}},
      {"close.first_isr_unused", {"close.1_isr_unused"}, {"close"}},
      {"close.first_isr_carried", {"close.1_isr_carried"}, {"close"}},
      {"close.next_isr_used", {"close.3_isrs_used"}, {"close.2_isrs_used"}},
      {"close.next_isr_unused", {"close.3_isrs_unused"}, {"close.2_isrs_unused"}},
      {"close.next_isr_carried", {"close.3_isrs_carried"}, {"close.2_isrs_carried"}},
      {"close.first_point_used", {"close.1_point_used"}, {"close"}},
      {"close.next_point_used", {"close.2_points_used"}, {"close.1_point_used"}},
      {"close.next_point_unused", {"close.2_points_unused"}, {"close.1_point_unused"}},
      {"close.next_point_carried", {"close.2_points_carried"}, {"close.1_point_carried"}},
      {"close.next_suspended_point", {"close.2_suspended_points"}, {"close.1_suspended_point"}},
  };
  return rows;
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

void derive(figures& all, const derived_row& row, const std::string& capacity) {
  std::int64_t value = 0;
  for (const char* part : row.plus) {
    const auto found = all.at(part, capacity);
    if (!found) return;
    value += *found;
  }
  for (const char* part : row.minus) {
    const auto found = all.at(part, capacity);
    if (!found) return;
    value -= *found;
  }
  all.values[{row.name, capacity}] = value;
  if (std::find(all.rows.begin(), all.rows.end(), row.name) != all.rows.end()) return;
  const auto last = std::find(all.rows.begin(), all.rows.end(), row.plus.back());
  all.rows.insert(last + 1, row.name);
}

/// "record.isr_enter" of full_traced: what isr_enter costs more there than in full.
void derive_record(figures& all, const std::string& hook, const std::string& traced) {
  constexpr std::string_view suffix = "_traced";
  if (traced.size() <= suffix.size() || traced.substr(traced.size() - suffix.size()) != suffix) return;
  const auto with = all.at(hook, traced);
  const auto without = all.at(hook, traced.substr(0, traced.size() - suffix.size()));
  if (!with || !without) return;
  all.values[{"record." + hook, traced}] = *with - *without;
  add_name(all.rows, "record." + hook);
}

}  // namespace

std::optional<std::int64_t> figures::at(const std::string& row, const std::string& capacity) const {
  const auto found = values.find({row, capacity});
  if (found == values.end()) return std::nullopt;
  return found->second;
}

figures read_figures(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  figures all;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::string capacity;
    std::string row;
    std::int64_t value = 0;
    if (line.rfind("compiler ", 0) == 0) {
      all.compiler = line.substr(9);
    } else if (words >> capacity >> row >> value) {
      all.values[{row, capacity}] = value;
      add_name(all.rows, row);
      add_name(all.capacities, capacity);
    } else {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": found '" + line +
                               "', expected `<capacity> <row> <value>`");
    }
  }
  for (const derived_row& row : derived_rows())
    for (const std::string& capacity : all.capacities) derive(all, row, capacity);
  for (const char* hook : {"isr_enter", "isr_exit", "task_switch", "point_begin", "point_end", "poll"})
    for (const std::string& capacity : all.capacities) derive_record(all, hook, capacity);
  return all;
}

}  // namespace rtm::bench
