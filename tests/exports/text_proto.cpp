// SPDX-License-Identifier: MIT
#include "text_proto.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace rtm::test {
namespace {

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (std::isdigit(static_cast<unsigned char>(text[++i])) != 0) {
      out += static_cast<char>((text[i] - '0') * 64 + (text[i + 1] - '0') * 8 + (text[i + 2] - '0'));
      i += 2;
    } else {
      out += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i] == 'r' ? '\r' : text[i];
    }
  }
  return out;
}

}  // namespace

const proto_node* proto_node::find(std::string_view name) const {
  for (const auto& [key, value] : fields)
    if (key == name) return &value;
  return nullptr;
}

std::uint64_t proto_node::number(std::string_view name) const {
  const proto_node* const found = find(name);
  return found == nullptr ? 0 : std::stoull(found->scalar);
}

std::string proto_node::text(std::string_view name) const {
  const proto_node* const found = find(name);
  return found == nullptr ? std::string() : found->scalar;
}

proto_node parse_text_proto(std::string_view text) {
  proto_node root;
  std::vector<proto_node*> open{&root};
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ')));
    if (line.empty()) continue;
    if (line == "}") {
      open.pop_back();
      continue;
    }
    if (std::isdigit(static_cast<unsigned char>(line.front())) != 0)
      throw std::runtime_error("found field " + std::string(line) + ", expected one of the .proto");
    const std::size_t end = line.find_first_of(": ");
    auto& field = open.back()->fields.emplace_back();
    field.name = line.substr(0, end);
    if (line.back() == '{' && line[end] == ' ') {
      open.push_back(&field.value);
      continue;
    }
    std::string_view value = line.substr(end + 2);
    field.value.scalar = value.front() == '"' ? unescaped(value.substr(1, value.size() - 2)) : std::string(value);
  }
  return root;
}

}  // namespace rtm::test
