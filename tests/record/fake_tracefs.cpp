// SPDX-License-Identifier: MIT
#include "record/fake_tracefs.hpp"

#include <stdlib.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "record/file.hpp"

namespace rtm::test {
namespace fs = std::filesystem;

scratch_folder::scratch_folder() {
  std::string name = fs::temp_directory_path() / "rtm-test-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void scratch_folder::put(const std::string& name, const std::string& text) const {
  fs::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string scratch_folder::get(const std::string& name) const {
  std::ifstream file(path_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

fake_tracefs::fake_tracefs() {
  put("tracefs/events/header_page",
      "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
      "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n");
  put("tracefs/events/header_event", "# compressed entry header\n");
  put("tracefs/events/ftrace/print/format", "name: print\n");
  put("tracefs/printk_formats", "0x1 : \"a\"\n");
  put("tracefs/saved_cmdlines", "7 worker\n");
  for (const char* const name : {"sched_switch", "sched_process_fork", "sched_process_exit"}) add_event("sched", name);
  add_event("task", "task_rename");
  for (const char* const name : {"irq_handler_entry", "irq_handler_exit", "softirq_entry", "softirq_exit"})
    add_event("irq", name);
  for (const char* const name : {"local_timer_entry", "local_timer_exit", "vector_alloc"})
    add_event("irq_vectors", name);
  add_event("nmi", "nmi_handler");
  for (const char* const name : {"trace_clock", "buffer_size_kb", "tracing_on"})
    put(std::string("template/") + name, "");
  for (unsigned cpu = 0; cpu < 2; ++cpu) {
    const std::string folder = "template/per_cpu/cpu" + std::to_string(cpu);
    put(folder + "/trace_pipe_raw", pages_of(cpu));
    put(folder + "/stats", "entries: 0\noverrun: " + std::to_string(cpu * 5) + "\ncommit overrun: 0\ndropped events: " +
                               std::to_string(cpu * 2) + "\nread events: " + std::to_string(100 + cpu) + "\n");
  }
  fs::create_directories(path() / "tracefs/instances");
  fs::create_directories(path() / "proc/self");
  put("proc/self/stat", "1 (a b) c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20\n");
}

void fake_tracefs::add_event(const std::string& system, const std::string& name) const {
  put("tracefs/events/" + system + '/' + name + "/format", "name: " + name + "\n");
  put("template/events/" + system + '/' + name + "/enable", "0");
}

host::folder_calls fake_tracefs::folders() const {
  host::folder_calls calls;
  calls.make = [from = path() / "template"](const std::string& name) {
    std::error_code error;
    fs::copy(from, name, fs::copy_options::recursive, error);
    return error.value();
  };
  calls.remove = [](const std::string& name) {
    std::error_code error;
    return fs::remove_all(name, error) == 0 ? ENOENT : error.value();
  };
  calls.proc = path() / "proc";
  return calls;
}

std::vector<std::string> fake_tracefs::instances() const { return host::names_in(root() + "/instances"); }

std::string fake_tracefs::pages_of(unsigned cpu) {
  return std::string(page_bytes, static_cast<char>('a' + cpu)) + std::string(cpu * page_bytes, 'z');
}

}  // namespace rtm::test
