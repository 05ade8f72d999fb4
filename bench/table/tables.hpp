// SPDX-License-Identifier: MIT
// Figures as text, at most 100 columns wide.
#pragma once

#include <iosfwd>
#include <string>

#include "budget.hpp"
#include "figures.hpp"

namespace rtm::bench {

/// The rows with a target: what was aimed at, what the gate allows, what was found, and what the Execution Profile Kit
/// of ThreadX needs, which accounts less.
void print_targets(std::ostream& out, const budget& limits, const figures& found);

/// Every row by capacity, without those that only feed a difference and without code by function. A figure above its
/// limit has a `!`.
void print_matrix(std::ostream& out, const budget& limits, const figures& found);

/// Bytes of each function of one capacity, largest first, if they were weighed.
void print_functions(std::ostream& out, const figures& found, const std::string& capacity);

}  // namespace rtm::bench
