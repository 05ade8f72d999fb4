// SPDX-License-Identifier: MIT
// Parses the types of TSDL. The blocks (trace, clock, stream, event, env) are in metadata.cpp, on top of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/ctf/lexer.hpp"
#include "sources/ctf/metadata.hpp"

namespace rtm::host::ctf {

/// What stands behind "key =".
struct setting {
  std::string text;          ///< Numbers too, as decimal digits.
  std::uint64_t number = 0;  ///< Without its sign.
  bool is_number = false;
  bool is_negative = false;
  std::uint64_t line = 0;
};

class parser {
 public:
  parser(std::string_view source, const std::string& name) : lexer_(source, name), name_(name) { advance(); }

 protected:
  static constexpr std::uint32_t deepest = 64;        ///< Types within types.
  static constexpr std::uint32_t most_fields = 4096;  ///< Of a type with all in it.

  // Words.
  void advance() { now_ = lexer_.next(); }
  [[nodiscard]] bool is(std::string_view mark_or_word) const { return now_.is(mark_or_word); }
  bool skip(std::string_view mark_or_word);
  void need(std::string_view mark_or_word);
  std::string need_identifier(std::string_view what);
  [[noreturn]] void refuse(std::string_view expected) const { refuse(now_.line, shown(now_), expected); }
  [[noreturn]] void refuse(std::uint64_t line, std::string_view found, std::string_view expected) const;

  // Types.
  /// typealias, typedef, or a named struct, variant or enum that is only declared. False: it is none of them.
  bool parse_declaration();
  /// A type where nothing but a type stands.
  type_ref parse_type();
  void enter_scope() { scopes_.emplace_back(); }
  void leave_scope() { scopes_.pop_back(); }

  // Settings.
  /// "a.b.c".
  std::string parse_path(std::string_view what);
  setting parse_setting();
  [[nodiscard]] std::uint64_t number_of(const setting& value, std::string_view key, std::uint64_t most) const;
  [[nodiscard]] byte_order order_of(const setting& value) const;

 private:
  struct named_type {
    type_ref of;
    std::string name;  ///< Of the field, if one was asked for and stood there.
  };
  named_type parse_specifier(bool name_follows);
  void parse_typealias();
  void parse_typedef();
  void parse_fields(std::vector<field>& into, bool may_declare);
  type_ref parse_integer();
  type_ref parse_floating();
  type_ref parse_string();
  type_ref parse_enum();
  type_ref parse_structure();
  type_ref parse_variant();
  void parse_labels(type& into);
  std::uint64_t parse_label_value();
  std::uint32_t alignment(const setting& value) const;
  /// With the arrays of "name[16][n]".
  type_ref with_dimensions(type_ref of);
  void set_integer(type& of, const std::string& key, const setting& value) const;
  template <class Set>
  void parse_settings(Set&& set);

  /// Names make it easy to write a type that is larger than memory.
  void measure(type& of) const;
  void declare(const std::string& name, type_ref of, std::uint64_t line);
  [[nodiscard]] type_ref find(const std::string& name) const;
  [[nodiscard]] type_ref need_type(const std::string& name, std::uint64_t line) const;

  lexer lexer_;
  const std::string& name_;
  token now_;
  std::uint32_t depth_ = 0;
  std::vector<std::map<std::string, type_ref>> scopes_ = std::vector<std::map<std::string, type_ref>>(1);

 protected:
  [[nodiscard]] const token& now() const { return now_; }
};

}  // namespace rtm::host::ctf
