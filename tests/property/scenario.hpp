// SPDX-License-Identifier: MIT
// One run for an engine: what a source knows beforehand, and its facts. A scenario can be written as a timeline script
// (contract 11) that replays it, and a script that this file wrote can be read back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sources/source.hpp"

namespace rtm::property {

struct scenario {
  std::uint64_t seed = 0;  ///< Of the generator; 0 if nobody generated it.
  host::source_info info;
  std::vector<host::source_fact> facts;
  std::optional<std::uint64_t> point_frames;  ///< A limit of static ledgers; scripts cannot state it.
};

/// The script. Facts keep their order, so cores may alternate.
[[nodiscard]] std::string to_script(const scenario& of);

/// One fact as a line of a script says it, without time and core: "isr_enter 3". The first of a core is its start.
[[nodiscard]] std::string to_text(const host::source_fact& fact);

/// Reads a well-formed script, as `to_script` and the worked cases are; std::runtime_error with the line otherwise.
/// This is not the reader of the tool: it exists so that the oracle can be checked without the tool.
[[nodiscard]] scenario from_script(std::string_view text);

}  // namespace rtm::property
