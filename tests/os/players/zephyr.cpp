// SPDX-License-Identifier: MIT
// Zephyr: the hooks of its user tracing. Who runs is asked by the port, so switched_in has the thread as its argument
// here. A thread whose name begins with "idle" has the priority of idle.
#include <tracing_user.h>

#include <deque>

#include "players.hpp"
//
#include "ports/os/zephyr/analyzer.hpp"
#include "ports/os/zephyr/hooks.hpp"

namespace rtm::test {
namespace {

struct k_thread* zephyr_current = nullptr;

struct zephyr_tag {};
using zephyr_base = player_over<test_config<zephyr_tag, 2>>;

}  // namespace
}  // namespace rtm::test

extern "C" {
k_tid_t k_sched_current_thread_query(void) { return rtm::test::zephyr_current; }
int k_thread_priority_get(k_tid_t thread) { return thread->priority; }
const char* k_thread_name_get(k_tid_t thread) { return thread->name; }
}

RTM_ZEPHYR_HOOKS((*rtm::test::zephyr_base::object))
RTM_ZEPHYR_LIFE_HOOKS()
RTM_ZEPHYR_ANALYZER((*rtm::test::zephyr_base::object))

namespace rtm::test {
namespace {

class zephyr_player : public zephyr_base {
 public:
  explicit zephyr_player(const os::profile& how) : zephyr_base(how) {
    zephyr_current = nullptr;
    hooks_["thread_create"] = [this](const arguments& words) { create(words.at(0)); };
    // One of before the hooks.
    hooks_["unannounced"] = [this](const arguments& words) { add(words.at(0)); };
    hooks_["thread_abort"] = [this](const arguments& words) { sys_trace_thread_abort_user(thread(words.at(0))); };
    hooks_["thread_name_set"] = [this](const arguments& words) {
      thread(words.at(0))->name = names_.emplace_back(words.at(1)).c_str();
      sys_trace_thread_name_set_user(thread(words.at(1)));
    };
    hooks_["thread_switched_in"] = [this](const arguments& words) {
      zephyr_current = thread(words.at(0));
      sys_trace_thread_switched_in_user();
    };
    hooks_["thread_switched_out"] = [](const arguments&) { sys_trace_thread_switched_out_user(); };
    hooks_["thread_sched_ready"] = [this](const arguments& words) {
      sys_trace_thread_sched_ready_user(thread(words.at(0)));
    };
    hooks_["thread_pend"] = [this](const arguments& words) { sys_trace_thread_pend_user(thread(words.at(0))); };
    hooks_["isr_enter"] = [](const arguments&) { sys_trace_isr_enter_user(); };
    hooks_["isr_exit"] = [](const arguments&) { sys_trace_isr_exit_user(); };
    hooks_["idle"] = [](const arguments&) { sys_trace_idle_user(); };
    // What the readers answer: the load, then the ticks of each row that has any, and the status at the end.
    hooks_["cpu_load_get"] = [this](const arguments& words) {
      returned_.push_back(static_cast<std::uint64_t>(rtm_zephyr_cpu_load_get(number_in(words, 0)) + 1));
    };
    hooks_["analyzer_run"] = [this](const arguments& words) {
      const auto keep = [](const rtm_zephyr_row* row, void* to) {
        static_cast<std::vector<std::uint64_t>*>(to)->push_back(row->ticks);
      };
      const int answer = rtm_zephyr_analyzer_run(number_in(words, 0), keep, &returned_);
      returned_.push_back(static_cast<std::uint64_t>(-answer));
    };
  }

  [[nodiscard]] std::optional<isr_hook_names> isr_hooks() const override { return {{"isr_enter", "isr_exit"}}; }

 protected:
  void create(const std::string& name) override { sys_trace_thread_create_user(add(name)); }

 private:
  k_thread* add(const std::string& name) {
    const char* const kept = names_.emplace_back(name).c_str();
    return &threads_.emplace_back(k_thread{kept, name.starts_with("idle") ? K_IDLE_PRIO : 1});
  }
  /// The latest of that name.
  k_thread* thread(const std::string& name) {
    for (auto t = threads_.rbegin(); t != threads_.rend(); ++t)
      if (name == t->name) return &*t;
    throw std::runtime_error("found no thread '" + name + "', expected one that was created");
  }

  std::deque<k_thread> threads_;
  std::deque<std::string> names_;
};

}  // namespace

std::unique_ptr<player> make_zephyr(const os::profile& how) { return std::make_unique<zephyr_player>(how); }

}  // namespace rtm::test
