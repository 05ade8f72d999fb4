// SPDX-License-Identifier: MIT
// Readers never stop the writer, and what `is_latest` confirms is true to the tick (contract, section 9).
// Two simulated cores and four readers, six threads, 10 million facts and as many reads as come in between; to be run
// under ThreadSanitizer too.
#include <gtest/gtest.h>

#include <iostream>
#include <thread>
#include <vector>

#include "capacities.hpp"
#include "two_cores.hpp"

namespace rtm::test {
namespace {

constexpr std::uint64_t facts_per_core = 2'500'000;

void print(const char* core, const reader_log& log) {
  std::cout << core << ": " << log.good << " good reads of " << log.attempts << " attempts; " << log.windows.size()
            << " different windows, " << log.faults.size() << " faults; to be repeated: " << log.moved
            << " while a window closed, " << log.outdated << " after it had (" << log.mixed << " visibly mixed)\n";
}

template <class Capacity>
void observe_two_cores(std::uint64_t first_start, std::uint64_t second_start) {
  observed_core<Capacity> first(1, first_start, facts_per_core);
  observed_core<Capacity> second(2, second_start, facts_per_core);
  {
    std::vector<std::jthread> threads;
    for (observed_core<Capacity>* core : {&first, &second}) {
      threads.emplace_back([core] { core->write(); });
      threads.emplace_back([core] { core->read(0); });
      threads.emplace_back([core] { core->read(1); });
    }
  }
  first.check();
  second.check();
  for (std::size_t reader : {0U, 1U}) {
    print("core 0", first.log(reader));
    print("core 1", second.log(reader));
  }
  std::cout << first.operations() + second.operations() << " operations\n";
}

// The second core starts just before its clock wraps.
TEST(readers, two_cores_with_32_bit_words_see_only_true_windows) {
  observe_two_cores<words_of_32_bits>(0, 0xFFFF'FF00U);
}
TEST(readers, two_cores_with_64_bit_words_see_only_true_windows) {
  observe_two_cores<words_of_64_bits>(1'000'000'000'000U, 0xFFFF'FF00U);
}

}  // namespace
}  // namespace rtm::test
