// SPDX-License-Identifier: MIT
// Any bytes as a trace.dat. Either one line says what is wrong with it, or the whole way to the views works and the
// ticks add up; and its parts make the same report as the whole.
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "fuzz/checks.hpp"
#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/trace_dat.hpp"
#include "views/view.hpp"

namespace {

using namespace rtm::host;
using rtm::fuzz::check_message;
using rtm::fuzz::owned;
using rtm::fuzz::require;

report report_of_whole(trace_dat_source& from) {
  replay run(from.info());
  while (tell_next(from, run)) {
  }
  run.add_completeness(from.completeness());
  return run.finish(from.info());
}

std::string json_of(const report& of) {
  std::ostringstream out;
  find_view("json")->render(of, {}, out);
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    trace_dat_source whole{input("fuzz", bytes)};
    const report made = report_of_whole(whole);
    for (const core_report& core : made.cores)
      for (const epoch_row& epoch : core.epochs) require(owned(epoch) == epoch.total, "every tick has one owner");
    trace_dat_source divided{input("fuzz", bytes)};
    require(json_of(make_report(divided)) == json_of(made), "parts together are the whole");
  } catch (const source_error& error) {
    check_message(error.what(), "fuzz: byte ");
  }
  return 0;
}
