// SPDX-License-Identifier: MIT
// How fast is a CTF trace read, from its bytes to the JSON of the report? Writes one as LTTng's kernel tracer does, two
// CPUs and a mix of events of which a third means nothing, and reads it again and again; or reads the trace that is
// named. On one core, and CPU by CPU in threads. Beside it what babeltrace2 takes to count the events, if it is
// installed. Usage: rtm_ctf_events <millions of events> | <folder of a trace>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "views/view.hpp"

namespace {

namespace fs = std::filesystem;

constexpr const char* metadata = R"(/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 32; align = 8; signed = true; } := int32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 5; align = 1; signed = false; } := uint5_t;
trace { major = 1; minor = 8; byte_order = le;
  packet.header := struct { uint32_t magic; uint32_t stream_id; }; };
env { domain = "kernel"; tracer_name = "lttng-modules"; };
clock { name = "monotonic"; freq = 1000000000; offset = 0; };
typealias integer { size = 27; align = 1; signed = false; map = clock.monotonic.value; } := uint27_clock_t;
typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := uint64_clock_t;
struct event_header_compact {
  enum : uint5_t { compact = 0 ... 30, extended = 31 } id;
  variant <id> { struct { uint27_clock_t timestamp; } compact;
    struct { uint32_t id; uint64_clock_t timestamp; } extended; } v; } align(8);
stream { id = 0; event.header := struct event_header_compact; packet.context := struct {
  uint64_clock_t timestamp_begin; uint64_clock_t timestamp_end; uint64_t content_size; uint64_t packet_size;
  uint64_t events_discarded; uint32_t cpu_id; }; };
event { name = "sched_switch"; id = 0; stream_id = 0; fields := struct { uint8_t _prev_comm[16]; int32_t _prev_tid;
  int32_t _prev_prio; uint64_t _prev_state; uint8_t _next_comm[16]; int32_t _next_tid; int32_t _next_prio; }; };
event { name = "irq_handler_entry"; id = 1; stream_id = 0; fields := struct { int32_t _irq; string _name; }; };
event { name = "irq_handler_exit"; id = 2; stream_id = 0; fields := struct { int32_t _irq; int32_t _ret; }; };
event { name = "irq_softirq_entry"; id = 3; stream_id = 0; fields := struct { uint32_t _vec; }; };
event { name = "irq_softirq_exit"; id = 4; stream_id = 0; fields := struct { uint32_t _vec; }; };
event { name = "sched_waking"; id = 5; stream_id = 0; fields := struct { uint8_t _comm[16]; int32_t _tid;
  int32_t _prio; int32_t _target_cpu; }; };
event { name = "syscall_entry_openat"; id = 6; stream_id = 0; fields := struct { int32_t _dfd; string _filename;
  int32_t _flags; }; };
)";

/// One CPU, in packets of 1 MiB or so.
class cpu_writer {
 public:
  cpu_writer(const fs::path& file, std::uint32_t cpu) : out_(file, std::ios::binary), cpu_(cpu) {}

  /// One round: ten events, 20 us.
  void round(std::uint32_t number) {
    const std::uint32_t task = 100 + number % 7;
    event(1), u32(33), text("eth0");
    event(2), u32(33), u32(1);
    event(3), u32(3);
    event(5), comm(task), u32(task), u32(20), u32(cpu_);
    event(4), u32(3);
    sched_switch(0, task);
    event(6), u32(7), text("/proc/self/maps"), u32(0);
    event(5), comm(task + 1), u32(task + 1), u32(20), u32(cpu_);
    event(6), u32(7), text("/etc/passwd"), u32(0);
    sched_switch(task, 0);
    if (bytes_.size() > (std::size_t{1} << 20)) flush();
  }

  void flush() {
    std::string head;
    std::swap(head, bytes_);
    const std::uint64_t bits = (52 + head.size()) * 8;
    u32(0xC1FC1FC1), u32(0), u64(begin_), u64(time_), u64(bits), u64(bits), u64(0), u32(cpu_);
    out_ << bytes_ << head;
    bytes_.clear();
    begin_ = time_;
  }

