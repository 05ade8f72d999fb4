// SPDX-License-Identifier: MIT
// The same application under the table of trampolines: no line of its handlers is changed.
#pragma once

namespace variant {
inline constexpr bool uses_table = true;
}  // namespace variant
