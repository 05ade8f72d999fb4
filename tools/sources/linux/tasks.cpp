// SPDX-License-Identifier: MIT
#include "sources/linux/tasks.hpp"

#include "text/text.hpp"

namespace rtm::host::kernel {

void tasks::forked(std::uint32_t pid) {
  has_forks_ = true;
  if (pid == 0) return;
  if (uses_[pid].is_taken) begin_another(pid);
  uses_[pid].is_taken = true;
}

void tasks::exited(std::uint32_t pid) {
  if (pid != 0) uses_[pid].is_taken = true;
}

void tasks::died(std::uint32_t pid) {
  if (has_forks_) return exited(pid);
  if (pid != 0) begin_another(pid);
}

void tasks::begin_another(std::uint32_t pid) {
  use& of = uses_[pid];
  ++of.earlier;
  of.is_taken = false;
  may_be_reused_.set(pid % filter_bits);
}

void tasks::named_as(source_id id, std::string_view name) {
  if (id == idle_owner || name.empty()) return;
  std::string& known = names_[id];
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
