// SPDX-License-Identifier: MIT
// Options that select a part of an input: --window, --from, --to, --core.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "sources/selection.hpp"
#include "sources/source.hpp"

namespace rtm::host {

struct selection_options {
  std::string window, from, to;
  std::string to_name;  ///< What the option of `to` is called.
  std::vector<std::uint32_t> cores;
};

/// `options` must live as long as the command. `to`: the names of --to, the first of which is the one
/// told; where it is taken it is --until alone.
void add_selection_options(CLI::App& command, selection_options& options, const std::string& to = "--to,--until");

/// What is selected of `from`. Throws source_error for a time that is none of the input's clock.
[[nodiscard]] std::unique_ptr<source> selected_part(std::unique_ptr<source> from, const selection_options& options);

/// Throws source_error if a part was selected of `file`, and there is nothing in it.
void refuse_empty_part(const report& made, const selection_options& options, const std::string& file);

}  // namespace rtm::host
