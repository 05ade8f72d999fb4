// SPDX-License-Identifier: MIT
// What the images of firmware/vectors sent, and what QEMU saw of them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "attribution.hpp"
#include "facts.hpp"

namespace truth {

struct vectors_isr {
  std::uint64_t ran = 0;  // counted by the handler itself
  std::uint64_t calls = 0;
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
};

/// What the target says.
struct vectors_told {
  bool valid = false;
  std::uint64_t total = 0;
  std::uint64_t idle = 0;
  std::uint64_t enabled = 0;
  std::set<std::uint32_t> uncovered;  // exceptions
  std::map<std::uint32_t, vectors_isr> isrs;
};

/// Throws std::runtime_error with the line that is not understood.
vectors_told read_vectors(const std::string& run);

/// The same of an image that tells of several runs: each begins with a line that is its name alone.
std::map<std::string, vectors_told> read_sections(const std::string& run);

/// How often each exception was taken, from QEMU's log alone.
std::map<std::uint32_t, std::uint64_t> taken_in(const std::string& run);

/// A watched run: the facts laid beside the log.
attribution attribution_of(const std::string& run);

/// The load before and after, and what each interrupt executes outside its hooks. For the golden file.
std::string story_of_vectors();

}  // namespace truth
