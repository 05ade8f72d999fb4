// SPDX-License-Identifier: MIT
// The places of tasks.c and of a port at which FreeRTOS expands its trace macros, and a player that goes there.
// Included by one file for each way to keep ids, which has set the macros of hooks.h.
#pragma once

#include <cstring>
#include <deque>

#include "players/freertos_object.hpp"
#include "stand_in/freertos/tasks_internal.h"

namespace rtm::test {
namespace {

TCB_t* pxCurrentTCB = nullptr;
[[maybe_unused]] TaskHandle_t xIdleTaskHandle = nullptr;
[[maybe_unused]] TaskHandle_t xIdleTaskHandles[1] = {nullptr};

class kernel_player : public freertos_player {
 public:
  explicit kernel_player(const os::profile& how) : freertos_player(how) {
    hooks_["traceTASK_CREATE"] = [this](const arguments& words) { create(words.at(0)); };
    hooks_["traceTASK_DELETE"] = [this](const arguments& words) { traceTASK_DELETE(&task(words.at(0))); };
    hooks_["traceTASK_SWITCHED_IN"] = [this](const arguments& words) {
      pxCurrentTCB = &task(words.at(0));
      traceTASK_SWITCHED_IN();
    };
    hooks_["traceTASK_SWITCHED_OUT"] = [](const arguments&) { traceTASK_SWITCHED_OUT(); };
    hooks_["traceISR_ENTER"] = [](const arguments&) { traceISR_ENTER(); };
    hooks_["traceISR_EXIT"] = [](const arguments&) { traceISR_EXIT(); };
    hooks_["traceISR_EXIT_TO_SCHEDULER"] = [](const arguments&) { traceISR_EXIT_TO_SCHEDULER(); };
    hooks_["traceTASK_INCREMENT_TICK"] = [](const arguments&) { traceTASK_INCREMENT_TICK(0); };
    hooks_["traceLOW_POWER_IDLE_BEGIN"] = [](const arguments&) { traceLOW_POWER_IDLE_BEGIN(); };
    hooks_["traceLOW_POWER_IDLE_END"] = [](const arguments&) { traceLOW_POWER_IDLE_END(); };
    // A task of before the macros: nobody has told of its creation.
    hooks_["unannounced"] = [this](const arguments& words) { add(words.at(0)); };
  }

  [[nodiscard]] std::optional<isr_hook_names> isr_hooks() const override {
    return {{"traceISR_ENTER", "traceISR_EXIT"}};
  }

 protected:
  void create(const std::string& name) override {
    TCB_t& made = add(name);
    traceTASK_CREATE(&made);
    if (!name.starts_with("IDLE")) return;
    made.uxTaskAttributes = taskATTRIBUTE_IS_IDLE;
    xIdleTaskHandle = xIdleTaskHandles[0] = &made;
  }

  void forget_tasks() override {
    pxCurrentTCB = nullptr;
    tasks_.clear();
  }

 private:
  TCB_t& add(const std::string& name) {
    TCB_t& made = tasks_.emplace_back();
    std::strncpy(made.pcTaskName, name.c_str(), sizeof made.pcTaskName - 1);
    return made;
  }
  /// The latest of that name: a control block may be used again, a name too.
  TCB_t& task(const std::string& name) {
    for (auto t = tasks_.rbegin(); t != tasks_.rend(); ++t)
      if (name == t->pcTaskName) return *t;
    throw std::runtime_error("found no task '" + name + "', expected one that was created");
  }

  std::deque<TCB_t> tasks_;
};

}  // namespace
}  // namespace rtm::test
