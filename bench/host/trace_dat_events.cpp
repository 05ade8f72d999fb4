// SPDX-License-Identifier: MIT
// Events per second of a trace.dat, from the file to the report: read and attributed, without windows. On one core, the
// CPUs one beside the other; and divided, in threads.
// Usage: rtm_trace_dat_events FILE
//        rtm_trace_dat_events make MILLIONS SMALL OUT   repeats the pages of SMALL (version 6) until there are so many
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/trace_dat.hpp"
#include "sources/trace_dat/ring_page.hpp"

namespace {

constexpr std::size_t page_bytes = 4096;

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::uint64_t events_of(const rtm::host::report& of) {
  std::uint64_t events = 0;
  for (const auto& core : of.cores)
    if (core.completeness) events += core.completeness->events;
  return events;
}

rtm::host::report report_on_one_core(const std::string& path) {
  rtm::host::trace_dat_source from{rtm::host::input(path)};
  rtm::host::replay run(from.info());
  while (rtm::host::tell_next(from, run)) {
  }
  run.add_completeness(from.completeness());
  return run.finish(from.info());
}

int measure(const std::string& path) {
  const double begun = cpu_seconds();
  const std::uint64_t events = events_of(report_on_one_core(path));
  const double one_core = cpu_seconds() - begun;
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const double wall_begun = wall_seconds();
  rtm::host::trace_dat_source divided{rtm::host::input(path)};
  const std::uint64_t again = events_of(rtm::host::make_report(divided));
  const double wall = wall_seconds() - wall_begun;
  std::printf("%.1f million events: %.1f million/s on one core, %.1f million/s divided; peak memory %.1f MB\n",
              static_cast<double>(events) / 1e6, static_cast<double>(events) / 1e6 / one_core,
              static_cast<double>(again) / 1e6 / wall, static_cast<double>(used.ru_maxrss) / 1000);
  return events != 0 && events == again ? 0 : 1;
}

std::uint64_t number_at(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void put(std::string& bytes, std::size_t at, std::uint64_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// The id of the event `name`; 0: it has none.
std::uint16_t event_id(const std::string& file, const std::string& name) {
  const std::string before = "name: " + name + "\nID: ";
  const std::size_t at = file.find(before);
  return at == file.npos ? std::uint16_t{0} : static_cast<std::uint16_t>(std::atoi(file.c_str() + at + before.size()));
}

/// Where in `page` the types of its events that are `id` stand.
std::vector<std::size_t> places_of(std::uint16_t id, std::string_view page) {
  rtm::host::trace_dat::page_header head;
  std::vector<std::size_t> found;
  if (!rtm::host::trace_dat::read_page_header<false>(page, {}, head)) return found;
  (void)rtm::host::trace_dat::walk_events<false>(head.events, head.time,
                                                 [&](std::uint64_t, const char* data, std::uint32_t) {
                                                   if (rtm::host::trace_dat::load<std::uint16_t, false>(data) == id)
                                                     found.push_back(static_cast<std::size_t>(data - page.data()));
                                                 });
  return found;
}

/// Each time the pages come again they are later by the length of SMALL and a little more. Forks are there the first
/// time only, and look like exits then: otherwise each pid would belong to as many tasks as there are repetitions,
/// which no recording of a machine has.
int make(double millions, const std::string& small, const std::string& out) {
  std::ifstream in(small, std::ios::binary);
  std::string file{std::istreambuf_iterator<char>(in), {}};
  const std::size_t table = file.find(std::string("flyrecord\0", 10));
  if (table == file.npos) return 2;
  const std::uint64_t events = events_of(report_on_one_core(small));
  const auto times = static_cast<std::uint64_t>(millions * 1e6 / static_cast<double>(events)) + 1;
  constexpr std::uint64_t length_ns = 2'000'000'000;
  const std::uint16_t fork = event_id(file, "sched_process_fork"), exit = event_id(file, "sched_process_exit");
  std::string data;
  const std::uint64_t first = number_at(file, table + 10);
  for (std::size_t cpu = 0; cpu < 2; ++cpu) {
    const std::size_t entry = table + 10 + cpu * 16;
    std::string pages = file.substr(number_at(file, entry), number_at(file, entry + 8));
    put(file, entry, first + data.size());
    put(file, entry + 8, pages.size() * times);
    for (std::uint64_t i = 0; i < times; ++i) {
      std::string later = pages;
      for (std::size_t at = 0; at < later.size(); at += page_bytes)
        put(later, at, number_at(later, at) + i * length_ns);
      data += later;
      if (i != 0) continue;
      for (std::size_t at = 0; at < pages.size(); at += page_bytes)
        for (const std::size_t type : places_of(fork, std::string_view(pages).substr(at, page_bytes)))
          std::memcpy(pages.data() + at + type, &exit, sizeof exit);
    }
  }
  std::ofstream to(out, std::ios::binary);
  to << file.substr(0, first) << data;
  return to.good() ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 5 && std::strcmp(argv[1], "make") == 0) return make(std::atof(argv[2]), argv[3], argv[4]);
  if (argc == 2) return measure(argv[1]);
  std::fprintf(stderr, "usage: %s FILE | make MILLIONS SMALL OUT\n", argv[0]);
  return 2;
} catch (const rtm::host::source_error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
