// SPDX-License-Identifier: MIT
// ARTI: the traces that an OS expands. A hook of a transcript is class.event with the context and the value.
#include "ports/os/autosar/arti.hpp"
#include "players.hpp"

namespace rtm::test {
namespace {

struct arti_tag {};
using arti_base = player_over<test_config<arti_tag, 1>>;

}  // namespace
}  // namespace rtm::test

RTM_ARTI((*rtm::test::arti_base::object))

// The trusted function of a system whose OS traces in user mode.
extern "C" void rtm_arti_from_user(rtm_arti_event event, uint32_t id) { rtm_arti(event, id); }

namespace rtm::test {
namespace {

class arti_player : public arti_base {
 public:
  arti_player() : arti_base(os::autosar_arti) {
    add_new_names();
    add_old_names();
    hooks_["AR_CP_OS_SERVICECALLS.OsServiceCall_ActivateTask_Start"] = [](const arguments& words) {
      const uint32_t value = number_in(words, 0);
      ARTI_TRACE(USER, AR_CP_OS_SERVICECALLS, Os, 0, OsServiceCall_ActivateTask_Start, value);
    };
    hooks_["AR_CP_OS_CAT1DISPATCHER.OsIsr1_Start"] = [](const arguments& words) {
      const uint32_t value = number_in(words, 0);
      ARTI_TRACE(NOSUSP, AR_CP_OS_CAT1DISPATCHER, Os, 0, OsIsr1_Start, value);
    };
  }

 protected:
  void create(const std::string& name) override { (void)object->task_created(0, name.c_str()); }

 private:
  void add_new_names() {
#define TRACE(context, of, event) \
  hooks_[#of "." #event] = [](const arguments& words) { ARTI_TRACE(context, of, Os, 0, event, number_in(words, 0)); }
    TRACE(USER, AR_CP_OS_TASK, OsTask_Activate);
    TRACE(NOSUSP, AR_CP_OS_TASK, OsTask_Start);
    TRACE(NOSUSP, AR_CP_OS_TASK, OsTask_Preempt);
    TRACE(SPRVSR, AR_CP_OS_TASK, OsTask_Wait);
    TRACE(SPRVSR, AR_CP_OS_TASK, OsTask_Release);
    TRACE(NOSUSP, AR_CP_OS_TASK, OsTask_Terminate);
    TRACE(NOSUSP, AR_CP_OS_CAT2ISR, OsCat2Isr_Start);
    TRACE(NOSUSP, AR_CP_OS_CAT2ISR, OsCat2Isr_Stop);
  }
  void add_old_names() {
    TRACE(NOSUSP, AR_CP_OS_TASKSCHEDULER, OsTask_Activation);
    TRACE(NOSUSP, AR_CP_OS_TASKSCHEDULER, OsTask_Start);
    TRACE(NOSUSP, AR_CP_OS_TASKSCHEDULER, OsTask_Resuming);
    TRACE(NOSUSP, AR_CP_OS_TASKSCHEDULER, OsTask_Stop);
    TRACE(NOSUSP, AR_CP_OS_TASKSCHEDULER, OsTask_Waiting);
    TRACE(NOSUSP, AR_CP_OS_TASKSCHEDULER, OsTask_Release);
    TRACE(NOSUSP, AR_CP_OS_CAT2DISPATCHER, OsIsr2_Start);
    TRACE(NOSUSP, AR_CP_OS_CAT2DISPATCHER, OsIsr2_Stop);
#undef TRACE
  }
};

}  // namespace

std::unique_ptr<player> make_arti() { return std::make_unique<arti_player>(); }

}  // namespace rtm::test
