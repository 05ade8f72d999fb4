// SPDX-License-Identifier: MIT
#include "cli/buffer_option.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "text/quantity.hpp"

namespace rtm::host {
namespace {

/// Empty if `text` is good: what CLI11 wants of a validator.
std::string check_size(const std::string& text) {
  return bytes_of(text).value_or(0) != 0 ? std::string() : "found " + text + ", expected a size such as 8M or 512K";
}

}  // namespace

void add_buffer_option(CLI::App& command, std::uint64_t& bytes) {
  command
      .add_option_function<std::string>(
          "--buffer", [&bytes](const std::string& text) { bytes = bytes_of(text).value_or(0); },
          "Memory of the kernel, for each CPU")
      ->check(CLI::Validator(check_size, ""))
      ->type_name("SIZE")
      ->default_str("8M");
}

}  // namespace rtm::host
