// SPDX-License-Identifier: MIT
// Any bytes as a recording of SystemView.
#include <cstdint>

#include "fuzz/read_source.hpp"
#include "sources/systemview/systemview.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rtm::fuzz::read_source<rtm::host::systemview_source>({reinterpret_cast<const char*>(data), size});
  return 0;
}
