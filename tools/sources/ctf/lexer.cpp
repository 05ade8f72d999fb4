// SPDX-License-Identifier: MIT
#include "sources/ctf/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_of_word(char c) { return begins_word(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\0'; }

}  // namespace

void lexer::refuse(std::string_view found, std::string_view expected) const {
  throw source_error(fmt::format("{}:{}: found {}; expected {}", name_, line_, found, expected));
}

void lexer::skip_blanks() {
  for (; place_ < source_.size(); ++place_) {
    if (at(0) == '/' && (at(1) == '*' || at(1) == '/')) {
      skip_comment();
    } else if (!is_blank(at(0))) {
      return;
    }
    if (at(0) == '\n') ++line_;
  }
}

/// Up to its last character.
void lexer::skip_comment() {
  const bool is_line = at(1) == '/';
  const std::size_t end = is_line ? source_.find('\n', place_) : source_.find("*/", place_ + 2);
  if (end == source_.npos && !is_line) refuse("a comment without an end", "*/");
  const std::size_t last = end == source_.npos ? source_.size() - 1 : is_line ? end : end + 1;
  if (!is_line)
    line_ += static_cast<std::uint64_t>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(place_),
                                                   source_.begin() + static_cast<std::ptrdiff_t>(last), '\n'));
  place_ = last;
}

token lexer::next() {
  skip_blanks();
  token out;
  out.line = line_;
  if (place_ == source_.size()) return out;
  const char c = at(0);
  if (is_digit(c)) return number();
  if (c == '"' || (c == 'L' && at(1) == '"')) return quoted_text();
  const std::size_t begin = place_;
  if (begins_word(c)) {
    while (is_of_word(at(0))) ++place_;
    out.kind = token_kind::identifier;
  } else {
    constexpr std::string_view single = "{}[]()<>;,=:.-+*";
    if (single.find(c) == single.npos)
      refuse(fmt::format("the character {}", host::quoted(source_.substr(place_, 1))), "TSDL");
    place_ += c == ':' && at(1) == '=' ? 2 : c == '.' && at(1) == '.' && at(2) == '.' ? 3 : 1;
    out.kind = token_kind::mark;
  }
  out.text = source_.substr(begin, place_ - begin);
  return out;
}

/// Decimal, 0x hexadecimal or 0 octal, with any of the endings of C.
token lexer::number() {
  token out;
  out.kind = token_kind::number;
  out.line = line_;
  const bool is_hex = at(0) == '0' && (at(1) == 'x' || at(1) == 'X');
  const bool is_octal = !is_hex && at(0) == '0' && is_digit(at(1));
  const std::size_t begin = place_;
  while (is_of_word(at(0))) ++place_;
  std::string_view digits = source_.substr(begin, place_ - begin);
  const std::string_view all = digits;
  while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos)
    digits.remove_suffix(1);
  if (is_hex) digits.remove_prefix(2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.number,
                                            is_hex     ? 16
                                            : is_octal ? 8
                                                       : 10);
  if (error != std::errc() || end != digits.data() + digits.size())
    refuse(host::quoted(all), "a number of at most 64 bits");
  return out;
}

token lexer::quoted_text() {
  token out;
  out.kind = token_kind::text;
  out.line = line_;
  if (at(0) == 'L') ++place_;
  for (++place_; at(0) != '"'; ++place_) {
    if (place_ >= source_.size() || at(0) == '\n') refuse("a text without an end", "\" in the same line");
    if (at(0) == '\\') {
      ++place_;
      if (place_ >= source_.size() || at(0) == '\n') refuse("a text without an end", "\" in the same line");
      out.text += at(0) == 'n' ? '\n' : at(0) == 't' ? '\t' : at(0);
    } else {
      out.text += at(0);
    }
  }
  ++place_;
  return out;
}

std::string shown(const token& of) {
  switch (of.kind) {
    case token_kind::end: return "the end of the metadata";
    case token_kind::number: return fmt::format("{}", of.number);
    case token_kind::text: return fmt::format("the text {}", host::quoted(of.text));
    case token_kind::identifier:
    case token_kind::mark: break;
  }
  return host::quoted(of.text);
}

}  // namespace rtm::host::ctf
