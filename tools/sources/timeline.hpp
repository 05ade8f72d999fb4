// SPDX-License-Identifier: MIT
// Reads a timeline script, the text form of facts:
//
//   rtm-timeline 1              first item; comments and empty lines may stand before it
//   clock bits=32 hz=1000       optional, as are the next three; each at most once and before the first start
//   window 100
//   max_gap 100
//   capacity tasks=8 depth=4
//   task 1 Control              a name: the rest of the line, blanks inside allowed; anywhere, once an id
//   start 0 task 1              raw clock and base owner; once a core, before its first fact
//   20 idle
//   @1 start 0 idle             @C: this line is about core C, otherwise core 0
//
// `#` starts a comment wherever it stands, in a name too. Lines end in LF or CRLF.
// Whatever does not parse throws source_error with file, line, what was found and what was expected.
// An id above a stated capacity is refused in a name and in a start line; in a fact it is a fact, for the ledger to
// judge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "sources/input.hpp"
#include "sources/line_reader.hpp"
#include "sources/source.hpp"
#include "sources/words.hpp"

namespace rtm::host {

class timeline final : public source {
 public:
  /// Reads on to the first start line, so that `info` is complete but for names.
  explicit timeline(input in);

  /// Does an input that begins with `prefix` want to be a timeline script?
  static bool recognises(std::string_view prefix);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] const source_info& info() const override { return info_; }

 private:
  using limit = std::optional<std::uint64_t>;

  void read_version();
  bool next_fact(source_fact& fact);
  bool parse_line(source_fact& fact);
  bool parse_item(std::string_view keyword, source_fact& fact);
  void parse_header(std::string_view keyword);
  void parse_clock();
  void parse_capacity();
  void parse_name(std::string_view keyword);
  void parse_start(source_fact& fact);
  void parse_fact(std::string_view time, source_fact& fact);
  void parse_notes(source_fact& fact);
  void check_timing() const;

  [[nodiscard]] std::uint64_t reading(std::string_view word) const;
  [[nodiscard]] std::uint64_t setting(std::string_view word, std::string_view value, std::string_view what,
                                      std::uint64_t least, std::uint64_t most) const;
  source_id id();
  source_id owner(std::string_view word);
  [[nodiscard]] std::uint32_t core_number(std::string_view word) const;
  void need_end();
  void need_within(std::string_view kind, source_id id, const limit& capacity) const;
  [[noreturn]] void refuse_word(std::string_view word, std::string_view expected) const;

  line_reader lines_;
  words words_;  ///< Of the current line.
  source_info info_;
  std::set<std::string, std::less<>> seen_items_;
  std::set<std::uint32_t> started_;
  std::int64_t last_started_ = -1;  ///< A core of started_, to spare the look-up.
  std::optional<source_fact> pending_;
};

}  // namespace rtm::host
