// SPDX-License-Identifier: MIT
// What the compiler cannot know: which functions are worth inlining into every hook, and which ways are seldom taken.
#pragma once

#define RTM_HOT __attribute__((always_inline)) inline
#define RTM_COLD __attribute__((noinline, cold))
#define RTM_SELDOM(condition) __builtin_expect(!!(condition), 0)