 private:
  void event(std::uint32_t id) {
    time_ += 2000;
    u32(id | static_cast<std::uint32_t>(time_ & 0x7FF'FFFF) << 5);
  }
  void sched_switch(std::uint32_t from, std::uint32_t to) {
    event(0), comm(from), u32(from), u32(20), u64(1), comm(to), u32(to), u32(20);
  }
  void comm(std::uint32_t task) {
    std::string name = task == 0 ? "swapper" : "task-" + std::to_string(task);
    name.resize(16);
    bytes_ += name;
  }
  void text(const char* value) { bytes_.append(value).push_back('\0'); }
  void u32(std::uint32_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void u64(std::uint64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }

  std::ofstream out_;
  std::uint32_t cpu_;
  std::string bytes_;
  std::uint64_t begin_ = 0, time_ = 0;
};

void write_trace(const fs::path& folder, std::uint64_t events) {
  fs::create_directories(folder);
  std::ofstream(folder / "metadata") << metadata;
  cpu_writer first(folder / "channel0_0", 0), second(folder / "channel0_1", 1);
  for (std::uint32_t i = 0; i < events / 20; ++i) first.round(i), second.round(i);
  first.flush(), second.flush();
}

double cpu_seconds(int who) {
  rusage used{};
  ::getrusage(who, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Events; the report goes nowhere.
std::uint64_t events_of(const rtm::host::report& made) {
  std::ostringstream json;
  rtm::host::find_view("json")->render(made, {}, json);
  std::uint64_t events = 0;
  for (const auto& core : made.cores)
    if (core.completeness) events += core.completeness->events;
  return events;
}

/// The CPUs one beside the other, in the order of time.
std::uint64_t read_on_one_core(const fs::path& folder) {
  const auto from = rtm::host::open_source(folder.string());
  rtm::host::replay run(from->info(), nullptr);
  while (rtm::host::tell_next(*from, run)) {
  }
  run.add_completeness(from->completeness());
  return events_of(run.finish(from->info()));
}

/// Each CPU by itself, in threads.
std::uint64_t read_divided(const fs::path& folder) {
  return events_of(rtm::host::make_report(*rtm::host::open_source(folder.string())));
}

struct speed {
  std::uint64_t events = 0;        ///< Of one run.
  double cpu_ns = 0, wall_ns = 0;  ///< An event.
};

/// For a second at least.
template <class Read>
speed speed_of(Read read, const fs::path& folder) {
  const double cpu = cpu_seconds(RUSAGE_SELF), wall = wall_seconds();
  std::uint64_t events = 0, runs = 0;
  do events += read(folder), ++runs;
  while (wall_seconds() - wall < 1);
  const double per_event = 1e9 / static_cast<double>(events);
  return {events / runs, (cpu_seconds(RUSAGE_SELF) - cpu) * per_event, (wall_seconds() - wall) * per_event};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  char* end = nullptr;
  const std::uint64_t millions = std::strtoull(what.c_str(), &end, 10);
  const bool is_number = !what.empty() && *end == '\0' && millions != 0;
  if (what.empty() || (!is_number && !fs::is_directory(what))) {
    std::fprintf(stderr, "usage: %s <millions of events> | <folder of a trace>\n", argv[0]);
    return 2;
  }
  const fs::path folder =
      is_number ? fs::temp_directory_path() / ("rtm_ctf_" + std::to_string(::getpid())) : fs::path(what);
  if (is_number) write_trace(folder, millions * 1'000'000);
  const speed own = speed_of(read_on_one_core, folder);
  std::printf("%llu events: %.1f ns an event, %.1f million events/s\n", static_cast<unsigned long long>(own.events),
              own.cpu_ns, 1e3 / own.cpu_ns);
  const speed divided = speed_of(read_divided, folder);
  std::printf(
      "CPU by CPU, in threads: %.1f million events/s by the clock on the wall, %.2f times as many as on one core\n",
      1e3 / divided.wall_ns, own.wall_ns / divided.wall_ns);
  const double children = cpu_seconds(RUSAGE_CHILDREN);
  const std::string count = "babeltrace2 -c sink.utils.counter '" + folder.string() + "' >/dev/null 2>&1";
  if (std::system(count.c_str()) == 0) {
    const double peer = (cpu_seconds(RUSAGE_CHILDREN) - children) / static_cast<double>(own.events) * 1e9;
    std::printf("babeltrace2, which counts them: %.1f ns an event, %.1f million events/s\n", peer, 1e3 / peer);
  }
  if (is_number) fs::remove_all(folder);
  return 0;
}
