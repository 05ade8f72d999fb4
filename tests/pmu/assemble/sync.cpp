// SPDX-License-Identifier: MIT
// Sampling of several cores, for the smallest CPU: nothing of it asks the compiler's library for a division.
#include "rtm/sync/alignment.hpp"
#include "rtm/sync/combine.hpp"
#include "rtm/sync/cti.hpp"
#include "rtm/sync/sampler.hpp"

volatile uint32_t hardware[4];

struct port {
  static constexpr bool runs_in_idle = true;
  uint64_t now() { return hardware[0]; }
  uint32_t id() { return hardware[1]; }
  uint32_t lock() { return hardware[2]; }
  void unlock(uint32_t before) { hardware[2] = before; }
};
struct source {
  bool read(uint64_t (&count)[2]) {
    count[0] = hardware[0];
    count[1] = hardware[1];
    return true;
  }
  uint32_t group() { return 1; }
  uint32_t epoch() { return hardware[3]; }
};

template class rtm::sync::sampler<port, source, 2>;
template class rtm::sync::alignment<>;
template rtm::sync::system_window<2> rtm::sync::combine(const rtm::sync::core_window<2>*, uint32_t,
                                                        const rtm::sync::requirement<2>&);
template rtm::sync::status rtm::sync::combine_ipc(const rtm::sync::core_window<2>*, uint32_t, unsigned, unsigned,
                                                  rtm::sync::system_ipc&);
