// SPDX-License-Identifier: MIT
#include "record/tracefs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "record/file.hpp"
#include "sources/source.hpp"

namespace rtm::host {
namespace {

constexpr std::string_view instance_prefix = "rtm-";

/// What a user who is not root types before a command.
std::string_view as_root() { return ::geteuid() == 0 ? "" : "sudo "; }

/// Of /proc/mounts, where blanks are \040.
std::string unescaped(std::string_view field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    unsigned value = 0;
    if (field[i] == '\\' && i + 3 < field.size() &&
        std::from_chars(field.data() + i + 1, field.data() + i + 4, value, 8).ptr == field.data() + i + 4) {
      text += static_cast<char>(value);
      i += 3;
    } else {
      text += field[i];
    }
  }
  return text;
}

std::optional<std::string> mounted_in(const std::string& mounts) {
  std::istringstream lines(read_text_if_there(mounts));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string device, folder, type;
    if (fields >> device >> folder >> type && type == "tracefs") return unescaped(folder);
  }
  return std::nullopt;
}

bool lists_tracefs(const std::string& filesystems) {
  const std::string text = read_text_if_there(filesystems);
  return text.empty() || text.find("tracefs") != text.npos;
}

/// When a process began, in ticks since the start of the system: with the pid it is never used twice. Empty: none such.
std::string start_of(const std::string& proc, std::string_view pid) {
  const std::string stat = read_text_if_there(fmt::format("{}/{}/stat", proc, pid));
  // pid (name) state ...: the name may hold blanks and brackets; the start is the 20th field behind it.
  std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
  std::string field;
  for (int i = 0; i < 20; ++i) fields >> field;
  return fields ? field : std::string();
}

/// "rtm-PID-START". Absent: of somebody else.
std::optional<std::pair<std::uint64_t, std::string>> owner_of(std::string_view name) {
  if (!name.starts_with(instance_prefix)) return std::nullopt;
  name.remove_prefix(instance_prefix.size());
  std::uint64_t pid = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  const std::string_view rest = name.substr(static_cast<std::size_t>(end - name.data()));
  if (error != std::errc{} || rest.size() < 2 || rest.front() != '-' ||
      rest.find_first_not_of("0123456789", 1) != rest.npos)
    return std::nullopt;
  return std::pair(pid, std::string(rest.substr(1)));
}

}  // namespace

std::string find_tracefs(const tracefs_places& places) {
  if (const auto mounted = mounted_in(places.mounts)) {
    check_tracefs(*mounted);
    return *mounted;
  }
  // Not in the list: a container may hide it, and debugfs mounts it when it is first looked at.
  for (const std::string& folder : places.usual)
    if (is_folder(folder + "/events")) {
      check_tracefs(folder);
      return folder;
    }
  if (!lists_tracefs(places.filesystems))
    throw source_error("found a kernel without tracefs; expected one that is built with CONFIG_TRACING");
  throw source_error(fmt::format("found no tracefs; expected it mounted: {}mount -t tracefs nodev {}", as_root(),
                                 places.usual.empty() ? "/sys/kernel/tracing" : places.usual.front()));
}

void check_tracefs(const std::string& folder) {
  const std::string instances = folder + "/instances";
  if (::access(instances.c_str(), R_OK | W_OK | X_OK) == 0) {
    if (is_folder(folder + "/events")) return;
    throw source_error(folder + ": found no folder events; expected a tracefs");
  }
  if (errno == EROFS)
    throw source_error(fmt::format("{}: found it mounted read-only; expected it writable: {}mount -o remount,rw {}",
                                   folder, as_root(), folder));
  if (errno == EACCES || errno == EPERM)
    refuse_file(folder, errno, "the rights of root: the same command with sudo before it");
  if (errno == ENOENT && is_folder(folder))
    throw source_error(folder + ": found no folder instances; expected a tracefs");
  refuse_file(folder, errno, "a tracefs");
}

folder_calls system_folder_calls() {
  return {[](const std::string& path) { return ::mkdir(path.c_str(), 0750) == 0 ? 0 : errno; },
          [](const std::string& path) { return ::rmdir(path.c_str()) == 0 ? 0 : errno; }};
}

trace_instance::trace_instance(const std::string& tracefs, folder_calls calls) : calls_(std::move(calls)) {
  const std::string name = fmt::format("{}{}-{}", instance_prefix, ::getpid(), start_of(calls_.proc, "self"));
  const std::string path = tracefs + "/instances/" + name;
  if (const int error = calls_.make(path); error != 0) refuse_file(path, error, "to make a trace instance");
  path_ = path;
}

trace_instance::~trace_instance() {
  if (!path_.empty()) (void)try_to_remove();
}

int trace_instance::try_to_remove() const {
  // Somebody may look into it just now: then it is busy for a moment.
  constexpr int attempts = 100;
  constexpr unsigned pause_us = 10'000;
  int error = calls_.remove(path_);
  for (int i = 1; i < attempts && error == EBUSY; ++i) {
    ::usleep(pause_us);
    error = calls_.remove(path_);
  }
  return error;
}

void trace_instance::remove() {
  const std::string path = path_;
  const int error = try_to_remove();
  path_.clear();
  if (error != 0) refuse_file(path, error, fmt::format("to remove it: {}rmdir {}", as_root(), path));
}

std::vector<stale_instance> remove_stale_instances(const std::string& tracefs, const folder_calls& calls) {
  std::vector<stale_instance> found;
  for (const std::string& name : names_in(tracefs + "/instances")) {
    const auto owner = owner_of(name);
    if (!owner || start_of(calls.proc, std::to_string(owner->first)) == owner->second) continue;
    const std::string path = tracefs + "/instances/" + name;
    found.push_back({path, owner->first, calls.remove(path)});
  }
  return found;
}

}  // namespace rtm::host
