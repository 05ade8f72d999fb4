// SPDX-License-Identifier: MIT
// Interrupts of Linux: which events tell of them, and which ids they have in a report. An interrupt's id is its number
// (irq_handler_entry irq=36: isr 36), a softirq's its vector (3: swi 3 NET_RX). Interrupts without a number, such as
// the local timer of x86 (irq_vectors:local_timer_entry) or an inter-processor interrupt of Arm (ipi:ipi_entry), have
// ids from 1000 on, those listed in interrupts.cpp always the same. So a number from 1000 on cannot be an id: that of
// irq 1024 is 1000001024.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sources/source.hpp"

namespace rtm::host::kernel {

/// What an event of the kernel means to an account of time.
enum class meaning : std::uint8_t {
  nothing,  ///< Evidence only.
  switched,
  irq_entered,
  irq_exited,
  softirq_entered,
  softirq_exited,
  vector_entered,
  vector_exited,
  nmi_passed,   ///< nmi_handler: told at its end, with its length.
  ipi_entered,  ///< Arm; which one is told as text.
  ipi_exited,
  forked,
  exited,
  renamed,  ///< task_rename, by exec or prctl.
};

/// By the name of an event, without its system ("sched_switch", "local_timer_entry"). `system` may be empty.
[[nodiscard]] meaning meaning_of(std::string_view system, std::string_view name);

/// The id of an interrupt with that number.
[[nodiscard]] constexpr source_id id_of_irq(std::uint64_t number) {
  constexpr source_id first_vector = 1000, beyond_vectors = 1'000'000'000;
  return number < first_vector ? number : number + beyond_vectors;
}

/// "NET_RX"; empty for a number that the kernel does not have.
[[nodiscard]] std::string_view softirq_name(std::uint64_t vector);

/// Names and ids of the interrupts that were seen.
class interrupts {
 public:
  /// Of a vector or IPI, by its name without "_entry" or "_exit": "local_timer". Always the same for known names.
  source_id id_of_vector(std::string_view name);
  /// The name of an interrupt with a number ("eth0"), by its id. Handlers of a shared line: their names are joined, in
  /// the order in which they were seen first. True: it was not known.
  bool named(source_id irq, std::string_view handler);
  void softirq_seen(source_id vector);
  void add_softirqs(const interrupts& of) { softirqs_.insert(of.softirqs_.begin(), of.softirqs_.end()); }
  void nmi_seen() { (void)id_of_vector("nmi"); }

  /// Into `info.isrs` and `info.swis`.
  void add_names(source_info& info) const;

 private:
  std::map<std::string, source_id, std::less<>> vectors_;
  std::map<source_id, std::vector<std::string>> handlers_;
  std::map<source_id, bool> softirqs_;
  source_id next_other_ = 1100;
};

/// Classes of events of an input, seen on any of its CPUs.
struct seen_classes {
  bool irq_handler = false;
  bool vectors = false;  ///< irq_vectors, or ipi.
  bool softirq = false;
  bool switches = false;
  seen_classes& operator|=(const seen_classes& other);
};

/// Classes that an input cannot have, because it has not even their formats.
struct undeclared_classes {
  bool interrupts = false;
  bool softirq = false;
};

/// Names what is missing on a core with these counts: what its events prove, and what was not recorded, or else would
/// have been seen on no CPU in the whole recording.
[[nodiscard]] std::vector<std::string> missing_classes(const source_completeness& of, const seen_classes& seen,
                                                       const undeclared_classes& undeclared = {});

}  // namespace rtm::host::kernel
