// SPDX-License-Identifier: MIT
#include "top/feed.hpp"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "sources/selection.hpp"
#include "top/live_linux.hpp"

namespace rtm::host {
namespace {

constexpr std::uint64_t ns_per_second = 1'000'000'000;

file_handle make_event() {
  file_handle event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) refuse_file("eventfd", errno, "a descriptor");
  return event;
}

void signal_event(const file_handle& event) {
  const std::uint64_t one = 1;
  (void)!::write(event.get(), &one, sizeof one);
}

std::uint64_t window_of(const std::string& text, std::uint64_t clock_hz) {
  const std::uint64_t ticks = text.empty() ? clock_hz : parse_ticks(text, clock_hz, "--window");
  if (ticks == 0) throw source_error("--window: found 0; expected a time that is not 0");
  return ticks;
}

/// Nothing would ever be told of a CPU that is not there.
void check_cores(const std::vector<std::uint32_t>& wanted, const std::vector<std::uint32_t>& there) {
  for (const std::uint32_t core : wanted)
    if (std::find(there.begin(), there.end(), core) == there.end())
      throw source_error(
          fmt::format("--core: found {}; expected CPUs of this machine: {}", core, fmt::join(there, ", ")));
}

}  // namespace

feed::feed(const top_options& options, window_board::teller tell, const std::function<void(const std::string&)>& note)
    : options_(options), board_(std::move(tell)), ended_(make_event()), stop_(make_event()) {
  if (!options_.file.empty()) return;
  (void)window_of(options_.window, ns_per_second);
  if (!options_.tracefs.empty()) check_tracefs(options_.tracefs);
  const std::string tracefs = options_.tracefs.empty() ? find_tracefs() : options_.tracefs;
  const chosen_events chosen = prepare_tracefs(tracefs, std::string(default_events), note);
  header_ = read_dat_header(tracefs, chosen.events);
  session_ = std::make_unique<trace_session>(tracefs, chosen.events, options_.buffer_bytes);
  check_cores(options_.cores, session_->cpus());
}

feed::~feed() {
  ask_to_stop();
  if (thread_.joinable()) thread_.join();
}

void feed::start() {
  thread_ = std::thread([this] { run(); });
}

void feed::ask_to_stop() {
  is_stopped_ = true;
  signal_event(stop_);
}

void feed::finish() {
  ask_to_stop();
  if (thread_.joinable()) thread_.join();
  if (session_ != nullptr) session_->remove();
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

void feed::run() {
  try {
    if (options_.file.empty())
      run_machine();
    else
      run_stream();
  } catch (...) {
    failure_ = std::current_exception();
  }
  signal_event(ended_);
}

void feed::run_machine() {
  const std::uint64_t window_ns = window_of(options_.window, ns_per_second);
  for (bool goes_on = true; goes_on && !is_stopped_;) {
    auto live = std::make_unique<live_linux>(*session_, header_, window_ns, stop_.get());
    const live_linux& machine = *live;
    selection what;
    what.window_ticks = window_ns;
    what.cores.insert(options_.cores.begin(), options_.cores.end());
    const auto from = select(std::move(live), what);
    read(*from, machine.info(), true);
    goes_on = machine.is_full();
  }
}

void feed::run_stream() {
  auto from = open_source(input(options_.file, &is_stopped_));
  selection what;
  const source_info& info = from->info();
  if (!options_.window.empty() || info.window_ticks == 0) what.window_ticks = window_of(options_.window, info.clock_hz);
  what.cores.insert(options_.cores.begin(), options_.cores.end());
  from = select(std::move(from), what);
  read(*from, from->info(), false);
}

void feed::read(source& from, const source_info& names, bool is_aligned) {
  replay run(from.info(), &board_);
  board_.begin(names);
  board_.publish_each(!is_aligned);
  while (!is_stopped_ && tell_next(from, run)) {
    if (is_aligned)
      board_.publish(true);
    else
      board_.publish_if_whole();
  }
  if (is_stopped_) return;
  (void)run.finish(names);
  board_.publish(is_aligned);
}

}  // namespace rtm::host
