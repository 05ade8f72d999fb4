// SPDX-License-Identifier: MIT
// How the overflow interrupt reaches a core, as the port or its board knows it, and the rules that it must keep. A
// wiring that breaks them yields counts that are wrong only now and then, so it is refused before anything counts.
#pragma once

#include <stdint.h>

#include "rtm/pmu/status.hpp"

namespace rtm::pmu {

/// What the interrupt line of a core's PMU is.
enum class irq_line : uint8_t {
  per_core,       ///< Private to the core (a PPI), as Arm asks for.
  spi_per_core,   ///< A shared peripheral interrupt for each core: it must be routed to that core.
  shared_by_all,  ///< One interrupt for the PMUs of all cores. Flags are per core: a handler sees its own only.
  polled,         ///< No interrupt at all.
};

struct wiring {
  irq_line line = irq_line::per_core;
  bool edge_triggered = false;  ///< As the interrupt controller is configured, read back from it.
  /// Core to which an SPI is routed, and the core itself.
  uint32_t routed_to = 0;
  uint32_t core = 0;
  /// As in the controller's registers: the lower the more urgent (GIC, NVIC). Only the bits that decide preemption: the
  /// group priority (GIC: without the bits below the binary point; NVIC: without the subpriority).
  uint32_t pmu_priority = 0;
  uint32_t start_ipi_priority = 0;
  /// False: no interrupt interrupts another one on this CPU or port (RISC-V, Linux). A start IPI then waits for the
  /// whole PMU handler.
  bool interrupts_nest = true;
};

/// The line of one core.
/// @retval ok
/// @retval edge_line    a second overflow before the clear raises nothing: it would be lost
/// @retval shared_line  the interrupt runs on another core, or on one for all: flags of this core are never seen
constexpr status check_line(const wiring& w) {
  if (w.line == irq_line::polled) return status::ok;
  if (w.edge_triggered) return status::edge_line;
  if (w.line == irq_line::shared_by_all) return status::shared_line;
  if (w.line == irq_line::spi_per_core && w.routed_to != w.core) return status::shared_line;
  return status::ok;
}

/// What starting several cores by an IPI needs of all of them (sync/).
/// @retval ok
/// @retval ipi_cannot_preempt  on some core the IPI is not more urgent than the PMU interrupt
/// @retval priorities_differ   the cores would be late by different amounts
/// @retval edge_line, shared_line  of some core
constexpr status check_priorities(const wiring* cores, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (const status s = check_line(cores[i]); s != status::ok) return s;
    if (cores[i].line == irq_line::polled) continue;
    if (!cores[i].interrupts_nest || cores[i].start_ipi_priority >= cores[i].pmu_priority) {
      return status::ipi_cannot_preempt;
    }
  }
  for (uint32_t i = 1; i < count; ++i) {
    if (cores[i].pmu_priority != cores[0].pmu_priority || cores[i].start_ipi_priority != cores[0].start_ipi_priority ||
        cores[i].line != cores[0].line) {
      return status::priorities_differ;
    }
  }
  return status::ok;
}

}  // namespace rtm::pmu
