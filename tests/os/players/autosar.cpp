// SPDX-License-Identifier: MIT
// AUTOSAR OS and OSEK: PreTaskHook and PostTaskHook as an application writes them. What GetTaskID and GetISRID answer
// is an argument: `task=N` and `isr_id=N`, `-` for nobody. Task 4 is idle where idle is a task. `owner task=N app=M`,
// or of an `isr_id`, says whose it is; without it nobody knows.
#include <Os.h>

#include <map>

#include "players.hpp"

namespace rtm::test {
/// By "task=N" and "isr_id=N".
std::map<std::string, std::uint32_t> autosar_owners;
std::uint32_t autosar_owner(const std::string& who, std::uint32_t nobody) {
  const auto found = autosar_owners.find(who);
  return found == autosar_owners.end() ? nobody : found->second;
}
}  // namespace rtm::test

#define RTM_AUTOSAR_IS_IDLE(task) ((task) == 4U)
#define RTM_AUTOSAR_OWNER_OF_TASK(task) (rtm::test::autosar_owner("task=" + std::to_string(task), RTM_AUTOSAR_NOBODY))
#define RTM_AUTOSAR_OWNER_OF_ISR(isr) (rtm::test::autosar_owner("isr_id=" + std::to_string(isr), RTM_AUTOSAR_NOBODY))
#include "ports/os/autosar/hooks.hpp"

namespace rtm::test {
namespace {

TaskType autosar_task = INVALID_TASK;
ISRType autosar_isr = INVALID_ISR;

struct autosar_tag {};
using autosar_base = player_over<test_config<autosar_tag, 1>>;

}  // namespace
}  // namespace rtm::test

RTM_AUTOSAR_HOOKS((*rtm::test::autosar_base::object))

extern "C" {
StatusType GetTaskID(TaskRefType task) {
  *task = rtm::test::autosar_task;
  return E_OK;
}
ISRType GetISRID(void) { return rtm::test::autosar_isr; }
void PreTaskHook(void) { rtm_autosar_pre_task(); }
void PostTaskHook(void) { rtm_autosar_post_task(); }
void ShutdownHook(StatusType) { rtm_autosar_shutdown(); }
ProtectionReturnType ProtectionHook(StatusType answer) {
  rtm_autosar_protection(answer);
  return answer;
}
}

namespace rtm::test {
namespace {

class autosar_player : public autosar_base {
 public:
  explicit autosar_player(const os::profile& how) : autosar_base(how) {
    hooks_["PreTaskHook"] = [](const arguments& words) {
      ask(words);
      PreTaskHook();
    };
    hooks_["PostTaskHook"] = [](const arguments& words) {
      ask(words);
      PostTaskHook();
    };
    hooks_["ShutdownHook"] = [](const arguments&) { ShutdownHook(E_OK); };
    hooks_["ProtectionHook"] = [](const arguments& words) { (void)ProtectionHook(answer(words.at(0))); };
    hooks_["PreIsrHook"] = [](const arguments& words) { rtm_autosar_isr_enter(number_in(words, 0)); };
    hooks_["PostIsrHook"] = [](const arguments& words) { rtm_autosar_isr_exit(number_in(words, 0)); };
    // What follows is shown, not told: where a body runs of which no hook tells.
    hooks_["body"] = [](const arguments&) {};
    hooks_["owner"] = [](const arguments& words) { autosar_owners[words.at(0)] = id_in(words.at(1), 4); };
  }

 protected:
  void forget_tasks() override { autosar_owners.clear(); }
  void create(const std::string& name) override {
    const char* const names[] = {name.c_str()};
    rtm_autosar_task_names(names, 1);
  }

 private:
  static unsigned id_in(const std::string& word, std::size_t at) {
    const std::string value = word.substr(at);
    return value == "-" ? INVALID_TASK : static_cast<unsigned>(std::stoul(value));
  }
  static void ask(const arguments& words) {
    autosar_task = INVALID_TASK;
    autosar_isr = INVALID_ISR;
    for (const std::string& word : words) {
      if (word.starts_with("task=")) autosar_task = id_in(word, 5);
      if (word.starts_with("isr_id=")) autosar_isr = id_in(word, 7);
    }
  }
  static StatusType answer(const std::string& word) {
    if (word == "ignore") return PRO_IGNORE;
    if (word == "terminate_task_isr") return PRO_TERMINATETASKISR;
    if (word == "terminate_appl") return PRO_TERMINATEAPPL;
    if (word == "shutdown") return PRO_SHUTDOWN;
    throw std::runtime_error("found '" + word + "', expected an answer of ProtectionHook");
  }
};

}  // namespace

std::unique_ptr<player> make_autosar(const os::profile& how) { return std::make_unique<autosar_player>(how); }

}  // namespace rtm::test
