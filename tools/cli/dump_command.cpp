// SPDX-License-Identifier: MIT
// `rtm dump FILE`: what stands in a trace stream, byte by byte.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "sources/input.hpp"
#include "sources/registry.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"
#include "wire/listing.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t most_bytes_shown = 8;

std::string hex(std::span<const std::uint8_t> bytes, std::size_t most) {
  std::string text;
  for (const std::uint8_t byte : bytes.first(std::min(most, bytes.size())))
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", byte);
  return bytes.size() > most ? text + " .." : text;
}

void print_text(std::ostream& out, const wire::listed& line) {
  if (line.is_packet) {
    out << fmt::format("{:>10}  {} packet, core {}", line.offset, line.record, *line.core);
  } else {
    out << fmt::format("{:>10}    {:<27}  {}", line.offset, hex(line.bytes, most_bytes_shown), line.record);
  }
  const char* separator = " ";
  for (const auto& [name, value] : line.numbers) {
    out << fmt::format("{}{} {}", line.is_packet ? ", " : separator, name, value);
    separator = ", ";
  }
  if (!line.text.empty()) out << "  " << (line.record == "damage" ? line.text : host::quoted(line.text));
  out << '\n';
}

void print_json(std::ostream& out, const wire::listed& line) {
  nlohmann::ordered_json all;
  all["offset"] = line.offset;
  if (line.core) all["core"] = *line.core;
  all[line.is_packet ? "packet" : "record"] = line.record;
  if (!line.bytes.empty()) all["bytes"] = hex(line.bytes, line.bytes.size());
  for (const auto& [name, value] : line.numbers) all[std::string(name)] = value;
  if (!line.text.empty()) all["text"] = line.text;
  out << all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

void run_dump(const std::string& file, bool as_json, command_result& result) {
  input in(file);
  refuse_other_than_trace(in);
  wire::listing list([&](const wire::listed& line) {
    if (as_json)
      print_json(result.out, line);
    else
      print_text(result.out, line);
  });
  std::vector<char> block(std::size_t{64} * 1024);
  std::uint64_t size = 0;
  while (const std::size_t n = in.read(block)) {
    size += n;
    list.feed({reinterpret_cast<const std::uint8_t*>(block.data()), n});
  }
  list.finish();
  if (size == 0) throw source_error(in.name() + ": byte 0: found an empty stream; expected packets");
  if (list.packets() == 0 && list.wrong() == 0)
    throw source_error(fmt::format("{}: byte 0: found {} bytes of 00; expected packets", in.name(), size));
  if (list.wrong() != 0) result.code = list.packets() == 0 ? unusable : findings;
}

constexpr const char* dump_footer =
    "Each line: offset of the first byte in the stream, the bytes without their stuffing, what they mean. Exits and\n"
    "ends carry no id; it is told where the page before them says which frames were active. With --json one object a\n"
    "line: offset, core, packet or record, bytes, the numbers by name, text. docs/trace-format.md is the format.\n"
    "\nExamples:\n"
    "  rtm dump run.rtmt | less\n"
    "  rtm dump run.rtmt --json | jq -c 'select(.record == \"damage\")'";

}  // namespace

void add_dump_command(CLI::App& app, command_result& result) {
  auto file = std::make_shared<std::string>();
  CLI::App* const command = app.add_subcommand("dump", "Show a trace stream record by record");
  command->add_option("FILE", *file, "A trace; - is standard input")->required()->type_name("");
  const CLI::Option* const json = command->add_flag(
      "--json", [](std::int64_t) {}, "One JSON object a line");
  command->footer(dump_footer);
  command->callback([file, json, &result] { run_dump(*file, static_cast<bool>(*json), result); });
}

}  // namespace rtm::host
