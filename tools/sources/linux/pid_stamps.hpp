// SPDX-License-Identifier: MIT
// A time of each pid, exact for all of them: memory for those that are used, in blocks, as pids are close together.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sources/linux/text_line.hpp"

namespace rtm::host::kernel {

class pid_stamps {
 public:
  /// `pid`: at most most_pid. The latest time stays.
  void add(std::uint32_t pid, std::uint64_t time_ns) {
    auto& block = blocks_[pid / block_pids];
    if (block == nullptr) [[unlikely]]
      block = std::make_unique<stamps>();
    std::uint64_t& latest = (*block)[pid % block_pids];
    latest = std::max(latest, time_ns);
  }
  /// 0: none has been added.
  [[nodiscard]] std::uint64_t latest_ns(std::uint32_t pid) const {
    if (pid > most_pid) return 0;
    const auto& block = blocks_[pid / block_pids];
    return block == nullptr ? 0 : (*block)[pid % block_pids];
  }

 private:
  static constexpr std::size_t block_pids = 4096;
  using stamps = std::array<std::uint64_t, block_pids>;
  std::array<std::unique_ptr<stamps>, most_pid / block_pids + 1> blocks_;
};

}  // namespace rtm::host::kernel
