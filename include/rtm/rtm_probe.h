/* SPDX-License-Identifier: MIT
 * Which hooks does this OS really call, in which order, and what do they see? A recorder of fixed size for one run of a
 * scenario on the target; `rtm probe` reads what it prints, and names the profile of the OS. docs/probe.md has the
 * scenario and a whole program.
 *
 *   static rtm_probe_record room[200];
 *   static rtm_probe probe;
 *   rtm_probe_start(&probe, room, 200);
 *
 *   void PreTaskHook(void) { note(RTM_PROBE_IN, RTM_PROBE_NONE); }        // what the OS calls
 *   TASK(A) { note(RTM_PROBE_AT_TASK, 1); ...                             // what really runs
 *
 *   char text[RTM_PROBE_LINE];                                            // afterwards, outside of all hooks
 *   for (uint32_t n = 0; rtm_probe_line(&probe, n, text, sizeof text) != 0; ++n) print(text);
 *
 * Half of the events are hooks, which may or may not come. The other half are marks, which the scenario's own code
 * makes, so that they are true: the first knows nothing without the second.
 */
#ifndef RTM_RTM_PROBE_H
#define RTM_RTM_PROBE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What has happened. */
typedef enum rtm_probe_event {
  /* Marks of the scenario's own code. */
  RTM_PROBE_STEP,     /**< A step of the scenario begins; id: an rtm_probe_step. */
  RTM_PROBE_AT_TASK,  /**< Code of task `id` runs: its first statement, and the one after each service it calls. */
  RTM_PROBE_AT_IDLE,  /**< Code of the idle loop or idle task runs. Once a step is enough. */
  RTM_PROBE_BODY,     /**< First statement of the body of interrupt `id`. */
  RTM_PROBE_BODY_END, /**< Its last one. */
  /* Hooks, by whatever name the OS has for them. */
  RTM_PROBE_OUT,        /**< PostTaskHook, switched out, thread exit, suspend. */
  RTM_PROBE_IN,         /**< PreTaskHook, switched in, thread enter, resume. */
  RTM_PROBE_SWITCH,     /**< One hook for both: the scheduler hook, Task_switch; id: who comes. */
  RTM_PROBE_ENTER,      /**< An interrupt begins; id, if the hook has one. */
  RTM_PROBE_EXIT,       /**< It ends. */
  RTM_PROBE_EXIT_TO_OS, /**< It ends, and a switch follows: traceISR_EXIT_TO_SCHEDULER. */
  RTM_PROBE_IDLE        /**< The idle hook. */
} rtm_probe_event;

/** The steps of the scenario, in this order. docs/probe.md says what to do in each. */
typedef enum rtm_probe_step {
  RTM_PROBE_ACTIVATE,
  RTM_PROBE_CHAIN,
  RTM_PROBE_WAIT_SET,
  RTM_PROBE_WAIT,
  RTM_PROBE_ISR,
  RTM_PROBE_ISR_WAKE,
  RTM_PROBE_NESTED,
  RTM_PROBE_CAT1,
  RTM_PROBE_IDLE_STEP,
  RTM_PROBE_END
} rtm_probe_step;

/** The OS says that the task of `rtm_probe_record::task` is ... */
typedef enum rtm_probe_state {
  RTM_PROBE_NOT_ASKED,
  RTM_PROBE_RUNNING,
  RTM_PROBE_READY,
  RTM_PROBE_WAITING,
  RTM_PROBE_SUSPENDED
} rtm_probe_state;

/** Whether the recorder found interrupts held back when it was called. */
typedef enum rtm_probe_mask { RTM_PROBE_MASK_UNKNOWN, RTM_PROBE_OPEN, RTM_PROBE_MASKED } rtm_probe_mask;

/** No id: the hook has none, or the OS says that nobody runs (INVALID_TASK, INVALID_ISR, a null pointer). */
#define RTM_PROBE_NONE 0xFFFFFFFFu
/** The OS was not asked. */
#define RTM_PROBE_UNASKED 0xFFFFFFFEu

/** One event. */
typedef struct rtm_probe_record {
  uint32_t time; /**< [ticks] Any clock of 16 .. 32 bits that counts up; of a wider one the low 32 bits. */
  uint32_t id;   /**< Of the mark or the hook itself: see rtm_probe_event. RTM_PROBE_NONE: it has none. */
  uint32_t task; /**< Who the OS says is running: GetTaskID. RTM_PROBE_NONE: nobody. Or RTM_PROBE_UNASKED. */
  uint32_t isr;  /**< The same of interrupts: GetISRID. */
  uint8_t event; /**< An rtm_probe_event. */
  uint8_t state; /**< An rtm_probe_state: GetTaskState of `task`. */
  uint8_t mask;  /**< An rtm_probe_mask: what it was before the recorder's caller masked. */
} rtm_probe_record;

/** The recorder. Static or on a stack that lives long enough; its fields may be read in a debugger. */
typedef struct rtm_probe {
  rtm_probe_record* records;
  uint32_t capacity;
  uint32_t count; /**< Records that are there. */
  uint32_t lost;  /**< Events that came when it was full. They are the last ones: what is there has no hole. */
} rtm_probe;

/** Room for the longest line of rtm_probe_line, and its 0. */
#define RTM_PROBE_LINE 96u

/** Begins, with no record. NULL for `records`, or a capacity of 0, makes one that loses all it is told.
 *  Context  any, before the first hook comes.   Bound  constant. */
void rtm_probe_start(rtm_probe* probe, rtm_probe_record* records, uint32_t capacity);

/** Keeps `record`, or counts it as lost if there is no room.
 *
 *  Before the start (a zeroed recorder) it is lost too, so hooks may be in place earlier.
 *  Context  hooks, tasks, interrupts; the caller masks everything that may call it, THEN reads the clock.
 *  Bound    constant. Waits for nothing.
 *  Wrong    a time that was read before masking. The interrupt in between is recorded first, with a later time;
 *           `rtm probe` then says so, and names no profile. */
void rtm_probe_note(rtm_probe* probe, const rtm_probe_record* record);

/** Line `line` of the text that `rtm probe` reads, without a line end: first the version, then the loss, then a
 *  line a record.
 *
 *  @param line  0 .. ; the last one is followed by the answer 0
 *  @return characters of the whole line; what does not fit into `size`, which counts the 0 at the end, is left out.
 *          0: there is no such line, and `out` is an empty text
 *  Context  any, when nothing is recorded any more.   Bound  constant. */
size_t rtm_probe_line(const rtm_probe* probe, uint32_t line, char* out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
