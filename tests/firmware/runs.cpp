// SPDX-License-Identifier: MIT
#include "runs.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

namespace truth {
namespace {

std::string path_of(const std::string& run, const std::string& file) {
  return std::string(RTM_FIRMWARE_RUNS_DIR) + "/" + run + "/" + file;
}

observed_run read_run(const std::string& name) {
  observed_run run;
  const std::string uart = path_of(name, "uart.txt");
  std::ifstream file(uart);
  if (!file)
    throw std::runtime_error(uart + ": found no such file, expected the test firmware_run_" + name + " before");
  demo::result_reader reader(file, uart);
  run.names = reader.read_header();
  while (auto block = reader.next()) {
    if (!block->is_epoch) {
      run.windows.push_back(*block);
    } else if (block->from == demo::ledger::all_hooks) {
      run.all_hooks = *block;
    } else {
      run.task_hooks = *block;
    }
  }
  run.end = reader.end();
  run.told = read_script(path_of(name, "facts.timeline"));
  run.seen = read_qemu_log(path_of(name, "truth.log"));
  run.compared = compare(run.told, run.seen);
  run.sums = add_up(run.told);
  return run;
}

}  // namespace

const observed_run& run_of(const std::string& name) {
  static std::map<std::string, observed_run> runs;
  const auto found = runs.find(name);
  return found != runs.end() ? found->second : runs.emplace(name, read_run(name)).first->second;
}

std::string file_of(const std::string& run, const std::string& file) {
  std::ifstream in(path_of(run, file), std::ios::binary);
  if (!in) throw std::runtime_error(path_of(run, file) + ": found no such file");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::uint64_t told_on_target(const demo::block& epoch, owner who) {
  if (who.kind == owner_kind::idle) return epoch.idle;
  if (who.kind == owner_kind::kernel) return epoch.kernel;
  if (who.kind == owner_kind::task) {
    const auto task = epoch.tasks.find(who.id);
    return task == epoch.tasks.end() ? 0 : task->second.exclusive;
  }
  const auto isr = epoch.isrs.find(who.id);
  return isr == epoch.isrs.end() ? 0 : isr->second.exclusive;
}

std::uint32_t isr_of(const demo::header& names, std::uint32_t exception) {
  for (const auto& [id, isr] : names.isrs) {
    if (isr.exception == exception) return id;
  }
  return no_isr;
}

}  // namespace truth
