/* SPDX-License-Identifier: MIT
 * How loaded is this core, and by whom? TI's Load (ti.sysbios.utils.Load) on any OS, on top of a ledger (rtm.h): an
 * update closes one window for all classes at one instant, so that hwis + swis + tasks + idle + kernel + unknown is its
 * length, to the tick. docs/load.md says what differs from TI's; examples/load is a whole program.
 *
 *   static rtm_core core0;                                  // one of each a core, zeroed
 *   static rtm_load load0;
 *   static const rtm_load_port port = {clock_now, lock, unlock, NULL};
 *   rtm_timing no_windows = {0, 0};
 *   rtm_load_config config;
 *   rtm_start(&core0, clock_now(), RTM_KERNEL, &no_windows);
 *   rtm_load_defaults(&config);                             // what TI's module does
 *   config.ticksPerMs = 25000;
 *   rtm_load_start(&load0, &core0, RTM_KERNEL, &config, &port);
 *
 * The hooks of the OS then call rtm_load_hwi_begin and so on, the idle loop rtm_load_idle, and anybody the getters.
 * To keep the names of TI, see RTM_LOAD_TI_NAMES at the end.
 *
 * `load` is not NULL and not checked for it, but by rtm_load_start: a hook has no time to.
 *
 * Who may call (checked in debug builds, if the port says who calls: RTM_LOAD_WRONG_CONTEXT):
 *
 *                                    main   task, idle   Swi, Hwi   NMI, start-up   another core
 *   rtm_load_start                   yes    yes          no         no              no
 *   rtm_load_update                  no     yes          (1)        no              no
 *   rtm_load_reset                   yes    yes          (1)(2)     no              no
 *   rtm_load_set_min_idle            yes    yes          yes        no              no
 *   rtm_load_idle, _halt_begin       no     yes          no         no              no
 *   facts: rtm_load_hwi_begin ...    no     as the name says        no              no
 *   rtm_load_halt_end                no     yes          Hwi        no              no
 *   all that read: rtm_load_get_...  yes    yes          yes        yes             yes
 *
 *   (1) only without taskEnabled, as in TI's   (2) not after a fault: the frame that runs would be forgotten
 */
#ifndef RTM_RTM_LOAD_H
#define RTM_RTM_LOAD_H

#include "rtm/load_types.h"
#include "rtm/rtm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What Load needs of the machine. On SYS/BIOS lock and unlock are Hwi_disable and Hwi_restore. */
typedef struct rtm_load_port {
  rtm_ticks (*now)(void);          /**< The raw clock, RTM_CLOCK_BITS wide; it must go on in idle. */
  unsigned (*lock)(void);          /**< Masks whatever reports facts on this core. Returns the mask before. */
  void (*unlock)(unsigned before); /**< Pairs nest. */
  rtm_load_thread (*thread)(void); /**< Who calls? NULL: contexts are not checked. */
} rtm_load_port;

/* Room for one Load. src/rtm_load.cpp asserts that it is enough and wastes nothing. */
#define RTM_LOAD_ROWS ((RTM_TASKS) + 3u + (RTM_ISRS) + (RTM_SWIS))
#define RTM_LOAD_FIXED_WORDS 34u
#define RTM_LOAD_POINTER_BYTES (sizeof(rtm_load_config) + sizeof(rtm_load_port) + sizeof(void*))
#define RTM_LOAD_WORDS (3u * RTM_LOAD_ROWS + RTM_LOAD_FIXED_WORDS + (unsigned)((RTM_LOAD_POINTER_BYTES + 7u) / 8u))

/** One core's Load, in the caller's memory: static, or zeroed before rtm_load_start. Do not copy it. */
typedef struct rtm_load {
  union {
    uint64_t words[RTM_LOAD_WORDS];
    void* alignment;
  } do_not_touch;
} rtm_load;

/* ---- Life ---- */

/** TI's defaults: tasks are watched, Hwis and Swis are not, the idle function closes a window every 500 ms. ticksPerMs
 *  is left 0, to be filled in: rtm_load_start refuses 0.
 *
 *  @retval RTM_LOAD_OK   @retval RTM_LOAD_NULL
 *  Context  any. */
