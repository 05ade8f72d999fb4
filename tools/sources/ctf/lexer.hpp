// SPDX-License-Identifier: MIT
// The words of TSDL, the language of CTF metadata, each with its line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rtm::host::ctf {

enum class token_kind : std::uint8_t { end, identifier, number, text, mark };

struct token {
  token_kind kind = token_kind::end;
  std::string text;          ///< Of an identifier, a text (without quotes) or a mark ("{", ":=", "...").
  std::uint64_t number = 0;  ///< Without its sign, which is a mark.
  std::uint64_t line = 1;

  [[nodiscard]] bool is(std::string_view mark_or_word) const {
    return (kind == token_kind::mark || kind == token_kind::identifier) && text == mark_or_word;
  }
};

class lexer {
 public:
  lexer(std::string_view source, const std::string& name) : source_(source), name_(name) {}

  /// Throws source_error for what is no word.
  [[nodiscard]] token next();

 private:
  void skip_blanks();
  void skip_comment();
  [[nodiscard]] token number();
  [[nodiscard]] token quoted_text();
  [[nodiscard]] char at(std::size_t ahead) const {
    return place_ + ahead < source_.size() ? source_[place_ + ahead] : '\0';
  }
  [[noreturn]] void refuse(std::string_view found, std::string_view expected) const;

  std::string_view source_;
  const std::string& name_;
  std::size_t place_ = 0;
  std::uint64_t line_ = 1;
};

/// As messages quote it.
[[nodiscard]] std::string shown(const token& of);

}  // namespace rtm::host::ctf
