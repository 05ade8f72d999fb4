// SPDX-License-Identifier: MIT
// `rtm probe FILE`: which hooks does an OS really call, and what will a port see?
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "probe/probe_views.hpp"
#include "sources/input.hpp"

namespace rtm::host {
namespace {

struct probe_command_options {
  std::string file;
  std::string colour = "auto";
  std::optional<std::size_t> width;
  bool json = false;
};

void run_probe(const probe_command_options& options, command_result& result) {
  const probe::transcript of = probe::read_transcript(input(options.file));
  const probe::evidence seen = probe::look_at(of);
  const probe::verdict made = probe::judge(of, seen);
  if (options.json) {
    probe::render_json(of, seen, made, result.out);
  } else {
    const bool colour = options.colour == "always" || (options.colour == "auto" && terminal_likes_colour());
    probe::render_text(of, seen, made, {options.width.value_or(terminal_width()), colour}, result.out);
  }
  if (!made.is_sound()) result.code = findings;
}

constexpr const char* probe_footer =
    "FILE is what the recorder of rtm_probe.h printed after its scenario was run on the target (docs/probe.md).\n"
    "Exit code 0: one profile fits, and all that a port depends on was shown. 1: none fits, several do, a step is\n"
    "missing, the evidence contradicts itself, or no hook was ever called. 2: FILE cannot be used.\n"
    "\nExample:\n"
    "  rtm probe trampoline.probe";

}  // namespace

void add_probe_command(CLI::App& app, command_result& result) {
  auto options = std::make_shared<probe_command_options>();
  CLI::App* const command = app.add_subcommand("probe", "Name the profile of an OS from what its hooks did");
  command->add_option("FILE", options->file, "Text of a hook probe; - is standard input")->required()->type_name("");
  command->add_flag("--json", options->json, "As JSON of schema rtm.probe/1 (docs/probe.md)");
  command->add_option("--width", options->width, "Columns of the text; default: those of the terminal, or 80")
      ->check(whole_number(20, 1000))
      ->type_name("N");
  command->add_option("--color", options->colour, "Colour in the text")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("auto|always|never")
      ->capture_default_str();
  command->footer(probe_footer);
  command->callback([options, &result] { run_probe(*options, result); });
}

}  // namespace rtm::host
