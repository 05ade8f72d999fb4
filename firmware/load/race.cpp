// SPDX-License-Identifier: MIT
// Getters in an interrupt against an update that it interrupts: the interrupt is made to fall on every instruction of
// one, once as TI allows it (tasks are watched) and once with an update in the interrupt too (tasks are not). Whatever
// it interrupts, it must be answered at once, with a window that is whole, and no tick may be lost.
#include "board_mps2_an385.hpp"
#include "cortex_m3.hpp"
#include "port.hpp"
#include "rtm/load.hpp"
#include "uart.hpp"
#include "vectors.hpp"

namespace {

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 1, swis = 0, points = 0, depth = 1;
};
using ledger_type = rtm::ledger<capacity>;
ledger_type ledger;
rtm::load<ledger_type, observed::port> load;
constexpr rtm::task_id control{0};
constexpr rtm::isr_id interrupt{0};

/// What was found in one sweep.
struct tally {
  uint32_t windows = 0;         ///< Closed, by whom ever.
  uint64_t ticks = 0;           ///< Of all of them.
  uint64_t end_ticks = 0;       ///< Where the latest ended.
  uint32_t before = 0;          ///< Interrupts of an update that had not published.
  uint32_t after = 0;           ///< Those of one that had.
  uint32_t closed_in_isr = 0;   ///< Updates in the interrupt that closed a window,
  uint32_t refused_in_isr = 0;  ///< and those that were told that one is under way, or that it is the wrong context.
  uint32_t wrong = 0;           ///< Must be 0.
};
tally found;
bool is_task_watched = true;
volatile bool is_updating = false;
volatile uint32_t interrupts = 0;
uint32_t number_before = 0;   // of the latest window when the update began
rtm_load_summary latest;      // as told by the update that closed it
rtm_load_summary read_early;  // as an interrupt read it before that was told

void expect(bool holds) {
  if (!holds) ++found.wrong;
}

bool is_same(const rtm_load_summary& a, const rtm_load_summary& b) {
  return a.window == b.window && a.start_ticks == b.start_ticks && a.total_ticks == b.total_ticks &&
         a.hwi_ticks == b.hwi_ticks && a.task_ticks == b.task_ticks && a.idle_ticks == b.idle_ticks &&
         a.unknown_ticks == b.unknown_ticks;
}

/// Every window, told by whoever closed it: it begins where the one before ended.
void check_window(const rtm_load_summary* closed, void* /*argument*/) {
  const rtm_load_summary& s = *closed;
  ++found.windows;
  found.ticks += s.total_ticks;
  expect(s.window == found.windows);
  expect(found.windows == 1 || s.start_ticks == found.end_ticks);
  expect(s.hwi_ticks + s.task_ticks + s.idle_ticks + s.kernel_ticks + s.unknown_ticks == s.total_ticks);
  expect(read_early.window != s.window || is_same(read_early, s));
  found.end_ticks = s.start_ticks + s.total_ticks;
  latest = s;
}

/// All getters at one moment: they are answered, agree with each other, and are of the window before or of this one.
void check_getters() {
  rtm_load_summary s = {};
  rtm_load_stat hwi = {}, all_hwis = {}, cpu = {}, base = {};
  expect(load.get_summary(s) == RTM_LOAD_OK);
  expect(load.get_hwi_load(interrupt, hwi) == RTM_LOAD_OK);
  expect(load.get_global_hwi_load(all_hwis) == RTM_LOAD_OK);
  expect(load.get_task_load(is_task_watched ? control : rtm::unknown, base) == RTM_LOAD_OK);
  expect(s.hwi_ticks + s.task_ticks + s.idle_ticks + s.kernel_ticks + s.unknown_ticks == s.total_ticks);
  expect(hwi.thread_ticks == s.hwi_ticks && all_hwis.thread_ticks == s.hwi_ticks && hwi.total_ticks == s.total_ticks);
  expect(base.thread_ticks == (is_task_watched ? s.task_ticks : s.unknown_ticks) && base.window == s.window);
  if (is_task_watched) {
    expect(load.get_cpu_load(RTM_LOAD_BY_LEDGER, cpu) == RTM_LOAD_OK);
    expect(cpu.thread_ticks == s.total_ticks - s.idle_ticks);
  }
  if (s.window == latest.window) {
    expect(is_same(s, latest));
  } else {
    expect(s.window == latest.window + 1);
    read_early = s;
  }
  if (!is_updating) return;
  ++(s.window == number_before ? found.before : found.after);
}

