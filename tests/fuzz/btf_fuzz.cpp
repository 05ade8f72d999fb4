// SPDX-License-Identifier: MIT
// Any bytes as BTF.
#include <cstdint>

#include "fuzz/read_source.hpp"
#include "sources/btf/btf.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rtm::fuzz::read_source<rtm::host::btf_source>({reinterpret_cast<const char*>(data), size});
  return 0;
}
