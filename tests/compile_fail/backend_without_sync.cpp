// SPDX-License-Identifier: MIT
// A backend that forgot the barrier between the counter and its flag.
// expect: backend: needs `void sync
#include "rtm/pmu/backend.hpp"

struct backend {
  static constexpr bool has_overflow = false;
  static constexpr bool runs_in_idle = false;
  rtm::pmu::status start_up();
  uint32_t counters();
  uint32_t candidates(rtm::pmu::event);
  uint32_t bits(unsigned);
  uint64_t read(unsigned);
  void write(unsigned, uint64_t);
  void select(unsigned, rtm::pmu::event, rtm::pmu::filter);
  bool is_selected(unsigned, rtm::pmu::event, rtm::pmu::filter);
  void enable(uint32_t);
  void disable(uint32_t);
  uint32_t enabled();
  void run();
  void halt();
  bool running();
#if !RTM_WRONG
  void sync();
#endif
  uint32_t lock();
  void unlock(uint32_t);
};

static_assert(rtm::pmu::check_backend<backend>());
