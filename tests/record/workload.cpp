// SPDX-License-Identifier: MIT
// Some work of every kind for a recording, and what this process knows of it without one.
// Usage: record_workload SECONDS FOLDER. Writes into FOLDER:
//   interrupts.0 softirqs.0 interrupts.1 softirqs.1   what the kernel has counted, before the work and after it
//   gaps    "TID CPU FROM TO": a thread that reads the clock on one CPU without end, then "FROM TO" of each time that
//           passed between two readings as if somebody else had used it (CLOCK_MONOTONIC, ns)
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using ns = std::int64_t;
constexpr ns second = 1'000'000'000;

std::atomic<bool> is_over = false;

ns now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * second + time.tv_nsec;
}

void rest(ns length) {
  const timespec time{length / second, length % second};
  nanosleep(&time, nullptr);
}

/// Works for 1 ms of every 5.
void work_now_and_then() {
  while (!is_over) {
    const ns end = now() + 1'000'000;
    while (now() < end) {
    }
    rest(4'000'000);
  }
}

void send_datagrams(int to, sockaddr_in where) {
  const char data[256] = {};
  while (!is_over) {
    for (int i = 0; i < 20; ++i)
      (void)!sendto(to, data, sizeof data, 0, reinterpret_cast<const sockaddr*>(&where), sizeof where);
    rest(2'000'000);
  }
}

void receive_datagrams(int from) {
  char data[512];
  while (!is_over) (void)!recv(from, data, sizeof data, 0);
}

struct gap {
  ns from, to;
};

/// On one CPU, so that all that happens there makes gaps.
void spin(ns length, const std::string& file) {
  constexpr ns shortest_gap = 200;
  constexpr std::size_t most_gaps = 1'000'000;
  cpu_set_t cpus;
  sched_getaffinity(0, sizeof cpus, &cpus);
  int cpu = 0;
  while (!CPU_ISSET(cpu, &cpus)) ++cpu;
  CPU_ZERO(&cpus);
  CPU_SET(cpu, &cpus);
  sched_setaffinity(0, sizeof cpus, &cpus);
  prctl(PR_SET_NAME, "gap_spinner");
  std::vector<gap> gaps;
  gaps.reserve(most_gaps);
  const ns begin = now();
  ns last = begin;
  while (last < begin + length && gaps.size() != most_gaps) {
    const ns next = now();
    if (next - last > shortest_gap) gaps.push_back({last, next});
    last = next;
  }
  std::ofstream out(file);
  out << syscall(SYS_gettid) << ' ' << cpu << ' ' << begin << ' ' << last << '\n';
  for (const gap& each : gaps) out << each.from << ' ' << each.to << '\n';
}

void copy(const std::string& from, const std::string& to) { std::ofstream(to) << std::ifstream(from).rdbuf(); }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const ns length = std::strtoll(argv[1], nullptr, 10) * second;
  const std::string folder = argv[2];
  const int receiver = socket(AF_INET, SOCK_DGRAM, 0);
  const int sender = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  (void)!bind(receiver, reinterpret_cast<const sockaddr*>(&address), size);
  (void)!getsockname(receiver, reinterpret_cast<sockaddr*>(&address), &size);
  const timeval patience{0, 100'000};
  setsockopt(receiver, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);

  copy("/proc/interrupts", folder + "/interrupts.0");
  copy("/proc/softirqs", folder + "/softirqs.0");
  std::vector<std::thread> threads;
  threads.emplace_back(work_now_and_then);
  threads.emplace_back(send_datagrams, sender, address);
  threads.emplace_back(receive_datagrams, receiver);
  std::thread spinner(spin, length, folder + "/gaps");
  spinner.join();
  is_over = true;
  for (std::thread& each : threads) each.join();
  copy("/proc/interrupts", folder + "/interrupts.1");
  copy("/proc/softirqs", folder + "/softirqs.1");
}
