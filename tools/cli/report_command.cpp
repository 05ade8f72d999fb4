// SPDX-License-Identifier: MIT
// `rtm report FILE`: facts in, a report out.
#include <fmt/format.h>

#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <charconv>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/period_option.hpp"
#include "cli/selection_options.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "elf/function_names.hpp"
#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "views/extras_text.hpp"
#include "views/json.hpp"
#include "views/live.hpp"
#include "views/loss_text.hpp"
#include "views/view.hpp"

namespace rtm::host {
namespace {

struct report_options {
  std::string file;
  std::string view = "text";
  std::optional<std::size_t> width;
  std::string windows;
  std::string colour = "auto";
  bool follow = false;
  bool timing = false;
  std::vector<std::string> periods;
  bool system = false;
  std::string elf;
  selection_options part;
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
  command.add_option(name, value, help)->check(one_of(choices))->type_name(joined(choices))->capture_default_str();
}

std::string report_footer() {
  std::string text = "Views:\n";
  for (const view& v : views()) text += fmt::format("  {:<6} {}\n", v.name, v.help);
  text += "\nInputs, told by how they begin:\n";
  for (const source_format& f : source_formats()) text += fmt::format("  {:<16} {}\n", f.name, f.begins);
  return text +
         "\nA report with an epoch that a fault made invalid, or of an input in which facts are missing, is printed, "
         "and\n"
         "the exit code is 1.\n"
         "\nExamples:\n"
         "  rtm report run.timeline\n"
         "  rtm report run.timeline --json | jq '.cores[].epochs[].load'\n"
         "  rtm report - --windows 10 < run.timeline\n"
         "  rtm report -f tcp:localhost:4321";
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
    return std::any_of(core.epochs.begin(), core.epochs.end(), [](const epoch_row& e) { return !e.valid(); }) ||
           std::any_of(core.findings.begin(), core.findings.end(), [](const finding_row& f) { return !f.is_good; });
  });
}

view_options view_options_of(const report_options& options) {
  view_options how;
  how.width = options.width.value_or(terminal_width());
  how.colour = options.colour == "always" || (options.colour == "auto" && terminal_likes_colour());
  how.windows = window_count(options.windows);
  how.system = options.system;
  return how;
}

/// Set by a signal: the report ends with what there is.
std::atomic<bool> is_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void stop_at(int signal) {
  struct sigaction action {};
  action.sa_handler = [](int) { is_interrupted = true; };
  action.sa_flags = SA_RESETHAND;  // the second one ends the program
  ::sigaction(signal, &action, nullptr);
}

/// A replay that is heard keeps no epochs, and with them no names.
core_report with_names(core_report of, const source_info& names) {
  if (of.epochs.empty()) add_names(of.epochs.emplace_back(), names);
  return of;
}

/// Whatever comes, as it comes.
void run_live_report(const report_options& options, command_result& result) {
  stop_at(SIGINT);
  stop_at(SIGTERM);
  input in(options.file, &is_interrupted);
  in.when_it_waits([](const input& of) { std::cerr << "rtm: " << what_it_waits_for(of) << '\n'; });
  const auto from = with_function_names(selected_part(open_source(std::move(in)), options.part), options.elf);
  live_view view(from->info(), view_options_of(options), options.view == "json", result.out);
  replay run(from->info(), &view, all_windows, options.timing);
  while (tell_next(*from, run)) result.out.flush();
  const report lacks = run.finish(from->info());
  if (options.view == "json") {
    if (lacks.is_incomplete()) result.out << json_of_lacks(lacks) << '\n';
  } else {
    for (const core_report& core : lacks.cores) {
      print_findings(core, view_options_of(options), result.out);
      print_counters(with_names(core, from->info()), view_options_of(options), result.out);
    }
    print_lacks(result.out, lacks, "", most_lacks, 0);
  }
  if (view.any_fault() || lacks.is_incomplete() || has_findings(lacks)) result.code = findings;
  if (const auto complaint = complaint_of_names(*from)) throw source_error(*complaint);
}

void run_report(const report_options& options, command_result& result) {
  if (options.follow) return run_live_report(options, result);
  const auto from = with_function_names(selected_part(open_source(options.file), options.part), options.elf);
  const view_options how = view_options_of(options);
  const view& shown = *find_view(options.view);
  const std::uint64_t kept = shown.needs_all_windows ? all_windows : how.windows.value_or(shown.usual_windows);
  report made = make_report(*from, kept, options.timing);
  if (const auto complaint = complaint_of_names(*from)) throw source_error(*complaint);
  refuse_empty_part(made, options.part, options.file);
  set_periods(made, options.periods);
  shown.render(made, how, result.out);
  if (has_findings(made) || made.is_incomplete()) result.code = findings;
}

/// What would be asked for in vain is refused.
void check_timing(const report_options& options) {
  if (options.timing && options.view == "load")
    throw CLI::ValidationError("--timing", "found --view load too, expected text or json");
  if (!options.periods.empty() && (!options.timing || options.follow))
    throw CLI::ValidationError(
        "--period", options.follow ? "found -f too, expected one of them" : "found no --timing, expected it too");
}

}  // namespace

void add_report_command(CLI::App& app, command_result& result) {
  auto options = std::make_shared<report_options>();
  CLI::App* const command = app.add_subcommand("report", "Show who owned the time, as tables or as JSON");
  command->add_option("FILE", options->file, input_help)->required()->type_name("");
  add_choice(*command, "--view", options->view, view_names(), "How it is shown");
  const CLI::Option* const json = command->add_flag(
      "--json", [](std::int64_t) {}, "The same as --view json");
  command->add_option("--windows", options->windows, "Which windows of an epoch; N: the last N")
      ->check(CLI::Validator(check_windows, ""))
      ->type_name("all|none|N");
  command->add_flag("--system", options->system, "Also several cores as one system, over their common time");
  add_selection_options(*command, options->part);
  command->add_option("--width", options->width, "Columns of the text view; default: those of the terminal, or 80")
      ->check(whole_number(20, 1000))
      ->type_name("N");
  command->add_option("--elf", options->elf, "Name points that are functions (docs/functions.md) by this program")
      ->type_name("PROGRAM");
  command->add_flag("--timing", options->timing,
                    "Timing parameters too (docs/timing.md): CET, GET, IPT, RT, WT, PRE, DT, ST, JIT");
  command->add_option("--period", options->periods, "How far JIT is off this period, as task:3=10ms; needs --timing")
      ->allow_extra_args(false)
      ->type_name("WHO=TIME");
  add_choice(*command, "--color", options->colour, {"auto", "always", "never"}, "Colour in the text view");
  command->add_flag(
      "-f,--follow", options->follow,
      "Show windows as they close: of a file that grows, a pipe, tcp:HOST:PORT; ends with it, or by Ctrl-C");
  command->footer(report_footer());
  command->callback([options, json, command, &result] {
    if (*json) {
      if (command->count("--view") != 0 && options->view != "json")
        throw CLI::ValidationError("--json", "found --view " + options->view + " too, expected one of them");
      options->view = "json";
    }
    check_timing(*options);
    run_report(*options, result);
  });
}

}  // namespace rtm::host
