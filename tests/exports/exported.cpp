// SPDX-License-Identifier: MIT
#include "exported.hpp"

#include <fstream>
#include <stdexcept>
#include <string_view>

#include "exports/export.hpp"
#include "files.hpp"
#include "readers.hpp"
#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "tool.hpp"

namespace rtm::test {
namespace {

/// The rate of the script's clock.
std::uint64_t export_as(std::string_view format, const std::string& script, const std::filesystem::path& out) {
  const auto from = host::open_source(host::input("script", script));
  host::labels names(from->info());
  (void)host::export_to(*host::find_export_format(format), *from, names, out, false);
  return from->info().clock_hz;
}

std::string output_of(const tool_result& ran, const std::string& tool) {
  if (ran.exit_code != 0) throw std::runtime_error(tool + " failed: " + ran.error);
  return ran.output;
}

}  // namespace

host::report ledger_of(const std::string& script) {
  return host::make_report(*host::open_source(host::input("script", script)));
}

std::string decoded_by_protoc(const std::filesystem::path& trace) {
  return output_of(run_tool({"protoc", "--decode=perfetto.protos.Trace", "--proto_path=" RTM_TESTS_DIR "/exports",
                             RTM_TESTS_DIR "/exports/perfetto_trace.proto"},
                            trace),
                   "protoc");
}

told through_perfetto(const std::string& script) {
  const scratch_folder scratch;
  const std::uint64_t hz = export_as("perfetto", script, scratch / "trace");
  return read_perfetto(decoded_by_protoc(scratch / "trace"), hz);
}

told through_chrome(const std::string& script) {
  const scratch_folder scratch;
  const std::uint64_t hz = export_as("chrome", script, scratch / "trace.json");
  return read_chrome(read_file(scratch / "trace.json"), hz);
}

told through_chrome_as_doubles(const std::string& script) {
  const scratch_folder scratch;
  const std::uint64_t hz = export_as("chrome", script, scratch / "trace.json");
  return read_chrome_as_doubles(read_file(scratch / "trace.json"), hz);
}

told through_ctf(const std::string& script) {
  const scratch_folder scratch;
  export_as("ctf", script, scratch / "trace");
  const tool_result ran = run_tool({"babeltrace2", "--clock-cycles", "--no-delta", (scratch / "trace").string()});
  const std::string text = output_of(ran, "babeltrace2");
  if (!ran.error.empty()) throw std::runtime_error("babeltrace2 says: " + ran.error);
  return read_ctf(text);
}

std::string check(told (*through)(const std::string& script), const std::string& script) {
  try {
    return differences(through(script), ledger_of(script));
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace rtm::test
