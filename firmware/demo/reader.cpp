// SPDX-License-Identifier: MIT
// The least urgent task: it reads closed windows while interrupts run, without a lock and without stopping anybody,
// and sends them. After the last one it ends the run.
#include "context_bench.hpp"
#include "cortex_m3.hpp"
#include "observer.hpp"
#include "output.hpp"
#include "scenario.hpp"
#include "semihosting.hpp"

namespace {

/// Reads the latest closed window of one ledger if it has not been read yet, and prints it.
template <class Ledger>
class window_reader {
 public:
  constexpr window_reader(const Ledger& ledger, output::observed_by who) : ledger_(ledger), who_(who) {}

  void print_latest() {
    rtm::window_header window;
    output::sums sums;
    if (!read(window, sums) || window.index < next_) return;
    missed_ += window.index - next_;
    next_ = window.index + 1;
    output::print_window(who_, window, sums);
  }

  [[nodiscard]] uint64_t next() const { return next_; }
  [[nodiscard]] uint64_t missed() const { return missed_; }

 private:
  /// The copy is good only if no window closed while it was made. Windows are 50 ms apart and a copy takes less than
  /// 1 ms, so the second try cannot fail too.
  bool read(rtm::window_header& window, output::sums& sums) const {
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (ledger_.latest_window(window) != rtm::status::ok) continue;
      output::collect(sums, [&](auto id) { return ledger_.window_sums(window, id); });
      if (ledger_.is_latest(window)) return true;
    }
    return false;
  }

  const Ledger& ledger_;
  output::observed_by who_;
  uint64_t next_ = 0;
  uint64_t missed_ = 0;
};

template <class Ledger>
bool print_epoch(const Ledger& ledger, output::observed_by who) {
  output::sums sums;
  output::collect(sums, [&](auto id) { return ledger.epoch_sums(id); });
  output::extremes extremes;
  for (uint32_t i = 0; i < output::isr_count; ++i) extremes.isrs[i] = ledger.epoch_extremes(rtm::isr_id{i});
  for (uint32_t i = 0; i < output::point_count; ++i) extremes.points[i] = ledger.epoch_extremes(rtm::point_id{i});
  output::print_epoch(who, ledger.epoch(), sums, extremes);
  return ledger.epoch().valid;
}

[[noreturn]] void finish(uint64_t missed) {
  observer::stop();
  const bool valid = print_epoch(observer::ledger, output::observed_by::all_hooks) &&
                     print_epoch(observer::dispatches_only, output::observed_by::task_hooks);
  const fact_log& facts = observer::ledger.sink();
  output::print_timeline(facts);
  const uint32_t exit_code = valid && missed == 0 && facts.dropped() == 0 ? 0 : 1;
  output::print_end(missed, facts, exit_code);
  semihosting::exit(exit_code);
}

}  // namespace

void scenario::begin_reader(uint32_t first_reading) { output::print_header(first_reading); }

bool scenario::reader_has_work() {
  static uint64_t announced_windows = 0;
  rtm::window_header latest;
  if (observer::ledger.latest_window(latest) != rtm::status::ok || latest.index < announced_windows) return false;
  announced_windows = latest.index + 1;
  return true;
}

void scenario::reader_task() {
  window_reader all{observer::ledger, output::observed_by::all_hooks};
  window_reader dispatches{observer::dispatches_only, output::observed_by::task_hooks};
  while (all.next() < windows) {
    bench::wait();
    all.print_latest();
    dispatches.print_latest();
  }
  finish(all.missed() + dispatches.missed());
}
