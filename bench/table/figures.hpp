// SPDX-License-Identifier: MIT
// What was measured: one number a row and capacity, and by which compiler. Read from what the `count` scripts write;
// rows that are sums or differences of others are added here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rtm::bench {

struct figures {
  std::string compiler;
  std::vector<std::string> rows;        ///< In the order of the input, derived ones behind those that they are made of.
  std::vector<std::string> capacities;  ///< In the order of the input.
  std::map<std::pair<std::string, std::string>, std::int64_t> values;  ///< By row and capacity.

  [[nodiscard]] std::optional<std::int64_t> at(const std::string& row, const std::string& capacity) const;
};

/// A line `compiler <version>`, then lines `<capacity> <row> <value>`. Throws std::runtime_error: file:line, what was
/// found, what was expected.
[[nodiscard]] figures read_figures(const std::string& path);

}  // namespace rtm::bench
