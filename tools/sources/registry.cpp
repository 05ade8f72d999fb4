// SPDX-License-Identifier: MIT
#include "sources/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "sources/btf/btf.hpp"
#include "sources/ctf/trace_reader.hpp"
#include "sources/ftrace_text/ftrace_text.hpp"
#include "sources/line_reader.hpp"
#include "sources/memory_dump.hpp"
#include "sources/other_formats.hpp"
#include "sources/perf_text/perf_text.hpp"
#include "sources/systemview/systemview.hpp"
#include "sources/timeline.hpp"
#include "sources/trace.hpp"
#include "sources/trace_dat.hpp"
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
    source_format{"trace.dat", "\"\\x17\\x08Dtracing\"", begins_as<trace_dat_source>, open_as<trace_dat_source>},
    source_format{"BTF", "\"#version\" or a row of 7 fields", begins_as<btf_source>, open_as<btf_source>},
    source_format{"SystemView", "10 zero bytes and a packet that tells the clock", begins_as<systemview_source>,
                  open_as<systemview_source>},
    source_format{"memory dump", "the magic \"rtm race\" anywhere", is_memory_dump, open_memory_dump},
    source_format{"CTF trace", "a folder with metadata, or this file", is_ctf_metadata, open_ctf_metadata},
    source_format{"trace", "a packet with a right checksum", begins_as<trace_source>, open_as<trace_source>},
    source_format{"ftrace text", "lines \"COMM-PID [CPU] SECONDS: EVENT: ...\"", begins_as<ftrace_text>,
                  open_as<ftrace_text>},
    source_format{"perf script", "lines \"COMM TID [CPU] SECONDS: EVENT: ...\"", begins_as<perf_text>,
                  open_as<perf_text>},
};

constexpr std::string_view known_input = "an input that rtm knows (rtm report --help lists them)";

/// Says what the input begins with.
[[noreturn]] void refuse(input from) {
  line_reader lines(std::move(from));
  std::string_view line;
  const auto next_line = [&] {
    try {
      return lines.next(line);
    } catch (const source_error& no_text) {
      // Then it is no script, but it need not have been one.
      throw source_error(fmt::format("{}, or {}", no_text.what(), known_input));
    }
  };
  while (next_line())
    if (words in_line(line); !in_line.at_end()) lines.refuse(host::quoted(in_line.rest()), known_input);
  lines.refuse(lines.line_number() == 0 ? "an empty file" : "the end of the file", known_input);
}

/// Of text: lines that would tell, but for comments. More of them do not make it known.
bool is_unknown_text(std::string_view prefix) {
  constexpr std::size_t enough_lines = 100;
  if (prefix.find('\0') != prefix.npos) return false;
  std::size_t lines = 0;
  for (std::size_t at = 0, end = 0; (end = prefix.find('\n', at)) != prefix.npos; at = end + 1)
    if (const words in_line(prefix.substr(at, end - at)); !in_line.at_end() && prefix[at] != '#') ++lines;
  return lines >= enough_lines;
}

}  // namespace

std::span<const source_format> source_formats() { return known_formats; }

void refuse_other_than_trace(input& from) {
  const std::string_view prefix = from.prefix();
  if (trace_source::recognises(prefix)) return;
  refuse_other_formats(prefix, from.name());
  for (const auto& format : known_formats)
    if (format.recognises(prefix, from))
      throw source_error(fmt::format("{}: byte 0: found a {}; expected a trace", from.name(), format.name));
}

std::unique_ptr<source> open_source(const std::string& path) {
  if (auto folder = open_folder(path)) return folder;
  return open_source(input(path));
}

std::string what_it_waits_for(const input& from) {
  const std::string_view there = from.look();
  const std::string_view line = there.substr(0, std::min(there.find('\n'), std::size_t{60}));
  return fmt::format("{}: waits for {}; found {} so far", from.name(), known_input,
                     there.empty() ? "nothing" : host::quoted(line));
}

std::unique_ptr<source> open_folder(const std::string& path) { return open_ctf_folder(path); }

std::unique_ptr<source> open_source(input from) {
  std::string_view prefix = from.prefix();
  do {
    for (const auto& format : known_formats)
      if (format.recognises(prefix, from)) return format.open(std::move(from));
    refuse_other_formats(prefix, from.name());
  } while (!(from.is_live() && is_unknown_text(prefix)) && from.extend_prefix() && !(prefix = from.look()).empty());
  if (trace_source::resembles(prefix)) return open_as<trace_source>(std::move(from));
  refuse(std::move(from));
}

}  // namespace rtm::host
