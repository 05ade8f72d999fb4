// SPDX-License-Identifier: MIT
#include <zstd.h>

#include "sources/trace_dat/unpacker.hpp"

namespace rtm::host::trace_dat {
namespace {

class zstd_unpacker final : public unpacker {
 public:
  bool unpack(std::string_view packed, std::span<char> to) override {
    const std::size_t n = ZSTD_decompressDCtx(context_.get(), to.data(), to.size(), packed.data(), packed.size());
    return ZSTD_isError(n) == 0 && n == to.size();
  }

 private:
  struct deleter {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, deleter> context_{ZSTD_createDCtx()};
};

}  // namespace

std::unique_ptr<unpacker> make_zstd_unpacker() { return std::make_unique<zstd_unpacker>(); }

}  // namespace rtm::host::trace_dat
