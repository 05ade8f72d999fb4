// SPDX-License-Identifier: MIT
// What Load costs on the target: whole calls with PRIMASK as a port has it, and of some the part for which it is set.
#pragma once

namespace bench {

void run_load_rows();

}  // namespace bench
