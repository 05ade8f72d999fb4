// SPDX-License-Identifier: MIT
// Every diagram in diagrams/: the ledger must report what can be counted in it.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "diagram.hpp"
#include "files.hpp"
#include "replay/replay.hpp"
#include "views/view.hpp"

namespace rtm::test {
namespace {

const std::filesystem::path here = std::filesystem::path(RTM_TESTS_DIR) / "timeline";

std::string as_json(const host::report& of) {
  std::ostringstream out;
  host::find_view("json")->render(of, {}, out);
  return out.str();
}

class drawn : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(drawn, reports_what_is_counted) {
  const std::string text = read_file(GetParam());
  const diagram given = read_diagram(text);
  host::replay run(given.info);
  run.tell(given.facts);
  EXPECT_EQ(as_json(given.expected), as_json(run.finish(given.info))) << text;
}

INSTANTIATE_TEST_SUITE_P(diagrams, drawn, testing::ValuesIn(files_in(here / "diagrams", ".diagram")),
                         [](const auto& of) { return of.param.stem().string(); });

}  // namespace
}  // namespace rtm::test
