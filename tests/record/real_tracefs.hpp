// SPDX-License-Identifier: MIT
// The tracefs of this machine, for tests that need a kernel. Most machines do not let them.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace rtm::test {

struct real_tracefs {
  std::string root;     ///< Empty: it cannot be used here.
  std::string missing;  ///< Why not, for a message.
};

/// If it is not mounted and root asks, it is mounted for this process and its children alone.
[[nodiscard]] const real_tracefs& tracefs_of_this_machine();

/// Instances that a process has made.
[[nodiscard]] std::vector<std::string> instances_of(pid_t process);

}  // namespace rtm::test

/// First line of a test that needs the real one.
#define RTM_NEED_TRACEFS()                               \
  if (rtm::test::tracefs_of_this_machine().root.empty()) \
  GTEST_SKIP() << "found no tracefs that may be used, expected one: " << rtm::test::tracefs_of_this_machine().missing
