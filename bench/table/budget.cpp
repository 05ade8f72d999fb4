// SPDX-License-Identifier: MIT
#include "budget.hpp"

#include <charconv>
#include <fstream>
#include <stdexcept>

namespace rtm::bench {
namespace {

constexpr const char* header = "row,capacity,target,limit,measured";
constexpr const char* compiler_mark = "# compiler: ";

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::optional<std::int64_t> number_in(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<budget_row> row_in(const std::string& line) {
  const std::vector<std::string> fields = split(line);
  if (fields.size() != 5) return std::nullopt;
  const auto limit = number_in(fields[3]);
  const auto measured = number_in(fields[4]);
  const auto target = number_in(fields[2]);
  if (!limit || !measured || (!target && !fields[2].empty())) return std::nullopt;
  return budget_row{fields[0], fields[1], target, *limit, *measured};
}

}  // namespace

budget read_budget(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  budget read;
  bool has_header = false;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (!has_header && line.rfind(compiler_mark, 0) == 0) {
      read.compiler = line.substr(std::string(compiler_mark).size());
    } else if (!has_header && line == header) {
      has_header = true;
    } else if (!has_header && line.rfind('#', 0) == 0) {
      read.comments.push_back(line);
    } else if (const auto row = row_in(line); has_header && row) {
      read.rows.push_back(*row);
    } else {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": found '" + line + "', expected " +
                               (has_header ? "five fields, numbers in the last three" : header));
    }
  }
  return read;
}

void write_budget(const std::string& path, const budget& what) {
  std::ofstream file(path);
  for (const std::string& comment : what.comments) file << comment << '\n';
  file << compiler_mark << what.compiler << '\n' << header << '\n';
  for (const budget_row& row : what.rows) {
    file << row.row << ',' << row.capacity << ',' << (row.target ? std::to_string(*row.target) : "") << ',' << row.limit
         << ',' << row.measured << '\n';
  }
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

std::vector<std::string> broken_limits(const budget& limits, const figures& found) {
  std::vector<std::string> broken;
  for (const budget_row& row : limits.rows) {
    const auto value = found.at(row.row, row.capacity);
    if (!value) {
      broken.push_back(row.row + " of " + row.capacity + ": found no figure, expected at most " +
                       std::to_string(row.limit));
    } else if (*value > row.limit) {
      broken.push_back(row.row + " of " + row.capacity + ": found " + std::to_string(*value) + ", expected at most " +
                       std::to_string(row.limit));
    }
  }
  return broken;
}

budget updated(budget limits, const figures& found) {
  limits.compiler = found.compiler;
  for (budget_row& row : limits.rows) row.measured = found.at(row.row, row.capacity).value_or(row.measured);
  return limits;
}

}  // namespace rtm::bench
