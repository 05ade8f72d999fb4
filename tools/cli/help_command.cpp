// SPDX-License-Identifier: MIT
// `rtm help [COMMAND]`: the same text as `rtm [COMMAND] --help`.
#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <string>

#include "cli/command.hpp"
#include "cli/help_text.hpp"
#include "cli/terminal.hpp"

namespace rtm::host {

void add_help_command(CLI::App& app, command_result& result) {
  auto topic = std::make_shared<std::string>();
  CLI::App* const command = app.add_subcommand("help", "Explain a command");
  command->add_option("COMMAND", *topic, "Which one; without it, all are listed");
  command->callback([topic, &app, &result] {
    if (topic->empty()) {
      // Not app.help(): while this command runs, that explains this command.
      const std::string help = app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
      result.out << fitted_help(help, terminal_width());
      return;
    }
    try {
      result.out << fitted_help(app.get_subcommand(*topic)->help(app.get_name()), terminal_width());
    } catch (const CLI::OptionNotFound&) {
      throw CLI::ValidationError("help", "found " + *topic + ", expected the name of a command");
    }
  });
}

}  // namespace rtm::host
