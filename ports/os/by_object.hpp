// SPDX-License-Identifier: MIT
// Rows of tasks that an OS names by the address of their control block, for the ports of such OSs.
#pragma once

#include <stdint.h>

#include "rtm/os/accounting.hpp"

namespace rtm::os {

/// The row of the task at `object`; a task of whose creation no hook has told gets one now.
/// Context: the kernel, where it switches or creates. Bound: O(rows) for a new task, else O(1).
/// A task for which there is no row is looked for again at each of its dispatches: each counts one `table_full`.
template <class Accounting>
task_id row_of_object(Accounting& all, const void* object, const char* name) {
  const auto address = reinterpret_cast<uintptr_t>(object);
  const task_id known = all.find(address);
  return known != unknown ? known : all.task_created(address, name);
}

/// A task begins in a control block in which another one may have lived, of whose end nobody has told.
template <class Accounting>
void begin_object(Accounting& all, const void* object, const char* name) {
  const auto address = reinterpret_cast<uintptr_t>(object);
  const task_id before = all.find(address);
  if (before != unknown) (void)all.task_deleted(before);
  (void)all.task_created(address, name);
}

/// It is gone; nothing, if it never had a row.
template <class Accounting>
void end_object(Accounting& all, const void* object) {
  const task_id task = all.find(reinterpret_cast<uintptr_t>(object));
  if (task != unknown) (void)all.task_deleted(task);
}

}  // namespace rtm::os
