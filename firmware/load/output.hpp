// SPDX-License-Identifier: MIT
// What the image prints at its end: a table for people on UART 0, of which README.md shows a part and whose lines the
// tests read, and every fact on UART 1 as a timeline script.
#pragma once

#include <stdint.h>

namespace output {

void enable();
void print_windows();
void print_timeline();
/// The last line of UART 0; `run_image` looks for it.
void print_end(uint32_t exit_code);

}  // namespace output
