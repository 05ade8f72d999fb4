// SPDX-License-Identifier: MIT
#include "text/toml_file.hpp"

#include <fmt/format.h>

// The compiled library of Debian's package is not needed: this is the only file that uses it.
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <utility>

#include "sources/input.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

std::string text_of(const toml::date& of) { return fmt::format("{:04}-{:02}-{:02}", of.year, of.month, of.day); }

toml_node to_node(const toml::node& from);

toml_node to_table(const toml::table& from) {
  toml_node to;
  to.what = toml_node::kind::table;
  for (const auto& [key, value] : from) to.members.push_back({std::string(key.str()), to_node(value)});
  std::stable_sort(to.members.begin(), to.members.end(),
                   [](const toml_node::member& a, const toml_node::member& b) { return a.value.line < b.value.line; });
  return to;
}

toml_node to_node(const toml::node& from) {
  using kind = toml_node::kind;
  toml_node to;
  if (const auto* table = from.as_table()) {
    to = to_table(*table);
  } else if (const auto* array = from.as_array()) {
    to.what = kind::array;
    for (const toml::node& value : *array) to.members.push_back({{}, to_node(value)});
  } else if (const auto* text = from.as_string()) {
    to.what = kind::text;
    to.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    to.what = kind::integer;
    to.integer = integer->get();
    to.text = std::to_string(to.integer);
  } else if (const auto* real = from.as_floating_point()) {
    to.what = kind::real;
    to.text = fmt::format("{}", real->get());
  } else if (const auto* boolean = from.as_boolean()) {
    to.what = kind::boolean;
    to.text = boolean->get() ? "true" : "false";
  } else if (const auto* date = from.as_date()) {
    to.what = kind::date;
    to.text = text_of(date->get());
  } else if (const auto* instant = from.as_date_time()) {
    to.what = kind::date;
    to.text = text_of(instant->get().date);
  } else {
    to.what = kind::time;
  }
  to.line = from.source().begin.line;
  return to;
}

}  // namespace

const toml_node* toml_node::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(), [key](const member& m) { return m.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

std::string_view word_of(toml_node::kind kind) {
  switch (kind) {
    case toml_node::kind::table: return "a table";
    case toml_node::kind::array: return "an array";
    case toml_node::kind::text: return "a string";
    case toml_node::kind::integer: return "a whole number";
    case toml_node::kind::real: return "a number with a point";
    case toml_node::kind::boolean: return "true or false";
    case toml_node::kind::date: return "a date";
    case toml_node::kind::time: return "a time of day";
  }
  return "nothing";
}

void refuse_at(const std::string& name, std::uint64_t line, std::string_view found, std::string_view expected) {
  throw source_error(fmt::format("{}:{}: found {}; expected {}", name, line, found, expected));
}

toml_node parse_toml(std::string_view text, const std::string& name) {
  try {
    return to_table(toml::parse(text, name));
  } catch (const toml::parse_error& error) {
    refuse_at(name, error.source().begin.line, "what is no TOML (" + printable(error.description()) + ")", "TOML 1.0");
  }
}

toml_node read_toml_file(const std::string& path) {
  input in(path);
  std::string text;
  std::vector<char> block(std::size_t{64} * 1024);
  while (const std::size_t n = in.read(block)) {
    text.append(block.data(), n);
    if (text.size() > most_bytes) refuse_at(in.name(), 1, "a longer file", "at most 1 MiB of TOML");
  }
  return parse_toml(text, in.name());
}

}  // namespace rtm::host
