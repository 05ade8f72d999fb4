// SPDX-License-Identifier: MIT
// Dense numbers for names, in the order in which they appear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rtm::host::btf {

class names {
 public:
  /// More names than that are not told apart from damage. Longer ones are as good as cut.
  static constexpr std::size_t most = 65'536;
  static constexpr std::size_t longest = 256;

  /// Absent: there are too many.
  std::optional<std::uint32_t> number_of(std::string_view name) {
    if (name.size() > longest) name = name.substr(0, longest);
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    if (numbers_.size() == most) return std::nullopt;
    const auto number = static_cast<std::uint32_t>(numbers_.size());
    numbers_.emplace(name, number);
    return number;
  }
  [[nodiscard]] std::optional<std::uint32_t> known(std::string_view name) const {
    const auto found = numbers_.find(name.substr(0, longest));
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
  }
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  struct hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::uint32_t, hash, std::equal_to<>> numbers_;
};

}  // namespace rtm::host::btf
