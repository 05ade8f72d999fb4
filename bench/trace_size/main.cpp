// SPDX-License-Identifier: MIT
// How many bytes does a fact take, and how many would it take elsewhere?
//   rtm_trace_size <facts.timeline> <trace>     of a run of firmware/trace: all its facts, and its trace, which has
//                                               them all
// Exit code 1: more than 3.0 bytes a fact with everything included, or not smaller than the others; 2: no such run.
#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <vector>

#include "peers.hpp"
#include "sources/timeline.hpp"

namespace {

using namespace rtm;

constexpr double most_bytes_a_fact = 3.0;

std::vector<host::source_fact> read_facts(const char* path) {
  host::timeline source{host::input(std::string(path))};
  std::vector<host::source_fact> facts;
  std::array<host::source_fact, 256> block;
  while (const std::size_t n = source.read(block))
    facts.insert(facts.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(n));
  return facts;
}

std::uint64_t size_of(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error(std::string(path) + ": found no such file, expected the trace of a run");
  return static_cast<std::uint64_t>(file.tellg());
}

double a_fact(const bench::encoded_size& size) {
  return static_cast<double>(size.bytes) / static_cast<double>(size.events);
}

void print(const char* format, const bench::encoded_size& size, const char* what) {
  std::printf("%-24s%8llu events%8llu bytes%8.2f bytes an event   %s\n", format,
              static_cast<unsigned long long>(size.events), static_cast<unsigned long long>(size.bytes), a_fact(size),
              what);
}

int run(const char* timeline, const char* trace) {
  const auto facts = read_facts(timeline);
  const bench::encoded_size ours{facts.size(), size_of(trace)};
  const bench::encoded_size systemview = bench::systemview(facts);
  const bench::encoded_size tonbandgeraet = bench::tonbandgeraet(facts);
  print("rtm", ours, "all included: names, windows, sums, checksums");
  print("SystemView", systemview, "events alone; polls have none");
  print("Tonbandgeraet", tonbandgeraet, "events alone; polls and the kernel have none");
  const bool is_small = a_fact(ours) <= most_bytes_a_fact;
  const bool is_smallest = ours.bytes < systemview.bytes && ours.bytes < tonbandgeraet.bytes &&
                           a_fact(ours) < a_fact(systemview) && a_fact(ours) < a_fact(tonbandgeraet);
  if (!is_small) std::printf("found %.2f bytes a fact, expected at most %.1f\n", a_fact(ours), most_bytes_a_fact);
  if (!is_smallest) std::printf("found a smaller one, expected rtm to be the smallest, in all and by the event\n");
  return is_small && is_smallest ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "rtm_trace_size: found " << argc - 1 << " arguments, expected <facts.timeline> <trace>\n";
    return 2;
  }
  try {
    return run(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
