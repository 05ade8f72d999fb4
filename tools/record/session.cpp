// SPDX-License-Identifier: MIT
#include "record/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "record/file.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

/// The number behind `name` in `text`.
std::uint64_t number_behind(std::string_view text, std::string_view name) {
  std::uint64_t value = 0;
  const std::size_t at = text.find(name);
  if (at == text.npos) return 0;
  text.remove_prefix(at + name.size());
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<std::uint32_t> cpus_in(const std::string& folder) {
  std::vector<std::uint32_t> cpus;
  for (const std::string& name : names_in(folder)) {
    std::uint32_t cpu = 0;
    const char* const end = name.data() + name.size();
    if (name.starts_with("cpu") && std::from_chars(name.data() + 3, end, cpu).ptr == end) cpus.push_back(cpu);
  }
  std::sort(cpus.begin(), cpus.end());
  return cpus;
}

}  // namespace

ring_stats stats_of(std::uint32_t cpu, std::string text) {
  ring_stats stats;
  stats.cpu = cpu;
  stats.read = number_behind(text, "\nread events: ");
  stats.overrun = number_behind(text, "\noverrun: ");
  stats.dropped = number_behind(text, "\ndropped events: ");
  stats.text = std::move(text);
  return stats;
}

trace_session::trace_session(const std::string& tracefs, const std::vector<event_name>& events,
                             std::uint64_t buffer_bytes, folder_calls calls)
    : instance_(tracefs, std::move(calls)) {
  stop();
  write_text(file("trace_clock"), clock, "a kernel that has the clock mono");
  const std::string kilobytes = std::to_string(std::max<std::uint64_t>(1, buffer_bytes / 1024));
  write_text(file("buffer_size_kb"), kilobytes, fmt::format("room for {} KiB of each CPU (--buffer)", kilobytes));
  for (const event_name& event : events)
    write_text(file(fmt::format("events/{}/{}/enable", event.system, event.name)), "1");
  cpus_ = cpus_in(file("per_cpu"));
  if (cpus_.empty()) throw source_error(file("per_cpu") + ": found no CPU; expected folders cpu0, cpu1, ...");
}

void trace_session::start() { write_text(file("tracing_on"), "1"); }
void trace_session::stop() { write_text(file("tracing_on"), "0"); }

std::string trace_session::pages_of(std::uint32_t cpu) const {
  return file(fmt::format("per_cpu/cpu{}/trace_pipe_raw", cpu));
}

std::vector<ring_stats> trace_session::stats() const {
  std::vector<ring_stats> all;
  for (const std::uint32_t cpu : cpus_)
    all.push_back(stats_of(cpu, read_text_if_there(file(fmt::format("per_cpu/cpu{}/stats", cpu)))));
  return all;
}

std::uint32_t page_bytes_of(const std::string& header_page) {
  // field: char data; offset:16; size:4080; signed:0;
  const std::string_view text = header_page;
  const std::string_view data = text.substr(std::min(text.size(), text.find("data;")));
  const std::uint64_t bytes = number_behind(data, "offset:") + number_behind(data, "size:");
  constexpr std::uint64_t largest = 1U << 24;
  if (bytes < 512 || bytes > largest || (bytes & (bytes - 1)) != 0)
    throw source_error(fmt::format("events/header_page: found pages of {} bytes; expected a power of two", bytes));
  return static_cast<std::uint32_t>(bytes);
}

}  // namespace rtm::host
