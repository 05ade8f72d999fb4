// SPDX-License-Identifier: MIT
#include "sources/linux/interrupts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/text.hpp"

namespace rtm::host::kernel {
namespace {

struct named_meaning {
  std::string_view name;
  meaning means;
};

constexpr std::array known_events = {
    named_meaning{"sched_switch", meaning::switched},
    named_meaning{"irq_handler_entry", meaning::irq_entered},
    named_meaning{"irq_handler_exit", meaning::irq_exited},
    named_meaning{"softirq_entry", meaning::softirq_entered},
    named_meaning{"softirq_exit", meaning::softirq_exited},
    named_meaning{"irq_softirq_entry", meaning::softirq_entered},  // LTTng
    named_meaning{"irq_softirq_exit", meaning::softirq_exited},
    named_meaning{"nmi_handler", meaning::nmi_passed},
    named_meaning{"ipi_entry", meaning::ipi_entered},
    named_meaning{"ipi_exit", meaning::ipi_exited},
    named_meaning{"sched_process_fork", meaning::forked},
    named_meaning{"sched_process_exit", meaning::exited},
    named_meaning{"task_rename", meaning::renamed},
};

/// In arch/x86/include/asm/trace/irq_vectors.h; others get ids as they are seen.
constexpr std::array<std::string_view, 13> known_vectors = {
    "local_timer",         "reschedule", "call_function",   "call_function_single", "irq_work",
    "x86_platform_ipi",    "error_apic", "spurious_apic",   "thermal_apic",         "threshold_apic",
    "deferred_error_apic", "nmi",        "hyperv_callback",
};
constexpr source_id first_vector = 1000;

constexpr std::array<std::string_view, 10> softirq_names = {"HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
                                                            "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU"};

constexpr std::string_view entry = "_entry";
constexpr std::string_view exit = "_exit";

bool is_known_vector(std::string_view name) {
  return std::find(known_vectors.begin(), known_vectors.end(), name) != known_vectors.end();
}

/// Some events of irq_vectors are no interrupts: vector_alloc, vector_setup, ... None of those ends in _entry or _exit.
meaning vector_meaning(std::string_view system, std::string_view name) {
  for (const auto& [ending, means] :
       {std::pair{entry, meaning::vector_entered}, std::pair{exit, meaning::vector_exited}})
    if (name.ends_with(ending) &&
        (system == "irq_vectors" || is_known_vector(name.substr(0, name.size() - ending.size()))))
      return means;
  return meaning::nothing;
}

}  // namespace

meaning meaning_of(std::string_view system, std::string_view name) {
  const auto found = std::find_if(known_events.begin(), known_events.end(),
                                  [name](const named_meaning& known) { return known.name == name; });
  return found != known_events.end() ? found->means : vector_meaning(system, name);
}

std::string_view softirq_name(std::uint64_t vector) {
  return vector < softirq_names.size() ? softirq_names[static_cast<std::size_t>(vector)] : std::string_view();
}

source_id interrupts::id_of_vector(std::string_view name) {
  if (const auto found = vectors_.find(name); found != vectors_.end()) return found->second;
  const auto known = std::find(known_vectors.begin(), known_vectors.end(), name);
  const source_id id = known != known_vectors.end()
                           ? first_vector + static_cast<source_id>(known - known_vectors.begin())
                           : next_other_++;
  vectors_.emplace(name, id);
  return id;
}

bool interrupts::named(source_id irq, std::string_view handler) {
  auto& names = handlers_[irq];
  if (std::find(names.begin(), names.end(), handler) != names.end()) return false;
  names.push_back(printable(handler));
  return true;
}

void interrupts::softirq_seen(source_id vector) { softirqs_.emplace(vector, true); }

void interrupts::add_names(source_info& info) const {
  for (const auto& [name, id] : vectors_) info.isrs[id] = printable(name);
  for (const auto& [irq, handlers] : handlers_) {
    std::string all;
    for (const std::string& name : handlers) all += (all.empty() ? "" : ", ") + name;
    if (!all.empty()) info.isrs[irq] = std::move(all);
  }
  for (const auto& [vector, seen] : softirqs_)
    if (const auto name = softirq_name(vector); !name.empty()) info.swis[vector] = name;
}

seen_classes& seen_classes::operator|=(const seen_classes& other) {
  irq_handler |= other.irq_handler;
  vectors |= other.vectors;
  softirq |= other.softirq;
  switches |= other.switches;
  return *this;
}

std::vector<std::string> missing_classes(const source_completeness& of, const seen_classes& seen,
                                         const undeclared_classes& undeclared) {
  const auto unless_none_came = [](const char* name, bool is_undeclared) {
    return std::string(name) + (is_undeclared ? "" : " (not one was seen)");
  };
  std::vector<std::string> missing;
  if (!seen.switches) missing.emplace_back("sched_switch");
  if (of.hard_irqs.events != 0) {
    if (!seen.irq_handler) missing.emplace_back("irq_handler");
    if (!seen.vectors) missing.emplace_back("irq_vectors (x86) or ipi (Arm)");
  } else if (!seen.irq_handler && !seen.vectors) {
    missing.push_back(unless_none_came("interrupts", undeclared.interrupts));
  }
  if (!seen.softirq)
    missing.push_back(of.soft_irqs.events != 0 ? "softirq" : unless_none_came("softirqs", undeclared.softirq));
  return missing;
}

}  // namespace rtm::host::kernel
