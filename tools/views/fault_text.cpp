// SPDX-License-Identifier: MIT
#include "views/fault_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "report/words.hpp"
#include "rtm/os/repairs.hpp"

namespace rtm::host {
namespace {

template <class Row>
std::string id_text(std::string_view kind, std::uint64_t id, const std::vector<Row>& rows) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.id == id; });
  const bool has_name = row != rows.end() && row->name;
  return has_name ? fmt::format("{} {} ({})", kind, id, *row->name) : fmt::format("{} {}", kind, id);
}

bool has_row(const std::vector<call_row>& rows, std::uint64_t id) {
  return std::any_of(rows.begin(), rows.end(), [&](const call_row& r) { return r.id == id && r.open != 0; });
}

std::string point_text(const fault_row& fault, const epoch_row& epoch) {
  return fault.expected ? id_text("point", *fault.expected, epoch.points) : "no point";
}

/// The topmost frame: the fault names its id, the rows tell whether an ISR or a Swi of that id is active.
std::string frame_text(const fault_row& fault, const epoch_row& epoch) {
  if (!fault.expected) return "no frame";
  const bool is_swi = has_row(epoch.swis, *fault.expected) && !has_row(epoch.isrs, *fault.expected);
  return is_swi ? id_text("swi", *fault.expected, epoch.swis) : id_text("isr", *fault.expected, epoch.isrs);
}

/// Such an id is no task's: it says which repair a port of an OS did not make.
bool is_refused_repair(const fault_row& fault) {
  return fault.kind == status::bad_id && fault.fact == fact_kind::task_switch && fault.id && *fault.id <= no_id &&
         os::is_refused_repair(static_cast<std::uint32_t>(*fault.id));
}

std::string fact_text(const fault_row& fault, const epoch_row& epoch) {
  const std::string word(word_of(fault.fact));
  switch (fault.fact) {
    case fact_kind::poll: return "a poll";
    case fact_kind::isr_enter:
    case fact_kind::isr_exit: return word + " of " + id_text("isr", fault.id.value_or(0), epoch.isrs);
    case fact_kind::swi_enter:
    case fact_kind::swi_exit: return word + " of " + id_text("swi", fault.id.value_or(0), epoch.swis);
    case fact_kind::point_begin:
    case fact_kind::point_end: return word + " of " + id_text("point", fault.id.value_or(0), epoch.points);
    case fact_kind::task_switch:
      if (is_refused_repair(fault)) return "a hook of the OS";
      [[fallthrough]];
    case fact_kind::reset:
      return word + " to " + (fault.id ? id_text("task", *fault.id, epoch.tasks) : "idle, kernel or unknown");
    default: return word + " of " + id_text("task", fault.id.value_or(0), epoch.tasks);
  }
}

std::string reason_text(const fault_row& fault, const epoch_row& epoch) {
  switch (fault.kind) {
    case status::gap_exceeded: return "more than max_gap ticks after the last fact";
    case status::time_backwards: return "behind the last fact: the clock went backwards";
    case status::bad_id:
      if (!is_refused_repair(fault)) return "an id outside the capacity";
      if (*fault.id == os::fault_id_of(os::repair::silent_hooks))
        return std::string(os::repair_meaning(os::repair::silent_hooks)) + " (silent_hooks)";
      return "the strict port refuses the repair " + repair_word(*fault.id - os::refused_repair_id);
    case status::swi_over_isr: return fmt::format("a Swi inside hardware interrupt {}", frame_text(fault, epoch));
    case status::stack_full: return fmt::format("all {} frames of the stack are active", fault.depth);
    case status::point_stack_full: return "all points of the stack are open";
    case status::switch_in_isr: return fmt::format("{} is still active", frame_text(fault, epoch));
    case status::isr_underflow:
    case status::swi_underflow: return "no frame is active";
    case status::point_underflow: return "the running context has no open point";
    case status::isr_mismatch:
    case status::swi_mismatch: return fmt::format("the topmost frame is {}", frame_text(fault, epoch));
    case status::point_mismatch: return fmt::format("the innermost open point is {}", point_text(fault, epoch));
    case status::point_left_open: return fmt::format("{} has not ended", point_text(fault, epoch));
    default: return "no reason known";
  }
}

}  // namespace

std::string sentence_of(const fault_row& fault, const epoch_row& epoch) {
  const bool is_time = fault.kind == status::gap_exceeded || fault.kind == status::time_backwards;
  const std::string reading = is_time ? fmt::format(" with reading {}", fault.reading_ticks) : std::string();
  return fmt::format("tick {}: {}{}: {} [{}]", fault.time_ticks, fact_text(fault, epoch), reading,
                     reason_text(fault, epoch), word_of(fault.kind));
}

}  // namespace rtm::host
