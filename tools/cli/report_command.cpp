// SPDX-License-Identifier: MIT
// `rtm report FILE`: facts in, a report out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "views/view.hpp"

namespace rtm::host {
namespace {

struct report_options {
  std::string file;
  std::string view = "text";
  std::optional<std::size_t> width;
  std::string windows;
  std::string colour = "auto";
};

std::vector<std::string> view_names() {
  std::vector<std::string> names;
  for (const view& v : views()) names.emplace_back(v.name);
  return names;
}

/// "text|json"
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : "|") + word;
  return text;
}

void add_choice(CLI::App& command, const std::string& name, std::string& value, const std::vector<std::string>& choices,
                const std::string& help) {
  command.add_option(name, value, help)
      ->check(CLI::IsMember(choices).description(""))
      ->type_name(joined(choices))
      ->capture_default_str();
}

std::string footer() {
  std::string text = "Views:\n";
  for (const view& v : views()) text += fmt::format("  {:<6} {}\n", v.name, v.help);
  text += "\nInputs, told by how they begin:\n";
  for (const source_format& f : source_formats()) text += fmt::format("  {:<16} {}\n", f.name, f.begins);
  return text +
         "\nA report with an epoch that a fault made invalid is printed, and the exit code is 1.\n"
         "\nExamples:\n"
         "  rtm report run.timeline\n"
         "  rtm report run.timeline --json | jq '.cores[].epochs[].load'\n"
         "  rtm report - --windows 10 < run.timeline";
}

std::optional<std::uint64_t> window_count(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "all") return std::numeric_limits<std::uint64_t>::max();
  if (text == "none") return 0;
  std::uint64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);  // Checked when it was parsed.
  return count;
}

/// Empty if `text` is good: what CLI11 wants of a validator.
std::string check_windows(const std::string& text) {
  const bool is_number = !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == text.npos;
  return is_number || text == "all" || text == "none" ? std::string()
                                                      : "found " + text + ", expected all, none or a number";
}

bool has_findings(const report& of) {
  return std::any_of(of.cores.begin(), of.cores.end(), [](const core_report& core) {
    return std::any_of(core.epochs.begin(), core.epochs.end(), [](const epoch_row& e) { return !e.valid(); });
  });
}

void run_report(const report_options& options, command_result& result) {
  const auto from = open_source(options.file);
  const report made = make_report(*from);
  view_options how;
  how.width = options.width.value_or(terminal_width());
  how.colour = options.colour == "always" || (options.colour == "auto" && terminal_likes_colour());
  how.windows = window_count(options.windows);
  find_view(options.view)->render(made, how, result.out);
  if (has_findings(made) || made.is_incomplete()) result.code = findings;
}

}  // namespace

void add_report_command(CLI::App& app, command_result& result) {
  auto options = std::make_shared<report_options>();
  CLI::App* const command = app.add_subcommand("report", "Show who owned the time, as tables or as JSON");
  command->add_option("FILE", options->file, "A timeline script; - is standard input")->required()->type_name("");
  add_choice(*command, "--view", options->view, view_names(), "How it is shown");
  const CLI::Option* const json = command->add_flag(
      "--json", [](std::int64_t) {}, "The same as --view json");
  command->add_option("--windows", options->windows, "Which windows of an epoch; N: the last N")
      ->check(CLI::Validator(check_windows, ""))
      ->type_name("all|none|N");
  command->add_option("--width", options->width, "Columns of the text view; default: those of the terminal, or 80")
      ->check(CLI::Range(20, 1000).description(""))
      ->type_name("N");
  add_choice(*command, "--color", options->colour, {"auto", "always", "never"}, "Colour in the text view");
  command->footer(footer());
  command->callback([options, json, command, &result] {
    if (*json) {
      if (command->count("--view") != 0 && options->view != "json")
        throw CLI::ValidationError("--json", "found --view " + options->view + " too, expected one of them");
      options->view = "json";
    }
    run_report(*options, result);
  });
}

}  // namespace rtm::host
