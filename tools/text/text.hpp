// SPDX-License-Identifier: MIT
// Text from outside: is it UTF-8, how many columns of a terminal does it take, how is it shortened, and how is it
// quoted in a message without letting control characters through?
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rtm::host {

/// One code point and how many bytes it took.
struct code_point {
  char32_t value = 0;
  std::size_t bytes = 0;
};

/// The first code point; absent if `text` is empty or does not begin with well-formed UTF-8 (overlong forms, surrogates
/// and values above U+10FFFF are not well-formed).
[[nodiscard]] std::optional<code_point> first_code_point(std::string_view text);

/// Offset of the first byte that is not part of well-formed UTF-8; absent if all is well.
[[nodiscard]] std::optional<std::size_t> first_bad_utf8(std::string_view text);

/// True for C0 controls, DEL and C1 controls: what a terminal may take for a command.
[[nodiscard]] constexpr bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

[[nodiscard]] bool has_control(std::string_view text);

/// Columns that `text` takes on a terminal: 0 for combining marks, 2 for East Asian wide characters and emoji, else 1.
/// Bytes that are not UTF-8 count 1 each.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// `text` itself if it fits into `columns`, else its beginning and an ellipsis.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

/// `text` broken at blanks into lines of at most `columns`, each ended by a newline. A longer word gets its own line.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t columns);

/// `text` with controls and bytes that are not UTF-8 escaped: one line that a terminal takes for text.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` in double quotes for a one-line message: controls, quotes, backslashes and bytes that are not UTF-8 escaped,
/// and cut after 40 columns.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace rtm::host
