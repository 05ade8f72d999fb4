// SPDX-License-Identifier: MIT
// SYS/BIOS: the functions of its hook sets. A task whose name is "idle" is the idle task.
#include <ti/sysbios/hal/Hwi.h>
#include <ti/sysbios/knl/Swi.h>
#include <ti/sysbios/knl/Task.h>
#include <xdc/runtime/Error.h>
#include <xdc/std.h>

#include <deque>

#include "players.hpp"
//
#include "ports/os/sysbios/hooks.hpp"

struct Swi_Object {
  std::string name;
  Ptr context = nullptr;
};
struct Task_Object {
  std::string name;
};

namespace rtm::test {
namespace {

Task_Handle bios_idle_task = nullptr;

struct sysbios_tag {};
using sysbios_base = player_over<test_config<sysbios_tag, 1>>;

}  // namespace
}  // namespace rtm::test

extern "C" {
Task_Handle Task_getIdleTask(void) { return rtm::test::bios_idle_task; }
String Task_Handle_name(Task_Handle task) { return task->name.data(); }
Ptr Swi_getHookContext(Swi_Handle swi, Int) { return swi->context; }
void Swi_setHookContext(Swi_Handle swi, Int, Ptr context) { swi->context = context; }
}

RTM_SYSBIOS_HOOKS((*rtm::test::sysbios_base::object))

namespace rtm::test {
namespace {

class sysbios_player : public sysbios_base {
 public:
  sysbios_player() : sysbios_base(os::sysbios) {
    bios_idle_task = nullptr;
    rtm_sysbios_swis = {};
    rtm_sysbios_swi_register(0);
    hooks_["task_create"] = [this](const arguments& words) { create(words.at(0)); };
    hooks_["unannounced"] = [this](const arguments& words) { add(words.at(0)); };
    hooks_["task_delete"] = [this](const arguments& words) { rtm_sysbios_task_delete(task(words.at(0))); };
    hooks_["task_switch"] = [this](const arguments& words) {
      rtm_sysbios_task_switch(words.at(0) == "none" ? nullptr : task(words.at(0)), task(words.at(1)));
    };
    hooks_["hwi_begin"] = [](const arguments&) { rtm_sysbios_hwi_begin(nullptr); };
    hooks_["hwi_end"] = [](const arguments&) { rtm_sysbios_hwi_end(nullptr); };
    hooks_["swi_begin"] = [this](const arguments& words) { rtm_sysbios_swi_begin(swi(words.at(0))); };
    hooks_["swi_end"] = [this](const arguments& words) { rtm_sysbios_swi_end(swi(words.at(0))); };
    hooks_["swi_id"] = [this](const arguments& words) { returned_.push_back(rtm_sysbios_swi_id(swi(words.at(0)))); };
    hooks_["idle"] = [](const arguments&) { rtm_sysbios_idle(); };
  }

  [[nodiscard]] std::optional<isr_hook_names> isr_hooks() const override { return {{"hwi_begin", "hwi_end"}}; }

 protected:
  void create(const std::string& name) override { rtm_sysbios_task_create(add(name), nullptr); }

 private:
  Task_Handle add(const std::string& name) {
    Task_Object& made = tasks_.emplace_back(Task_Object{name});
    if (name == "idle") bios_idle_task = &made;
    return &made;
  }
  Task_Handle task(const std::string& name) {
    for (auto t = tasks_.rbegin(); t != tasks_.rend(); ++t)
      if (name == t->name) return &*t;
    throw std::runtime_error("found no task '" + name + "', expected one that was created");
  }
  /// Swis are there from the beginning: static ones have no hook that tells of them.
  Swi_Handle swi(const std::string& name) {
    for (Swi_Object& s : swis_)
      if (s.name == name) return &s;
    return &swis_.emplace_back(Swi_Object{name});
  }

  std::deque<Task_Object> tasks_;
  std::deque<Swi_Object> swis_;
};

}  // namespace

std::unique_ptr<player> make_sysbios() { return std::make_unique<sysbios_player>(); }

}  // namespace rtm::test
