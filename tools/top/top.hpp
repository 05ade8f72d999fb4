// SPDX-License-Identifier: MIT
// `rtm top`: windows as they close, of this machine or of a stream, until somebody has seen enough.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "record/tracefs.hpp"
#include "top/top_view.hpp"

namespace rtm::host {

enum class top_output {
  screen,
  text,  ///< One frame after another.
  json,  ///< The same, one object a line.
};

struct top_options {
  std::string file;                  ///< As `rtm report -f` reads it. Empty: this machine.
  std::string window;                ///< "1s". Empty: as the stream says, or 1 s.
  std::vector<std::uint32_t> cores;  ///< Empty: all.
  top_output output = top_output::screen;
  bool is_once = false;  ///< Ends with the first frame. Not for a screen.
  top_order order = top_order::time;
  bool is_by_core = false;
  std::size_t width = 80;                 ///< Of text.
  bool colour = false;                    ///< On a screen.
  std::uint64_t buffer_bytes = 8U << 20;  ///< Of each CPU.
  std::string tracefs;                    ///< Empty: where it is mounted.
};

struct top_result {
  std::uint64_t frames = 0;
  std::uint64_t lost = 0;
  bool any_fault = false;
};

/// `note`: hears what the user should know beside. Throws source_error.
[[nodiscard]] top_result top(const top_options& options, std::ostream& out,
                             const std::function<void(const std::string&)>& note);

}  // namespace rtm::host
