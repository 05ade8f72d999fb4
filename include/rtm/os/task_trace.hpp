// SPDX-License-Identifier: MIT
// The traces of an object of accounting.hpp, one a core: its facts, the repairs of its hooks, and the names of its
// tasks, those too that are created, renamed and deleted while it measures.
//
//   struct my_ecu : rtm::os::default_config {
//     using sink = rtm::trace::sink<>;                        // rtm::trace::sink<uint64_t> for words of 64 bits
//     ...
//   };
//   rtm::os::accounting<my_ecu> cpu_time;                     // .bss
//   rtm::os::task_trace<rtm::os::accounting<my_ecu>> traces;  // .bss
//   ...
//   (void)traces.start(cpu_time, {.window_ticks = 250'000});  // on each core, in place of cpu_time.start
//   (void)traces.begin(cpu_time, 0, {uart_write, nullptr});   // once a core, from anywhere
//   while (true) { while (traces.step(cpu_time, 0)) {} wait(); }
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rtm/os/accounting.hpp"
#include "rtm/trace/encoder.hpp"
#include "rtm/trace/sink.hpp"

namespace rtm::os {

/// The names of all tasks that have had a row, in the order in which they were seen. A row that another task has taken
/// has a name more, so that no reader takes what is in it for the time of one task.
/// `Entries`: names in all; what comes when they are used up is counted in `missed`.
template <class Accounting, uint32_t Entries = 3 * Accounting::table_type::slots + 1>
class task_names {
  using table = typename Accounting::table_type;

 public:
  constexpr task_names() = default;
  task_names(const task_names&) = delete;  // Entries point into it.
  task_names& operator=(const task_names&) = delete;

  [[nodiscard]] const trace::name* all() const { return entries_; }
  [[nodiscard]] uint32_t count() const { return count_; }
  [[nodiscard]] uint32_t missed() const { return missed_; }

  /// Looks for new names, and says how many more there are. Two tasks that take one row between two looks leave the
  /// name "?" for the first of them.
  /// Context: a task, one caller at a time. Bound: O(rows); one row is masked at a time.
  uint32_t update(const Accounting& of) {
    const uint32_t before = count_;
    for (uint32_t i = 0; i < table::slots; ++i) look_at(of.tasks(), i);
    if (!has_others_ && shares_rows(of)) {
      has_others_ = true;
      add(uint32_t(table::others), "others");
    }
    return count_ - before;
  }

 private:
  struct row {
    uint16_t generation = 0;
    bool is_known = false;
    char text[table::name_bytes] = {};
  };
  struct seen {
    bool is_used = false;
    uint16_t generation = 0;
    char text[table::name_bytes] = {};
  };

  static seen copy(const table& from, task_id task) {
    const masked<typename Accounting::port> held;
    seen s;
    s.is_used = from.life_of(task) != table::life::free;
    s.generation = from.generation_of(task);
    const char* const text = from.name_of(task);
    for (uint32_t i = 0; i + 1 < table::name_bytes && text[i] != 0; ++i) s.text[i] = text[i];
    return s;
  }
  static bool is_same(const char* a, const char* b) {
    for (; *a != 0 && *a == *b; ++a, ++b) {
    }
    return *a == *b;
  }

