// SPDX-License-Identifier: MIT
// What an option may be, and what is said of one that is something else: "found ..., expected ...".
#pragma once

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::host {

/// "text, load or json"
[[nodiscard]] std::string listed(const std::vector<std::string>& words, std::string_view last = " or ");

/// One of these words, spelt so.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& words);

/// Digits, from `least` to `most`.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// Of an error that `command` threw when it was parsed, in the words of this program.
[[nodiscard]] std::string usage_sentence(const CLI::App& command, const CLI::ParseError& error);

}  // namespace rtm::host
