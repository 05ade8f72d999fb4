// SPDX-License-Identifier: MIT
// Updates racing with getters: on other threads, as from another core (ThreadSanitizer looks on), and in a signal
// handler of the updating thread, which interrupts it wherever it is, as an ISR does.
#include <pthread.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <thread>

#include "machine.hpp"

namespace rtm::test {
namespace {

constexpr task_id task_1{1};

/// Window n: so many ticks of an interrupt, of a task, and idle.
constexpr std::uint64_t hwi_ticks(std::uint64_t n) { return 1 + n % 97; }
constexpr std::uint64_t task_ticks(std::uint64_t n) { return 1'000 + n % 1'009; }
constexpr std::uint64_t idle_ticks(std::uint64_t n) { return 100'000 + n % 10'007; }

bool is_window(const rtm_load_summary& s) {
  const std::uint64_t n = s.window;
  return s.hwi_ticks == hwi_ticks(n) && s.task_ticks == task_ticks(n) && s.idle_ticks == idle_ticks(n) &&
         s.total_ticks == hwi_ticks(n) + task_ticks(n) + idle_ticks(n);
}

struct reader_log {
  std::uint64_t good = 0, moved = 0, wrong = 0, backwards = 0;
};

void read_until(const core<>::load_type& load, const std::atomic<bool>& stop, reader_log& log,
                std::atomic<std::uint64_t>& progress) {
  std::uint32_t last = 0;
  while (!stop.load(std::memory_order_relaxed)) {
    rtm_load_summary s = {};
    rtm_load_stat task = {};
    const rtm_load_status all = load.get_summary(s);
    const rtm_load_status one = load.get_task_load(task_1, task);
    if (all == RTM_LOAD_OK) {
      if (!is_window(s)) ++log.wrong;
      if (s.window < last) ++log.backwards;
      last = s.window;
      ++log.good;
      progress.fetch_add(1, std::memory_order_relaxed);
    } else if (all == RTM_LOAD_MOVED) {
      ++log.moved;
    }
    if (one == RTM_LOAD_OK && task.thread_ticks != task_ticks(task.window)) ++log.wrong;
  }
}

TEST(load_race, getters_on_two_other_threads_see_whole_windows_only) {
  core<> c(by_call());
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> progress{0};
  reader_log logs[2];
  std::thread readers[2];
  for (int i = 0; i < 2; ++i) readers[i] = std::thread([&, i] { read_until(c.load(), stop, logs[i], progress); });
  std::uint64_t t = 0;
  std::uint64_t n = 0;
  while (n < 20'000 || (progress.load(std::memory_order_relaxed) < 2'000 && n < 2'000'000)) {
    ++n;
    c.task(t += idle_ticks(n), task_1);
    c.hwi(t + 10, t + 10 + hwi_ticks(n));
    c.task(t += hwi_ticks(n) + task_ticks(n), idle);
    c.update(t);
    if (n % 64 == 0) std::this_thread::yield();
  }
  stop.store(true, std::memory_order_relaxed);
  for (auto& r : readers) r.join();
  for (const auto& log : logs) {
    EXPECT_EQ(log.wrong, 0U);
    EXPECT_EQ(log.backwards, 0U);
  }
  EXPECT_GT(logs[0].good + logs[1].good, 0U);
}

// ---- Interrupts of the updating thread ----

/// A core that signals interrupt. The mask holds them back until it has gone, as a CPU's does.
struct interrupted {
  using ledger_type = ledger<load_capacity>;
  struct port {
    static std::uint32_t now() {
      time = time + 1;
      return time;
    }
    static unsigned lock() {
      const unsigned before = masked;
      masked = 1;
      std::atomic_signal_fence(std::memory_order_seq_cst);
      return before;
    }
    static void unlock(unsigned before) {
      std::atomic_signal_fence(std::memory_order_seq_cst);
      masked = before;
      deliver();
    }
    static rtm_load_thread thread() { return RTM_LOAD_IN_ANY; }
  };
  using load_type = rtm::load<ledger_type, port>;

  static void signal_handler(int) {
    pending = 1;
    deliver();
  }
  static void deliver() {
    while (masked == 0 && pending != 0) {
      masked = 1;
      pending = 0;
      isr();
      masked = 0;
    }
  }

  /// Reports itself and one nested in it, and reads: a getter in an ISR always answers at once.
  static void isr() {
    interrupts = interrupts + 1;
    tell(load->hwi_begin(isr_id{0}));
    tell(load->hwi_begin(isr_id{1}));
    rtm_load_summary s = {};
    const rtm_load_status answer = load->get_summary(s);
    const bool adds_up = s.hwi_ticks + s.task_ticks + s.idle_ticks == s.total_ticks;
    if (answer == RTM_LOAD_OK ? !adds_up : answer != RTM_LOAD_NO_WINDOW) wrong = wrong + 1;
    tell(load->hwi_end(isr_id{1}));
    tell(load->hwi_end(isr_id{0}));
  }
  static void tell(status answer) {
    if (answer != status::ok) wrong = wrong + 1;
  }

  inline static volatile std::uint32_t time = 0;
  inline static volatile unsigned masked = 0;
  inline static volatile unsigned pending = 0;
  inline static volatile unsigned interrupts = 0;
  inline static volatile unsigned wrong = 0;
  inline static load_type* load = nullptr;
};

TEST(load_race, getters_and_facts_in_an_interrupt_of_the_updating_thread_lose_no_tick) {
  const auto ledger = std::make_unique<interrupted::ledger_type>();
  const auto load = std::make_unique<interrupted::load_type>();
  interrupted::load = load.get();
  ASSERT_EQ(ledger->start(0, idle, {}), status::ok);
  ASSERT_EQ(load->start(*ledger, idle, by_call()), RTM_LOAD_OK);
  std::signal(SIGUSR1, interrupted::signal_handler);
  std::atomic<bool> stop{false};
  std::thread sender([&stop, target = pthread_self()] {
    while (!stop.load(std::memory_order_relaxed)) {
      pthread_kill(target, SIGUSR1);
      std::this_thread::yield();
    }
  });
  std::uint64_t total = 0;
  unsigned bad = 0;
  for (unsigned n = 0; n < 5'000 || (interrupted::interrupts < 500 && n < 500'000); ++n) {
    if (load->task_switch(n % 2 == 0 ? task_1 : idle) != status::ok || load->update() != RTM_LOAD_OK) ++bad;
    rtm_load_summary s = {};
    if (load->get_summary(s) != RTM_LOAD_OK) ++bad;
    if (s.hwi_ticks + s.task_ticks + s.idle_ticks != s.total_ticks || s.start_ticks != total + 1) ++bad;
    total += s.total_ticks;
  }
  stop.store(true, std::memory_order_relaxed);
  sender.join();
  std::signal(SIGUSR1, SIG_DFL);
  EXPECT_EQ(bad, 0U);
  EXPECT_EQ(interrupted::wrong, 0U);
  EXPECT_GT(interrupted::interrupts, 0U);
}

}  // namespace
}  // namespace rtm::test
