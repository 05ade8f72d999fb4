// SPDX-License-Identifier: MIT
// The vectors as the application wrote them: three interrupts have no hooks.
#pragma once

namespace variant {
inline constexpr bool uses_table = false;
}  // namespace variant
