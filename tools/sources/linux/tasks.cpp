// SPDX-License-Identifier: MIT
#include "sources/linux/tasks.hpp"

#include "text/text.hpp"

namespace rtm::host::kernel {

void tasks::forked(std::uint32_t pid) {
  const auto found = uses_.find(pid);
  if (found == uses_.end() || !found->second.has_exited) return;
  ++found->second.earlier;
  found->second.has_exited = false;
}

void tasks::exited(std::uint32_t pid) {
  if (pid != 0) uses_[pid].has_exited = true;
}

void tasks::named(std::uint32_t pid, std::string_view name) {
  if (pid == 0 || name.empty()) return;
  std::string& known = names_[id_of(pid)];
  if (known != name) known = printable(name);
}

void tasks::named_beside(std::uint32_t pid, std::string_view name) {
  if (pid != 0 && !name.empty()) names_beside_[pid] = printable(name);
}

void tasks::add_names(source_info& info) const {
  for (const auto& [id, name] : names_) info.tasks[id] = name;
  for (const auto& [id, name] : names_beside_) info.tasks.try_emplace(id, name);
}

}  // namespace rtm::host::kernel
