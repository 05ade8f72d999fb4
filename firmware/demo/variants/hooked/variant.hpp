// SPDX-License-Identifier: MIT
// The demo as it should be: every interrupt reports itself.
#pragma once

namespace variant {
inline constexpr bool timer1_has_hooks = true;
}  // namespace variant
