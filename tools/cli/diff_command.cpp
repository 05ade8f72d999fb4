// SPDX-License-Identifier: MIT
// `rtm diff A B`: who takes more time than before?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/selection_options.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "diff/comparison.hpp"
#include "diff/diff_views.hpp"
#include "replay/replay.hpp"
#include "report/report_reader.hpp"
#include "sources/registry.hpp"

namespace rtm::host {
namespace {

/// A kept report is read whole.
constexpr std::size_t most_json = std::size_t{512} << 20;

struct diff_command_options {
  std::string a, b;
  std::string threshold = "1%";
  std::string only;
  std::string colour = "auto";
  std::optional<std::size_t> width;
  bool json = false;
  selection_options part;
};

std::string whole_text(input& in) {
  std::string text;
  std::vector<char> block(std::size_t{64} * 1024);
  while (const std::size_t n = in.read(block)) {
    text.append(block.data(), n);
    if (text.size() > most_json)
      throw source_error(
          fmt::format("{}: byte {}: found a longer report; expected at most 512 MiB of JSON", in.name(), most_json));
  }
  return text;
}

/// Of a kept report, the cores; its windows are as they are.
report kept_report(input& in, const selection_options& part) {
  if (!part.window.empty() || !part.from.empty() || !part.to.empty())
    throw source_error(in.name() +
                       ": found a kept report; expected an input with facts, as --window, --from and --to need");
  report kept = read_report(whole_text(in), in.name());
  if (!part.cores.empty())
    std::erase_if(kept.cores, [&](const core_report& core) {
      return std::find(part.cores.begin(), part.cores.end(), core.core) == part.cores.end();
    });
  return kept;
}

report report_of(const std::string& path, const selection_options& part) {
  report made;
  if (auto folder = open_folder(path)) {
    made = make_report(*selected_part(std::move(folder), part));
  } else {
    input in(path);
    made = begins_as_json(in.prefix()) ? kept_report(in, part)
                                       : make_report(*selected_part(open_source(std::move(in)), part));
  }
  refuse_empty_part(made, part, path);
  return made;
}

/// Percent of a core's time, with or without the sign. Absent: it is none.
std::optional<double> threshold_of(const std::string& text) {
  const std::string_view digits = std::string_view(text).substr(0, text.size() - (text.ends_with('%') ? 1 : 0));
  double percent = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), percent, std::chars_format::fixed);
  if (error != std::errc() || end != digits.data() + digits.size() || !(percent >= 0 && percent <= 100))
    return std::nullopt;
  return percent / 100;
}

std::string check_threshold(const std::string& text) {
  return threshold_of(text) ? std::string() : "found " + text + ", expected 0% to 100%";
}

void run_diff(const diff_command_options& options, command_result& result) {
  if (options.a == "-" && options.b == "-")
    throw CLI::ValidationError("diff", "found - twice, expected two different inputs");
  const report a = report_of(options.a, options.part);
  const report b = report_of(options.b, options.part);
  const diff made = compare(a, b, {threshold_of(options.threshold).value_or(0)});
  if (made.cores.empty())
    throw source_error(fmt::format("{}: found no core that {} has too; expected one", options.b, options.a));
  diff_view_options how;
  how.width = options.width.value_or(terminal_width());
  how.colour = options.colour == "always" || (options.colour == "auto" && terminal_likes_colour());
  how.only_regressions = options.only == "regressions";
  how.name_a = options.a;
  how.name_b = options.b;
  (options.json ? render_diff_json : render_diff_text)(made, how, result.out);
  if (made.regressions != 0) result.code = findings;
}

constexpr const char* diff_footer =
    "A and B are anything that rtm report reads, or a report that was kept as JSON. Shares are of a core's time; the\n"
    "largest change comes first. Tasks, interrupts and points are matched by name, those without one by id.\n"
    "More time for a task, an interrupt, the kernel or a point, or more load, is a regression if it is more than the\n"
    "threshold and, where both have windows, no chance: Welch's t-test over the complete windows says p < 0.01.\n"
    "The same holds for events of counters, in percent of those of all owners of A.\n"
    "Exit code 0: no regression. 1: there is one. 2: A or B cannot be used, or they have no core in common.\n"
    "\nExamples:\n"
    "  rtm report main.rtmt --json > baseline.json\n"
    "  rtm diff baseline.json change.rtmt --threshold 2% --only regressions";

}  // namespace

void add_diff_command(CLI::App& app, command_result& result) {
  auto options = std::make_shared<diff_command_options>();
  CLI::App* const command = app.add_subcommand("diff", "Compare two reports: who takes more time than before?");
  command->add_option("A", options->a, "What was: a kept report as JSON, or any input of rtm report")
      ->required()
      ->type_name("");
  command->add_option("B", options->b, "What is")->required()->type_name("");
  add_selection_options(*command, options->part);
  command->add_option("--threshold", options->threshold, "More of a core's time than this is a regression")
      ->check(CLI::Validator(check_threshold, ""))
      ->type_name("PERCENT")
      ->capture_default_str();
  command->add_option("--only", options->only, "Show nothing but these")
      ->check(one_of({"regressions"}))
      ->type_name("regressions");
  command->add_flag("--json", options->json, "As JSON of schema rtm.diff/1 (docs/diff.md)");
  command->add_option("--width", options->width, "Columns of the tables; default: those of the terminal, or 80")
      ->check(whole_number(20, 1000))
      ->type_name("N");
  command->add_option("--color", options->colour, "Colour in the tables")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("auto|always|never")
      ->capture_default_str();
  command->footer(diff_footer);
  command->callback([options, &result] { run_diff(*options, result); });
}

}  // namespace rtm::host
