// SPDX-License-Identifier: MIT
// What is measured: the rows of the tables, the same on target and on the host. Each starts from a fresh ledger in
// which every id used has run before, so no row depends on another one.
//
//   tell(name); prepare; mark(); the piece; mark();
//
// What lies between the two marks is the call with its argument, as an interrupt handler has it, and the function.
#pragma once

namespace bench {

/// All rows, in order. The first is `empty`: two marks with nothing between, to be subtracted from the others.
void run_rows();

// ---- supplied by the program that counts

/// The next two marks belong to this row. `name` lives as long as the program.
void tell(const char* name);

}  // namespace bench

/// Counting begins at the first and ends at the second of a row.
extern "C" void mark();
