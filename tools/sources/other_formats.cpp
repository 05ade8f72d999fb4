// SPDX-License-Identifier: MIT
#include "sources/other_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sources/source.hpp"

namespace rtm::host {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view standard_input = "<stdin>";  ///< As an input calls it.

struct other_format {
  std::string_view magic;
  std::string_view name;
  std::string_view what_is_wanted;
  std::string_view command;  ///< The name of the file is to follow.
};

constexpr std::array other_formats = {
    other_format{"\x1f\x8b", "a gzip file", "what is packed in it", "gunzip -c"},
    other_format{"\xfd"
                 "7zXZ\0"sv,
                 "an xz file", "what is packed in it", "xz -dc"},
    other_format{"\x28\xb5\x2f\xfd", "a zstd file", "what is packed in it", "zstd -dc"},
    other_format{"\x04\x22\x4d\x18", "an lz4 file", "what is packed in it", "lz4 -dc"},
    other_format{"PERFILE2", "a perf.data", "it as text", "perf script --ns -i"},
    other_format{"2ELIFREP", "a perf.data", "it as text", "perf script --ns -i"},
};

/// As a word of a command line.
std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (text.find_first_not_of(plain) == text.npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + '\'';
}

}  // namespace

bool begins_ctf_2_metadata(std::string_view bytes) {
  constexpr char record_separator = '\x1e';  // RFC 7464: texts of JSON, each behind one.
  return bytes.size() >= 2 && bytes[0] == record_separator && bytes.find("\"preamble\"") != bytes.npos;
}

std::string instead_of_ctf_2(const std::string& metadata) {
  const std::size_t slash = metadata.rfind('/');
  const std::string folder = metadata == standard_input ? "FOLDER"
                             : slash == metadata.npos   ? "."
                                                        : shell_word(metadata.substr(0, slash));
  return fmt::format(
      "CTF 1.8, as babeltrace2 2.1 makes of it: babeltrace2 {} -c sink.ctf.fs -p 'path=\"OUT\",ctf-version=\"1\"'",
      folder);
}

void refuse_other_formats(std::string_view prefix, const std::string& name) {
  if (begins_ctf_2_metadata(prefix))
    throw source_error(
        fmt::format("{}: byte 0: found the metadata of a CTF 2 trace; expected {}", name, instead_of_ctf_2(name)));
  const auto found = std::find_if(other_formats.begin(), other_formats.end(),
                                  [&](const other_format& of) { return prefix.starts_with(of.magic); });
  if (found == other_formats.end()) return;
  throw source_error(fmt::format("{}: byte 0: found {}; expected {}: {} {} | rtm COMMAND -", name, found->name,
                                 found->what_is_wanted, found->command,
                                 name == standard_input ? "FILE" : shell_word(name)));
}

}  // namespace rtm::host
