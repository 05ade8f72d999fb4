// SPDX-License-Identifier: MIT
#include "sources/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "sources/line_reader.hpp"
#include "sources/timeline.hpp"
#include "sources/trace.hpp"
#include "sources/words.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

template <class Source>
std::unique_ptr<source> open_as(input from) {
  return std::make_unique<Source>(std::move(from));
}

constexpr std::array known_formats = {
    source_format{"timeline script", "\"rtm-timeline 1\"", timeline::recognises, open_as<timeline>},
    source_format{"trace", "a packet with a right checksum", trace_source::recognises, open_as<trace_source>},
};

/// Says what the input begins with, and what it could begin with.
[[noreturn]] void refuse(input from) {
  std::string expected;
  for (const auto& format : known_formats)
    expected += fmt::format("{}{} ({})", expected.empty() ? "" : " or ", format.begins, format.name);
  line_reader lines(std::move(from));
  std::string_view line;
  while (lines.next(line))
    if (words in_line(line); !in_line.at_end()) lines.refuse(quoted(in_line.rest()), expected);
  lines.refuse(lines.line_number() == 0 ? "an empty file" : "the end of the file", expected);
}

}  // namespace

std::span<const source_format> source_formats() { return known_formats; }

std::unique_ptr<source> open_source(const std::string& path) { return open_source(input(path)); }

std::unique_ptr<source> open_source(input from) {
  const std::string_view prefix = from.prefix();
  for (const auto& format : known_formats)
    if (format.recognises(prefix)) return format.open(std::move(from));
  refuse(std::move(from));
}

}  // namespace rtm::host
