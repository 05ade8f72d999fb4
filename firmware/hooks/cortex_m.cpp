// SPDX-License-Identifier: MIT
// No interrupt is enabled.
#include "hooks.hpp"
#include "variant.hpp"
#include "vectors.hpp"

namespace {
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors =
    make_vectors({{cortex_m3::exception::svc, unexpected_exception_handler}});
}  // namespace

int main() {
  variant::serial::start();
  variant::start_clock();
  hooks::measure();
  return 0;
}
