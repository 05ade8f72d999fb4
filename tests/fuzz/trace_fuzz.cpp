// SPDX-License-Identifier: MIT
// Any bytes as a trace. The first one says how they become one: 0 as they are; 1 as packets, each a length and that
// many bytes, whose stuffing and sums are made right, so that what lies behind the sum is reached; 2 as a memory dump,
// whose head is made right. Either one line says what is wrong, or the whole way to every view works, the ticks add up,
// and the listing and the comparison come to an end.
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>

#include "fuzz/checks.hpp"
#include "fuzz/packets.hpp"
#include "replay/replay.hpp"
#include "rtm/trace/memory.hpp"
#include "sources/input.hpp"
#include "sources/memory_dump.hpp"
#include "sources/trace.hpp"
#include "verify/verifier.hpp"
#include "views/view.hpp"
#include "wire/decoder.hpp"
#include "wire/listing.hpp"

namespace {

using namespace rtm::host;
using rtm::fuzz::check_message;
using rtm::fuzz::owned;
using rtm::fuzz::require;

/// A small stream can have very many windows that nobody knows anything of.
constexpr std::size_t kept_windows = 3;

/// Both words; the larger head decides.
std::string with_right_head(std::string_view bytes) {
  using head = rtm::trace::buffer<std::uint32_t>;
  std::string dump(bytes);
  if (dump.size() < sizeof(head) + 2) return dump;
  head fixed;
  std::memcpy(&fixed, dump.data(), sizeof fixed);
  fixed.magic[0] = rtm::trace::magic[0];
  fixed.magic[1] = rtm::trace::magic[1];
  fixed.version = rtm::trace::memory_version;
  fixed.word_bytes = fixed.word_bytes % 2 == 0 ? 4 : 8;
  fixed.head_bytes = fixed.word_bytes == 4 ? sizeof(head) : sizeof(rtm::trace::buffer<std::uint64_t>);
  fixed.pages = 2U << fixed.pages % 3;
  if (dump.size() < fixed.head_bytes + 8) return dump;
  fixed.page_bytes = static_cast<std::uint32_t>((dump.size() - fixed.head_bytes) / fixed.pages) / 8 * 8;
  fixed.checksum = fixed.sum();
  std::memcpy(dump.data(), &fixed, sizeof fixed);
  return dump;
}

void check(const report& made) {
  for (const core_report& core : made.cores) {
    for (const epoch_row& epoch : core.epochs) {
      require(owned(epoch) == epoch.total, "every tick of an epoch has one owner");
      for (const window_row& window : epoch.windows) {
        require(owned(window) == window.length, "every tick of a window has one owner");
        require(epoch.covered || !made.losses.empty() || made.unlisted != 0, "what is not covered has a loss");
      }
    }
  }
}

void read(source& from) {
  const report made = make_report(from, kept_windows);
  check(made);
  for (const view& v : views()) {
    std::ostringstream out;
    v.render(made, {.width = 80, .colour = false, .windows = 3}, out);
    require(!out.str().empty(), "a view shows something");
  }
}

void look_at(std::string_view stream) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(stream.data()), stream.size());
  verifier comparison;
  wire::decoder decoder(comparison);
  decoder.feed(bytes);
  decoder.finish();
  comparison.finish();
  std::uint64_t lines = 0;
  wire::listing listing([&](const wire::listed& line) {
    ++lines;
    require(line.offset <= bytes.size(), "a line is about a byte of the stream");
  });
  listing.feed(bytes);
  listing.finish();
  require(lines <= bytes.size(), "every line has a byte");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const int how = data[0] % 3;
  const std::string made = how == 1   ? rtm::fuzz::with_right_sums(rest)
                           : how == 2 ? with_right_head(rest)
                                      : std::string(rest);
  try {
    if (how == 2) {
      read(*open_memory_dump(input("fuzz", made)));
    } else {
      look_at(made);
      trace_source from(input("fuzz", made));
      read(from);
    }
  } catch (const source_error& error) {
    check_message(error.what(), "fuzz: byte ");
  }
  return 0;
}
