// SPDX-License-Identifier: MIT
#include "report/words.hpp"

#include "rtm/os/repairs.hpp"

namespace rtm::host {

std::string_view word_of(fact_kind fact) {
  switch (fact) {
    case fact_kind::task_switch: return "task_switch";
    case fact_kind::isr_enter: return "isr_enter";
    case fact_kind::isr_exit: return "isr_exit";
    case fact_kind::swi_enter: return "swi_enter";
    case fact_kind::swi_exit: return "swi_exit";
    case fact_kind::point_begin: return "point_begin";
    case fact_kind::point_end: return "point_end";
    case fact_kind::poll: return "poll";
    case fact_kind::task_activate: return "task_activate";
    case fact_kind::task_wait: return "task_wait";
    case fact_kind::task_release: return "task_release";
    case fact_kind::task_terminate: return "task_terminate";
    case fact_kind::reset: return "reset";
  }
  return "none";
}

std::string_view word_of(status fault) {
  switch (fault) {
    case status::gap_exceeded: return "gap_exceeded";
    case status::time_backwards: return "time_backwards";
    case status::bad_id: return "bad_id";
    case status::swi_over_isr: return "swi_over_isr";
    case status::stack_full: return "stack_full";
    case status::point_stack_full: return "point_stack_full";
    case status::switch_in_isr: return "switch_in_isr";
    case status::isr_underflow: return "isr_underflow";
    case status::swi_underflow: return "swi_underflow";
    case status::point_underflow: return "point_underflow";
    case status::isr_mismatch: return "isr_mismatch";
    case status::swi_mismatch: return "swi_mismatch";
    case status::point_mismatch: return "point_mismatch";
    case status::point_left_open: return "point_left_open";
    case status::ok:
    case status::not_started:
    case status::ignored:
    case status::bad_config:
    case status::no_window:
    case status::moved: break;
  }
  return "none";
}

std::string repair_word(std::uint64_t kind) {
  if (kind >= os::repair_kinds) return "repair " + std::to_string(kind);
  return os::repair_name(os::repair(kind));
}

std::string_view repair_sentence(std::uint64_t kind) {
  if (kind >= os::repair_kinds) return "a repair that this version of the tools does not know";
  return os::repair_meaning(os::repair(kind));
}

}  // namespace rtm::host