rtm_load_status rtm_load_defaults(rtm_load_config* config);

/** Begins, with no window yet. Called again, forgets everything before.
 *
 *  @param core    started with window 0; one Load a core
 *  @param base    who runs at this moment, as in rtm_start. Without taskEnabled the base owner becomes RTM_UNKNOWN,
 *                 for good
 *  @param config, port  copied
 *  @retval RTM_LOAD_NULL             a pointer, or one of the port's functions but thread
 *  @retval RTM_LOAD_WINDOW_ZERO, RTM_LOAD_WINDOW_TOO_LONG, RTM_LOAD_BAD_MIN_IDLE, RTM_LOAD_BAD_HALT_POINT,
 *          RTM_LOAD_BAD_METHOD       config is refused
 *  @retval RTM_LOAD_BAD_ID           base is outside the capacity
 *  @retval RTM_LOAD_CORE_NOT_STARTED, RTM_LOAD_FIXED_WINDOWS, RTM_LOAD_FAULT  core is refused
 *  @retval RTM_LOAD_BAD_SIZE         the caller was compiled with another rtm_config.h
 *  @retval RTM_LOAD_WRONG_CONTEXT
 *  Context  main or a task, no interrupt active, no halt begun.   Bound  O(capacity).
 *  Wrong    rtm_start of the core later on without this after it: windows would reach back into the ledger before.
 *  Refused, it has changed nothing. */
#define rtm_load_start(load, core, base, config, port) \
  rtm_load_start_sized((load), (core), (base), (config), (port), sizeof(rtm_load))
rtm_load_status rtm_load_start_sized(rtm_load* load, rtm_core* core, uint32_t base, const rtm_load_config* config,
                                     const rtm_load_port* port, size_t load_size);

/** Closes the window that began with the update before, publishes it, logs it, calls postUpdate; the next one begins.
 *
 *  @retval RTM_LOAD_OK
 *  @retval RTM_LOAD_NO_TIME  at the same tick as the update before: the window goes on
 *  @retval RTM_LOAD_BUSY     called while it is under way on this core, by who interrupts it or from postUpdate: the
 *                            window goes on
 *  @retval RTM_LOAD_FAULT    getters say so too until rtm_load_reset
 *  @retval RTM_LOAD_MOVED    others end periods of this ledger (rtm_reset) all the time: the window goes on
 *  @retval RTM_LOAD_FIXED_WINDOWS, RTM_LOAD_CORE_NOT_STARTED  the core has been started again, otherwise
 *  @retval RTM_LOAD_NOT_STARTED, RTM_LOAD_WRONG_CONTEXT
 *  Context  task or the idle loop; Swi and Hwi without taskEnabled.
 *  Bound  masked: what is open in the ledger, no division; then O(capacity) with interrupts on.
 *  Wrong  while (rtm_load_update(&load0) == RTM_LOAD_BUSY) {}    // waits for the one that it interrupts */
rtm_load_status rtm_load_update(rtm_load* load);

/** Forgets the window and the shortest trip; after a fault, begins a new epoch of the ledger (rtm_reset), with the base
 *  owner that rtm_load_task_switch was told last.
 *
 *  @retval RTM_LOAD_OK  the getters answer RTM_LOAD_NO_WINDOW until the next update
 *  @retval RTM_LOAD_BUSY, RTM_LOAD_MOVED, RTM_LOAD_NOT_STARTED, RTM_LOAD_WRONG_CONTEXT
 *  Context  main, task; Swi and Hwi without taskEnabled, but not after a fault.   Bound  as rtm_load_update.
 *  Wrong    to call it before every measurement: an update begins the next window too, and forgets nothing learned. */
rtm_load_status rtm_load_reset(rtm_load* load);

/** From the next update on, no trip through the idle loop counts as shorter than `ticks`.
 *
 *  @param old  NULL, or where the bound before goes
 *  @param ticks  0: no bound but what is measured
 *  @retval RTM_LOAD_BAD_MIN_IDLE  longer than the window, or without updateInIdle than half the range of the clock
 *  @retval RTM_LOAD_NOT_STARTED, RTM_LOAD_WRONG_CONTEXT
 *  Context  main, task, Swi, Hwi.   Bound  O(1).   Refused, *old is unchanged. */
