// SPDX-License-Identifier: MIT
#include "locked_rows.hpp"

#include "locked_hooks.hpp"
#include "row.hpp"

void bench::run_locked_rows() {
  row(
      "isr_enter.locked", [] { begin(), at(2010); }, [] { locked_isr_enter(1); });
  row(
      "isr_exit.locked", [] { begin(), locked_isr_enter(1), at(2020); }, [] { locked_isr_exit(1); });
}
