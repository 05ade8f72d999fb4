// SPDX-License-Identifier: MIT
#include "top/live_linux.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "sources/trace_dat/container.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr bool is_big = std::endian::native == std::endian::big;
/// An event is shown when whatever has interrupted its writing is done.
constexpr std::uint64_t grace_ns = 10'000'000;
/// So long what comes may wait in the buffers of the kernel.
constexpr std::uint64_t longest_wait_ns = 100'000'000;

std::uint64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

trace_dat::container container_of(const dat_header& header) {
  trace_dat::container all;
  all.is_big = is_big;
  all.printk = header.printk_formats;
  for (const auto& [system, formats] : header.formats)
    for (const std::string& format : formats) all.events.push_back({system, format});
  return all;
}

}  // namespace

const trace_dat::lives live_linux::no_reuse;

live_linux::live_linux(trace_session& session, const dat_header& header, std::uint64_t window_ns, int stop)
    : window_ns_(window_ns), stop_(stop), page_(header.page_bytes) {
  try {
    pages_ = trace_dat::read_page_layout(header.header_page, 0);
    events_ = std::make_unique<trace_dat::event_table>(container_of(header), problems_);
  } catch (const trace_dat::damage& damage) {
    const source_problem& what = damage.problem();
    throw source_error(fmt::format("events of this kernel: found {}; expected {}", what.found, what.expected));
  }
  info_.lists_named_ids = false;
  for (const std::uint32_t number : session.cpus())
    cpus_.push_back(
        std::make_unique<cpu>(number, open_file(session.pages_of(number), O_RDONLY | O_NONBLOCK, "the buffer of a CPU"),
                              *events_, ready_, problems_));
  const std::uint64_t start_ns = now_ns();
  next_boundary_ns_ = start_ns + window_ns_;
  for (const auto& each : cpus_) each->events_of.begin(start_ns);
  session.start();
}

std::size_t live_linux::read(std::span<source_fact> out) {
  while (ready_.waiting() == 0) {
    if (is_full() || !wait()) return 0;
    const std::uint64_t now = now_ns();
    for (const auto& each : cpus_) drain(*each);
    if (now >= next_boundary_ns_) take_names();
    for (; now >= next_boundary_ns_ + grace_ns; next_boundary_ns_ += window_ns_)
      for (const auto& each : cpus_) each->events_of.settle(next_boundary_ns_);
  }
  return ready_.take(out);
}

/// False: it is time to stop.
bool live_linux::wait() const {
  const std::uint64_t now = now_ns();
  const std::uint64_t boundary = next_boundary_ns_ + grace_ns;
  const std::uint64_t left = boundary > now ? std::min(boundary - now, longest_wait_ns) : 0;
  const timespec wait{0, static_cast<long>(left)};
  pollfd stop{stop_, POLLIN, 0};
  (void)::ppoll(&stop, 1, &wait, nullptr);
  return (stop.revents & POLLIN) == 0;
}

/// What is there now; not what comes meanwhile, which could be without end.
void live_linux::drain(cpu& of) {
  const std::uint64_t until = now_ns();
  do {
    const ssize_t n = ::read(of.ring.get(), page_.data(), page_.size());
    if (n == 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) return;
    if (n < 0) refuse_file("trace_pipe_raw", errno, "pages of the trace");
    trace_dat::cpu_pages::page page;
    page.bytes = std::string_view(page_.data(), static_cast<std::size_t>(n));
    of.events_of.read_page<is_big>(page, pages_);
  } while (of.events_of.latest_ns() < until);
}

void live_linux::take_names() {
  for (const auto& each : cpus_) {
    const trace_dat::cpu_names& names = each->events_of.result().names;
    trace_dat::add_interrupt_names(names, *events_, info_);
    add_task_names(names);
  }
}

/// No event may have named a task that runs all the time; the system knows it.
void live_linux::add_task_names(const trace_dat::cpu_names& of) {
  for (const auto& [id, told] : of.tasks()) info_.tasks[id] = told.name;
  for (const source_id id : of.unnamed()) {
    if (id == idle_owner || info_.tasks.contains(id)) continue;
    std::string name = read_text_if_there(fmt::format("/proc/{}/comm", id));
    if (!name.empty() && name.back() == '\n') name.pop_back();
    info_.tasks[id] = printable(name);
  }
}

std::vector<source_completeness> live_linux::completeness() const {
  std::vector<source_completeness> all;
  for (const auto& each : cpus_) all.push_back(each->events_of.counts());
  return all;
}

}  // namespace rtm::host
