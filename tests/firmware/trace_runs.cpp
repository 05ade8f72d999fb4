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
#include "wire/decoder.hpp"

namespace truth {
namespace {

namespace host = rtm::host;

class collector final : public host::wire::listener {
 public:
  explicit collector(traced_run& into) : into_(into) {}

  void on_header(const host::source_info& info) override { info_ = info; }
  void on_facts(std::span<const host::source_fact> facts) override {
    into_.decoded.insert(into_.decoded.end(), facts.begin(), facts.end());
  }
  void on_window(host::wire::told_window window) override { into_.windows.push_back(std::move(window)); }
  void on_snapshot(host::wire::told_epoch epoch) override { into_.snapshots.push_back(std::move(epoch)); }
  void on_fault(const host::wire::told_fault& fault) override { into_.faults.push_back(fault); }
  void on_gap(const host::wire::gap& gap) override { into_.gaps.push_back(gap); }
  void on_problem(host::wire::problem what) override {
    into_.problems.push_back(fmt::format("byte {}: found {}; expected {}", what.offset, what.found, what.expected));
  }
  void on_end() override { into_.has_ended = true; }

  [[nodiscard]] const host::source_info& info() const { return info_; }

 private:
  traced_run& into_;
  host::source_info info_;
};

host::report replayed(const host::source_info& info, const std::vector<host::source_fact>& facts) {
  host::replay replay(info);
  replay.tell(facts);
  return replay.finish(info);
}

void read_told(traced_run& run, const std::string& script) {
  host::timeline source(host::input("facts.timeline", script));
  std::array<host::source_fact, 256> block;
  while (const std::size_t n = source.read(block)) run.told.insert(run.told.end(), block.begin(), block.begin() + n);
  run.of_told = replayed(source.info(), run.told);
}

void read_trace(traced_run& run, const std::string& bytes) {
  run.trace_bytes = bytes.size();
  collector found(run);
  host::wire::decoder decoder(found);
  decoder.feed({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  decoder.finish();
  run.of_trace = replayed(found.info(), run.decoded);
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
    read_trace(place->second, file_of(name, "trace.rtm"));
    place->second.lost_on_target = number_after(file_of(name, "uart.txt"), "lost");
  }
  return place->second;
}

}  // namespace truth
