// SPDX-License-Identifier: MIT
// The ledger with a hook before each of its atomic accesses, so that a test can interrupt it there. To be included
// before any other header of the library, in a program where every user of the ledger includes it.
#pragma once

#include "fibers.hpp"

// The builtins are no macros, and a macro is not expanded within itself.
#define __atomic_load(where, value, order) (::rtm::test::fiber::step(), __atomic_load(where, value, order))
#define __atomic_store(where, value, order) (::rtm::test::fiber::step(), __atomic_store(where, value, order))
#include "rtm/ledger.hpp"
#undef __atomic_load
#undef __atomic_store
