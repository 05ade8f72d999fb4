// SPDX-License-Identifier: MIT
// RT-Thread: the functions that the port has installed as hooks. A thread whose name begins with "tidle" is idle.
#include <rtthread.h>

#include <cstring>
#include <deque>

#include "players.hpp"
//
#include "ports/os/rt_thread/hooks.hpp"

namespace rtm::test {
namespace {

struct installed_hooks {
  void (*detached)(rt_object*) = nullptr;
  void (*inited)(rt_thread_t) = nullptr;
  void (*scheduler)(rt_thread_t, rt_thread_t) = nullptr;
  void (*idle)() = nullptr;
  void (*enter)() = nullptr;
  void (*leave)() = nullptr;
} rt_hooks;
rt_thread* rt_idle_thread = nullptr;

struct rt_thread_tag {};
using rt_thread_base = player_over<test_config<rt_thread_tag, 1>>;

}  // namespace
}  // namespace rtm::test

extern "C" {
rt_uint8_t rt_object_get_type(rt_object_t object) { return object->type; }
rt_thread_t rt_thread_idle_gethandler(void) { return rtm::test::rt_idle_thread; }
void rt_object_detach_sethook(void (*hook)(struct rt_object*)) { rtm::test::rt_hooks.detached = hook; }
void rt_thread_inited_sethook(void (*hook)(rt_thread_t)) { rtm::test::rt_hooks.inited = hook; }
void rt_scheduler_sethook(void (*hook)(rt_thread_t, rt_thread_t)) { rtm::test::rt_hooks.scheduler = hook; }
rt_err_t rt_thread_idle_sethook(void (*hook)(void)) {
  rtm::test::rt_hooks.idle = hook;
  return 0;
}
void rt_interrupt_enter_sethook(void (*hook)(void)) { rtm::test::rt_hooks.enter = hook; }
void rt_interrupt_leave_sethook(void (*hook)(void)) { rtm::test::rt_hooks.leave = hook; }
}

RTM_RT_THREAD_HOOKS((*rtm::test::rt_thread_base::object))

namespace rtm::test {
namespace {

class rt_thread_player : public rt_thread_base {
 public:
  rt_thread_player() : rt_thread_base(os::rt_thread) {
    rt_idle_thread = nullptr;
    rtm_rt_thread_install();
    hooks_["thread_inited"] = [this](const arguments& words) { create(words.at(0)); };
    hooks_["unannounced"] = [this](const arguments& words) { add(words.at(0)); };
    hooks_["object_detach"] = [this](const arguments& words) { rt_hooks.detached(&thread(words.at(0))->parent); };
    hooks_["semaphore_detach"] = [](const arguments&) {
      rt_object semaphore = {"lock", RT_Object_Class_Semaphore, 0};
      rt_hooks.detached(&semaphore);
    };
    hooks_["scheduler"] = [this](const arguments& words) {
      rt_hooks.scheduler(thread(words.at(0)), thread(words.at(1)));
    };
    hooks_["interrupt_enter"] = [](const arguments&) { rt_hooks.enter(); };
    hooks_["interrupt_leave"] = [](const arguments&) { rt_hooks.leave(); };
    hooks_["idle"] = [](const arguments&) { rt_hooks.idle(); };
  }

  [[nodiscard]] std::optional<isr_hook_names> isr_hooks() const override {
    return {{"interrupt_enter", "interrupt_leave"}};
  }

 protected:
  void create(const std::string& name) override { rt_hooks.inited(add(name)); }

 private:
  rt_thread_t add(const std::string& name) {
    rt_thread& made = threads_.emplace_back();
    std::strncpy(made.parent.name, name.c_str(), sizeof made.parent.name - 1);
    made.parent.type = RT_Object_Class_Thread;
    if (name.starts_with("tidle")) rt_idle_thread = &made;
    return &made;
  }
  rt_thread_t thread(const std::string& name) {
    for (auto t = threads_.rbegin(); t != threads_.rend(); ++t)
      if (name == t->parent.name) return &*t;
    throw std::runtime_error("found no thread '" + name + "', expected one that was made");
  }

  std::deque<rt_thread> threads_;
};

}  // namespace

std::unique_ptr<player> make_rt_thread() { return std::make_unique<rt_thread_player>(); }

}  // namespace rtm::test
