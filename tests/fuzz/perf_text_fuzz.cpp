// SPDX-License-Identifier: MIT
// See linux_text.hpp.
#include "sources/perf_text/perf_text.hpp"

#include "fuzz/linux_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rtm::fuzz::read_linux_text<rtm::host::perf_text>({reinterpret_cast<const char*>(data), size});
  return 0;
}
