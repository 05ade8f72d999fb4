// SPDX-License-Identifier: MIT
#include "cli/help_text.hpp"

#include <algorithm>

#include "text/text.hpp"

namespace rtm::host {
namespace {

/// Where a description stands alone in a very narrow terminal, it still gets this much.
constexpr std::size_t least_columns = 20;

bool is_prose(std::string_view line) {
  return !line.empty() && line.front() != ' ' && !line.starts_with("Usage:") && !line.ends_with(':');
}

/// Where the last column of "  --name VALUE    description" begins, or the text of a line that has one column.
std::size_t last_column(std::string_view line) {
  if (!line.starts_with(' ')) return 0;
  const std::size_t text = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", text);
  return gap == line.npos ? text : std::min(line.find_first_not_of(' ', gap), line.size());
}

/// Takes the first line off `text`, without its end.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

void append_fitted(std::string& out, std::string_view line, std::size_t columns) {
  if (width_of(line) <= columns) {
    (out += line) += '\n';
    return;
  }
  const std::size_t indent = last_column(line);
  const std::size_t room = std::max(least_columns, columns > indent ? columns - indent : 0);
  const std::string description = wrapped(line.substr(indent), room);
  std::string_view rest = description;
  for (std::string_view before = line.substr(0, indent); !rest.empty(); before = {}) {
    out += before;
    if (before.empty()) out.append(indent, ' ');
    (out += take_line(rest)) += '\n';
  }
}

}  // namespace

std::string fitted_help(std::string_view help, std::size_t columns) {
  std::string out;
  std::string paragraph;
  while (!help.empty()) {
    const std::string_view line = take_line(help);
    if (is_prose(line)) {
      (paragraph += paragraph.empty() ? "" : " ") += line;
      continue;
    }
    if (!paragraph.empty()) append_fitted(out, paragraph, columns);
    paragraph.clear();
    append_fitted(out, line, columns);
  }
  if (!paragraph.empty()) append_fitted(out, paragraph, columns);
  return out;
}

}  // namespace rtm::host
