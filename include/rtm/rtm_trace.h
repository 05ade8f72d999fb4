/* SPDX-License-Identifier: MIT
 * A trace beside the ledger, for C99 and C++: every fact that rtm.h is told, kept in a bounded memory, and made into a
 * stream of bytes (docs/trace-format.md) outside the hooks. Needs RTM_TRACE 1 in rtm_config.h for the whole build;
 * without it rtm_core has no code and no byte for this, and rtm_trace_attach answers RTM_BAD_CONFIG.
 *
 *   static rtm_core core0;
 *   static rtm_ticks core0_trace[RTM_TRACE_MEMORY_WORDS(8, 1024)];         // 8 pages of 1 KiB
 *   static rtm_trace_out core0_out;
 *   ...
 *   rtm_trace_setup setup = {core0_trace, sizeof core0_trace, 8, RTM_TRACE_DROP_NEW, 0, CLOCK_HZ, {WINDOW, 0}};
 *   rtm_trace_attach(&core0, &setup);                                      // before rtm_start
 *   rtm_start(&core0, clock_now(), RTM_KERNEL, &setup.timing);
 *   rtm_trace_begin(&core0_out, core0_trace, names, 3, uart_write, NULL);
 *   ...
 *   while (rtm_trace_step(&core0_out, &core0)) {}                          // the least urgent task, or the idle loop
 *
 * What becomes of the trace never changes a number of the ledger: if nobody sends in time, facts are lost and counted,
 * and the stream says how many and where. "Owner" in Context means what it means in rtm.h.
 */
#ifndef RTM_RTM_TRACE_H
#define RTM_RTM_TRACE_H

#include "rtm/rtm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What happens when the memory is full. */
typedef enum rtm_trace_mode {
  RTM_TRACE_DROP_NEW = 0,   /**< New facts are lost and counted, until a page has been sent. */
  RTM_TRACE_KEEP_NEWEST = 1 /**< The oldest page is written over; a fault freezes what led to it (flight recorder). */
} rtm_trace_mode;

/** Room for `pages` pages (a power of 2, at least 2) of `page_bytes` bytes; a fact takes two words. A page holds at
 *  least its head and the state of the core: 128 bytes are enough for few frames and points, 1024 are reasonable.
 *  The memory has no constructor and may lie in a section that start-up does not clear. */
#define RTM_TRACE_MEMORY_WORDS(pages, page_bytes)       \
  (RTM_TRACE_HEAD_BYTES / (unsigned)sizeof(rtm_ticks) + \
   (unsigned)(pages) * (((unsigned)(page_bytes) + (unsigned)sizeof(rtm_ticks) - 1u) / (unsigned)sizeof(rtm_ticks)))
#define RTM_TRACE_HEAD_BYTES ((RTM_WIDE) ? 176u : 136u)

/** Where a trace goes and what its stream says of itself. */
typedef struct rtm_trace_setup {
  rtm_ticks* memory;   /**< Stays where it is while it is attached. */
  size_t memory_bytes; /**< Of all of it. */
  uint32_t pages;      /**< A power of 2, at least 2. */
  uint32_t mode;       /**< An rtm_trace_mode. */
  uint32_t core;       /**< Number of the core in the stream, 0 .. 255. */
  uint64_t clock_hz;   /**< Of `now`. */
  rtm_timing timing;   /**< As given to rtm_start. */
} rtm_trace_setup;

/** Lets the facts of `core` go into a memory, from its rtm_start on. What the memory held is gone.
 *
 *  @retval RTM_OK          attached
 *  @retval RTM_BAD_CONFIG  built without RTM_TRACE, or with another rtm_config.h than the caller; pages no power of 2;
 *                          a page too small for the state of such a core, or larger than 32768 bytes; mode or core out
 *                          of range. Nothing changed.
 *  Context  start-up before rtm_start, or owner followed by rtm_start or rtm_reset.   Bound  O(pages).
 *  Wrong    before asking rtm_trace_holds, if a trace of the run before may be there. */
