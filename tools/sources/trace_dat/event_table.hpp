// SPDX-License-Identifier: MIT
// What the number of an event means, and where in its bytes stands what is needed of it. Offsets come from the formats
// that the file brings along, never from a kernel's source.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sources/linux/interrupts.hpp"
#include "sources/source.hpp"
#include "sources/trace_dat/container.hpp"

namespace rtm::host::trace_dat {

/// Of which fields, in this order:
///   switched         number prev_pid, other next_pid, text prev_comm, other_text next_comm, wide prev_state (if any)
///   irq_entered      number irq, text name (a reference)
///   irq_exited       number irq
///   softirq_*        number vec
///   nmi_passed       wide delta_ns
///   ipi_*            wide reason (the address of a text)
///   forked           number child_pid
///   exited           number pid
///   renamed          number pid, text newcomm
struct event_layout {
  bool is_declared = false;
  kernel::meaning means = kernel::meaning::nothing;
  std::uint16_t least_bytes = 0;  ///< All that is read of it lies within.
  std::uint16_t number = 0, other = 0, wide = 0;
  std::uint16_t text = 0, other_text = 0;  ///< 0: it has none.
  std::uint32_t text_bytes = 0;            ///< Of `wide`, where that may be 4 or 8.
  source_id id = 0;                        ///< Of a vector.
};

/// Where all events have the same.
struct common_layout {
  std::uint16_t type = 0, flags = 2, pid = 4;
  std::uint16_t bytes = 8;
};

class event_table {
 public:
  /// Problems of formats that cannot be used go to `problems`. Throws damage if no event can be told at all.
  event_table(const container& all, std::vector<source_problem>& problems);

  [[nodiscard]] const common_layout& common() const { return common_; }
  /// Of a number that no format has: not declared.
  [[nodiscard]] const event_layout& of(std::uint16_t id) const {
    return id < layouts_.size() ? layouts_[id] : undeclared_;
  }
  /// Is there a format of such an event?
  [[nodiscard]] bool has(kernel::meaning means) const;
  /// Numbers of the events of that meaning.
  [[nodiscard]] std::vector<std::uint16_t> all_of(kernel::meaning means) const;
  /// Names of those vectors that have formats.
  [[nodiscard]] const std::map<source_id, std::string>& vectors() const { return vector_names_; }

  /// Of an IPI of Arm, by the address of its name.
  [[nodiscard]] source_id ipi_at(std::uint64_t address) const;
  [[nodiscard]] std::string ipi_name(source_id id) const;

 private:
  void add(const declared_event& declared, std::vector<source_problem>& problems);
  void read_ipi_names(std::string_view printk);

  common_layout common_;
  std::string_view common_text_;       ///< Of the first format; that of others is nearly always the same.
  std::vector<event_layout> layouts_;  ///< By number, up to the highest that is declared.
  event_layout undeclared_;
  std::uint64_t refused_ = 0;
  kernel::interrupts vectors_;
  std::map<source_id, std::string> vector_names_;
  std::unordered_map<std::uint64_t, source_id> ipis_;
  std::map<source_id, std::string> ipi_names_;
};

}  // namespace rtm::host::trace_dat
