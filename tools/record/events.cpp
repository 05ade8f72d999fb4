// SPDX-License-Identifier: MIT
#include "record/events.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>

#include "record/file.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

/// One of `patterns` is enough: kernels for different processors tell the same by different events.
struct needed {
  std::array<std::string_view, 2> patterns;
};

constexpr std::array needed_events = {
    needed{{"sched:sched_switch"}},
    needed{{"sched:sched_process_fork"}},
    needed{{"sched:sched_process_exit"}},
    needed{{"task:task_rename"}},
    needed{{"irq:irq_handler_entry"}},
    needed{{"irq:irq_handler_exit"}},
    needed{{"irq:softirq_entry"}},
    needed{{"irq:softirq_exit"}},
    needed{{"irq_vectors:*_entry", "ipi:ipi_entry"}},
    needed{{"irq_vectors:*_exit", "ipi:ipi_exit"}},
    needed{{"nmi:nmi_handler"}},
};
/// Evidence of who runs, and whom an interrupt is meant for.
constexpr std::string_view also_recorded = "ipi:*";

std::vector<event_name> all_events(const std::string& tracefs) {
  std::vector<event_name> all;
  const std::string root = tracefs + "/events";
  for (const std::string& system : names_in(root)) {
    if (system == "ftrace") continue;  // Not switched on one by one.
    for (const std::string& name : names_in(root + '/' + system))
      if (is_folder(root + '/' + system + '/' + name)) all.push_back({system, name});
  }
  return all;
}

bool add_matching(const std::vector<event_name>& all, const std::string& pattern, std::vector<event_name>& to) {
  const bool has_system = pattern.find(':') != pattern.npos;
  bool any = false;
  for (const event_name& each : all) {
    const std::string name = has_system ? each.system + ':' + each.name : each.name;
    if (::fnmatch(pattern.c_str(), name.c_str(), 0) != 0) continue;
    to.push_back(each);
    any = true;
  }
  return any;
}

void add_default(const std::vector<event_name>& all, chosen_events& to) {
  for (const needed& each : needed_events) {
    bool any = false;
    std::string names;
    for (const std::string_view pattern : each.patterns) {
      if (pattern.empty()) continue;
      any |= add_matching(all, std::string(pattern), to.events);
      names += (names.empty() ? "" : " or ") + std::string(pattern);
    }
    if (!any) to.missing.push_back(names);
  }
  (void)add_matching(all, std::string(also_recorded), to.events);
}

}  // namespace

chosen_events choose_events(const std::string& tracefs, std::string_view wanted) {
  const std::vector<event_name> all = all_events(tracefs);
  if (std::find(all.begin(), all.end(), event_name{"sched", "sched_switch"}) == all.end())
    throw source_error(tracefs + "/events: found no sched:sched_switch; expected it, as who runs is told by it");
  chosen_events chosen;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = wanted.find(',');
    is_last = comma == wanted.npos;
    const std::string name(wanted.substr(0, comma));
    if (!is_last) wanted.remove_prefix(comma + 1);
    if (name == default_events)
      add_default(all, chosen);
    else if (!add_matching(all, name, chosen.events))
      throw source_error(fmt::format("--events: found {}; expected events such as sched:sched_switch or irq:*, of {}",
                                     host::quoted(name), tracefs + "/available_events"));
  }
  std::sort(chosen.events.begin(), chosen.events.end());
  chosen.events.erase(std::unique(chosen.events.begin(), chosen.events.end()), chosen.events.end());
  return chosen;
}

}  // namespace rtm::host
