// SPDX-License-Identifier: MIT
#include "views/loss_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "text/text.hpp"
#include "views/table.hpp"

namespace rtm::host {
namespace {

std::string facts(std::uint64_t n) { return fmt::format("{} fact{}", n, n == 1 ? "" : "s"); }

std::string what_of(const loss_row& loss) {
  if (loss.lost == 0 && loss.missing == 0) return fmt::format("a break in the facts of core {}", loss.core);
  if (loss.missing == 0) return fmt::format("{} of core {} lost on the target", facts(loss.lost), loss.core);
  const std::string missing = fmt::format("{} of core {} missing in the stream", facts(loss.missing), loss.core);
  return loss.lost == 0 ? missing : fmt::format("{} and {} lost on the target", missing, loss.lost);
}

std::string time_of(const loss_row& loss) {
  if (loss.is_before_all) return fmt::format(" before tick {}", loss.from);
  if (!loss.to) return fmt::format(" from tick {} on", loss.from);
  return fmt::format(" from tick {} to {}", loss.from, *loss.to);
}

/// Which windows have more in them than the report knows.
std::string windows_of(const loss_row& loss) {
  if (!loss.first_window) return {};
  const std::uint64_t first = *loss.first_window;
  if (!loss.last_window) return fmt::format(" (from window {} of epoch {} on)", first, loss.epoch);
  const std::uint64_t last = *loss.last_window;
  if (loss.epoch != loss.to_epoch)
    return fmt::format(" (from window {} of epoch {} to window {} of epoch {})", first, loss.epoch, last,
                       loss.to_epoch);
  return first == last ? fmt::format(" (window {} of epoch {})", first, loss.epoch)
                       : fmt::format(" (windows {} to {} of epoch {})", first, last, loss.epoch);
}

/// Of a text its line is what a reader looks up.
template <class Row>
std::string place_of(const Row& row) {
  return row.line != 0 ? fmt::format("line {}", row.line) : fmt::format("byte {}", row.offset);
}

}  // namespace

std::string sentence_of(const loss_row& loss) {
  return fmt::format("{}: found {}{}{}; expected {}", place_of(loss), what_of(loss), time_of(loss), windows_of(loss),
                     loss.is_expected ? "that of a recorder of the newest" : "none");
}

std::string sentence_of(const problem_row& problem) {
  return fmt::format("{}: found {}; expected {}", place_of(problem), problem.found, problem.expected);
}

void print_lacks(std::ostream& out, const report& of, const std::string& before, std::size_t most, std::size_t width) {
  std::vector<std::pair<std::uint64_t, std::string>> all;
  for (const problem_row& problem : of.problems) all.emplace_back(problem.offset, sentence_of(problem));
  for (const loss_row& loss : of.losses) all.emplace_back(loss.offset, sentence_of(loss));
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::size_t shown = std::min(most, all.size());
  const auto print = [&](const std::string& line) {
    out << (width == 0 ? before + line + '\n' : wrapped(before + line, width));
  };
  for (std::size_t i = 0; i < shown; ++i) print(all[i].second);
  if (const std::uint64_t more = all.size() - shown + of.unlisted; more != 0) print(fmt::format("and {} more", more));
}

void print_incomplete(const report& of, const view_options& options, std::ostream& out) {
  if (of.losses.empty() && of.problems.empty() && of.unlisted == 0) return;
  const style how{options.colour};
  out << '\n' << how.alarm(of.is_incomplete() ? "not all that happened is here:" : "not from the beginning:") << '\n';
  print_lacks(out, of, "- ", most_lacks, options.width);
}

}  // namespace rtm::host
