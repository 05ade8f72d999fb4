// SPDX-License-Identifier: MIT
// The same through rtm_config.h, for the C library and its trace.
// expect: capacity: word is wider than what this CPU loads at once
#if RTM_WRONG
#define RTM_CLOCK_BITS 64
#endif
#define RTM_TRACE 1
#include "../../src/rtm.cpp"
#include "../../src/rtm_trace.cpp"
