// SPDX-License-Identifier: MIT
// A machine whose clock, core and active exception a test sets, as the port that the hooks of an OS ask; and a sink
// that writes down what its ledgers were told.
#pragma once

#include <cstdint>
#include <vector>

#include "rtm/port.hpp"
#include "rtm/types.hpp"
#include "sources/source.hpp"

namespace rtm::test {

struct machine {
  static inline std::uint32_t time = 0;
  static inline std::uint32_t core = 0;
  static inline std::uint32_t exception = no_id;
  static inline std::uint32_t masked = 0;  ///< How deep.
  static inline bool was_read_unmasked = false;

  static void begin() {
    time = core = masked = 0;
    exception = no_id;
    was_read_unmasked = false;
  }
};

template <std::uint32_t Cores>
struct machine_port {
  using word = std::uint32_t;
  using mask_state = std::uint32_t;
  static constexpr std::uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static constexpr std::uint32_t cores = Cores;

  static std::uint64_t rate_hz() { return 1'000'000'000; }
  static word now() {
    if (machine::masked == 0) machine::was_read_unmasked = true;
    return machine::time;
  }
  static mask_state lock() { return machine::masked++; }
  static void unlock(mask_state before) { machine::masked = before; }
  static std::uint32_t core_index() { return machine::core < Cores ? machine::core : no_id; }
  static std::uint32_t active_exception() { return machine::exception; }
};
static_assert(check_port<machine_port<2>>());

/// What a ledger was told, refused facts too, as a source would tell it. A replay must report the same as the target.
struct told_sink {
  static constexpr bool sees_ledger = true;
  std::vector<host::source_fact>* facts = nullptr;
  std::uint32_t core = 0;

  template <class Ledger>
  status accepted(const Ledger&, fact_kind fact, std::uint32_t time, std::uint32_t id) {
    add(fact, time, id);
    return status::ok;
  }
  template <class Ledger>
  void refused(const Ledger&, status, fact_kind fact, std::uint32_t time, std::uint32_t id) {
    add(fact, time, id);
  }

 private:
  void add(fact_kind fact, std::uint32_t time, std::uint32_t id) {
    if (facts != nullptr) facts->push_back({fact, core, time, wide(fact, id)});
  }
  static host::source_id wide(fact_kind fact, std::uint32_t id) {
    if (fact == fact_kind::poll) return 0;
    if (fact != fact_kind::task_switch && fact != fact_kind::reset) return id;
    if (task_id{id} == idle) return host::idle_owner;
    if (task_id{id} == kernel) return host::kernel_owner;
    return task_id{id} == unknown ? host::unknown_owner : id;
  }
};

}  // namespace rtm::test
