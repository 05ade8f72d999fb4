// SPDX-License-Identifier: MIT
// Version 6: parts in a fixed order, options, and for each buffer a table of where the CPUs' data lie.
#include <fmt/format.h>

#include <algorithm>

#include "sources/trace_dat/container_parts.hpp"
#include "text/text.hpp"

namespace rtm::host::trace_dat {
namespace {

enum option : std::uint16_t { done = 0, cpu_stat = 2, instance = 3, trace_clock = 4 };

class version_6 {
 public:
  version_6(std::string_view file, std::uint32_t page_bytes, container& to)
      : file_(file), page_bytes_(page_bytes), to_(&to) {}

  void read(byte_reader& from) {
    read_header_info(from, *to_);
    read_ftrace_formats(from, *to_);
    read_event_formats(from, *to_);
    (void)read_sized<std::uint32_t>(from, "the symbols of the kernel");
    to_->printk = read_sized<std::uint32_t>(from, "the texts of trace_printk");
    to_->cmdlines = read_sized<std::uint64_t>(from, "the names of tasks");
    const std::uint64_t cpus_at = from.place();
    cpus_ = from.u32("the number of CPUs");
    if (cpus_ > most_cpus) throw damage(cpus_at, fmt::format("{} CPUs", cpus_), fmt::format("at most {}", most_cpus));
    if (from.take({"options  \0", 10})) read_options(from);
    if (from.take({"latency  \0", 10})) {
      to_->has_text_only = true;
      return;
    }
    read_table(from, "");
    for (const auto& [at, name] : instances_) try_instance(at, name);
  }

 private:
  void read_options(byte_reader& from) {
    for (std::uint16_t id = from.u16("an option"); id != done; id = from.u16("an option")) {
      byte_reader data(read_sized<std::uint32_t>(from, "an option"), from.place(), to_->is_big);
      if (id == cpu_stat) read_cpu_stats(data.bytes(data.left(), ""), *to_);
      if (id == trace_clock) {
        has_clock_ = true;
        clock_ = chosen_clock(data.bytes(data.left(), ""));
      }
      if (id == instance) {
        const std::uint64_t at = data.u64("where a buffer is");
        instances_.emplace_back(at, data.text("the name of a buffer"));
      }
    }
  }

  void read_table(byte_reader& from, const std::string& name) {
    const std::uint64_t at = from.place();
    if (!from.take({"flyrecord\0", 10}))
      throw damage(at, quoted(from.bytes(std::min<std::size_t>(from.left(), 10), "")),
                   quoted(std::string_view("flyrecord\0", 10)));
    buffer& added = to_->buffers.emplace_back();
    added.name = printable(name);
    added.clock = clock_;
    added.page_bytes = page_bytes_;
    for (std::uint32_t cpu = 0; cpu < cpus_; ++cpu) {
      const std::uint64_t offset = from.u64("where the data of a CPU is");
      add_cpu(file_.size(), {cpu, offset, from.u64("the size of the data of a CPU")}, added, *to_);
    }
    // A file that has this option has the clock here too, with the chosen one marked.
    if (has_clock_)
      if (std::string own = chosen_clock(read_sized<std::uint64_t>(from, "the name of the clock")); !own.empty())
        added.clock = std::move(own);
  }

  void try_instance(std::uint64_t at, std::string_view name) {
    try {
      if (at > file_.size()) throw damage(file_.size(), "the end of the file", fmt::format("a buffer at byte {}", at));
      byte_reader from(file_.substr(static_cast<std::size_t>(at)), at, to_->is_big);
      read_table(from, std::string(name));
    } catch (const damage& is_left_out) {
      to_->problems.push_back(is_left_out.problem());
    }
  }

  std::string_view file_;
  std::uint32_t page_bytes_;
  container* to_;
  std::uint32_t cpus_ = 0;
  bool has_clock_ = false;
  std::string clock_;
  std::vector<std::pair<std::uint64_t, std::string_view>> instances_;
};

}  // namespace

void read_version_6(byte_reader& from, std::string_view file, std::uint32_t page_bytes, container& to) {
  version_6(file, page_bytes, to).read(from);
}

}  // namespace rtm::host::trace_dat
