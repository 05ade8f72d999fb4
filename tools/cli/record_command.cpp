// SPDX-License-Identifier: MIT
// `rtm record -- COMMAND`: what this machine does, into a file that `rtm report` reads.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/buffer_option.hpp"
#include "cli/command.hpp"
#include "record/recorder.hpp"
#include "sources/selection.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

struct record_words {
  record_options options;
  std::string duration;
};

std::string size_text(std::uint64_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1e3;
  return kilobytes < 1e3 ? fmt::format("{:.1f} kB", kilobytes) : fmt::format("{:.1f} MB", kilobytes / 1e3);
}

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

void print_losses(const record_result& made) {
  for (const ring_stats& of : made.stats)
    if (of.lost() != 0)
      std::cerr << fmt::format("rtm: cpu {}: lost {} events ({} overwritten, {} without room); --buffer makes room\n",
                               of.cpu, of.lost(), of.overrun, of.dropped);
}

/// How the command ended, and by whose will.
std::string sentence_of_command(const record_result& made) {
  const char* const why = made.end == record_end::duration ? "--duration was over"
                          : made.end == record_end::signal ? "a signal came"
                                                           : "recording was over";
  return made.was_command_told ? fmt::format("told to end (SIGTERM), as {}: {}", why, made.outcome) : made.outcome;
}

void run_record(record_options options, command_result& result) {
  const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
  record_listener listener;
  listener.note = [](const std::string& text) { std::cerr << "rtm: " << printable(text) << '\n'; };
  constexpr const char* erase_line = "\r\x1b[K";
  if (is_terminal)
    listener.progress = [](const record_progress& now) {
      std::cerr << erase_line
                << fmt::format("recording: {:.0f} s, {} events, {}, {} lost", seconds(now.elapsed), now.events,
                               size_text(now.bytes), now.lost)
                << std::flush;
    };
  record_result made;
  try {
    made = record(options, listener);
  } catch (...) {
    if (is_terminal) std::cerr << erase_line;
    throw;
  }
  if (is_terminal) std::cerr << erase_line;
  std::cerr << fmt::format("rtm: recorded {:.3f} s of {} CPU{}: {} events, {} in {}\n", seconds(made.sum.elapsed),
                           made.stats.size(), made.stats.size() == 1 ? "" : "s", made.sum.events,
                           size_text(made.sum.bytes), options.output == "-" ? "<stdout>" : printable(options.output));
  print_losses(made);
  if (!made.outcome.empty())
    std::cerr << fmt::format("rtm: {}: {}\n", host::quoted(options.command.front()), sentence_of_command(made));
  if (made.sum.lost != 0 || made.sum.events == 0 || !made.has_command_succeeded) result.code = findings;
}

/// A bare number would be ns, which nobody means.
std::chrono::nanoseconds duration_of(const std::string& text) {
  constexpr std::uint64_t ns_per_second = 1'000'000'000;
  constexpr const char* expected = "a time such as 500ms or 5s";
  if (!text.ends_with('s'))
    throw source_error(fmt::format("--duration: found {}; expected {}", printable(text), expected));
  return std::chrono::nanoseconds(parse_ticks(text, ns_per_second, "--duration", expected));
}

constexpr const char* record_footer =
    "Needs Linux with tracefs, and the rights of root. Recording ends with COMMAND, after --duration, or by Ctrl-C; "
    "then\n"
    "the file is written. A COMMAND that still runs is told to end (SIGTERM), which is no failure of it. The file is "
    "a\n"
    "trace.dat of version 6, which trace-cmd and KernelShark read too. With -o - it goes to standard output, which is\n"
    "no terminal then, and what COMMAND prints to standard error.\n"
    "\nExit codes: 0: all is in the file. 1: events were lost, or COMMAND failed; standard error says which.\n"
    "2: nothing could be recorded.\n"
    "\nExamples:\n"
    "  rtm record --duration 5s && rtm report trace.dat\n"
    "  rtm record -o build.dat -- make -j4\n"
    "  ssh board rtm record -o - --duration 5s | rtm report -\n"
    "  rtm record --buffer 64M --events default,power:cpu_idle";

}  // namespace

void add_record_command(CLI::App& app, command_result& result) {
  auto words = std::make_shared<record_words>();
  CLI::App* const command = app.add_subcommand("record", "Record this machine (Linux) into a trace.dat");
  command->add_option("-o,--output", words->options.output, "The file to write; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--duration", words->duration, "How long, such as 5s")->type_name("TIME");
  add_buffer_option(*command, words->options.buffer_bytes);
  command
      ->add_option("--events", words->options.events,
                   "With commas between them: default, SYSTEM:EVENT; * and ? fit any")
      ->type_name("LIST")
      ->capture_default_str();
  command->add_option("--tracefs", words->options.tracefs, "Where it is; default: where it is mounted")
      ->type_name("DIR");
  command->add_option("COMMAND", words->options.command, "Run it, and record for as long as it runs")->type_name("");
  command->footer(record_footer);
  command->callback([words, &result] {
    if (!words->duration.empty()) words->options.duration = duration_of(words->duration);
    run_record(words->options, result);
  });
}

}  // namespace rtm::host
