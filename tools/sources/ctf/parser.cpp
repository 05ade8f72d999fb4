// SPDX-License-Identifier: MIT
#include "sources/ctf/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

/// Names in metadata begin with an underscore so that they cannot be words of TSDL.
std::string plain(std::string_view name) {
  if (name.size() > 1 && name.front() == '_') name.remove_prefix(1);
  return std::string(name);
}

}  // namespace

void parser::refuse(std::uint64_t line, std::string_view found, std::string_view expected) const {
  throw source_error(fmt::format("{}:{}: found {}; expected {}", name_, line, found, expected));
}

bool parser::skip(std::string_view mark_or_word) {
  if (!is(mark_or_word)) return false;
  advance();
  return true;
}

void parser::need(std::string_view mark_or_word) {
  if (!skip(mark_or_word)) refuse(mark_or_word);
}

std::string parser::need_identifier(std::string_view what) {
  if (now_.kind != token_kind::identifier) refuse(what);
  std::string name = std::move(now_.text);
  advance();
  return name;
}

std::string parser::parse_path(std::string_view what) {
  std::string path = need_identifier(what);
  while (skip(".")) path += "." + need_identifier("a name after the dot");
  return path;
}

setting parser::parse_setting() {
  setting value;
  value.line = now_.line;
  value.is_negative = skip("-");
  if (now_.kind == token_kind::number) {
    value.is_number = true;
    value.number = now_.number;
    value.text = fmt::format("{}{}", value.is_negative ? "-" : "", now_.number);
    advance();
  } else if (now_.kind == token_kind::text && !value.is_negative) {
    value.text = now_.text;
    advance();
  } else {
    value.text = parse_path("a value");
  }
  return value;
}

std::uint64_t parser::number_of(const setting& value, std::string_view key, std::uint64_t most) const {
  if (!value.is_number || value.is_negative || value.number > most)
    refuse(value.line, fmt::format("{} = {}", key, printable(value.text)), fmt::format("a number, 0..{}", most));
  return value.number;
}

byte_order parser::order_of(const setting& value) const {
  if (value.text == "le") return byte_order::little;
  if (value.text == "be" || value.text == "network") return byte_order::big;
  if (value.text == "native") return byte_order::of_trace;
  refuse(value.line, fmt::format("byte_order = {}", printable(value.text)), "le, be, network or native");
}

bool parser::parse_declaration() {
  if (skip("typealias")) {
    parse_typealias();
  } else if (skip("typedef")) {
    parse_typedef();
  } else if (is("struct") || is("variant") || is("enum")) {
    (void)parse_specifier(false);
    need(";");
  } else {
    return false;
  }
  return true;
}

void parser::parse_typealias() {
  const type_ref of = parse_specifier(false).of;
  need(":=");
  const std::uint64_t line = now_.line;
  std::string name = need_identifier("the name of a type");
  while (now_.kind == token_kind::identifier) name += " " + need_identifier("");
  need(";");
  declare(name, of, line);
}

void parser::parse_typedef() {
  const std::uint64_t line = now_.line;
  named_type named = parse_specifier(true);
  if (named.name.empty()) named.name = need_identifier("the name of a type");
  const type_ref of = with_dimensions(named.of);
  need(";");
  declare(named.name, of, line);
}

type_ref parser::parse_type() { return parse_specifier(false).of; }

parser::named_type parser::parse_specifier(bool name_follows) {
  if (depth_ == deepest) refuse(fmt::format("at most {} types within each other", deepest));
  ++depth_;
  named_type out;
  (void)skip("const");
  const std::uint64_t line = now_.line;
  if (skip("integer")) {
    out.of = parse_integer();
  } else if (skip("floating_point")) {
    out.of = parse_floating();
  } else if (skip("string")) {
    out.of = parse_string();
  } else if (skip("enum")) {
    out.of = parse_enum();
  } else if (skip("struct")) {
    out.of = parse_structure();
  } else if (skip("variant")) {
    out.of = parse_variant();
  } else {
    std::string words = need_identifier("a type"), last;
    while (now_.kind == token_kind::identifier) {
      if (!last.empty()) words += " " + last;
      last = need_identifier("");
    }
    if (name_follows)
      out.name = last;
    else if (!last.empty())
      words += " " + last;
    out.of = need_type(words, line);
  }
  --depth_;
  return out;
}

void parser::parse_fields(std::vector<field>& into, bool may_declare) {
  need("{");
  enter_scope();
  while (!skip("}")) {
    if (may_declare && (is("typealias") || is("typedef"))) {
      (void)parse_declaration();
      continue;
    }
    named_type named = parse_specifier(true);
    if (named.name.empty()) named.name = need_identifier("the name of a field");
    into.push_back({plain(named.name), with_dimensions(named.of)});
    while (skip(",")) {
      std::string name = need_identifier("the name of a field");
      into.push_back({plain(name), with_dimensions(named.of)});
    }
    need(";");
  }
  leave_scope();
}

type_ref parser::with_dimensions(type_ref of) {
  struct dimension {
    std::string selector;
    std::uint64_t length = 0, line = 0;
  };
  std::vector<dimension> all;
  while (is("[")) {
    if (all.size() == deepest) refuse(fmt::format("at most {} dimensions", deepest));
    dimension one;
    one.line = now_.line;
    advance();
    if (now_.kind == token_kind::number) {
      one.length = now_.number;
      advance();
    } else {
      one.selector = parse_path("a length, or the field that holds it");
    }
    need("]");
    all.push_back(std::move(one));
  }
  for (auto one = all.rbegin(); one != all.rend(); ++one) {
    auto outer = std::make_shared<type>();
    outer->kind = one->selector.empty() ? type_kind::array : type_kind::sequence;
    outer->align_bits = of->align_bits;
    outer->length = one->length;
    outer->selector = std::move(one->selector);
    outer->line = one->line;
    outer->element = std::move(of);
    measure(*outer);
    of = std::move(outer);
  }
  return of;
}

void parser::measure(type& of) const {
  std::uint32_t fields = 1, depth = 0;
  const auto add = [&](const type& inner) {
    depth = std::max(depth, inner.depth);
    fields = std::min(fields, most_fields) + inner.fields_in_all;
  };
  if (of.element != nullptr) add(*of.element);
  for (const field& f : of.fields) add(*f.of);
  if (fields > most_fields) refuse(of.line, "a type too large", fmt::format("at most {} fields", most_fields));
  if (depth >= deepest) refuse(of.line, "types too deep", fmt::format("at most {} within each other", deepest));
  of.fields_in_all = fields;
  of.depth = depth + 1;
}

void parser::declare(const std::string& name, type_ref of, std::uint64_t line) {
  if (!scopes_.back().emplace(name, std::move(of)).second)
    refuse(line, fmt::format("a second type {}", host::quoted(name)), "one of that name");
}

type_ref parser::find(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  return nullptr;
}

type_ref parser::need_type(const std::string& name, std::uint64_t line) const {
  if (type_ref found = find(name)) return found;
  refuse(line, fmt::format("the unknown type {}", host::quoted(name)), "a type declared before");
}

}  // namespace rtm::host::ctf