#define rtm_trace_attach(core, setup) rtm_trace_attach_sized((core), (setup), sizeof(rtm_core))
rtm_status rtm_trace_attach_sized(rtm_core* core, const rtm_trace_setup* setup, size_t core_size);

/** Nothing is recorded from here on, so that what led here stays; and goes on. Facts in between are told as lost.
 *
 *  Context  owner.   Bound  O(1).   Wrong  from another core; to thaw while the pages are being read. */
void rtm_trace_freeze(rtm_core* core);
void rtm_trace_thaw(rtm_core* core);
/** 1: attached and not frozen, by rtm_trace_freeze or by a fault.   Context  owner. */
int rtm_trace_is_recording(const rtm_core* core);

/** Facts that could not be recorded since rtm_trace_attach; stops at the largest number.
 *  @param memory  attached, or rtm_trace_holds of it   Context  any core, any context.   Bound  O(1). */
rtm_ticks rtm_trace_lost(const rtm_ticks* memory);

/** 1: this memory holds a trace, of this run or of one that a reset ended. Not so after power-up, whatever the memory
 *  holds then. Send it (rtm_trace_end_run, rtm_trace_begin, rtm_trace_step with NULL) before rtm_trace_attach.
 *  Context  any.   Bound  O(1).   Wrong  for memory that lost power for a moment: the head is checked, the facts in the
 *           pages are not. */
int rtm_trace_holds(const rtm_ticks* memory, size_t memory_bytes);
/** The ledger of this memory is gone: lets its last page, and a trace that keeps the newest, be read.
 *  Context  after a reset.   Wrong  while it is attached: that is rtm_trace_freeze. */
void rtm_trace_end_run(rtm_ticks* memory);

/* ---- Sending ---- */

/** Takes up to `count` bytes and says how many it took; 0 if it cannot now. Must not wait. */
typedef size_t (*rtm_trace_write)(void* context, const uint8_t* bytes, size_t count);

#define RTM_TRACE_TASK ((uint8_t)0)
#define RTM_TRACE_ISR ((uint8_t)1)
#define RTM_TRACE_SWI ((uint8_t)2)
#define RTM_TRACE_POINT ((uint8_t)3)
/** What an id is called. */
typedef struct rtm_trace_name {
  uint8_t of; /**< RTM_TRACE_TASK ... */
  uint32_t id;
  const char* text; /**< UTF-8, zero-terminated; at most 64 bytes are sent. */
} rtm_trace_name;

#define RTM_TRACE_EXCHANGES 4u /**< Kept until they have been sent, if RTM_TRACE_FINDINGS is not 0. */

/** An encoder in the caller's memory. One a core. */
typedef struct rtm_trace_out {
  union {
    unsigned char bytes[(RTM_TRACE_PACKET_BYTES) + ((RTM_WIDE) ? 136u : 120u) + 16u * (unsigned)sizeof(void*) +
                        ((RTM_TRACE_FINDINGS) == 0 ? 0u
                                                   : 24u * (unsigned)(RTM_TRACE_FINDINGS) + 40u * RTM_TRACE_EXCHANGES +
                                                         56u + 2u * (unsigned)sizeof(void*))];
    uint64_t alignment;
    void* pointer;
  } do_not_touch;
} rtm_trace_out;

/** Begins to send what `memory` holds and will hold. `memory` and `names` must stay where they are.
 *
 *  @retval RTM_OK
 *  @retval RTM_NOT_STARTED  the memory holds no trace: rtm_trace_attach comes first
 *  @retval RTM_BAD_CONFIG   RTM_TRACE_PACKET_BYTES are too few for RTM_DEPTH frames and RTM_POINT_FRAMES open points
 *  Context  any, before the first step.   Bound  O(1). */
rtm_status rtm_trace_begin(rtm_trace_out* out, rtm_ticks* memory, const rtm_trace_name* names, size_t names_count,
                           rtm_trace_write write, void* context);

