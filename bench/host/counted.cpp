// SPDX-License-Identifier: MIT
// Runs all rows on the host under Valgrind's callgrind, which dumps the instructions between two marks into a file of
// their own, with the row's name; ./count puts them together. Without Valgrind it does nothing that can be seen.
#include <valgrind/callgrind.h>

#include <cstdio>

#include "hooks.hpp"
#include "rows.hpp"

namespace {

const char* current = nullptr;
bool counting = false;

}  // namespace

void bench::tell(const char* name) { current = name; }

void mark() {
  if (counting) {
    CALLGRIND_DUMP_STATS_AT(current);
  } else {
    CALLGRIND_ZERO_STATS;
  }
  counting = !counting;
}

int main() {
  bench::run_rows();
  std::printf("ram %zu\n", sizeof bench::core0.ledger);
}
