// SPDX-License-Identifier: MIT
// `rtm replay FILE`: the facts of any input as a timeline script.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <ostream>
#include <string>

#include "cli/command.hpp"
#include "cli/selection_options.hpp"
#include "replay/listener.hpp"
#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "sources/timeline_writer.hpp"
#include "views/loss_text.hpp"

namespace rtm::host {
namespace {

/// What is lacking is told as `rtm report` tells it, so the facts go through a replay too.
void run_replay(const std::string& file, const selection_options& part, command_result& result) {
  const auto from = selected_part(open_source(file), part);
  timeline_writer to(from->info(), result.out);
  struct nobody final : replay_listener {
    void epoch_began(std::uint32_t, std::uint64_t, source_id) override {}
    void accepted(const source_fact&, std::uint64_t) override {}
    void window_ended(std::uint32_t, const window_row&) override {}
    void faulted(std::uint32_t, const fault_row&) override {}
    void epoch_ended(std::uint32_t, const epoch_row&, bool) override {}
  } listener;
  replay run(from->info(), &listener);
  const auto write = [&](std::span<const source_loss> losses, std::span<const source_fact> facts) {
    for (const source_loss& loss : losses)
      to.comment(fmt::format("facts are missing here: core {}, byte {}", loss.core, loss.offset));
    to.names(from->info());
    to.facts(facts);
  };
  while (tell_next(*from, run, write)) {
  }
  const report lacks = run.finish(from->info());
  print_lacks(std::cerr, lacks, "rtm: " + file + ": ", most_lacks, 0);
  if (to.names_left_out() != 0)
    std::cerr << fmt::format(
        "rtm: {}: found {} names with # or blanks at an end; expected names that a script can hold\n", file,
        to.names_left_out());
  const source_info& info = from->info();
  const bool differ = std::any_of(info.capacity_of_core.begin(), info.capacity_of_core.end(),
                                  [&](const auto& of) { return !(of.second == info.capacity); });
  if (differ) {
    std::cerr << fmt::format("rtm: {}: found cores of different capacity; expected one, which a script can state\n",
                             file);
    result.code = findings;
  }
  if (lacks.is_incomplete() || to.names_left_out() != 0) result.code = findings;
}

constexpr const char* replay_footer =
    "The script holds the facts as they go into the ledger, so `rtm report` makes the same numbers of it. Where facts\n"
    "are missing, it says so in a comment and the time is `unknown`; what is missing is listed on standard error, and\n"
    "the exit code is 1.\n"
    "\nExample:\n"
    "  rtm replay run.rtmt > run.timeline && rtm report run.timeline";

}  // namespace

void add_replay_command(CLI::App& app, command_result& result) {
  auto file = std::make_shared<std::string>();
  auto part = std::make_shared<selection_options>();
  CLI::App* const command = app.add_subcommand("replay", "Write the facts of any input as a timeline script");
  command->add_option("FILE", *file, input_help)->required()->type_name("");
  add_selection_options(*command, *part);
  command->footer(replay_footer);
  command->callback([file, part, &result] { run_replay(*file, *part, result); });
}

}  // namespace rtm::host
