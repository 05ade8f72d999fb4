// SPDX-License-Identifier: MIT
// For a build without zlib.
#include "sources/trace_dat/unpacker.hpp"

namespace rtm::host::trace_dat {

std::unique_ptr<unpacker> make_zlib_unpacker() { return nullptr; }

}  // namespace rtm::host::trace_dat
