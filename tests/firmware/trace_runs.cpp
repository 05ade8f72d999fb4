// SPDX-License-Identifier: MIT
#include "trace_runs.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <sstream>
#include <stdexcept>

#include "replay/replay.hpp"
#include "runs.hpp"
#include "sources/timeline.hpp"
#include "sources/trace.hpp"
#include "wire/decoder.hpp"

namespace truth {
namespace {

namespace host = rtm::host;

class collector final : public host::wire::listener {
 public:
  explicit collector(traced_run& into) : into_(into) {}

  void on_facts(std::span<const host::source_fact> facts) override {
    into_.decoded.insert(into_.decoded.end(), facts.begin(), facts.end());
  }
  void on_window(host::wire::told_window window) override { into_.windows.push_back(std::move(window)); }
  void on_snapshot(host::wire::told_epoch epoch) override { into_.snapshots.push_back(std::move(epoch)); }
  void on_fault(const host::wire::told_fault& fault) override { into_.faults.push_back(fault); }
  void on_loss(const host::source_loss& loss) override { into_.losses.push_back(loss); }
  void on_problem(host::wire::problem what) override {
    into_.problems.push_back(fmt::format("byte {}: found {}; expected {}", what.offset, what.found, what.expected));
  }
  void on_end(std::uint32_t /*core*/) override { into_.has_ended = true; }

 private:
  traced_run& into_;
};

void read_told(traced_run& run, const std::string& script) {
  host::timeline source(host::input("facts.timeline", script));
  std::array<host::source_fact, 256> block;
  while (const std::size_t n = source.read(block)) run.told.insert(run.told.end(), block.begin(), block.begin() + n);
  host::replay replay(source.info());
  replay.tell(run.told);
  run.of_told = replay.finish(source.info());
}

void read_trace(traced_run& run, const std::string& bytes) {
  run.trace_bytes = bytes.size();
  collector found(run);
  host::wire::decoder decoder(found);
  decoder.feed({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  decoder.finish();
  host::trace_source source(host::input("trace.rtmt", bytes));
  run.of_trace = host::make_report(source);
}

std::uint64_t number_after(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line))
    if (line.rfind(word + " ", 0) == 0) return std::stoull(line.substr(word.size() + 1));
  throw std::runtime_error("uart.txt: found no line '" + word + " <n>'");
}

}  // namespace

const traced_run& traced_run_of(const std::string& name) {
  static std::map<std::string, traced_run> runs;
  const auto [place, is_new] = runs.try_emplace(name);
  if (is_new) {
    read_told(place->second, file_of(name, "facts.timeline"));
    read_trace(place->second, file_of(name, "trace.rtmt"));
    place->second.lost_on_target = number_after(file_of(name, "uart.txt"), "lost");
  }
  return place->second;
}

}  // namespace truth