  void look_at(const table& from, uint32_t i) {
    const seen now = copy(from, task_id{i});
    const seen again = copy(from, task_id{i});
    // Another core is writing it: it is whole at the next look.
    if (now.generation != again.generation || !is_same(now.text, again.text) || !now.is_used) return;
    row& known = rows_[i];
    const uint16_t tasks_since = known.is_known ? uint16_t(now.generation - known.generation) : uint16_t{0};
    const bool is_first = !known.is_known;
    if (!is_first && tasks_since == 0 && is_same(known.text, now.text)) return;
    known.is_known = true;
    known.generation = now.generation;
    for (uint32_t k = 0; k < table::name_bytes; ++k) known.text[k] = now.text[k];
    if (tasks_since > 1) add(i, "?");
    if (is_first && now.text[0] == 0) return;  // its number is all that it has
    add(i, now.text[0] == 0 ? "?" : now.text);
  }
  static bool shares_rows(const Accounting& of) {
    for (uint32_t i = 0; i < Accounting::cores; ++i) {
      if (of.at(i).hooks.repairs().of(repair::table_full) != 0) return true;
    }
    return false;
  }
  /// A name that was cut may end inside a character: what is not ASCII is shown as "?".
  void add(uint32_t id, const char* text) {
    if (count_ == Entries) {
      ++missed_;
      return;
    }
    char* const to = texts_[count_];
    for (uint32_t i = 0; i + 1 < table::name_bytes && text[i] != 0; ++i)
      to[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    entries_[count_] = {trace::name_class::task, id, to};
    ++count_;
  }

  row rows_[table::slots] = {};
  trace::name entries_[Entries] = {};
  char texts_[Entries][table::name_bytes] = {};
  uint32_t count_ = 0;
  uint32_t missed_ = 0;
  bool has_others_ = false;
};

/// `Pages` of `PageBytes` for each core, as trace::memory; `PacketBytes` as trace::encoder.
template <class Accounting, uint32_t Pages = 8, uint32_t PageBytes = 1024, uint32_t PacketBytes = 512>
class task_trace {
  using word = typename Accounting::capacity::word;
  using port = typename Accounting::port;

 public:
  constexpr task_trace() = default;
  task_trace(const task_trace&) = delete;
  task_trace& operator=(const task_trace&) = delete;

  /// Attaches a memory to the core that runs, and begins to measure there: in place of `accounting::start`, whose
  /// answers it gives. What the memory held is gone.
  status start(Accounting& all, const timing& when, task_id base = kernel, trace::mode how = trace::mode::drop_new) {
    const uint32_t index = port::core_index();
    if (index >= Accounting::cores) return status::not_started;
    timing with_width = when;
    with_width.clock_bits = port::clock_bits;
    trace::attach(all.at(index).ledger, cores_[index].memory, how, {index, port::rate_hz(), with_width});
    return all.start(when, base);
  }

  /// After `start` on that core. False: there is no such core, or it has not been started.
  bool begin(Accounting& all, uint32_t core, trace::byte_sink to) {
    if (core >= Accounting::cores) return false;
    part& c = cores_[core];
    (void)c.names.update(all);
    if (!c.out.begin(c.memory, c.names.all(), c.names.count(), to)) return false;
    c.out.watch_repairs(all.at(core).hooks.repairs().words(), repair_kinds);
    return true;
  }

  /// One piece of work, as encoder::step. Before it names are looked for, if nothing waits to be taken.
  /// Context: a task, one caller a core at a time. Bound: that of step, and O(rows).
  bool step(Accounting& all, uint32_t core) {
    if (core >= Accounting::cores) return false;
    part& c = cores_[core];
    if (!c.out.is_pending()) c.out.add_names(c.names.update(all));
    return c.out.step(all.at(core).ledger);
  }

  /// What is recorded by now is sent, not only whole pages.
  void flush(uint32_t core) {
    if (core < Accounting::cores) cores_[core].out.flush();
  }
  /// For what encoder::send_snapshot and finish are there; `core` is below `cores`.
  [[nodiscard]] trace::encoder<word, PacketBytes>& out(uint32_t core) { return cores_[core].out; }
  [[nodiscard]] const trace::buffer<word>& memory(uint32_t core) const { return cores_[core].memory; }
  /// Names for which there was no room: a row may have had more tasks than its name says.
  [[nodiscard]] uint32_t missed_names(uint32_t core) const { return cores_[core].names.missed(); }

 private:
  struct part {
    trace::memory<Pages, PageBytes, word> memory;
    trace::encoder<word, PacketBytes> out;
    task_names<Accounting> names;
  };
  part cores_[Accounting::cores] = {};
};

}  // namespace rtm::os
