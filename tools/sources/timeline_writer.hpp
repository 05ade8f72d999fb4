// SPDX-License-Identifier: MIT
// Facts of any source as a timeline script, which `timeline` reads back to the same facts.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "sources/source.hpp"

namespace rtm::host {

class timeline_writer {
 public:
  /// Writes the header lines. Names are not needed yet.
  timeline_writer(const source_info& info, std::ostream& out);

  /// Names that have not been written. They may stand anywhere.
  void names(const source_info& info);
  void facts(std::span<const source_fact> facts);
  /// A line for the reader; a script cannot say it.
  void comment(const std::string& text);

  /// Names that a script cannot hold (with a #, or with blanks at an end); they were left out.
  [[nodiscard]] std::uint64_t names_left_out() const { return names_left_out_; }

 private:
  void names_of(const char* kind, const std::map<source_id, std::string>& names);
  void fact(const source_fact& fact);

  std::ostream& out_;
  std::string text_;  ///< What is written next.
  std::set<std::pair<const char*, source_id>> written_;
  std::set<std::uint32_t> started_;
  std::uint64_t names_left_out_ = 0;
};

}  // namespace rtm::host
