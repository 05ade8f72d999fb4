// SPDX-License-Identifier: MIT
// `rtm export FILE --to FORMAT -o OUT`: facts in, a file for a viewer out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/selection_options.hpp"
#include "cli/validators.hpp"
#include "elf/function_names.hpp"
#include "exports/export.hpp"
#include "sources/registry.hpp"
#include "views/loss_text.hpp"

namespace rtm::host {
namespace {

struct export_options {
  std::string file;
  std::string format;
  std::string out;
  bool force = false;
  std::string elf;
  selection_options part;
};

std::string export_footer() {
  std::string text = "Formats:\n";
  for (const export_format& f : export_formats()) text += fmt::format("  {:<9} {}\n", f.name, f.help);
  return text +
         "\nOUT appears complete or not at all. What is there is only replaced with --force, and only if it is a\n"
         "file, or the folder of a CTF trace. An epoch that a fault cut is exported up to the fault and named on\n"
         "standard output, and so is what the input lacks; the exit code is 1. docs/exports.md says what lies\n"
         "where, and why a viewer's own CPU utilisation differs from the ledger's load.\n"
         "\nExamples:\n"
         "  rtm export run.timeline --to perfetto -o run.pftrace\n"
         "  rtm export run.timeline --to ctf -o run.ctf && babeltrace2 run.ctf";
}

void run_export(const export_options& options, command_result& result) {
  const auto from = with_function_names(selected_part(open_source(options.file), options.part), options.elf);
  labels names(from->info());
  const export_summary done = export_to(*find_export_format(options.format), *from, names, options.out, options.force);
  for (const cut_epoch& epoch : done.cut)
    result.out << fmt::format("core {}, epoch {}: cut at {}\n", epoch.core, epoch.epoch, epoch.sentence);
  print_lacks(result.out, done.lacks, "", most_lacks, 0);
  const auto complaint = complaint_of_names(*from);
  if (complaint) result.out << *complaint << '\n';
  if (!done.cut.empty() || done.lacks.is_incomplete() || complaint) result.code = findings;
}

}  // namespace

void add_export_command(CLI::App& app, command_result& result) {
  auto options = std::make_shared<export_options>();
  CLI::App* const command = app.add_subcommand("export", "Write what happened for a viewer: Perfetto, Chrome, CTF");
  command->add_option("FILE", options->file, input_help)->required()->type_name("");
  std::vector<std::string> formats;
  std::string choice;
  for (const export_format& f : export_formats()) {
    formats.emplace_back(f.name);
    choice += (choice.empty() ? "" : "|") + formats.back();
  }
  command->add_option("--to", options->format, "The format")->required()->check(one_of(formats))->type_name(choice);
  command->add_option("-o,--output", options->out, "The new file; for ctf, the new folder")
      ->required()
      ->type_name("OUT");
  add_selection_options(*command, options->part, "--until");  // --to is the format
  command->add_option("--elf", options->elf, "Name points that are functions (docs/functions.md) by this program")
      ->type_name("PROGRAM");
  command->add_flag("-f,--force", options->force, "Replace an earlier export at OUT");
  command->footer(export_footer());
  command->callback([options, &result] { run_export(*options, result); });
}

}  // namespace rtm::host
