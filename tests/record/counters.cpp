// SPDX-License-Identifier: MIT
#include "record/counters.hpp"

#include <numeric>
#include <sstream>

namespace rtm::test {

counters counters_of(const std::string& text) {
  counters all;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::istringstream heading(line);
  std::size_t cpus = 0;
  for (std::string word; heading >> word;) ++cpus;
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    std::string name;
    fields >> name;
    if (name.empty() || name.back() != ':') continue;
    name.pop_back();
    std::vector<std::uint64_t>& row = all[name];
    for (std::uint64_t count = 0; row.size() < cpus && fields >> count;) row.push_back(count);
  }
  return all;
}

std::uint64_t counted(const counters& before, const counters& after, const std::string& row) {
  const auto sum = [&](const counters& of) {
    const auto found = of.find(row);
    if (found == of.end()) return std::uint64_t{0};
    return std::accumulate(found->second.begin(), found->second.end(), std::uint64_t{0});
  };
  return sum(after) - sum(before);
}

}  // namespace rtm::test
