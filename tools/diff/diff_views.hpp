// SPDX-License-Identifier: MIT
// How a comparison of two reports is shown: as tables for a terminal, or as JSON of schema rtm.diff/1.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "diff/comparison.hpp"

namespace rtm::host {

struct diff_view_options {
  std::size_t width = 80;
  bool colour = false;
  bool only_regressions = false;
  std::string name_a, name_b;  ///< What the user calls them.
};

void render_diff_text(const diff& of, const diff_view_options& how, std::ostream& out);
void render_diff_json(const diff& of, const diff_view_options& how, std::ostream& out);

}  // namespace rtm::host
