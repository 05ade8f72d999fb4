// SPDX-License-Identifier: MIT
// What protoc --decode prints, as a tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::test {

struct proto_node {
  struct field;
  std::string scalar;  ///< Of a leaf; strings are unescaped.
  std::vector<field> fields;

  [[nodiscard]] const proto_node* find(std::string_view name) const;
  /// 0 if it is not there.
  [[nodiscard]] std::uint64_t number(std::string_view name) const;
  /// Empty if it is not there.
  [[nodiscard]] std::string text(std::string_view name) const;
};

struct proto_node::field {
  std::string name;
  proto_node value;
};

/// Throws std::runtime_error for a field without a name: one that the .proto does not have.
[[nodiscard]] proto_node parse_text_proto(std::string_view text);

}  // namespace rtm::test
