// SPDX-License-Identifier: MIT
#include "sources/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "sources/line_reader.hpp"
#include "sources/memory_dump.hpp"
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

template <class Source>
bool begins_as(std::string_view prefix, const input& /*in*/) {
  return Source::recognises(prefix);
}

constexpr std::array known_formats = {
    source_format{"timeline script", "\"rtm-timeline 1\"", begins_as<timeline>, open_as<timeline>},
    source_format{"memory dump", "the magic \"rtm race\" anywhere", is_memory_dump, open_memory_dump},
    source_format{"trace", "a packet with a right checksum", begins_as<trace_source>, open_as<trace_source>},
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
  std::string_view prefix = from.prefix();
  do {
    for (const auto& format : known_formats)
      if (format.recognises(prefix, from)) return format.open(std::move(from));
  } while (from.extend_prefix() && !(prefix = from.look()).empty());
  if (trace_source::resembles(prefix)) return open_as<trace_source>(std::move(from));
  refuse(std::move(from));
}

}  // namespace rtm::host
