// SPDX-License-Identifier: MIT
#include "cli/validators.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>

#include "text/text.hpp"

namespace rtm::host {
namespace {

/// The name of an option or of what is not one, with which CLI11 begins its sentence.
std::string option_of(std::string_view message) {
  constexpr std::string_view before = "Could not convert: ";
  if (message.starts_with(before)) message.remove_prefix(before.size());
  return std::string(message.substr(0, message.find_first_of(": ")));
}

std::string expected_of(const CLI::App& command, const std::string& name) {
  const CLI::Option* const option = command.get_option_no_throw(name);
  const std::string type = option == nullptr ? "" : option->get_type_name();
  return type.empty() ? "one" : type == "N" ? "a whole number below 2^32" : type;
}

std::string sentence_of_extras(const CLI::App& command) {
  const std::vector<std::string> words = command.remaining(true);
  const auto option = std::find_if(words.begin(), words.end(), [](const auto& word) { return word.starts_with('-'); });
  if (option != words.end())
    return fmt::format("found {}, expected an option of {}", host::quoted(*option), command.get_name());
  return fmt::format("found {}, expected no more", words.empty() ? "more" : host::quoted(words.front()));
}

std::string sentence_of_conversion(const CLI::App& command, const std::string& name, std::string_view message) {
  const std::size_t equals = message.find(" = ");
  const std::string found(equals == message.npos ? "" : message.substr(equals + 3));
  const CLI::Option* const option = command.get_option_no_throw(name);
  const bool is_flag = option != nullptr && option->get_expected_max() == 0;
  return fmt::format("{}: found {}, expected {}", name, found, is_flag ? "no value" : expected_of(command, name));
}

}  // namespace

std::string listed(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? std::string(last) : ", ") + words[i];
  return text;
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  return {[words](const std::string& text) {
            const bool is_one = std::find(words.begin(), words.end(), text) != words.end();
            return is_one ? std::string() : "found " + text + ", expected " + listed(words);
          },
          ""};
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return {[least, most](const std::string& text) {
            std::uint64_t value = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            const bool is_number = error == std::errc() && end == text.data() + text.size();
            return is_number && value >= least && value <= most
                       ? std::string()
                       : fmt::format("found {}, expected {} to {}", text, least, most);
          },
          ""};
}

std::string usage_sentence(const CLI::App& command, const CLI::ParseError& error) {
  const std::string_view message = error.what();
  const std::string name = option_of(message);
  const std::string kind = error.get_name();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return sentence_of_extras(command);
  if (kind == "RequiredError") return fmt::format("{}: found none, expected {}", name, expected_of(command, name));
  if (kind == "ConversionError") return sentence_of_conversion(command, name, message);
  if (kind == "ArgumentMismatch" && message.find("At Most") != message.npos)
    return name + ": found it more than once, expected it once";
  if (kind == "ArgumentMismatch")
    return fmt::format("{}: found no value, expected {}", name, expected_of(command, name));
  return std::string(message);  // A validator's own.
}

}  // namespace rtm::host
