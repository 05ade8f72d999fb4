// SPDX-License-Identifier: MIT
// The kernel's trace files: where they are, and a trace instance of our own in them, with buffers and switches that
// nobody else uses. An instance outlives a process that is killed, so its name tells whose it is.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rtm::host {

/// Where to look. Tests look elsewhere.
struct tracefs_places {
  std::string mounts = "/proc/mounts";
  std::string filesystems = "/proc/filesystems";
  std::vector<std::string> usual = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};
};

/// The folder of the mounted tracefs. Throws source_error, which names the one command that helps: if it is not
/// mounted, if the kernel has none, if it must not be used.
[[nodiscard]] std::string find_tracefs(const tracefs_places& places = {});
/// Throws source_error if `folder` cannot be used as a tracefs.
void check_tracefs(const std::string& folder);

/// How folders of tracefs are made and removed: there, removing one removes the files in it. 0, or an errno.
struct folder_calls {
  std::function<int(const std::string&)> make, remove;
  std::string proc = "/proc";
};
[[nodiscard]] folder_calls system_folder_calls();

/// An instance of its own in `tracefs`, named by this process. Removed with the object, whatever happens.
class trace_instance {
 public:
  /// Throws source_error if the kernel refuses.
  explicit trace_instance(const std::string& tracefs, folder_calls calls = system_folder_calls());
  trace_instance(const trace_instance&) = delete;
  trace_instance& operator=(const trace_instance&) = delete;
  ~trace_instance();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Its files must have been closed. Throws source_error, once, if it stays; it says how to remove it.
  void remove();

 private:
  [[nodiscard]] int try_to_remove() const;

  folder_calls calls_;
  std::string path_;  ///< Empty: removed.
};

/// An instance of a run that was killed: its process is gone.
struct stale_instance {
  std::string path;
  std::uint64_t pid = 0;
  int error = 0;  ///< Why it could not be removed; 0: it is gone.
};
/// Removes them.
[[nodiscard]] std::vector<stale_instance> remove_stale_instances(const std::string& tracefs,
                                                                 const folder_calls& calls = system_folder_calls());

}  // namespace rtm::host
