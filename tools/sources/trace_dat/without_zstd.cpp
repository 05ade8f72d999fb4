// SPDX-License-Identifier: MIT
// For a build without libzstd.
#include "sources/trace_dat/unpacker.hpp"

namespace rtm::host::trace_dat {

std::unique_ptr<unpacker> make_zstd_unpacker() { return nullptr; }

}  // namespace rtm::host::trace_dat
