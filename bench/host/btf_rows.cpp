// SPDX-License-Identifier: MIT
// How fast is BTF read, end to end, and does memory grow with its length? A child writes rows, in the mixture that
// simulators write, into a pipe; this process makes a report of them. Exit code 1: more memory than 64 MB, or a wrong
// sum. Usage: rtm_btf_rows <millions of rows>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "replay/replay.hpp"
#include "sources/btf/btf.hpp"

namespace {

constexpr double most_megabytes = 64;
constexpr std::uint64_t period = 1000;

/// One activation of a task, 13 rows behind a time each; it runs for 600 of 1000 ns.
struct timed_row {
  std::uint64_t offset;
  const char* text;
};
constexpr std::array activation = {timed_row{0, "SIM,-1,STI,TIMER-5MS,0,trigger"},
                                   timed_row{0, "TIMER-5MS,0,T,TASK_5MS,0,activate"},
                                   timed_row{0, "TASK_5MS,0,SCHED,SCHED_Tasks_C1,-1,processactivate"},
                                   timed_row{100, "SCHED_Tasks_C1,-1,SCHED,SCHED_Tasks_C1,-1,schedule"},
                                   timed_row{100, "Core_1,0,T,TASK_5MS,0,start"},
                                   timed_row{100, "TASK_5MS,0,R,FUNC_EXECTIME_1,0,start"},
                                   timed_row{100, "Core_1,0,C,Core_1,0,execute"},
                                   timed_row{100, "TASK_5MS,0,C,Core_1,0,execute"},
                                   timed_row{650, "TASK_5MS,0,R,FUNC_EXECTIME_1,0,terminate"},
                                   timed_row{700, "Core_1,0,T,TASK_5MS,0,terminate"},
                                   timed_row{700, "Core_1,0,C,Core_1,0,idle"},
                                   timed_row{700, "TASK_5MS,0,C,Core_1,0,idle"},
                                   timed_row{700, "TASK_5MS,0,SCHED,SCHED_Tasks_C1,-1,processterminate"}};

bool write_rows(int to, std::uint64_t activations) {
  std::string block = "#version 2.2.0\n#timeScale ns\n";
  const auto flush = [&] {
    for (std::size_t done = 0; done < block.size();) {
      const ssize_t n = ::write(to, block.data() + done, block.size() - done);
      if (n <= 0) return false;
      done += static_cast<std::size_t>(n);
    }
    block.clear();
    return true;
  };
  for (std::uint64_t i = 0; i < activations; ++i) {
    for (const timed_row& row : activation)
      ((block += std::to_string(i * period + row.offset)) += ',') += std::string(row.text) + '\n';
    if (block.size() > 60'000 && !flush()) return false;
  }
  return flush();
}

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t millions = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (millions == 0) {
    std::fprintf(stderr, "usage: %s <millions of rows>\n", argv[0]);
    return 2;
  }
  const std::uint64_t activations = millions * 1'000'000 / activation.size();
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    std::_Exit(write_rows(ends[1], activations) ? 0 : 1);
  }
  ::close(ends[1]);
  rtm::host::btf_source source{rtm::host::input("/dev/fd/" + std::to_string(ends[0]))};
  const rtm::host::report made = rtm::host::make_report(source);
  int status = 0;
  ::waitpid(child, &status, 0);
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const double megabytes = static_cast<double>(used.ru_maxrss) / 1000;
  const double rows = static_cast<double>(activations * activation.size());
  std::printf("%.1f million rows of BTF: %.2f s of this core: %.1f million rows/s; peak memory %.1f MB of %.0f MB\n",
              rows / 1e6, cpu_seconds(), rows / 1e6 / cpu_seconds(), megabytes, most_megabytes);
  const bool is_good = status == 0 && !made.is_incomplete() && made.cores.size() == 1 &&
                       made.cores[0].epochs[0].tasks[0].exclusive == 600 * activations && megabytes <= most_megabytes;
  if (!is_good) std::puts("found a wrong result or too much memory, expected none");
  return is_good ? 0 : 1;
}
