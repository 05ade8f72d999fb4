// SPDX-License-Identifier: MIT
#include "application.hpp"

namespace application {
namespace {

volatile uint32_t state = 1;

[[gnu::noinline]] uint32_t sample() {
  const uint32_t now = state * 5 + 1;
  state = now;
  return now >> 3;
}

[[gnu::noinline]] uint32_t filter(uint32_t order) {
  uint32_t sum = state;
  for (uint32_t i = 0; i < 4; ++i) sum += sum >> order;
  return order == 0 ? sum : sum + filter(order - 1);
}

}  // namespace

void control_step() { state = sample() + filter(2); }

void on_timer() { state = sample(); }

[[gnu::no_instrument_function]] uint32_t result() { return state; }

}  // namespace application