rtm_load_status rtm_load_set_min_idle(rtm_load* load, uint32_t ticks, uint32_t* old);

/* ---- Facts ---- */

/* To be called by the hooks of the OS. They mask, read the clock, report to the ledger if the class is watched, unmask,
 * and answer what the ledger does (RTM_OK for a class that is not watched); the status may be dropped. Facts told to
 * the ledger directly, by rtm_isr_enter and so on, count as well, whatever the switches say.
 *
 * hwi      0 .. RTM_ISRS-1; swi: 0 .. RTM_SWIS-1. Another one, of a watched class, is a fault of the ledger
 *          (RTM_BAD_ID): no loads until rtm_load_reset.
 * Context  the owning core: a Hwi or a Swi about itself, the scheduler about a switch, anybody but main and NMI a poll.
 * Bound    that of the fact of rtm.h. Masked for all of it. */

rtm_status rtm_load_hwi_begin(rtm_load* load, uint32_t hwi);
rtm_status rtm_load_hwi_end(rtm_load* load, uint32_t hwi);
rtm_status rtm_load_swi_begin(rtm_load* load, uint32_t swi);
rtm_status rtm_load_swi_end(rtm_load* load, uint32_t swi);
/** `task` may be RTM_IDLE and RTM_KERNEL too. As rtm_task_switch. */
rtm_status rtm_load_task_switch(rtm_load* load, uint32_t task);
/** Nothing happened: at least every max_gap, if nothing else is reported. */
rtm_status rtm_load_poll(rtm_load* load);

/** One trip through the idle loop has ended, the next begins. Settles the time; with updateInIdle, closes the window if
 *  it is due.
 *
 *  @retval RTM_LOAD_OK, or what rtm_load_update answers
 *  Context  the idle loop.   Bound  that of a poll; when the window is due, of rtm_load_update too. */
rtm_load_status rtm_load_idle(rtm_load* load);

/** The CPU is about to halt / runs again. Needs idleHalts. rtm_load_hwi_begin ends a halt too, if it is the first to
 *  come. Best with interrupts masked around both: a masked CPU wakes for a pending interrupt all the same, and none can
 *  come in between halt_begin and the halt.
 *
 *  @retval RTM_LOAD_OK        halt_end: also if no halt was begun
 *  @retval RTM_LOAD_NO_HALT   not configured: method 3 has no number, and method 1 refuses windows with halts
 *  @retval RTM_LOAD_FAULT, RTM_LOAD_NOT_STARTED, RTM_LOAD_WRONG_CONTEXT
 *  Context  halt_begin: the idle loop. halt_end: there, or a Hwi before it reports its begin.
 *  Bound    that of a point of rtm.h.
 *  Wrong  rtm_load_halt_end in an ISR after its rtm_load_hwi_begin. It is not needed there. */
rtm_load_status rtm_load_halt_begin(rtm_load* load);
rtm_load_status rtm_load_halt_end(rtm_load* load);

/* ---- Results of the latest closed window ---- */

/* None of these masks or waits. If the answer is not RTM_LOAD_OK, *out is unchanged. Each may answer RTM_LOAD_NULL,
 * RTM_LOAD_NOT_STARTED, RTM_LOAD_NO_WINDOW, RTM_LOAD_FAULT, and on another core RTM_LOAD_MOVED (windows close faster
 * than it reads; four attempts have been made).
 * Context  any: main, start-up, task, Swi, Hwi, NMI, another core.   Bound  constant. */

/** @param task  0 .. RTM_TASKS-1, RTM_IDLE, RTM_KERNEL, RTM_UNKNOWN
 *  @retval RTM_LOAD_BAD_ID   @retval RTM_LOAD_NOT_WATCHED  without taskEnabled, but for RTM_UNKNOWN */
