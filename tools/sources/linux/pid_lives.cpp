// SPDX-License-Identifier: MIT
#include "sources/linux/pid_lives.hpp"

#include <utility>

namespace rtm::host::kernel {

std::optional<std::uint64_t> pid_lives::forked(std::uint32_t pid, std::uint64_t time_ns) {
  has_forks_ = true;
  return add(pid, {time_ns, kind::fork});
}

std::optional<std::uint64_t> pid_lives::exited(std::uint32_t pid, std::uint64_t time_ns) {
  return add(pid, {time_ns, kind::end});
}

std::optional<std::uint64_t> pid_lives::died(std::uint32_t pid, std::uint64_t time_ns) {
  return add(pid, {time_ns, has_forks_ ? kind::end : kind::end_without_forks});
}

void pid_lives::follow(history& of, const life& next) {
  switch (next.is) {
    case kind::end: of.is_taken = true; break;
    case kind::end_without_forks:
      of.begins.push_back(next.time_ns + 1);  // the switch itself is still its own
      of.is_taken = false;
      break;
    case kind::fork:
      if (std::exchange(of.is_taken, true)) of.begins.push_back(next.time_ns);
      break;
  }
}

std::optional<std::uint64_t> pid_lives::add(std::uint32_t pid, const life& each) {
  if (pid == 0) return std::nullopt;
  history& of = pids_[pid];
  const auto before = of.begins.size();
  if (of.lives.empty() || !(each < of.lives.back())) {
    if (each.is == kind::end && of.is_taken) return std::nullopt;
    of.lives.push_back(each);
    follow(of, each);
    if (of.begins.size() == before) return std::nullopt;
    may_be_reused_.set(pid % filter_bits);
    return of.begins.back();
  }
  of.lives.insert(std::upper_bound(of.lives.begin(), of.lives.end(), each), each);
  const std::vector<std::uint64_t> earlier = std::exchange(of.begins, {});
  of.is_taken = false;
  for (const life& next : of.lives) follow(of, next);
  if (!of.begins.empty()) may_be_reused_.set(pid % filter_bits);
  const auto [was, is] = std::mismatch(earlier.begin(), earlier.end(), of.begins.begin(), of.begins.end());
  if (is != of.begins.end()) return was == earlier.end() ? *is : std::min(*was, *is);
  return was == earlier.end() ? std::nullopt : std::optional(*was);
}

}  // namespace rtm::host::kernel
