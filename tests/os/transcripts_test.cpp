// SPDX-License-Identifier: MIT
// Every transcript in transcripts/: hooks as an OS calls them, through its port, must give the report that is drawn,
// and the repairs that are named.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "diagram.hpp"
#include "files.hpp"
#include "players.hpp"
#include "replay/replay.hpp"
#include "report/words.hpp"
#include "views/view.hpp"

namespace rtm::test {
namespace {

const std::filesystem::path here = std::filesystem::path(RTM_TESTS_DIR) / "os" / "transcripts";

std::vector<std::filesystem::path> all_transcripts() {
  std::vector<std::filesystem::path> out;
  for (const auto& folder : std::filesystem::directory_iterator(here))
    for (const auto& file : files_in(folder.path(), ".hooks")) out.push_back(file);
  std::sort(out.begin(), out.end());
  return out;
}

std::string as_json(const host::report& of) {
  std::ostringstream out;
  host::find_view("json")->render(of, {}, out);
  return out.str();
}

std::string fault_text(const host::epoch_row& of) {
  if (!of.fault) return "";
  const auto number = [](const std::optional<std::uint64_t>& id) { return id ? std::to_string(*id) : "none"; };
  return std::string(host::word_of(of.fault->kind)) + " time=" + std::to_string(of.fault->time_ticks) +
         " fact=" + std::string(host::word_of(of.fault->fact)) + " id=" + number(of.fault->id) +
         " expected=" + number(of.fault->expected) + " depth=" + std::to_string(of.fault->depth) +
         " ignored=" + std::to_string(of.ignored);
}

/// Taken out of what was reported, having been compared as text: a diagram cannot draw it.
std::string take_fault(host::report& of) {
  host::epoch_row& epoch = of.cores.at(0).epochs.at(0);
  const std::string text = fault_text(epoch);
  epoch.fault.reset();
  epoch.ignored = 0;
  for (host::window_row& window : epoch.windows) window.cut_by_fault = false;
  return text;
}

class transcript_file : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(transcript_file, gives_what_is_drawn) {
  const transcript given = read_transcript(GetParam());
  diagram drawn = read_diagram("window: " + std::to_string(given.window) + '\n' + given.diagram);
  drawn.info.clock_bits = 32;
  drawn.info.window_ticks = given.window;
  drawn.info.max_gap_ticks = given.max_gap;

  const auto player = make_player(given.os);
  drawn.info.capacity = player->capacity();
  player->begin(given);
  for (const hook_line& line : given.hooks) player->play(line);
  const host::epoch_row& expected = drawn.expected.cores.at(0).epochs.at(0);
  player->end(static_cast<std::uint32_t>(expected.start + expected.total));

  host::replay run(drawn.info);
  run.tell(player->facts());
  host::report found = run.finish(drawn.info);
  EXPECT_EQ(given.fault, take_fault(found));
  EXPECT_EQ(as_json(drawn.expected), as_json(found)) << read_file(GetParam());
  for (const auto& [core, repairs] : given.repairs) EXPECT_EQ(repairs, player->repairs(core)) << "core " << core;
  if (!given.rows.empty()) {
    EXPECT_EQ(given.rows, player->rows());
  }
  EXPECT_EQ(given.returns, player->returns());
  EXPECT_TRUE(player->adds_up());
}

INSTANTIATE_TEST_SUITE_P(os, transcript_file, testing::ValuesIn(all_transcripts()), [](const auto& of) {
  return of.param.parent_path().filename().string() + '_' + of.param.stem().string();
});

}  // namespace
}  // namespace rtm::test
