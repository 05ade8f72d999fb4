// SPDX-License-Identifier: MIT
// Any bytes as a CTF trace: metadata up to the first NUL, then how many groups of 16 bytes the first stream has, that
// stream, and another. Bytes that begin as packets of metadata are taken for that, all of them.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fuzz/checks.hpp"
#include "replay/replay.hpp"
#include "sources/ctf/metadata.hpp"
#include "sources/ctf/metadata_text.hpp"
#include "sources/ctf/trace_reader.hpp"
#include "text/text.hpp"

namespace {

using namespace rtm::host;
using rtm::fuzz::require;

void check(const report& made) {
  for (const core_report& core : made.cores)
    for (const epoch_row& epoch : core.epochs)
      require(rtm::fuzz::owned(epoch) == epoch.total, "every tick of an epoch has one owner");
  for (const problem_row& problem : made.problems) {
    require(!problem.found.empty() && !problem.expected.empty(), "a problem says what was found and expected");
    require(!has_control(problem.found), "a problem is one printable line");
  }
}

void read_trace(std::string_view bytes) {
  if (ctf::begins_metadata_packets(bytes)) return (void)ctf::parse_metadata(bytes, "fuzz");
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  std::string_view rest = bytes.substr(std::min(end + 1, bytes.size()));
  std::vector<ctf_source::stream_bytes> streams;
  if (!rest.empty()) {
    const std::size_t first = std::min<std::size_t>(16 * static_cast<unsigned char>(rest[0]), rest.size() - 1);
    streams.push_back({"first", rest.substr(1, first)});
    streams.push_back({"second", rest.substr(1 + first)});
  }
  ctf_source from("fuzz", bytes.substr(0, end), streams);
  check(make_report(from));
  (void)from.completeness();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read_trace({reinterpret_cast<const char*>(data), size});
  } catch (const source_error& error) {
    rtm::fuzz::check_message(error.what(), "fuzz:");
  }
  return 0;
}
