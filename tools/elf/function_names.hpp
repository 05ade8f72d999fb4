// SPDX-License-Identifier: MIT
// The points of an input that are functions, told by address (rtm/function_points.hpp: "0x1a4c" or, with an anchor,
// "0x55d01a4c@0x55d01200"), get the names that their program gives them: "control_step (main.c:12)".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "elf/program.hpp"
#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::host {

struct function_address {
  std::uint64_t address = 0;
  std::uint64_t anchor = 0;  ///< Where the function `anchor_symbol` lay when the program ran; 0: where it was linked.
};
inline constexpr std::string_view anchor_symbol = "__cyg_profile_func_enter";

/// Absent if `name` is another name than that of an address.
[[nodiscard]] std::optional<function_address> parse_function_address(std::string_view name);

class function_names {
 public:
  /// Throws source_error: see `program`.
  explicit function_names(std::filesystem::path path) : path_(std::move(path)), program_(path_) {}

  /// Absent: not the name of an address, or no function of the program begins there.
  [[nodiscard]] std::optional<std::string> find(const std::string& name) const;

  /// Gives the points of a report their names. Throws source_error if the input has addresses and none is a function of
  /// this program, or if it has none: then nothing would show that the program is not the one that ran.
  void apply(report& to) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> linked(const function_address& where) const;

  std::filesystem::path path_;
  program program_;
};

}  // namespace rtm::host
