// SPDX-License-Identifier: MIT
// Streams as targets of each version of the format have sent them: they never change, and every later reader must make
// the same report of them. RTM_UPDATE_GOLDEN=1 writes reports anew, and the test that changed still fails. A new
// version gets a folder of its own, beside the old ones.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "dissector.hpp"
#include "example_stream.hpp"
#include "replay/replay.hpp"
#include "sources/registry.hpp"

namespace rtm::test {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(RTM_TESTS_DIR) / "trace" / "streams";

std::string file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class Row>
void print(std::ostream& out, const char* title, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    out << "  " << title << ' ' << row.id << ' ' << row.name.value_or("-") << ": " << row.exclusive;
    if constexpr (requires { row.calls; }) {
      out << " of " << row.inclusive << ", " << row.calls << " calls, " << row.abandoned << " abandoned";
      if (row.exclusive_call && row.inclusive_call)
        out << ", " << row.exclusive_call->min << " to " << row.exclusive_call->max << ", " << row.inclusive_call->min
            << " to " << row.inclusive_call->max;
    } else {
      out << ", " << row.dispatches << " dispatches";
    }
    out << '\n';
  }
}

void print(std::ostream& out, const host::window_row& row) {
  const auto sum_of = [](const auto& rows) {
    std::uint64_t sum = 0;
    for (const auto& each : rows) sum += each.exclusive;
    return sum;
  };
  out << "  window " << row.index << (row.complete ? "" : " incomplete") << (row.covered ? "" : " not covered")
      << " at " << row.start << ": idle " << row.base.idle << ", kernel " << row.base.kernel << ", unknown "
      << row.base.unknown << ", tasks " << sum_of(row.tasks) << ", isrs " << sum_of(row.isrs) << ", swis "
      << sum_of(row.swis) << '\n';
}

/// Numbers alone: how a report is shown may change.
std::string report_of(const std::string& stream) {
  const auto source = host::open_source(host::input("stream", stream));
  const host::report report = host::make_report(*source);
  std::ostringstream out;
  for (const host::core_report& core : report.cores) {
    for (const host::epoch_row& epoch : core.epochs) {
      out << "core " << core.core << ", epoch " << epoch.epoch << " at " << epoch.start << ": " << epoch.total
          << " ticks, idle " << epoch.base.idle << ", kernel " << epoch.base.kernel << ", unknown "
          << epoch.base.unknown << '\n';
      if (epoch.fault)
        out << "  fault " << static_cast<int>(epoch.fault->kind) << " at " << epoch.fault->time_ticks << ", "
            << epoch.ignored << " ignored\n";
      print(out, "task", epoch.tasks);
      print(out, "isr", epoch.isrs);
      print(out, "swi", epoch.swis);
      print(out, "point", epoch.points);
      for (const host::window_row& window : epoch.windows) print(out, window);
    }
  }
  std::uint64_t lost = 0, missing = 0;
  for (const host::loss_row& loss : report.losses) lost += loss.lost, missing += loss.missing;
  out << lost << " facts lost, " << missing << " missing, " << report.problems.size() << " problems\n";
  return out.str();
}

TEST(trace_released, streams_of_every_version_give_the_reports_that_they_gave) {
  std::size_t streams = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".rtmt") continue;
    const fs::path golden = fs::path(entry.path()).replace_extension(".txt");
    const bool has_script = exists(fs::path(entry.path()).replace_extension(".timeline"));
    ASSERT_NE(exists(golden), has_script) << entry.path() << ": found both or none, expected a script or a report";
    if (has_script) continue;  // tests/cli/trace_commands_test.cpp
    ++streams;
    const std::string found = report_of(file(entry.path()));
    EXPECT_EQ(found, file(golden)) << golden << ": RTM_UPDATE_GOLDEN=1 writes it anew";
    const char* const update = std::getenv("RTM_UPDATE_GOLDEN");
    if (update == nullptr || *update == '\0' || found == file(golden)) continue;
    ASSERT_EQ(std::getenv("CI"), nullptr) << "found RTM_UPDATE_GOLDEN with CI set, expected a person who looks";
    std::ofstream(golden, std::ios::binary) << found;
  }
  EXPECT_GE(streams, 3U);
}

// As long as this is the version: an encoder that writes other bytes for the same facts has to say so with a new one.
TEST(trace_released, the_example_is_still_sent_in_the_same_bytes) {
  const std::string kept = file(folder / "v1" / "example.rtmt");
  ASSERT_EQ(trace::wire::version, 1U);
  EXPECT_EQ(dissect(example_stream()), dissect(kept));
  EXPECT_EQ(example_stream(), kept);
}

}  // namespace
}  // namespace rtm::test
