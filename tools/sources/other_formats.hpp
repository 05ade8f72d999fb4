// SPDX-License-Identifier: MIT
// Files that are not read here but become readable by a tool that whoever has them has too: they are refused with the
// command.
#pragma once

#include <string>
#include <string_view>

namespace rtm::host {

/// Does a file begin as the metadata of a CTF 2 trace?
[[nodiscard]] bool begins_ctf_2_metadata(std::string_view bytes);
/// What to do with a CTF 2 trace: "CTF 1.8, as ...". `metadata`: the file, as of an input.
[[nodiscard]] std::string instead_of_ctf_2(const std::string& metadata);

/// Throws source_error if what begins with `prefix` is such a file. `name`: as of an input.
void refuse_other_formats(std::string_view prefix, const std::string& name);

}  // namespace rtm::host
