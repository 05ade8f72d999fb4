// SPDX-License-Identifier: MIT
#include "exports/ctf_metadata.hpp"

#include <fmt/format.h>

#include <string_view>

#include "rtm/version.h"

namespace rtm::host {
namespace {

/// Everything lies on byte boundaries, little-endian. {} is the version, then the rate of the clock.
constexpr std::string_view head = R"(/* CTF 1.8 */

typealias integer {{ size = 8; align = 8; signed = false; }} := uint8_t;
typealias integer {{ size = 32; align = 8; signed = false; }} := uint32_t;
typealias integer {{ size = 64; align = 8; signed = false; }} := uint64_t;
typealias integer {{ size = 32; align = 8; signed = true; }} := int32_t;
typealias integer {{ size = 64; align = 8; signed = true; }} := int64_t;

trace {{
  major = 1;
  minor = 8;
  byte_order = le;
  packet.header := struct {{
    uint32_t magic;
    uint32_t stream_id;
  }};
}};

env {{
  hostname = "rtm";
  domain = "kernel";
  sysname = "Linux";
  kernel_release = "none";
  kernel_version = "none: exported by rtm {}";
  tracer_name = "lttng-modules";
  tracer_major = 2;
  tracer_minor = 13;
  tracer_patchlevel = 0;
}};

clock {{
  name = "monotonic";
  description = "The clock of the ledger, in its ticks";
  freq = {};
  offset_s = 0;
  offset = 0;
}};
)";

constexpr std::string_view metadata_body = R"(
typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := uint64_ticks_t;

stream {
  id = 0;
  packet.context := struct {
    uint64_ticks_t timestamp_begin;
    uint64_ticks_t timestamp_end;
    uint64_t content_size;
    uint64_t packet_size;
    uint64_t packet_seq_num;
    uint64_t events_discarded;
    uint32_t cpu_id;
  };
  event.header := struct {
    uint8_t id;
    uint64_ticks_t timestamp;
  };
};

event {
  name = "sched_switch"; id = 0; stream_id = 0;
  fields := struct {
    string _prev_comm; int32_t _prev_tid; int32_t _prev_prio; int64_t _prev_state;
    string _next_comm; int32_t _next_tid; int32_t _next_prio;
  };
};
event { name = "irq_handler_entry"; id = 1; stream_id = 0; fields := struct { uint64_t _irq; string _name; }; };
event { name = "irq_handler_exit"; id = 2; stream_id = 0; fields := struct { uint64_t _irq; int32_t _ret; }; };
event { name = "irq_softirq_entry"; id = 3; stream_id = 0; fields := struct { uint64_t _vec; string _name; }; };
event { name = "irq_softirq_exit"; id = 4; stream_id = 0; fields := struct { uint64_t _vec; }; };

/* Which owner a tid stands for: before its first use on a core. */
event {
  name = "rtm_thread"; id = 5; stream_id = 0;
  fields := struct {
    int32_t _tid;
    enum : uint8_t { task, idle, kernel, unknown } _kind;
    uint64_t _task;
    string _name;
  };
};
/* Whose point it is: a thread, which keeps it while it does not run; -1: the interrupt on top. */
event {
  name = "rtm_point_begin"; id = 6; stream_id = 0;
  fields := struct { int32_t _tid; uint64_t _point; string _name; };
};
event { name = "rtm_point_end"; id = 7; stream_id = 0; fields := struct { int32_t _tid; uint64_t _point; }; };
event {
  name = "rtm_task_mark"; id = 8; stream_id = 0;
  fields := struct { int32_t _tid; enum : uint8_t { activate, wait, release, terminate } _mark; };
};
/* The ledger's own sums of a window that has just ended, in ticks. */
event {
  name = "rtm_window"; id = 9; stream_id = 0;
  fields := struct {
    uint64_t _index; uint64_t _start; uint64_t _length; uint64_t _idle; uint64_t _kernel; uint64_t _unknown;
    enum : uint8_t { complete, partial, cut_by_fault } _kind;
  };
};
/* The end that follows is no return: that is where the input, the epoch or the task stopped. */
event {
  name = "rtm_cut"; id = 10; stream_id = 0;
  fields := struct { enum : uint8_t { returned, terminated, reset, fault, end_of_input } _by; };
};
/* The timestamps count from the origin of this trace; ledger_ticks is the same instant as the ledger counts it. */
event {
  name = "rtm_epoch_begin"; id = 11; stream_id = 0;
  fields := struct { uint64_t _epoch; uint64_t _ledger_ticks; };
};
event {
  name = "rtm_epoch_end"; id = 12; stream_id = 0;
  fields := struct { enum : uint8_t { returned, terminated, reset, fault, end_of_input } _by; };
};
event { name = "rtm_fault"; id = 13; stream_id = 0; fields := struct { string _text; }; };
)";

}  // namespace

std::string ctf_metadata(std::uint64_t hz) { return fmt::format(head, RTM_VERSION, hz).append(metadata_body); }

}  // namespace rtm::host
