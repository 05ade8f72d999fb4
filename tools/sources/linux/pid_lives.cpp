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

void pid_lives::follow(history& of, life& next) {
  next.was_taken = of.is_taken;
  next.begins_another = next.is == kind::end_without_forks || (next.is == kind::fork && of.is_taken);
  of.is_taken = next.is != kind::end_without_forks;
  if (!next.begins_another) return;
  // The switch itself is still of the task that ends.
  of.begins.push_back(next.is == kind::end_without_forks ? next.time_ns + 1 : next.time_ns);
}

std::optional<std::uint64_t> pid_lives::add(std::uint32_t pid, const life& told) {
  if (pid == 0) return std::nullopt;
  history& of = pids_[pid];
  const auto place = std::upper_bound(
      of.lives.end() - static_cast<std::ptrdiff_t>(std::min(of.lives.size(), most_later)), of.lives.end(), told);
  const bool may_be_earlier = of.lives.end() - place == static_cast<std::ptrdiff_t>(most_later);
  if (may_be_earlier) return told.time_ns;
  const auto index = place - of.lives.begin();
  of.lives.insert(place, told);
  // From there on all is told anew.
  const auto from = of.lives.begin() + index;
  const auto later = std::count_if(from + 1, of.lives.end(), [](const life& each) { return each.begins_another; });
  const std::vector<std::uint64_t> earlier(of.begins.end() - later, of.begins.end());
  of.begins.resize(of.begins.size() - earlier.size());
  if (from + 1 != of.lives.end()) of.is_taken = (from + 1)->was_taken;
  const auto kept = static_cast<std::ptrdiff_t>(of.begins.size());
  std::for_each(from, of.lives.end(), [&](life& each) { follow(of, each); });
  if (of.lives.size() >= 4 * most_later)
    of.lives.erase(of.lives.begin(), of.lives.end() - static_cast<std::ptrdiff_t>(most_later));
  if (!of.begins.empty()) may_be_reused_.set(pid % filter_bits);
  const auto [was, is] = std::mismatch(earlier.begin(), earlier.end(), of.begins.begin() + kept, of.begins.end());
  if (is != of.begins.end()) return was == earlier.end() ? *is : std::min(*was, *is);
  return was == earlier.end() ? std::nullopt : std::optional(*was);
}

}  // namespace rtm::host::kernel
