// SPDX-License-Identifier: MIT
// The rows that only the target has.
#pragma once

namespace bench {

void run_locked_rows();

}  // namespace bench
