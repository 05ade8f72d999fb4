// SPDX-License-Identifier: MIT
// What does a fact cost on this CPU, with its port: mask, clock, ledger, restore? Instructions are counted by the
// plugin insn_count between calls of mark(); this says which rows were run, in that order.
#pragma once

namespace hooks {

/// All rows, then their names as text.
void measure();

}  // namespace hooks
