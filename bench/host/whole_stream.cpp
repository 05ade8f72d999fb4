// SPDX-License-Identifier: MIT
// Does memory grow with the length of a trace? A child makes one of the wanted length and sends it through a pipe; this
// process reads it as `rtm report` does, and says what that took. Exit code 1: more memory than 64 MB, or a wrong sum.
// Usage: rtm_whole_stream <megabytes>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/trace.hpp"
#include "trace_stream.hpp"
#include "views/text.hpp"

namespace {

using namespace rtm::bench;

constexpr double most_megabytes = 64;

bool write_all(int to, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(to, bytes.data() + done, bytes.size() - done);
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

int make_stream(int to, std::uint64_t length) {
  trace_stream stream(interrupt_heavy_stream(20'000));
  for (std::uint64_t sent = 0; sent < length;) {
    const std::string& bytes = stream.more();
    if (!write_all(to, bytes)) return 1;
    sent += bytes.size();
  }
  return write_all(to, stream.end()) && stream.is_sound() ? 0 : 1;
}

struct measured {
  std::uint64_t bytes = 0, facts = 0, windows = 0;
  double seconds = 0, cpu_seconds = 0, peak_megabytes = 0;
  bool is_whole = false;
};

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

measured read_stream(const std::string& path) {
  measured all;
  const auto begin = std::chrono::steady_clock::now();
  rtm::host::trace_source source{rtm::host::input(path)};
  rtm::host::replay run(source.info(), nullptr, rtm::host::most_text_windows);
  const auto count = [&](auto, std::span<const rtm::host::source_fact> facts) { all.facts += facts.size(); };
  while (rtm::host::tell_next(source, run, count)) {
  }
  const auto report = run.finish(source.info());
  all.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  all.cpu_seconds = cpu_seconds();
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  all.peak_megabytes = static_cast<double>(used.ru_maxrss) / 1000;
  all.is_whole = !report.is_incomplete() && report.cores.size() == 1 && report.cores[0].epochs.size() == 1 &&
                 report.cores[0].epochs[0].valid();
  if (all.is_whole) all.windows = report.cores[0].epochs[0].history.count;
  all.bytes = source.bytes();
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t megabytes = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (megabytes == 0) {
    std::fprintf(stderr, "usage: %s <megabytes>\n", argv[0]);
    return 2;
  }
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    std::_Exit(make_stream(ends[1], megabytes * 1'000'000));
  }
  ::close(ends[1]);
  const measured all = read_stream("/dev/fd/" + std::to_string(ends[0]));
  int status = 0;
  ::waitpid(child, &status, 0);
  std::printf(
      "%.2f GB, %.1f million facts, %.2f bytes a fact, %llu windows: %.1f s, of this core %.1f s: %.1f million "
      "facts/s; peak memory %.1f MB of %.0f MB allowed\n",
      static_cast<double>(all.bytes) / 1e9, static_cast<double>(all.facts) / 1e6,
      static_cast<double>(all.bytes) / static_cast<double>(all.facts), static_cast<unsigned long long>(all.windows),
      all.seconds, all.cpu_seconds, static_cast<double>(all.facts) / 1e6 / all.cpu_seconds, all.peak_megabytes,
      most_megabytes);
  const bool is_good = all.is_whole && status == 0 && all.peak_megabytes <= most_megabytes;
  if (!is_good) std::puts("found a lossy or wrong result or too much memory, expected none");
  return is_good ? 0 : 1;
}
