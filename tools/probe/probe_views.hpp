// SPDX-License-Identifier: MIT
// How the answer of a hook probe is shown: as text for an engineer, or as JSON of schema rtm.probe/1.
#pragma once

#include <cstddef>
#include <iosfwd>

#include "probe/verdict.hpp"

namespace rtm::host::probe {

struct view_options {
  std::size_t width = 80;
  bool colour = false;
};

void render_text(const transcript& of, const evidence& seen, const verdict& made, const view_options& how,
                 std::ostream& out);
void render_json(const transcript& of, const evidence& seen, const verdict& made, std::ostream& out);

}  // namespace rtm::host::probe
