// SPDX-License-Identifier: MIT
#include "cli/selection_options.hpp"

#include <utility>

namespace rtm::host {

void add_selection_options(CLI::App& command, selection_options& options, const std::string& to) {
  command
      .add_option("--window", options.window,
                  "Windows of this length, as 10ms or, in ticks, 250; default: as the input says")
      ->type_name("TIME");
  command.add_option("--from", options.from, "Only from this time after the beginning on, as 1.5s")->type_name("TIME");
  command.add_option(to, options.to, "Only up to this time after the beginning")->type_name("TIME");
  options.to_name = to.substr(0, to.find(','));
  command.add_option("--core", options.cores, "Only these cores, as 0 or 0,2")->delimiter(',')->type_name("N");
}

std::unique_ptr<source> selected_part(std::unique_ptr<source> from, const selection_options& options) {
  selection what;
  const std::uint64_t hz = from->info().clock_hz;
  const auto refuse = [](const std::string& line) { throw source_error(line); };
  if (!options.window.empty()) what.window_ticks = parse_ticks(options.window, hz, "--window");
  if (what.window_ticks == 0) refuse("--window: found 0; expected a time that is not 0");
  if (!options.from.empty()) what.from_ticks = parse_ticks(options.from, hz, "--from");
  if (!options.to.empty()) what.to_ticks = parse_ticks(options.to, hz, options.to_name);
  if (what.to_ticks && *what.to_ticks <= what.from_ticks)
    refuse(options.to_name + ": found " + options.to + "; expected a time after --from");
  what.cores.insert(options.cores.begin(), options.cores.end());
  return select(std::move(from), what);
}

void refuse_empty_part(const report& made, const selection_options& options, const std::string& file) {
  const bool is_part = !options.cores.empty() || !options.from.empty() || !options.to.empty();
  if (made.cores.empty() && is_part)
    throw source_error(file + ": found nothing of the part that --core, --from and " + options.to_name +
                       " select; expected a core and a time of the input");
}

}  // namespace rtm::host
