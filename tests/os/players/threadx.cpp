// SPDX-License-Identifier: MIT
// ThreadX: the functions that its assembler sources call, and the variables that it has set by then. Arguments:
// `next=T` sets what will run next, `current=T` what runs; `none` is no thread. They stay until they are set again.
#include <cstring>
#include <deque>

#include "players.hpp"
#include "stand_in/threadx/tx_api.h"
#include "stand_in/threadx/tx_thread.h"
//
#include "ports/os/threadx/execution_profile.hpp"
#include "ports/os/threadx/hooks.hpp"

TX_THREAD* _tx_thread_current_ptr;
TX_THREAD* _tx_thread_execute_ptr;
volatile ULONG _tx_thread_system_state;
volatile UINT _tx_thread_preempt_disable;

namespace rtm::test {

struct threadx_tag {};
using threadx_config = test_config<threadx_tag, 1>;
using threadx_player_base = player_over<threadx_config>;

}  // namespace rtm::test

RTM_THREADX_HOOKS((*rtm::test::threadx_player_base::object))
RTM_THREADX_EXECUTION_PROFILE((*rtm::test::threadx_player_base::object))

namespace rtm::test {
namespace {

class threadx_player : public threadx_player_base {
 public:
  explicit threadx_player(const os::profile& how) : threadx_player_base(how) {
    add("thread_enter", _tx_execution_thread_enter);
    add("thread_exit", _tx_execution_thread_exit);
    add("isr_enter", _tx_execution_isr_enter);
    add("isr_exit", _tx_execution_isr_exit);
    add("state", [] {});
    add("preempt_disable", [] { _tx_thread_preempt_disable = 1; });
    add("preempt_enable", [] { _tx_thread_preempt_disable = 0; });
    add("initializing", [] { _tx_thread_system_state = TX_INITIALIZE_IN_PROGRESS + 1; });
    add("scheduling", [] { _tx_thread_system_state = 0; });
    hooks_["deleted"] = [this](const arguments& words) { rtm_threadx_deleted(thread(words.at(0))); };
    // A new thread in the control block of an old one: tx_thread_create clears it.
    hooks_["created_in"] = [this](const arguments& words) {
      *thread(words.at(0)) = TX_THREAD{name_of(words.at(1)), 0};
    };
    hooks_["thread_time"] = [this](const arguments& words) {
      EXECUTION_TIME time = 0;
      returned_.push_back(_tx_execution_thread_time_get(thread(words.at(0)), &time));
      returned_.push_back(time);
    };
    hooks_["thread_time_reset"] = [this](const arguments& words) {
      returned_.push_back(_tx_execution_thread_time_reset(thread(words.at(0))));
    };
    add_total("total_time", _tx_execution_thread_total_time_get, _tx_execution_thread_total_time_reset);
    add_total("isr_time", _tx_execution_isr_time_get, _tx_execution_isr_time_reset);
    add_total("idle_time", _tx_execution_idle_time_get, _tx_execution_idle_time_reset);
  }

  [[nodiscard]] std::optional<isr_hook_names> isr_hooks() const override { return {{"isr_enter", "isr_exit"}}; }

 protected:
  /// Nobody tells that a thread is created: it is seen when it first runs.
  void create(const std::string& name) override { threads_.push_back(TX_THREAD{name_of(name), 0}); }

  void forget_tasks() override {
    _tx_thread_current_ptr = _tx_thread_execute_ptr = nullptr;
    _tx_thread_system_state = 0;
    _tx_thread_preempt_disable = 0;
    rtm_threadx_profile(*object) = {};
    threads_.clear();
    names_.clear();
  }

 private:
  void add(const std::string& name, std::function<void()> call) {
    hooks_[name] = [this, call](const arguments& words) {
      for (const std::string& word : words) set(word);
      call();
    };
  }
  void add_total(const std::string& name, UINT (*get)(EXECUTION_TIME*), UINT (*reset)(void)) {
    hooks_[name] = [this, get](const arguments&) {
      EXECUTION_TIME time = 0;
      returned_.push_back(get(&time));
      returned_.push_back(time);
    };
    hooks_[name + "_reset"] = [this, reset](const arguments&) { returned_.push_back(reset()); };
  }
  void set(const std::string& word) {
    if (word.starts_with("current=")) {
      _tx_thread_current_ptr = thread(word.substr(8));
    } else if (word.starts_with("next=")) {
      _tx_thread_execute_ptr = thread(word.substr(5));
    } else {
      throw std::runtime_error("found '" + word + "', expected current=T or next=T");
    }
  }
  TX_THREAD* thread(const std::string& name) {
    if (name == "none") return nullptr;
    for (TX_THREAD& t : threads_)
      if (name == t.tx_thread_name) return &t;
    throw std::runtime_error("found no thread '" + name + "', expected one of the transcript's tasks");
  }
  char* name_of(const std::string& name) { return names_.emplace_back(name).data(); }

  std::deque<TX_THREAD> threads_;
  std::deque<std::string> names_;
};

}  // namespace

std::unique_ptr<player> make_threadx(const os::profile& how) { return std::make_unique<threadx_player>(how); }

}  // namespace rtm::test