void interrupt_handler() {
  expect(load.hwi_begin(interrupt) == rtm::status::ok);
  board::dual_timer_block2::acknowledge();
  interrupts = interrupts + 1;
  check_getters();
  const rtm_load_status answer = load.update();
  if (is_task_watched) {
    expect(answer == RTM_LOAD_WRONG_CONTEXT);
  } else {
    expect(answer == RTM_LOAD_OK || answer == RTM_LOAD_BUSY);
  }
  ++(answer == RTM_LOAD_OK ? found.closed_in_isr : found.refused_in_isr);
  expect(load.hwi_end(interrupt) == rtm::status::ok);
}

constexpr vector handlers[] = {{cortex_m3::external(board::dual_timer_irq), interrupt_handler}};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

bool start() {
  found = {};
  latest = read_early = {};
  rtm_load_config how = {};
  how.hwiEnabled = how.enableCPULoadCalc = 1;
  how.taskEnabled = is_task_watched ? 1 : 0;
  how.postUpdate = check_window;
  const unsigned before = observed::port::lock();
  const bool started = ledger.start(observed::port::now(), rtm::idle, {}) == rtm::status::ok &&
                       load.start(ledger, rtm::idle, how) == RTM_LOAD_OK;
  observed::port::unlock(before);
  return started && load.update() == RTM_LOAD_OK;
}

/// One update a delay, with the interrupt so many ticks after it was armed. An instruction takes three ticks.
void sweep() {
  constexpr uint32_t longest = 6'000;
  for (uint32_t delay = 1; delay <= longest; delay += 3) {
    const uint32_t interrupts_before = interrupts;
    (void)load.task_switch(control);
    (void)load.task_switch(rtm::idle);
    number_before = found.windows;
    board::dual_timer_block2::arm(delay);
    is_updating = true;
    const rtm_load_status answer = load.update();
    is_updating = false;
    expect(answer == RTM_LOAD_OK);
    while (interrupts == interrupts_before) {
    }
  }
  expect(load.update() == RTM_LOAD_OK);
}

/// All windows are the whole time, and their Hwi time is all that the ledger has seen.
void check_sums(uint64_t start_ticks) {
  expect(found.end_ticks - start_ticks == found.ticks);
  expect(found.end_ticks == ledger.closed_time());
}

bool race(const uart& results, const char* name) {
  if (!start()) return false;
  const uint64_t start_ticks = found.end_ticks - found.ticks;
  sweep();
  check_sums(start_ticks);
  results.text(name).decimal(found.windows).text(" windows; interrupted before the window was published: ");
  results.decimal(found.before).text(", after: ").decimal(found.after);
  results.text("; updates in the interrupt: ").decimal(found.closed_in_isr).text(" closed, ");
  results.decimal(found.refused_in_isr).text(" refused; wrong: ").decimal(found.wrong).put('\n');
  return found.wrong == 0 && found.before > 300 && found.after > 30;
}

}  // namespace

int main() {
  constexpr uart results{board::uart0_base};
  results.enable_transmitter();
  board::free_running_clock::start(0U - 1'000'000);  // wraps in the first sweep
  cortex_m3::enable_interrupt(board::dual_timer_irq);

  is_task_watched = true;
  bool good = race(results, "getters:             ");
  is_task_watched = false;
  good = race(results, "getters and updates: ") && good;
  good = good && found.closed_in_isr > 100 && found.refused_in_isr > 100;
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  return good ? 0 : 1;
}
