// SPDX-License-Identifier: MIT
// `rtm verify FILE`: does the target's own account agree with what its facts say?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "sources/input.hpp"
#include "sources/registry.hpp"
#include "verify/verifier.hpp"
#include "views/loss_text.hpp"
#include "wire/decoder.hpp"

namespace rtm::host {
namespace {

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string ranges_of(const core_verdict& verdict) {
  std::string text;
  for (const window_range& range : verdict.uncovered) {
    const std::string windows =
        range.first == range.last ? fmt::format("{}", range.first) : fmt::format("{} to {}", range.first, range.last);
    text += fmt::format("{}{} of epoch {}", text.empty() ? "" : ", ", windows, range.epoch);
  }
  return text + (verdict.uncovered.size() == core_verdict::most_ranges ? ", ..." : "");
}

void print(std::ostream& out, const core_verdict& verdict) {
  out << fmt::format("core {}: compared {}, {} and {}\n", verdict.core, counted(verdict.windows, "window"),
                     counted(verdict.epochs, "epoch sum"), counted(verdict.faults, "fault"));
  if (!verdict.has_extremes) out << "  not compared: shortest and longest calls, which the target does not keep\n";
  if (verdict.uncovered_windows != 0)
    out << fmt::format("  not covered: {}: {}\n", counted(verdict.uncovered_windows, "window"), ranges_of(verdict));
  if (verdict.uncovered_epochs != 0)
    out << fmt::format("  not covered: {}\n", counted(verdict.uncovered_epochs, "epoch sum"));
}

void decode(input& in, verifier& into) {
  wire::decoder decoder(into);
  std::vector<char> block(std::size_t{64} * 1024);
  while (const std::size_t n = in.read(block)) decoder.feed({reinterpret_cast<const std::uint8_t*>(block.data()), n});
  decoder.finish();
  into.finish();
}

void run_verify(const std::string& file, command_result& result) {
  input in(file);
  refuse_other_than_trace(in);
  verifier check;
  decode(in, check);
  std::uint64_t compared = 0;
  for (const core_verdict& verdict : check.verdicts()) compared += verdict.windows + verdict.epochs + verdict.faults;
  if (compared == 0 && !check.first()) {
    const auto& problems = check.lacks().problems;
    throw source_error(in.name() + ": " +
                       (problems.empty() ? "byte 0: found nothing to compare; expected windows or sums of the target"
                                         : sentence_of(problems.front())));
  }
  for (const core_verdict& verdict : check.verdicts()) print(result.out, verdict);
  const report& lacks = check.lacks();
  print_lacks(result.out, lacks, "", most_lacks, 0);
  if (lacks.is_incomplete()) result.code = findings;
  if (check.first()) {
    result.out << "differs: " << sentence_of(*check.first()) << '\n';
    if (check.differences() > 1) result.out << fmt::format("and {} more\n", check.differences() - 1);
    result.code = findings;
  } else {
    result.out << (lacks.is_incomplete() ? "agrees where it could be compared\n" : "agrees\n");
  }
}

constexpr const char* verify_footer =
    "A target sends its windows as they close, and its sums when asked to; the facts of the same stream are accounted\n"
    "again, and each number compared. Exit code 0: all agrees. 1: something differs, the first difference is named; "
    "or\n"
    "facts are missing, then what they touch is listed and not compared. 2: there is nothing to compare.\n"
    "\nExample:\n"
    "  rtm verify run.rtmt";

}  // namespace

void add_verify_command(CLI::App& app, command_result& result) {
  auto file = std::make_shared<std::string>();
  CLI::App* const command = app.add_subcommand("verify", "Compare a target's own sums with those of its facts");
  command->add_option("FILE", *file, "A trace; - is standard input")->required()->type_name("");
  command->footer(verify_footer);
  command->callback([file, &result] { run_verify(*file, result); });
}

}  // namespace rtm::host
