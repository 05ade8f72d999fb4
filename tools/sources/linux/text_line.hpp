// SPDX-License-Identifier: MIT
// One line of a trace of Linux in text, taken apart. Views are into the line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sources/linux/event.hpp"
#include "sources/linux/text_cursor.hpp"

namespace rtm::host::kernel {

/// Linux has no larger pid: PID_MAX_LIMIT of include/linux/threads.h.
inline constexpr std::uint32_t most_pid = 4 * 1024 * 1024;
/// No task is named at more length: TASK_COMM_LEN of include/linux/sched.h, without its NUL.
inline constexpr std::size_t longest_comm = 15;

struct text_event {
  std::uint64_t cpu = 0;
  std::uint64_t time_ns = 0;
  std::size_t stamp_digits = 0;  ///< Behind the point: 6 or 9.
  std::uint32_t pid = 0;         ///< Of the task that runs.
  bool names_pid = false;
  context in;
  std::string_view comm;    ///< Of that task; blanks may stand before it.
  std::string_view name;    ///< "sched_switch", perhaps with its system: "sched:sched_switch".
  std::string_view fields;  ///< What is behind the name.
};

struct text_line {
  enum class kind {
    other,         ///< Not understood.
    event,         ///< `event` is filled.
    loss,          ///< The recorder lost `lost` events of `event.cpu`; 0: it does not say how many.
    note,          ///< Of the recorder; says nothing of time.
    continuation,  ///< More of the event before it, such as its call chain.
  };
  kind is = kind::other;
  text_event event;
  std::uint64_t lost = 0;
  std::string_view expected;  ///< Of `other`.
};

/// A pid in decimal. False: it is no pid.
inline bool take_pid(text_cursor& at, std::uint32_t& pid) {
  std::uint64_t number = 0;
  if (at.number(number) == 0 || number > most_pid) return false;
  pid = static_cast<std::uint32_t>(number);
  return true;
}

/// "[002]"
inline bool take_cpu(text_cursor& at, std::uint64_t& cpu) {
  return at.skip('[') && at.number(cpu) >= 3 && at.skip(']');
}

}  // namespace rtm::host::kernel
