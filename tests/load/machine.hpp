// SPDX-License-Identifier: MIT
// A core whose clock stands where the test puts it, with a ledger and a Load on it. The port complains if the clock is
// read unmasked, and can be told to let an interrupt in at an unlock.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rtm/load.hpp"
#include "rtm/rtm_load.h"

/// For messages of GoogleTest.
inline void PrintTo(rtm_load_status s, std::ostream* out) { *out << rtm_load_status_name(s); }

namespace rtm {
inline void PrintTo(status s, std::ostream* out) { *out << rtm_status_name(static_cast<rtm_status>(s)); }
}  // namespace rtm

namespace rtm::test {

/// What the port sees of the world; one at a time, begun anew by every `core`.
struct machine {
  std::uint64_t time = 0;
  unsigned masked = 0;
  unsigned unmasked_readings = 0;
  rtm_load_thread thread = RTM_LOAD_IN_ANY;
  std::function<void()> on_unlock;  ///< Called when the mask has gone, as an interrupt would be.

  static machine& current() {
    static thread_local machine m;
    return m;
  }
};

template <class Word, unsigned ClockBits>
struct machine_port {
  static Word now() {
    machine& m = machine::current();
    if (m.masked == 0) ++m.unmasked_readings;
    return static_cast<Word>(m.time) & static_cast<Word>(static_cast<Word>(-1) >> (sizeof(Word) * 8 - ClockBits));
  }
  static unsigned lock() { return machine::current().masked++; }
  static void unlock(unsigned before) {
    machine& m = machine::current();
    m.masked = before;
    if (before == 0 && m.on_unlock) m.on_unlock();
  }
  static rtm_load_thread thread() { return machine::current().thread; }
};

struct load_capacity : default_capacity {
  static constexpr std::uint32_t tasks = 3;
  static constexpr std::uint32_t isrs = 3;
  static constexpr std::uint32_t swis = 2;
  static constexpr std::uint32_t points = 1;
  static constexpr std::uint32_t depth = 6;
};

template <class Word, std::uint32_t ClockBits>
struct load_capacity_with : load_capacity {
  using word = Word;
  static constexpr std::uint32_t clock_bits = ClockBits;
};

/// Watches everything, windows of 1000 ticks by the idle function.
inline rtm_load_config all_watched() {
  rtm_load_config how = {};
  how.hwiEnabled = how.swiEnabled = how.taskEnabled = 1;
  how.updateInIdle = 1;
  how.enableCPULoadCalc = 1;
  how.windowInMs = 1;
  how.ticksPerMs = 1000;
  return how;
}

/// The same with windows by call.
inline rtm_load_config by_call() {
  rtm_load_config how = all_watched();
  how.updateInIdle = 0;
  how.windowInMs = 0;
  return how;
}

template <class Capacity = load_capacity>
class core {
 public:
  using word = typename Capacity::word;
  using ledger_type = ledger<Capacity>;
  using port = machine_port<word, Capacity::clock_bits>;
  using load_type = rtm::load<ledger_type, port>;

  explicit core(const rtm_load_config& how, std::uint64_t time = 0, task_id base = idle)
      : ledger_(std::make_unique<ledger_type>()), load_(std::make_unique<load_type>()) {
    machine::current() = machine();
    machine::current().time = time;
    const unsigned before = port::lock();
    EXPECT_EQ(ledger_->start(port::now(), base, {}), status::ok);
    port::unlock(before);
    EXPECT_EQ(load_->start(*ledger_, base, how), RTM_LOAD_OK);
  }
  ~core() { EXPECT_EQ(machine::current().unmasked_readings, 0U) << "a fact whose time was read before masking"; }
  core(const core&) = delete;
  core& operator=(const core&) = delete;

  load_type& load() { return *load_; }
  ledger_type& engine() { return *ledger_; }
  core& at(std::uint64_t time) {
    machine::current().time = time;
    return *this;
  }
  load_type* operator->() { return load_.get(); }

  void task(std::uint64_t time, task_id owner) { EXPECT_EQ(at(time)->task_switch(owner), status::ok); }
  void hwi(std::uint64_t begin, std::uint64_t end, isr_id id = isr_id{0}) {
    EXPECT_EQ(at(begin)->hwi_begin(id), status::ok);
    EXPECT_EQ(at(end)->hwi_end(id), status::ok);
  }
  void update(std::uint64_t time) { EXPECT_EQ(at(time)->update(), RTM_LOAD_OK); }
  void idle_trip(std::uint64_t time) { EXPECT_EQ(at(time)->idle(), RTM_LOAD_OK); }
  /// `count` trips of `length`, the last of which ends at the time returned.
  std::uint64_t idle_trips(std::uint64_t from, unsigned count, std::uint64_t length) {
    for (unsigned i = 1; i <= count; ++i) idle_trip(from + i * length);
    return from + count * length;
  }

  rtm_load_summary summary() {
    rtm_load_summary s = {};
    EXPECT_EQ(load_->get_summary(s), RTM_LOAD_OK);
    EXPECT_EQ(s.hwi_ticks + s.swi_ticks + s.task_ticks + s.idle_ticks + s.kernel_ticks + s.unknown_ticks, s.total_ticks)
        << "classes add up to the window";
    return s;
  }
  rtm_load_stat cpu(rtm_load_method method = RTM_LOAD_AUTO) {
    rtm_load_stat s = {};
    EXPECT_EQ(load_->get_cpu_load(method, s), RTM_LOAD_OK);
    return s;
  }
  std::uint64_t task_ticks(task_id owner) {
    rtm_load_stat s = {};
    EXPECT_EQ(load_->get_task_load(owner, s), RTM_LOAD_OK);
    return s.thread_ticks;
  }

 private:
  std::unique_ptr<ledger_type> ledger_;
  std::unique_ptr<load_type> load_;
};

inline std::uint32_t percent(const rtm_load_stat& of) {
  std::uint32_t p = 9999;
  EXPECT_EQ(rtm_load_calculate_load(&of, &p), RTM_LOAD_OK);
  return p;
}

/// What a flag says, for tests that want the reason to be told.
inline std::vector<std::string> reasons(const rtm_load_stat& of) {
  std::vector<std::string> texts;
  for (std::uint32_t flag = 1; flag != 0; flag <<= 1U)
    if ((of.flags & flag) != 0) texts.emplace_back(rtm_load_flag_text(flag));
  return texts;
}

}  // namespace rtm::test