/** Makes one packet and hands it out, or what is left of one.
 *
 *  @param core  the core whose memory it is; NULL: its ledger is gone (after a reset)
 *  @returns 1: call again. 0: nothing to do now, or `write` takes nothing.
 *  Context  any, on any core, interrupted by hooks at will; one caller at a time.
 *  Bound    one packet of RTM_TRACE_PACKET_BYTES: about 80 instructions a byte. Never waits.
 *  Wrong    in an ISR more urgent than the hooks: they cannot go on meanwhile. */
int rtm_trace_step(rtm_trace_out* out, const rtm_core* core);
/** 1: bytes wait for `write` to take them. */
int rtm_trace_is_pending(const rtm_trace_out* out);

/** There are `count` more names by now, behind those given to rtm_trace_begin. They are sent next. Context as
 *  rtm_trace_step. */
void rtm_trace_add_names(rtm_trace_out* out, size_t count);

/** Only whole pages are sent until this is asked for: then all that is recorded by now. Context as rtm_trace_step. */
void rtm_trace_flush(rtm_trace_out* out);
/** After all facts, the sums of the epoch and of the window in progress follow, for `rtm verify`. Call it after
 *  rtm_snapshot, and report no fact until rtm_trace_step answers 0. */
void rtm_trace_send_snapshot(rtm_trace_out* out);
/** In the end, an end: a reader then knows that nothing is missing. When no more facts come. */
void rtm_trace_finish(rtm_trace_out* out);

/* ---- What goes with a trace beside facts ---- */

/** Repairs that the port of an OS has made in this epoch, by kind; they are sent when their sum has changed, with the
 *  next header and in the end. `counts` stays where it is.
 *
 *  @param kinds  how many counts there are; the numbers are those of docs/os.md
 *  Context  after rtm_trace_begin, before the first rtm_trace_step. */
void rtm_trace_watch_repairs(rtm_trace_out* out, const uint32_t* counts, uint32_t kinds);

/** Who found something. The statuses of the other ones are those of rtm/pmu/status.hpp and rtm/sync/status.hpp. */
#define RTM_FINDER_CLOCK 0u    /**< RTM_CLOCK_OK ... */
#define RTM_FINDER_CORE 1u     /**< 0 ok, 1 a core that is not meant; subject: its number as the CPU counts. */
#define RTM_FINDER_PMU 2u      /**< Subject: the counter, event or interrupt. */
#define RTM_FINDER_SYNC 3u     /**< Subject: the window; detail: lateness in ticks. */
#define RTM_FINDER_COVERAGE 4u /**< 0 all are covered, 1 one is not; subject: one of those, detail: how many. */

#define RTM_CLOCK_OK 0u
#define RTM_CLOCK_STUCK 1u
#define RTM_CLOCK_STOPS_IN_IDLE 2u
#define RTM_CLOCK_TOO_FAST 3u
#define RTM_CLOCK_TOO_SLOW 4u
#define RTM_REFERENCE_STUCK 5u
#define RTM_CLOCK_NOT_TESTED 6u

/** Something that start-up or a check has found, for the report. It is sent after every header.
 *
 *  @returns 1: kept. 0: RTM_TRACE_FINDINGS are kept already (0: built without), and this one is not told.
 *  Context  as rtm_trace_step, after rtm_trace_begin. */
int rtm_trace_find(rtm_trace_out* out, uint32_t of, uint32_t status, uint32_t subject, uint64_t detail);

/** Which clock this core reads: cores that read the same one say the same number, and a report can then show them as
 *  one system. 0: built without RTM_TRACE_FINDINGS. Context as rtm_trace_find. */
int rtm_trace_clock(rtm_trace_out* out, uint32_t number);

/** Readings of two clocks in an exchange of stamps: sent and returned of this core's, the others of the other one. */
typedef struct rtm_trace_stamps {
  uint64_t sent;
  uint64_t received;
  uint64_t replied;
  uint64_t returned;
} rtm_trace_stamps;
/** An exchange with a core that reads clock `other`. 0: no room, drain the stream first; or built without. */
int rtm_trace_exchanged(rtm_trace_out* out, uint32_t other, const rtm_trace_stamps* stamps);

#ifdef __cplusplus
}
#endif

#endif
