// SPDX-License-Identifier: MIT
#include "sources/trace_dat/unpacker.hpp"

namespace rtm::host::trace_dat {

std::unique_ptr<unpacker> make_unpacker(std::string_view method) {
  if (method == "zstd") return make_zstd_unpacker();
  if (method == "zlib") return make_zlib_unpacker();
  return nullptr;
}

bool is_known_method(std::string_view method) { return method == "zstd" || method == "zlib" || method == "none"; }

std::string usable_methods() {
  std::string all;
  for (const char* method : {"zstd", "zlib"})
    if (make_unpacker(method) != nullptr) all += (all.empty() ? "" : ", ") + std::string(method);
  return all.empty() ? "none" : all + " or none";
}

}  // namespace rtm::host::trace_dat
