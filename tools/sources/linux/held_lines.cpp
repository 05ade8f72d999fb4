// SPDX-License-Identifier: MIT
#include "sources/linux/held_lines.hpp"

namespace rtm::host::kernel {

bool held_lines::next(std::string_view& line) {
  if (is_holding_) {
    if (!read(line)) return false;
    held_.push_back({text_.size(), line.size(), reader_.offset()});
    text_ += line;
    return true;
  }
  if (taken_ < held_.size()) {
    const place& at = held_[taken_++];
    line = std::string_view(text_).substr(at.begin, at.length);
    return true;
  }
  if (!held_.empty()) {
    text_ = {};
    held_ = {};
    taken_ = 0;
  }
  return read(line);
}

bool held_lines::read(std::string_view& line) {
  if (cut_) return false;
  try {
    return reader_.next(line);
  } catch (const line_error& refused) {
    cut_ = refused.problem();
    return false;
  }
}

}  // namespace rtm::host::kernel
