// SPDX-License-Identifier: MIT
#include <zlib.h>

#include "sources/trace_dat/unpacker.hpp"

namespace rtm::host::trace_dat {
namespace {

class zlib_unpacker final : public unpacker {
 public:
  bool unpack(std::string_view packed, std::span<char> to) override {
    uLongf size = static_cast<uLongf>(to.size());
    return ::uncompress(reinterpret_cast<Bytef*>(to.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                        static_cast<uLong>(packed.size())) == Z_OK &&
           size == to.size();
  }
};

}  // namespace

std::unique_ptr<unpacker> make_zlib_unpacker() { return std::make_unique<zlib_unpacker>(); }

}  // namespace rtm::host::trace_dat
