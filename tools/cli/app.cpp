// SPDX-License-Identifier: MIT
#include "cli/app.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/help_text.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "rtm/version.h"
#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr std::array commands = {add_record_command, add_top_command,    add_report_command, add_diff_command,
                                 add_export_command, add_verify_command, add_check_command,  add_evidence_command,
                                 add_replay_command, add_dump_command,   add_probe_command,  add_help_command};

constexpr const char* about = "Who owned the time of a core? Exact accounting of tasks, interrupts and idle.";
constexpr const char* exit_codes =
    "Exit codes: 0 good; 1 findings: an epoch made invalid by a fault, facts missing in the input, a difference;\n"
    "2 bad usage or unreadable input (then nothing is printed but one line on stderr).";

int complain(const std::string& message) {
  std::cerr << "rtm: " << printable(message) << '\n';  // It may hold the name of a file.
  return unusable;
}

/// CLI11 says only that a subcommand is required, even if a misspelt one is there.
std::string no_command(const CLI::App& app) {
  const auto words = app.remaining();
  return "found " + (words.empty() ? "none" : host::quoted(words.front())) + ", expected the name of a command";
}

/// The same of a command that has commands of its own.
std::string no_command_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  const auto words = command.remaining();
  return command.get_name() + ": found " + (words.empty() ? "none" : host::quoted(words.front())) + ", expected " +
         listed(names);
}

/// What is opened later must not become the standard output that somebody has closed. It stays one that cannot be
/// written to.
void hold_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0) (void)::open("/dev/null", O_RDONLY);
}

int parse_and_run(CLI::App& app, int argc, const char* const* argv, command_result& result) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    result.out << fitted_help(app.help(), terminal_width());
  } catch (const CLI::CallForVersion& version) {
    result.out << version.what() << '\n';
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) return complain(no_command(app) + " (see rtm --help)");
    const CLI::App& command = *chosen.front();
    const bool lacks_command = command.get_require_subcommand_min() != 0 && command.get_subcommands().empty();
    return complain((lacks_command ? no_command_of(command) : usage_sentence(command, error)) + " (see rtm " +
                    chosen.front()->get_name() + " --help)");
  } catch (const source_error& error) {
    return complain(error.what());
  } catch (const std::exception& error) {
    return complain(std::string("internal error: ") + error.what());
  }
  return result.code;
}

}  // namespace

int run(int argc, const char* const* argv) {
  hold_standard_files();
  std::signal(SIGPIPE, SIG_IGN);  // A reader that has seen enough is told by write().
  standard_output buffer;
  std::ostream out(&buffer);
  command_result result{out};

  CLI::App app(about, "rtm");
  app.set_version_flag("--version", std::string("rtm ") + RTM_VERSION, "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  app.footer(exit_codes);
  for (const auto add : commands) add(app, result);

  const int code = parse_and_run(app, argc, argv, result);
  out.flush();
  if (const std::string failure = buffer.failure(); !failure.empty())
    return complain("<stdout>: found \"" + failure + "\"; expected room for the output");
  return code;
}

}  // namespace rtm::host
