// SPDX-License-Identifier: MIT
// Ids of a source (a pid, an address, any 64-bit number) as dense slots 0, 1, 2, ... in order of first use, because the
// ledger keeps its rows in tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sources/source.hpp"

namespace rtm::host {

class slots {
 public:
  std::uint32_t slot_of(source_id id) {
    if (id < small_.size()) {
      std::uint32_t& known = small_[id];
      return known != none ? known : known = add(id);
    }
    if (id < most_small) {
      small_.resize(static_cast<std::size_t>(id) + 1, none);
      return small_[id] = add(id);
    }
    recent& known = recent_[id % recent_ids];
    if (known.id != id) known = {id, slot_of_large(id)};
    return known.slot;
  }
  [[nodiscard]] source_id id_of(std::uint32_t slot) const { return ids_[slot]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ids_.size()); }

 private:
  /// Most inputs number their ids from 0; those are found without hashing.
  static constexpr source_id most_small = 4096;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t add(source_id id) {
    ids_.push_back(id);
    return size() - 1;
  }

  std::uint32_t slot_of_large(source_id id) {
    const auto [at, is_new] = large_.try_emplace(id, size());
    if (is_new) ids_.push_back(id);
    return at->second;
  }

  /// Of large ids, those of the latest facts: pids of a machine that has run for a while, and addresses.
  struct recent {
    source_id id = 0;  ///< 0 is no large one.
    std::uint32_t slot = none;
  };
  static constexpr std::size_t recent_ids = 64;

  std::vector<source_id> ids_;
  std::array<recent, recent_ids> recent_;
  std::vector<std::uint32_t> small_;
  std::unordered_map<source_id, std::uint32_t> large_;
};

}  // namespace rtm::host
