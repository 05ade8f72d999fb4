// SPDX-License-Identifier: MIT
// Timing diagrams as tests: who owned the core when, drawn with characters. The facts follow from the edges, and the
// expected report from counting characters, so a reader can check both by eye.
//
//   col   : 10                    ticks of one character
//   t     : 0    5    10          a ruler of columns, optional
//   task 1: ==
//   idle  :   ===-====
//   isr 7 :      =
//
// Owner lanes are `task N`, `idle`, `kernel`, `unknown`, `isr N`, `swi N`. `=` owns the core, `-` is there and does not
// (interrupted, or a task that another one keeps from running), blank is absent. Every column has exactly one `=`: the
// law of conservation. An id that is active twice, or ends and begins at one instant, has a lane for each call.
//
// `point P @ task 1` is a lane of a point in the context above it: `=` while it is the innermost point of the context
// that owns the core, `-` while it is open otherwise.
// `>` behind the last column: the call is still open at the end.
// Lanes of `|`: `poll`, `activate N`, `wait N`, `release N`, `terminate N` report that fact at the start of a column.
//
// Settings before the lanes: `col`, `start` (raw clock reading of column 0), `bits`, `window`, `max_gap`. `core: N`
// begins the lanes of another core. Lines that begin with # are comments.
//
// At one instant: wait and terminate marks, exits from the top, ends of points, the switch, begins of points, enters
// from the outermost, activate and release marks, poll. The last instant is settled by a poll if nothing else happens
// there.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::test {

/// What is wrong with the drawing, with its line or column.
class diagram_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct diagram {
  host::source_info info;
  std::vector<host::source_fact> facts;  ///< Core after core.
  host::report expected;                 ///< Counted from the characters, not from the facts.
};

/// Throws diagram_error.
[[nodiscard]] diagram read_diagram(std::string_view text);

}  // namespace rtm::test
