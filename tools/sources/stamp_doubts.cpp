// SPDX-License-Identifier: MIT
#include "sources/stamp_doubts.hpp"

#include <fmt/format.h>

namespace rtm::host {

source_problem problem_of(const misfit& of, const std::string& core,
                          const std::function<std::string(std::uint64_t)>& shown) {
  source_problem what;
  what.offset = of.offset;
  what.line = of.line;
  switch (of.what) {
    case misfit::kind::behind:
      what.found = fmt::format("core {} at {} after {}", core, shown(of.at), shown(of.before));
      what.expected = "no event before the one before it in its core";
      break;
    case misfit::kind::ahead:
      what.found =
          fmt::format("core {} at {} between {} and {}", core, shown(of.at), shown(of.before), shown(of.after));
      what.expected = "no event after the one behind it in its core";
      break;
    case misfit::kind::beyond_all:
      what.found = fmt::format("core {} at {} after {}, long after all others", core, shown(of.at), shown(of.before));
      what.expected = "a last event no further behind the others than all of them are apart";
      break;
  }
  return what;
}

std::uint64_t end_of_range(std::uint64_t first, std::uint64_t longest_pause, std::vector<stamped_piece> pieces) {
  std::sort(pieces.begin(), pieces.end());
  std::uint64_t end = first;
  for (const stamped_piece& each : pieces) {
    if (each.first > end && each.first - end > std::max(longest_pause, end - first)) break;
    end = std::max(end, each.last);
  }
  return end;
}

}  // namespace rtm::host
