// SPDX-License-Identifier: MIT
// What an input lacks, one sentence each: place, what was found, what was expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "report/report.hpp"
#include "views/view.hpp"

namespace rtm::host {

/// "byte 4711: found 5 facts of core 0 lost on the target from tick 100 to 500 (window 3 of epoch 0); expected none"
[[nodiscard]] std::string sentence_of(const loss_row& loss);
/// "byte 4711: found a packet of type 200; expected 1 to 12"
[[nodiscard]] std::string sentence_of(const problem_row& problem);

/// So many lines of a text say what the input lacks, if nobody asks for more; JSON has all.
inline constexpr std::size_t most_lacks = 20;

/// The first `most` sentences of a report, in the order of the input, each behind `before`, and how many there are
/// more. `width`: columns of a line, longer ones are wrapped; 0: they are not.
void print_lacks(std::ostream& out, const report& of, const std::string& before, std::size_t most, std::size_t width);

/// The end of every text view: its tables hold what is known, this is what is not. Nothing if nothing is missing.
void print_incomplete(const report& of, const view_options& options, std::ostream& out);

}  // namespace rtm::host
