// SPDX-License-Identifier: MIT
// Any bytes as a report that was kept as JSON: one line says what is wrong, or it adds up, is the same when it is
// written and read again, and can be compared with itself without any change.
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "diff/comparison.hpp"
#include "diff/diff_views.hpp"
#include "fuzz/checks.hpp"
#include "report/report_reader.hpp"
#include "sources/source.hpp"
#include "views/json.hpp"

namespace {

using namespace rtm::host;
using rtm::fuzz::require;

std::string json_of_report(const report& of) {
  std::ostringstream out;
  render_json(of, {}, out);
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const report made = read_report({reinterpret_cast<const char*>(data), size}, "fuzz");
    for (const core_report& core : made.cores)
      for (const epoch_row& epoch : core.epochs)
        require(rtm::fuzz::owned(epoch) == epoch.total, "every tick of an epoch has one owner");
    const std::string text = json_of_report(made);
    require(json_of_report(read_report(text, "again")) == text, "what is written is read as it was");
    const diff same = compare(made, made, {});
    require(same.regressions == 0, "nothing is worse than itself");
    std::ostringstream out;
    render_diff_text(same, {}, out);
    render_diff_json(same, {}, out);
  } catch (const source_error& error) {
    rtm::fuzz::check_message(error.what(), "fuzz: ");
  }
  return 0;
}
