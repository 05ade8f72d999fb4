// SPDX-License-Identifier: MIT
// A TOML file as a tree in which everything knows its line, so that whoever reads it can say where something is wrong.
// The library that parses it is seen in toml_file.cpp alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::host {

class toml_node {
 public:
  enum class kind { table, array, text, integer, real, boolean, date, time };
  struct member;

  kind what = kind::table;
  std::uint64_t line = 0;    ///< From 1.
  std::string text;          ///< Of a text; of a date as YYYY-MM-DD; of a number or boolean as it is written in TOML.
  std::int64_t integer = 0;  ///< Of an integer.
  std::vector<member> members;  ///< Of a table, in the order of the file; of an array, without keys.

  [[nodiscard]] const toml_node* find(std::string_view key) const;
};

/// `line` of the key is that of its value: a table's header, or the line of `key = value`.
struct toml_node::member {
  std::string key;
  toml_node value;
};

/// How the kind is called in a message: "a table".
[[nodiscard]] std::string_view word_of(toml_node::kind kind);

/// The file, "-" for standard input, or throws source_error "NAME:LINE: found ...; expected ...". At most 1 MiB.
[[nodiscard]] toml_node read_toml_file(const std::string& path);
[[nodiscard]] toml_node parse_toml(std::string_view text, const std::string& name);

/// Throws source_error "NAME:LINE: found FOUND; expected EXPECTED".
[[noreturn]] void refuse_at(const std::string& name, std::uint64_t line, std::string_view found,
                            std::string_view expected);

}  // namespace rtm::host
