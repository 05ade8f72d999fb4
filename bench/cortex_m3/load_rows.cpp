// SPDX-License-Identifier: MIT
#include "load_rows.hpp"

#include "capacities.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "row.hpp"
#include "rtm/load.hpp"
#include "rtm/load_forms.hpp"

namespace bench {
namespace {

using ledger_type = rtm::ledger<capacity>;

volatile capacity::word load_clock = 0;

struct port : rtm::cortex_m::primask<> {
  static capacity::word now() { return load_clock; }
  static rtm_load_thread thread() { return RTM_LOAD_IN_ANY; }
};

/// Marks the masked part.
struct marking_port : port {
  static unsigned lock() {
    const unsigned before = port::lock();
    mark();
    return before;
  }
  static void unlock(unsigned before) {
    mark();
    port::unlock(before);
  }
};

ledger_type ledger;
using load_type = rtm::load<ledger_type, port>;
using marking_load_type = rtm::load<ledger_type, marking_port>;
load_type load;
marking_load_type marking_load;

// The calls as real functions, as an application has them.
template <class Load>
[[gnu::noinline]] void update(Load& l) {
  (void)l.update();
}
template <class Load>
[[gnu::noinline]] void idle_trip(Load& l) {
  (void)l.idle();
}
[[gnu::noinline]] void hwi_begin(uint32_t id) { (void)load.hwi_begin(rtm::isr_id{id}); }
[[gnu::noinline]] void hwi_end(uint32_t id) { (void)load.hwi_end(rtm::isr_id{id}); }
[[gnu::noinline]] void load_switch(uint32_t id) { (void)load.task_switch(task(id)); }

rtm_load_config all_watched() {
  rtm_load_config how = {};
  how.hwiEnabled = how.swiEnabled = how.taskEnabled = how.updateInIdle = how.enableCPULoadCalc = 1;
  how.windowInMs = how.ticksPerMs = 1'000;
  return how;
}

rtm_load_config hwi_off() {
  rtm_load_config how = all_watched();
  how.hwiEnabled = 0;
  return how;
}

void use_three_tasks_and_isrs(uint32_t now) {
  load_clock = now;
  for (uint32_t id = 1; id <= most_open; ++id) {
    (void)ledger.task_switch(load_clock, task(id));
    (void)ledger.isr_enter(load_clock, rtm::isr_id{id});
    load_clock = load_clock + 10;
    (void)ledger.isr_exit(load_clock, rtm::isr_id{id});
  }
  (void)ledger.task_switch(load_clock, rtm::idle);
}

/// A running system at 2000: one window is closed; three tasks, three interrupts and the idle loop have been used
/// since.
void begin_load(const rtm_load_config& how = all_watched()) {
  load_clock = 0;
  (void)ledger.start(load_clock, rtm::idle, {});
  (void)load.start(ledger, rtm::idle, how);
  use_three_tasks_and_isrs(100);
  (void)load.idle();
  (void)load.update();
  use_three_tasks_and_isrs(1'000);
  (void)load.idle();
  load_clock = 2'000;
}

void open_isrs(uint32_t count) {
  for (uint32_t id = 1; id <= count; ++id) (void)ledger.isr_enter(load_clock, rtm::isr_id{id});
}

/// The part of a call that runs with interrupts masked. The two types of Load differ in their ports alone, which are
/// empty, so that the state of one can become that of the other.
template <class Prepare, class Piece>
[[gnu::noinline]] void masked_row(const char* name, Prepare prepare, Piece piece) {
  static_assert(sizeof(load_type) == sizeof(marking_load_type));
  tell(name);
  prepare();
  __builtin_memcpy(static_cast<void*>(&marking_load), &load, sizeof load);
  piece();  // marks
}

rtm_load_stat stat;
rtm_load_summary summary;
uint32_t percent;

void rows_of_updates() {
  row(
      "load.update", [] { begin_load(); }, [] { update(load); });
  masked_row(
      "load.update.masked", [] { begin_load(); }, [] { update(marking_load); });
  masked_row(
      "load.update.masked_2_isrs", [] { begin_load(), open_isrs(2); }, [] { update(marking_load); });
  row(
      "load.idle", [] { begin_load(); }, [] { idle_trip(load); });
  masked_row(
      "load.idle.masked", [] { begin_load(); }, [] { idle_trip(marking_load); });
}

void rows_of_load_hooks() {
  row(
      "load.hwi_begin", [] { begin_load(); }, [] { hwi_begin(1); });
  row(
      "load.hwi_end", [] { begin_load(), open_isrs(1), load_clock = 2'010; }, [] { hwi_end(1); });
  row(
      "load.hwi_begin.off", [] { begin_load(hwi_off()); }, [] { hwi_begin(1); });
  row(
      "load.hwi_end.off", [] { begin_load(hwi_off()); }, [] { hwi_end(1); });
  row(
      "load.task_switch", [] { begin_load(), load_switch(1); }, [] { load_switch(2); });
}

void rows_of_getters() {
  row(
      "load.get_task_load", [] { begin_load(); }, [] { (void)load.get_task_load(task(1), stat); });
  row(
      "load.get_cpu_load", [] { begin_load(); }, [] { (void)load.get_cpu_load(RTM_LOAD_AUTO, stat); });
  row(
      "load.get_summary", [] { begin_load(); }, [] { (void)load.get_summary(summary); });
  row(
      "load.percent", [] { begin_load(), (void)load.get_cpu_load(RTM_LOAD_AUTO, stat); },
      [] { (void)rtm::calculate_load(stat, percent); });
}

}  // namespace

void run_load_rows() {
  rows_of_updates();
  rows_of_load_hooks();
  rows_of_getters();
}

}  // namespace bench
