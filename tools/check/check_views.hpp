// SPDX-License-Identifier: MIT
// How a check is shown: as a table, as JSON of schema rtm.check/1, as a file of JUnit's form for a CI server.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "check/check.hpp"

namespace rtm::host {

struct check_view_options {
  std::size_t width = 80;
  bool colour = false;
  std::uint64_t clock_hz = 0;
  std::string budget;  ///< Name of the file.
  std::string input;
  bool allows_possible = false;  ///< A breach that is only possible is no failure.
};

void render_check_text(const check_result& of, const check_view_options& how, std::ostream& out);
void render_check_json(const check_result& of, const check_view_options& how, std::ostream& out);
/// One test case a limit and core.
void render_junit(const check_result& of, const check_view_options& how, std::ostream& out);

}  // namespace rtm::host
