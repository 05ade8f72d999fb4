// SPDX-License-Identifier: MIT
// How to get through a structure in the bytes, and what to take out of it on the way: a list of steps, made once of
// its type. Whatever lies between two things that matter is one step, so that events of no meaning cost little.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/ctf/metadata.hpp"

namespace rtm::host::ctf {

enum class step_kind : std::uint8_t {
  skip,      ///< Nothing but `before_bits`.
  align,     ///< To `count` bits, a power of two, from the beginning of the packet.
  number,    ///< An integer of `bits` into number `to`.
  text,      ///< `count` bytes, up to a NUL, into text `to`.
  string,    ///< Up to a NUL, into text `to` unless that is `nowhere`.
  elements,  ///< As many elements of `count` bits as number `from` says.
  list,      ///< The same of text, one byte an element, into text `to`.
  repeat,    ///< The steps behind this one, up to `end`, as often as number `from` says, or `count` times.
  choose,    ///< By number `from`, one of the `count` choices from `first` on: on at its steps, which end in a `jump`.
  jump,      ///< On at `end`.
};

struct step {
  step_kind kind = step_kind::skip;
  std::uint8_t bits = 0;
  bool is_big = false;
  bool is_signed = false;
  bool is_time = false;  ///< Of an integer: a time of the clock.
  std::uint16_t to = 0;
  std::uint16_t from = 0;
  std::uint32_t end = 0;
  std::uint32_t first = 0;
  std::uint64_t before_bits = 0;  ///< To be passed over first.
  std::uint64_t count = 0;
};

struct choice {
  std::uint64_t low = 0, high = 0;
  bool is_signed = false;
  std::uint32_t begin = 0;  ///< Its first step.
};

inline constexpr std::uint16_t nowhere = 0xFFFF;

struct plan {
  std::vector<step> steps;
  std::vector<choice> choices;
  std::uint16_t numbers = 0;  ///< How many it needs to write to.
  std::uint16_t texts = 0;
};

/// What to take out of a structure: fields by name, of the structure itself or, if `is_deep`, of those in it too.
struct wanted_fields {
  std::vector<std::string_view> numbers;  ///< The first becomes number 0.
  std::vector<std::string_view> texts;
  bool is_deep = false;
};

/// A field of a structure, not of those in it; null if there is none.
[[nodiscard]] const field* find_field(const type_ref& in, std::string_view name);

/// For the structures `parts`, one behind the other; null ones are left out. In `is_time`: integers of any clock, and
/// if there is none, those called "timestamp". Throws source_error with the line in `name` for what cannot be read.
[[nodiscard]] plan make_plan(const std::vector<type_ref>& parts, const wanted_fields& wanted, byte_order of_trace,
                             const std::string& name);

}  // namespace rtm::host::ctf