rtm_load_status rtm_load_get_task_load(const rtm_load* load, uint32_t task, rtm_load_stat* out);
/** One interrupt. @retval RTM_LOAD_BAD_ID, RTM_LOAD_NOT_WATCHED */
rtm_load_status rtm_load_get_hwi_load(const rtm_load* load, uint32_t hwi, rtm_load_stat* out);
rtm_load_status rtm_load_get_swi_load(const rtm_load* load, uint32_t swi, rtm_load_stat* out);
/** All of the class. @retval RTM_LOAD_NOT_WATCHED */
rtm_load_status rtm_load_get_global_hwi_load(const rtm_load* load, rtm_load_stat* out);
rtm_load_status rtm_load_get_global_swi_load(const rtm_load* load, rtm_load_stat* out);
/** Of the core. `out` says by which method, and whether it is exact.
 *  @retval RTM_LOAD_CPU_LOAD_OFF, RTM_LOAD_BAD_METHOD
 *  @retval RTM_LOAD_IDLE_HALTS, RTM_LOAD_NO_TRIP            of RTM_LOAD_BY_TRIPS
 *  @retval RTM_LOAD_NO_IDLE_TASK, RTM_LOAD_NO_KNOWN_TIME    of RTM_LOAD_BY_LEDGER
 *  @retval RTM_LOAD_NO_HALT                                 of RTM_LOAD_BY_HALT */
rtm_load_status rtm_load_get_cpu_load(const rtm_load* load, rtm_load_method method, rtm_load_stat* out);
/** Idle time that nobody confirms: evidence of an interrupt without a hook.
 *  @retval RTM_LOAD_CPU_LOAD_OFF, RTM_LOAD_NO_IDLE_TASK, RTM_LOAD_IDLE_HALTS, RTM_LOAD_NO_TRIP */
rtm_load_status rtm_load_get_coverage(const rtm_load* load, rtm_load_coverage* out);
/** The window by classes. */
rtm_load_status rtm_load_get_summary(const rtm_load* load, rtm_load_summary* out);

/* ---- Forms of a result. Context: any. Bound: constant, no division. Refused, they change nothing ---- */

/** In percent, 0 .. 100, rounded half up; in per mille, 0 .. 1000; in percent of TI's pair.
 *  @retval RTM_LOAD_OK   @retval RTM_LOAD_NULL   @retval RTM_LOAD_NO_TIME  0 ticks in all: no load, and not 0 %
 *  @retval RTM_LOAD_BAD_STAT  more thread time than total time */
rtm_load_status rtm_load_calculate_load(const rtm_load_stat* stat, uint32_t* percent);
rtm_load_status rtm_load_calculate_permille(const rtm_load_stat* stat, uint32_t* permille);
rtm_load_status rtm_load_calculate_load32(const rtm_load_stat32* stat, uint32_t* percent);
/** @retval RTM_LOAD_OK   @retval RTM_LOAD_NULL
 *  @retval RTM_LOAD_TOO_LARGE  a time needs more than 32 bits; *out is unchanged, never cut off */
rtm_load_status rtm_load_to_stat32(const rtm_load_stat* stat, rtm_load_stat32* out);

/** "ok", "no_window", ... "?" for a value that is none. */
const char* rtm_load_status_name(rtm_load_status status);
/** One flag as a sentence: what must be known to read the number. "?" for a value that is none. */
const char* rtm_load_flag_text(uint32_t flag);

/** TI's log lines: "LS_cpuLoad: 40%", "LS_hwiLoad: 200,1000", "LS_taskLoad: 0x20001a40,400,1000,0x8123". For a
 *  CPU load without a number "LS_cpuLoad: n/a". To be used in a rtm_load_config::log of yours.
 *
 *  @param handle, function  of a task, for LS_taskLoad
 *  @return characters of the whole line; what does not fit into `size`, which counts the 0 at the end, is left out */
size_t rtm_load_event_text(const rtm_load_event* event, uintptr_t handle, uintptr_t function, char* out, size_t size);

#ifdef __cplusplus
}
#endif

#ifdef RTM_LOAD_TI_NAMES
#include "rtm/rtm_load_ti.h"
#endif

#endif
