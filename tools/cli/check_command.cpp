// SPDX-License-Identifier: MIT
// `rtm check FILE --budget budget.toml`: does everybody keep to what he may take?
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>

#include "check/budget_file.hpp"
#include "check/check.hpp"
#include "check/check_views.hpp"
#include "cli/command.hpp"
#include "cli/selection_options.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "replay/replay.hpp"
#include "sources/registry.hpp"

namespace rtm::host {
namespace {

struct check_options {
  std::string file, budget, junit;
  bool json = false;
  bool allows_possible = false;
  selection_options part;
  std::string colour = "auto";
  std::optional<std::size_t> width;
};

void write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw source_error(path + ": found \"" + std::strerror(errno) + "\"; expected a file that can be written");
}

void run_check(const check_options& options, command_result& result) {
  if (options.file == "-" && options.budget == "-")
    throw CLI::ValidationError("check", "found - twice, expected two different inputs");
  auto from = open_source(options.file);
  const std::uint64_t hz = from->info().clock_hz;
  const budget_file budget = read_budget(options.budget, hz);
  selection_options part = options.part;
  if (part.window.empty() && budget.window_ticks) part.window = std::to_string(*budget.window_ticks);
  from = selected_part(std::move(from), part);
  const report made = make_report(*from, all_windows, true);
  const check_result found = check_budget(budget, made);

  check_view_options how;
  how.width = options.width.value_or(terminal_width());
  how.colour = options.colour == "always" || (options.colour == "auto" && terminal_likes_colour());
  how.clock_hz = hz;
  how.budget = budget.name;
  how.input = options.file;
  how.allows_possible = options.allows_possible;
  if (!options.junit.empty()) {
    std::ostringstream text;
    render_junit(found, how, text);
    write_file(options.junit, text.str());
  }
  (options.json ? render_check_json : render_check_text)(found, how, result.out);
  const bool is_doubtful = found.possible() != 0 || found.is_incomplete;
  if (found.certain() != 0 || found.invalid_epochs != 0 || (is_doubtful && !options.allows_possible))
    result.code = findings;
}

constexpr const char* check_footer =
    "The budget (docs/check.md) says how much of a window, and how much core time in one instance or call, a core, "
    "task\n"
    "or interrupt may take. Complete windows are judged, to the tick. Where time is unknown, a breach may be possible\n"
    "only.\n"
    "Exit code 0: all limits are kept. 1: a breach, a possible one, facts missing, an invalid epoch. 2: FILE or the\n"
    "budget cannot be used; a name, id or key that does not exist is named with its line.\n"
    "\nExample:\n"
    "  rtm check run.rtmt --budget budget.toml --junit check.xml";

}  // namespace

void add_check_command(CLI::App& app, command_result& result) {
  auto options = std::make_shared<check_options>();
  CLI::App* const command = app.add_subcommand("check", "Hold what was recorded against a budget");
  command->add_option("FILE", options->file, input_help)->required()->type_name("");
  command->add_option("--budget", options->budget, "The budget")->required()->type_name("TOML");
  command->add_option("--junit", options->junit, "Write the result there too, as a CI server reads it")
      ->type_name("XML");
  command->add_flag("--json", options->json, "As JSON of schema rtm.check/1 (docs/check.md)");
  command->add_flag("--allow-possible", options->allows_possible,
                    "A breach that is possible only, and facts that are missing, do not fail");
  add_selection_options(*command, options->part);
  command->add_option("--width", options->width, "Columns of the table; default: those of the terminal, or 80")
      ->check(whole_number(20, 1000))
      ->type_name("N");
  command->add_option("--color", options->colour, "Colour in the table")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("auto|always|never")
      ->capture_default_str();
  command->footer(check_footer);
  command->callback([options, &result] { run_check(*options, result); });
}

}  // namespace rtm::host
