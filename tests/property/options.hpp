// SPDX-License-Identifier: MIT
// How long a test program runs: --facts=N (random facts for each engine), --seed=S (of the first stream), --deeper=N
// (facts that exhaustive sequences are longer). Without them, what fits into the tests of every build.
#pragma once

#include <cstdint>

namespace rtm::property {

struct run_options {
  std::uint64_t facts = 100'000;
  std::uint64_t seed = 1;
  std::uint64_t deeper = 0;
};

[[nodiscard]] const run_options& options();

}  // namespace rtm::property
