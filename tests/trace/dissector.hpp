// SPDX-License-Identifier: MIT
// A trace stream as text, byte by byte with what each means. Written from docs/trace-format.md and not from the
// decoder, so that the two can contradict each other. For sound streams only: std::runtime_error otherwise.
#pragma once

#include <string>
#include <string_view>

namespace rtm::test {

/// Every packet after unstuffing, each field on a line.
[[nodiscard]] std::string dissect(std::string_view stream);

/// A packet's bytes with COBS undone; `stuffed` without its 00.
[[nodiscard]] std::string unstuff(std::string_view stuffed);

/// "02 1f a0", for showing.
[[nodiscard]] std::string hex(std::string_view bytes);

/// The fact that `bytes` begin with, as text; ids are `frame`, `owner` and `point` bits wide.
struct fact_widths {
  unsigned frame = 0, owner = 0, point = 0;
  unsigned isrs = 0;  ///< A frame from here on is a software interrupt.
};
[[nodiscard]] std::string fact_text(std::string_view bytes, const fact_widths& widths);

}  // namespace rtm::test
