// SPDX-License-Identifier: MIT
// Trace memories in a dump of a target's RAM, found by their magic: at any offset, of either byte order, one a core.
// The dump is what a debugger saves; nothing of the program is needed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sources/input.hpp"
#include "sources/source.hpp"

namespace rtm::host {

/// Is there a trace memory in it, and does it not begin as a trace stream?
[[nodiscard]] bool is_memory_dump(std::string_view prefix, const input& in);

/// Reads the whole of it. Offsets of losses and problems are those of the memories in the dump. Throws source_error.
[[nodiscard]] std::unique_ptr<source> open_memory_dump(input from);

/// What is in a dump, as the target's encoder would have sent it.
struct dumped_memories {
  struct memory {
    std::uint64_t offset = 0;  ///< In the dump.
    std::uint64_t begins = 0;  ///< In the stream.
  };
  std::string stream;
  std::vector<memory> memories;
  std::vector<source_problem> problems;  ///< Of memories that could not be used.
};
[[nodiscard]] dumped_memories find_memories(input& in);

}  // namespace rtm::host
