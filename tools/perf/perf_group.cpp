// SPDX-License-Identifier: MIT
#include "perf/perf_group.hpp"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace rtm::host {

std::string_view text_of(perf_status s) {
  switch (s) {
    case perf_status::ok: return "ok";
    case perf_status::no_event: return "this machine does not count that event";
    case perf_status::no_counter: return "more events than counters";
    case perf_status::no_permission: return "not permitted: see /proc/sys/kernel/perf_event_paranoid";
    case perf_status::no_perf: return "this kernel has no perf_event_open";
    case perf_status::not_open: return "no event was added";
  }
  return "";
}

perf_status status_of_open(int error) {
  switch (error) {
    case EACCES:
    case EPERM: return perf_status::no_permission;
    case ENOSYS: return perf_status::no_perf;
    case ENOSPC:
    case EINVAL: return perf_status::no_counter;  // how drivers refuse a group that does not fit
    default: return perf_status::no_event;        // ENOENT, ENODEV, EOPNOTSUPP
  }
}

perf_status parse_group(const std::uint64_t* words, std::size_t words_read, std::size_t events,
                        perf_group_reading& out) {
  if (words_read != 3 + events || words[0] != events) return perf_status::no_counter;
  if (words[2] < words[1]) return perf_status::no_counter;
  out.enabled_ns = words[1];
  out.running_ns = words[2];
  out.counts.assign(words + 3, words + 3 + events);
  return perf_status::ok;
}

perf_group::~perf_group() {
  for (const int file : files_) close(file);
}

perf_status perf_group::add(const perf_event& what) {
  perf_event_attr how = {};
  how.size = sizeof how;
  how.type = what.type;
  how.config = what.config;
  how.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  how.exclude_kernel = 1;  // what every user may count
  how.exclude_hv = 1;
  const bool is_leader = files_.empty();
  how.disabled = is_leader ? 1 : 0;
  how.pinned = is_leader ? 1 : 0;  // members go with their leader
  const long file = syscall(SYS_perf_event_open, &how, 0, -1, is_leader ? -1 : files_.front(), PERF_FLAG_FD_CLOEXEC);
  if (file < 0) return status_of_open(errno);
  files_.push_back(static_cast<int>(file));
  return perf_status::ok;
}

perf_status perf_group::start() {
  if (files_.empty()) return perf_status::not_open;
  if (ioctl(files_.front(), PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP) != 0) return perf_status::no_counter;
  if (ioctl(files_.front(), PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP) != 0) return perf_status::no_counter;
  return perf_status::ok;
}

perf_status perf_group::read(perf_group_reading& out) {
  if (files_.empty()) return perf_status::not_open;
  std::vector<std::uint64_t> words(3 + files_.size());
  const ssize_t bytes = ::read(files_.front(), words.data(), words.size() * sizeof(std::uint64_t));
  if (bytes < 0) return perf_status::no_counter;
  return parse_group(words.data(), static_cast<std::size_t>(bytes) / sizeof(std::uint64_t), files_.size(), out);
}

}  // namespace rtm::host
