// SPDX-License-Identifier: MIT
#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace rtm::host {
namespace {

constexpr std::string_view ellipsis = "\u2026";
constexpr std::size_t quoted_columns = 40;

struct range {
  char32_t first, last;
};

// Unicode 15: combining blocks and zero-width characters.
constexpr std::array zero_width = {range{0x0300, 0x036F}, range{0x0483, 0x0489}, range{0x1AB0, 0x1AFF},
                                   range{0x1DC0, 0x1DFF}, range{0x200B, 0x200F}, range{0x202A, 0x202E},
                                   range{0x2060, 0x2064}, range{0x20D0, 0x20FF}, range{0xFE00, 0xFE0F},
                                   range{0xFE20, 0xFE2F}, range{0xFEFF, 0xFEFF}};

// Unicode 15, East_Asian_Width W and F, by block.
constexpr std::array double_width = {range{0x1100, 0x115F},   range{0x2E80, 0x303E},   range{0x3041, 0xA4CF},
                                     range{0xA960, 0xA97F},   range{0xAC00, 0xD7A3},   range{0xF900, 0xFAFF},
                                     range{0xFE30, 0xFE6F},   range{0xFF00, 0xFF60},   range{0xFFE0, 0xFFE6},
                                     range{0x1F300, 0x1F64F}, range{0x1F680, 0x1F6FF}, range{0x1F900, 0x1F9FF},
                                     range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool in(const std::array<range, N>& ranges, char32_t c) {
  const auto* r = std::lower_bound(ranges.begin(), ranges.end(), c, [](range a, char32_t v) { return a.last < v; });
  return r != ranges.end() && r->first <= c;
}

std::size_t width_of(char32_t c) {
  if (c < 0x300) return 1;
  if (in(zero_width, c)) return 0;
  return in(double_width, c) ? 2 : 1;
}

/// A byte that is not UTF-8 stands for itself.
code_point next_of(std::string_view text) {
  return first_code_point(text).value_or(code_point{static_cast<unsigned char>(text.front()), 1});
}

/// Moves the first code point, or a byte that is none, from `text` to the end of `out`, escaped if need be.
void move_printable(std::string& out, std::string_view& text) {
  const auto c = first_code_point(text);
  const std::string_view bytes = text.substr(0, c ? c->bytes : 1);
  text.remove_prefix(bytes.size());
  if (c && !is_control(c->value)) {
    out += bytes;
    return;
  }
  for (const char byte : bytes) fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(byte));
}

}  // namespace

std::optional<code_point> first_code_point(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return code_point{lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return std::nullopt;
  char32_t value = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return std::nullopt;
    value = value << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest[bytes] || value > 0x10FFFF || surrogate) return std::nullopt;
  return code_point{value, bytes};
}

std::optional<std::size_t> first_bad_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto c = first_code_point(text.substr(at));
    if (!c) return at;
    at += c->bytes;
  }
  return std::nullopt;
}

bool has_control(std::string_view text) {
  while (!text.empty()) {
    const code_point c = next_of(text);
    if (is_control(c.value)) return true;
    text.remove_prefix(c.bytes);
  }
  return false;
}

std::size_t width_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const code_point c = next_of(text);
    columns += width_of(c.value);
    text.remove_prefix(c.bytes);
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (width_of(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  std::string out;
  std::size_t used = 1;  // The ellipsis.
  while (!text.empty()) {
    const code_point c = next_of(text);
    used += width_of(c.value);
    if (used > columns) break;
    out += text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return out += ellipsis;
}

std::string wrapped(std::string_view text, std::size_t columns) {
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::size_t width = width_of(word);
    if (used != 0 && used + 1 + width > columns) {
      out += '\n';
      used = 0;
    } else if (used != 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += width;
  }
  return out += '\n';
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) move_printable(out, text);
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    if (width_of(out) > quoted_columns) return out += fmt::format("{}\"", ellipsis);
    if (text.front() == '"' || text.front() == '\\') out += '\\';
    move_printable(out, text);
  }
  return out += '"';
}

}  // namespace rtm::host
