// SPDX-License-Identifier: MIT
// `rtm top`: who takes the time now.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/buffer_option.hpp"
#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"
#include "top/top.hpp"

namespace rtm::host {
namespace {

struct top_words {
  top_options options;
  bool is_json = false;
  std::string order = "time";
};

void run_top(top_words words, command_result& result) {
  top_options& options = words.options;
  options.order = words.order == "calls" ? top_order::calls : words.order == "name" ? top_order::name : top_order::time;
  options.width = terminal_width();
  options.colour = terminal_likes_colour();
  if (words.is_json)
    options.output = top_output::json;
  else if (options.is_once)
    options.output = top_output::text;
  const top_result made =
      top(options, result.out, [](const std::string& text) { std::cerr << "rtm: " << printable(text) << '\n'; });
  if (made.frames == 0 && options.output != top_output::screen)
    throw source_error(fmt::format("{}: found no window that has ended; expected one",
                                   options.file.empty() ? "this machine" : options.file));
  if (made.any_fault || made.lost != 0) result.code = findings;
}

constexpr const char* top_footer =
    "Keys: q quit; s sort by time, calls or name; f or space freeze; c each core.\n"
    "This machine needs Linux with tracefs, and the rights of root; a stream is read as `rtm report -f` reads it.\n"
    "Load is the time that was not idle. What is unknown may have been either: then it is a range.\n"
    "\nExit codes: 0: good. 1: events were lost, or a fault made an epoch invalid. 2: there is nothing to show.\n"
    "\nExamples:\n"
    "  rtm top\n"
    "  rtm top --once --window 5s\n"
    "  rtm top --json | jq -c '.cores[].window.idle'\n"
    "  rtm top -f tcp:localhost:4321";

}  // namespace

void add_top_command(CLI::App& app, command_result& result) {
  auto words = std::make_shared<top_words>();
  top_options& options = words->options;
  CLI::App* const command = app.add_subcommand("top", "Show who takes the time of this machine, or of a target, now");
  command->add_option("-f,--follow", options.file, "A stream, as of `rtm report -f`; default: this machine")
      ->type_name("FILE");
  command->add_option("--window", options.window, "How long what is shown lasts; default: as the stream says, or 1s")
      ->type_name("TIME");
  command->add_option("--core", options.cores, "Only these cores, as 0 or 0,2")->delimiter(',')->type_name("N");
  command->add_flag("--once", options.is_once, "Print the first window, and end");
  command->add_flag("--json", words->is_json, "Print each window as a line of JSON");
  command->add_option("--sort", words->order, "What comes first")
      ->check(one_of({"time", "calls", "name"}))
      ->type_name("time|calls|name");
  command->add_flag("--by-core", options.is_by_core, "A column of each core");
  add_buffer_option(*command, options.buffer_bytes);
  command->add_option("--tracefs", options.tracefs, "Where it is; default: where it is mounted")->type_name("DIR");
  command->footer(top_footer);
  command->callback([words, &result] { run_top(*words, result); });
}

}  // namespace rtm::host
