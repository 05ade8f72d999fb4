// SPDX-License-Identifier: MIT
// The types that TSDL knows by a word of their own.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "sources/ctf/bits.hpp"
#include "sources/ctf/parser.hpp"
#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

constexpr std::uint64_t most_align_bits = 4096;

bool is_true(const setting& value) {
  return value.text == "true" || value.text == "TRUE" || (value.is_number && value.number != 0);
}

/// "clock.monotonic.value": monotonic.
std::string clock_of(const std::string& path) {
  constexpr std::string_view before = "clock.", after = ".value";
  if (!path.starts_with(before) || !path.ends_with(after) || path.size() < before.size() + after.size()) return {};
  return path.substr(before.size(), path.size() - before.size() - after.size());
}

}  // namespace

std::uint32_t parser::alignment(const setting& value) const {
  const std::uint64_t bits = number_of(value, "align", most_align_bits);
  if (!std::has_single_bit(bits)) refuse(value.line, fmt::format("align = {}", bits), "a power of two");
  return static_cast<std::uint32_t>(bits);
}

/// "{ key = value; ... }", or nothing.
template <class Set>
void parser::parse_settings(Set&& set) {
  if (!skip("{")) return;
  while (!skip("}")) {
    const std::string key = parse_path("a setting or }");
    need("=");
    set(key, parse_setting());
    need(";");
  }
}

void parser::set_integer(type& of, const std::string& key, const setting& value) const {
  if (key == "size") {
    of.size_bits = static_cast<std::uint32_t>(number_of(value, key, 64));
  } else if (key == "align") {
    of.align_bits = alignment(value);
  } else if (key == "signed") {
    of.is_signed = is_true(value);
  } else if (key == "byte_order") {
    of.order = order_of(value);
  } else if (key == "encoding") {
    of.is_text = value.text == "UTF8" || value.text == "ASCII" || value.text == "utf8" || value.text == "ascii";
  } else if (key == "map") {
    of.clock = clock_of(value.text);
    if (of.clock.empty()) refuse(value.line, fmt::format("map = {}", printable(value.text)), "map = clock.NAME.value");
  }  // base, and what later tracers may say, change nothing
}

type_ref parser::parse_integer() {
  const auto out = std::make_shared<type>();
  out->line = now_.line;
  bool has_align = false;
  parse_settings([&](const std::string& key, const setting& value) {
    has_align = has_align || key == "align";
    set_integer(*out, key, value);
  });
  if (out->size_bits == 0) refuse(out->line, "an integer without a size", "size = 1..64");
  if (!has_align) out->align_bits = out->size_bits % 8 == 0 ? 8 : 1;
  return out;
}

type_ref parser::parse_floating() {
  const auto out = std::make_shared<type>();
  out->kind = type_kind::floating;
  out->line = now_.line;
  bool has_align = false;
  parse_settings([&](const std::string& key, const setting& value) {
    if (key == "exp_dig" || key == "mant_dig") {
      out->size_bits += static_cast<std::uint32_t>(number_of(value, key, 128));
    } else if (key == "align") {
      out->align_bits = alignment(value);
      has_align = true;
    }
  });
  if (out->size_bits == 0) refuse(out->line, "a floating_point without a size", "exp_dig and mant_dig");
  if (!has_align) out->align_bits = out->size_bits % 8 == 0 ? 8 : 1;
  return out;
}

type_ref parser::parse_string() {
  const auto out = std::make_shared<type>();
  out->kind = type_kind::string;
  out->align_bits = 8;
  out->line = now_.line;
  parse_settings([](const std::string&, const setting&) {});
  return out;
}

type_ref parser::parse_enum() {
  const std::uint64_t line = now_.line;
  std::string name;
  if (now_.kind == token_kind::identifier) name = "enum " + need_identifier("");
  const bool has_base = skip(":");
  if (!has_base && !is("{")) return need_type(name, line);
  const type_ref base = has_base ? parse_type() : need_type("int", line);
  if (base->kind != type_kind::integer) refuse(line, "an enum that is no integer", "enum : an integer");
  const auto out = std::make_shared<type>(*base);
  out->labels.clear();
  out->line = line;
  parse_labels(*out);
  if (!name.empty()) declare(name, out, line);
  return out;
}

/// Its sign is in the upper bits.
std::uint64_t parser::parse_label_value() {
  const bool is_negative = skip("-");
  if (now_.kind != token_kind::number) refuse("a number");
  const std::uint64_t value = is_negative ? ~now_.number + 1 : now_.number;
  advance();
  return value;
}

void parser::parse_labels(type& into) {
  need("{");
  std::uint64_t next = 0;
  while (!skip("}")) {
    labelled_range one;
    if (now_.kind != token_kind::identifier && now_.kind != token_kind::text) refuse("a label or }");
    one.label = now_.text;
    advance();
    one.low = one.high = next;
    if (skip("=")) one.low = one.high = parse_label_value();
    if (skip("...")) one.high = parse_label_value();
    next = one.high + 1;
    into.labels.push_back(std::move(one));
    if (!skip(",") && !is("}")) refuse(", or }");
  }
}

type_ref parser::parse_structure() {
  const std::uint64_t line = now_.line;
  std::string name;
  if (now_.kind == token_kind::identifier && !is("align")) name = "struct " + need_identifier("");
  if (!is("{")) return need_type(name, line);
  const auto out = std::make_shared<type>();
  out->kind = type_kind::structure;
  out->line = line;
  parse_fields(out->fields, true);
  for (const field& f : out->fields) out->align_bits = std::max(out->align_bits, f.of->align_bits);
  measure(*out);
  if (skip("align")) {
    need("(");
    out->align_bits = std::max(out->align_bits, alignment(parse_setting()));
    need(")");
  }
  if (!name.empty()) declare(name, out, line);
  return out;
}

/// Declared with its selector or without, and used with one.
type_ref parser::parse_variant() {
  const std::uint64_t line = now_.line;
  std::string name, selector;
  if (now_.kind == token_kind::identifier) name = "variant " + need_identifier("");
  if (skip("<")) {
    selector = parse_path("the field that selects");
    need(">");
  }
  auto out = std::make_shared<type>();
  if (is("{")) {
    out->kind = type_kind::variant;
    out->line = line;
    parse_fields(out->fields, false);
    measure(*out);
    out->selector = selector;
    if (!name.empty()) declare(name, out, line);
  } else {
    out = std::make_shared<type>(*need_type(name, line));
    if (!selector.empty()) out->selector = selector;
  }
  return out;
}

}  // namespace rtm::host::ctf
