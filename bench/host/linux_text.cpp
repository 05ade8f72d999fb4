// SPDX-License-Identifier: MIT
// How fast are traces of Linux in text read, end to end, and does memory grow with their length? A child writes events
// of two CPUs, in the mixture of a busy machine, into a pipe; this process makes a report of them. Exit code 1: more
// memory than 64 MB, or a wrong sum. Usage: rtm_linux_text ftrace|perf <millions of events>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "replay/replay.hpp"
#include "sources/ftrace_text/ftrace_text.hpp"
#include "sources/perf_text/perf_text.hpp"

namespace {

constexpr double most_megabytes = 64;
constexpr unsigned long long period_us = 100;

/// What happens in each period on each CPU: the task runs 40 us of 100, of which interrupts take 11.
struct timed_event {
  unsigned at_us;
  unsigned pid;
  const char* system;
  const char* text;
  const char* flags;
};
constexpr std::array period = {
    timed_event{0, 0, "irq_vectors", "local_timer_entry: vector=236", "d..1."},
    timed_event{1, 0, "sched", "sched_waking: comm=worker pid=4321 prio=120 target_cpu=000", "d.h1."},
    timed_event{4, 0, "irq_vectors", "local_timer_exit: vector=236", "d.h1."},
    timed_event{10, 0, "sched",
                "sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=worker "
                "next_pid=4321 next_prio=120",
                "d..2."},
    timed_event{20, 4321, "irq", "irq_handler_entry: irq=36 name=virtio0-input.0", "d..1."},
    timed_event{22, 4321, "irq", "softirq_raise: vec=3 [action=NET_RX]", "d.h1."},
    timed_event{25, 4321, "irq", "irq_handler_exit: irq=36 ret=handled", "d.h1."},
    timed_event{25, 4321, "irq", "softirq_entry: vec=3 [action=NET_RX]", "..s1."},
    timed_event{31, 4321, "irq", "softirq_exit: vec=3 [action=NET_RX]", "..s1."},
    timed_event{50, 4321, "sched",
                "sched_switch: prev_comm=worker prev_pid=4321 prev_prio=120 prev_state=S ==> next_comm=swapper/0 "
                "next_pid=0 next_prio=120",
                "d..2."}};

std::string line_of(const timed_event& e, bool is_perf, unsigned cpu, unsigned long long begin_us) {
  char text[320];
  const unsigned long long at_us = begin_us + e.at_us;
  const char* const comm = e.pid == 0 ? (is_perf ? "swapper" : "<idle>") : "worker";
  const int n = is_perf ? std::snprintf(text, sizeof text, "%16s %5u [%03u] %5llu.%06llu: %s:%s\n", comm, e.pid, cpu,
                                        at_us / 1'000'000, at_us % 1'000'000, e.system, e.text)
                        : std::snprintf(text, sizeof text, "%16s-%-7u [%03u] %s %5llu.%06llu: %s\n", comm, e.pid, cpu,
                                        e.flags, at_us / 1'000'000, at_us % 1'000'000, e.text);
  return {text, static_cast<std::size_t>(n)};
}

bool write_events(int to, bool is_perf, std::uint64_t periods) {
  std::string block;
  for (std::uint64_t i = 0; i < periods; ++i) {
    for (const timed_event& e : period)
      for (unsigned cpu = 0; cpu < 2; ++cpu) block += line_of(e, is_perf, cpu, i * period_us);
    if (block.size() < 60'000 && i + 1 != periods) continue;
    for (std::size_t done = 0; done < block.size();) {
      const ssize_t n = ::write(to, block.data() + done, block.size() - done);
      if (n <= 0) return false;
      done += static_cast<std::size_t>(n);
    }
    block.clear();
  }
  return true;
}

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

bool is_right(const rtm::host::report& made, std::uint64_t periods) {
  if (made.is_incomplete() || made.cores.size() != 2) return false;
  for (const auto& core : made.cores)
    if (core.epochs[0].tasks.size() != 1 || core.epochs[0].tasks[0].exclusive != periods * 29'000) return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string format = argc == 3 ? argv[1] : "";
  const std::uint64_t millions = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const bool is_perf = format == "perf";
  if (millions == 0 || (!is_perf && format != "ftrace")) {
    std::fprintf(stderr, "usage: %s ftrace|perf <millions of events>\n", argv[0]);
    return 2;
  }
  const std::uint64_t periods = millions * 1'000'000 / (2 * period.size());
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    std::_Exit(write_events(ends[1], is_perf, periods) ? 0 : 1);
  }
  ::close(ends[1]);
  rtm::host::input from("/dev/fd/" + std::to_string(ends[0]));
  std::unique_ptr<rtm::host::source> source;
  if (is_perf)
    source = std::make_unique<rtm::host::perf_text>(std::move(from));
  else
    source = std::make_unique<rtm::host::ftrace_text>(std::move(from));
  const rtm::host::report made = rtm::host::make_report(*source);
  int status = 0;
  ::waitpid(child, &status, 0);
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const double megabytes = static_cast<double>(used.ru_maxrss) / 1000;
  const double events = static_cast<double>(periods * 2 * period.size()) / 1e6;
  std::printf(
      "%.1f million events of %s text: %.2f s of this core: %.1f million events/s; peak memory %.1f MB of %.0f MB\n",
      events, format.c_str(), cpu_seconds(), events / cpu_seconds(), megabytes, most_megabytes);
  const bool is_good = status == 0 && is_right(made, periods) && megabytes <= most_megabytes;
  if (!is_good) std::puts("found a wrong result or too much memory, expected none");
  return is_good ? 0 : 1;
}
