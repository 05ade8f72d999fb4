// SPDX-License-Identifier: MIT
// `rtm evidence`: what has been shown on a target, as a form that an engineer fills in and a program checks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <memory>
#include <ostream>
#include <string>

#include "cli/command.hpp"
#include "cli/validators.hpp"
#include "evidence/evidence.hpp"

namespace rtm::host {
namespace {

/// Where the machine is.
std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

void run_check(const std::string& file, command_result& result) {
  const evidence_result found = check_evidence(file, today());
  for (const evidence_finding& each : found.findings)
    result.out << fmt::format("{}:{}: {}\n", found.name, each.line, each.text);
  result.out << fmt::format("{} of {} rows are complete and passed, {} finding{}\n", found.passed,
                            evidence_rows().size(), found.findings.size(), found.findings.size() == 1 ? "" : "s");
  if (!found.findings.empty()) result.code = findings;
}

constexpr const char* evidence_footer =
    "Exit code of check: 0: every row is there, complete, and passed. 1: each row or field that is missing, empty,\n"
    "unknown, dated wrongly or failed is named with its line. 2: FILE is no such form.\n"
    "\nExamples:\n"
    "  rtm evidence template --target autosar-tc397 > evidence.toml\n"
    "  rtm evidence check evidence.toml";

}  // namespace

void add_evidence_command(CLI::App& app, command_result& result) {
  auto file = std::make_shared<std::string>();
  auto target = std::make_shared<std::string>("generic");
  CLI::App* const command = app.add_subcommand("evidence", "Check what has been shown on a target (docs/evidence.md)");
  command->require_subcommand(1);
  command->footer(evidence_footer);
  CLI::App* const check = command->add_subcommand("check", "Is the form complete, and has every row passed?");
  check->add_option("FILE", *file, "The form, TOML; - is standard input")->required()->type_name("");
  check->callback([file, &result] { run_check(*file, result); });
  CLI::App* const form = command->add_subcommand("template", "Print an empty form");
  form->add_option("--target", *target, "What its hints are about")
      ->check(one_of({"generic", "autosar-tc397"}))
      ->type_name("generic|autosar-tc397")
      ->capture_default_str();
  form->callback([target, &result] { result.out << evidence_template(*evidence_target_of(*target)); });
}

}  // namespace rtm::host
