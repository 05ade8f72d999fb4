// SPDX-License-Identifier: MIT
// Any bytes as a timeline script: either one line says what is wrong, or the whole way to every view works and the
// ticks of every epoch and window add up.
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "fuzz/checks.hpp"
#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/registry.hpp"
#include "sources/source.hpp"
#include "views/view.hpp"

namespace {

using namespace rtm::host;
using rtm::fuzz::check_message;
using rtm::fuzz::owned;
using rtm::fuzz::require;

void check(const report& made) {
  for (const core_report& core : made.cores) {
    for (const epoch_row& epoch : core.epochs) {
      require(owned(epoch) == epoch.total, "every tick of an epoch has one owner");
      std::uint64_t windows = 0;
      for (const window_row& window : epoch.windows) {
        require(owned(window) == window.length, "every tick of a window has one owner");
        windows += window.length;
      }
      require(epoch.windows.empty() || windows == epoch.total, "windows sum to the epoch");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto from = open_source(input("fuzz", bytes));
    const report made = make_report(*from);
    check(made);
    for (const view& v : views()) {
      std::ostringstream out;
      v.render(made, {.width = 20 + size % 120, .colour = size % 2 == 0, .windows = {}}, out);
      require(!out.str().empty(), "a view shows something");
    }
  } catch (const source_error& error) {
    check_message(error.what(), "fuzz:");
  }
  return 0;
}
