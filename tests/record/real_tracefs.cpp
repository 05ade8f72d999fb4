// SPDX-License-Identifier: MIT
#include "record/real_tracefs.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include "record/file.hpp"
#include "record/tracefs.hpp"
#include "sources/source.hpp"

namespace rtm::test {
namespace {

real_tracefs look() {
  try {
    const std::string root = host::find_tracefs();
    host::trace_instance instance(root);
    instance.remove();
    return {root, {}};
  } catch (const host::source_error& error) {
    return {{}, error.what()};
  }
}

/// In a mount namespace of this process, so that the machine stays as it is.
bool mount_privately() {
  return geteuid() == 0 && unshare(CLONE_NEWNS) == 0 &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("nodev", "/sys/kernel/tracing", "tracefs", 0, nullptr) == 0;
}

}  // namespace

const real_tracefs& tracefs_of_this_machine() {
  static const real_tracefs found = [] {
    real_tracefs first = look();
    return first.root.empty() && mount_privately() ? look() : first;
  }();
  return found;
}

std::vector<std::string> instances_of(pid_t process) {
  std::vector<std::string> found;
  const std::string prefix = "rtm-" + std::to_string(process) + '-';
  for (std::string& name : host::names_in(tracefs_of_this_machine().root + "/instances"))
    if (name.starts_with(prefix)) found.push_back(std::move(name));
  return found;
}

}  // namespace rtm::test
