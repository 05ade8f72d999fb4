// SPDX-License-Identifier: MIT
#include "sources/trace_dat/cpu_names.hpp"

#include "text/text.hpp"

namespace rtm::host::trace_dat {

void cpu_names::remember(source_id id, std::string_view name, std::uint64_t time_ns) {
  if (id == idle_owner || name.empty()) return;
  tasks_[id] = {time_ns, printable(name)};
}

void cpu_names::add_interrupts(source_info& info) const {
  kernel::interrupts all = interrupts_;
  for (source_id vector = 0; vector < 64; ++vector)
    if ((softirqs_ >> vector & 1U) != 0) all.softirq_seen(vector);
  all.add_names(info);
}

}  // namespace rtm::host::trace_dat
