// SPDX-License-Identifier: MIT
// What is an owner or a point called in an export? Its name, or its kind and number. Names that the input tells later
// than their first use hold from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "exports/activity.hpp"

namespace rtm::host {

class labels {
 public:
  /// `names` must outlive this object.
  explicit labels(const source_info& names) : names_(names) {}

  /// "Control", "task 1", "idle", "CAN_RX". Good until the next `refresh`.
  [[nodiscard]] const std::string& of(actor who);
  [[nodiscard]] const std::string& of_point(source_id point);
  /// Looks whether there are more names than before. Once for many facts.
  void refresh();

 private:
  using cache = std::unordered_map<source_id, std::string>;
  [[nodiscard]] std::size_t names_known() const;

  const source_info& names_;
  std::size_t known_ = 0;
  cache tasks_, isrs_, swis_, points_;
};

}  // namespace rtm::host
