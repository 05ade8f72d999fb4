// SPDX-License-Identifier: MIT
#include "sources/btf/header.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sources/btf/row.hpp"
#include "text/text.hpp"

namespace rtm::host::btf {
namespace {

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 5> scales = {
    {{"ps", 1'000'000'000'000}, {"ns", 1'000'000'000}, {"us", 1'000'000}, {"ms", 1'000}, {"s", 1}}};
constexpr const char* scale_words = "ps, ns, us, ms or s";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Takes the first word and the blanks behind it off `text`.
std::string_view take_word(std::string_view& text) {
  const auto end = std::find_if(text.begin(), text.end(), is_blank);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return word;
}

/// Writers spell the words of the header in large and small letters.
bool is_word(std::string_view word, std::string_view known) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(word.begin(), word.end(), known.begin(), known.end(),
                    [&](char a, char b) { return small(a) == small(b); });
}

}  // namespace

bool header::is_known(std::string_view line) {
  const std::string_view word = take_word(line);
  constexpr std::array<std::string_view, 8> all = {"#version",   "#creator",    "#creationDate", "#timeScale",
                                                   "#inputFile", "#entityType", "#typeTable",    "#entityTable"};
  return std::any_of(all.begin(), all.end(), [&](std::string_view known) { return is_word(word, known); });
}

std::optional<header::complaint> header::read(std::string_view line, bool is_behind_rows) {
  if (line.starts_with("#-")) {
    line.remove_prefix(2);
    const std::string_view key = take_word(line);
    add_entry(key, line);
    return std::nullopt;
  }
  const std::string_view word = take_word(line);
  part_ = is_word(word, "#typeTable") || is_word(word, "#entityType") ? part::types
          : is_word(word, "#entityTable")                             ? part::entities
          : is_word(word, "#entityTypeTable")                         ? part::types_of_entities
                                                                      : part::none;
  if (!is_word(word, "#timeScale")) return std::nullopt;
  const auto scale = std::find_if(scales.begin(), scales.end(), [&](const auto& s) { return is_word(line, s.first); });
  if (scale == scales.end()) return complaint{"#timeScale " + host::quoted(line), scale_words};
  if (clock_hz_ && *clock_hz_ != scale->second) return complaint{"a second #timeScale, " + host::quoted(line), "one"};
  if (is_behind_rows && clock_hz() != scale->second)
    return complaint{"#timeScale " + host::quoted(line) + " behind rows", "it before the first row"};
  clock_hz_ = scale->second;
  return std::nullopt;
}

void header::add_entry(std::string_view key, std::string_view name) {
  if (types_.size() + entities_.size() + cores_.size() == most_entries) return;
  if (part_ == part::types_of_entities) {
    if (type(key) == "C") cores_.insert(std::string(name));
    return;
  }
  const auto number = number_of(key);
  if (!number || name.empty() || part_ == part::none) return;
  (part_ == part::types ? types_ : entities_).emplace(*number, name);
}

std::string_view header::word_of(const table& words, std::string_view word) {
  if (words.empty() || word.empty() || word.front() < '0' || word.front() > '9') return word;
  const auto number = number_of(word);
  const auto found = number ? words.find(*number) : words.end();
  return found == words.end() ? word : std::string_view(found->second);
}

}  // namespace rtm::host::btf
