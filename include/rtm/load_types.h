/* SPDX-License-Identifier: MIT
 * The words of the Load module, for C (rtm_load.h) and C++ (load.hpp) alike: how it is configured, what a result says
 * of itself, and every answer that is not a number. Who knows ti.sysbios.utils.Load finds its names: the fields of
 * rtm_load_config are called as they are in a .cfg file, and those of rtm_load_stat32 as in Load_Stat.
 */
#ifndef RTM_LOAD_TYPES_H
#define RTM_LOAD_TYPES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The answer of every call of Load. Where it is not RTM_LOAD_OK there is no number, and nothing has changed unless the
 *  line says so. */
typedef enum rtm_load_status {
  RTM_LOAD_OK = 0,
  /* No number yet, or none at all. */
  RTM_LOAD_NOT_STARTED,   /**< start has not been called, or was refused. */
  RTM_LOAD_NO_WINDOW,     /**< No update has closed a window since start or reset. */
  RTM_LOAD_FAULT,         /**< The ledger's epoch is invalid; rtm_fault says since what fact. Only a reset helps. */
  RTM_LOAD_NO_TIME,       /**< No tick has passed: update closed nothing, or total_ticks is 0. */
  RTM_LOAD_MOVED,         /**< Windows closed faster than this call could read one, or update copy one. Try again. */
  RTM_LOAD_BUSY,          /**< On this core an update or a reset is under way, which this call has interrupted. */
  RTM_LOAD_NOT_WATCHED,   /**< The class is switched off: its time is inside the row that it interrupted. */
  RTM_LOAD_CPU_LOAD_OFF,  /**< enableCPULoadCalc is 0. */
  RTM_LOAD_IDLE_HALTS,    /**< Method 1 cannot count trips of a loop that stops in the middle. */
  RTM_LOAD_NO_TRIP,       /**< Method 1 has not seen a whole trip through the idle loop yet. */
  RTM_LOAD_NO_IDLE_TASK,  /**< Method 2 needs taskEnabled: nobody else knows when the core is idle. */
  RTM_LOAD_NO_HALT,       /**< Method 3, or a report of a halt, but idleHalts is 0. */
  RTM_LOAD_NO_KNOWN_TIME, /**< The window belongs to RTM_UNKNOWN entirely. */
  /* Wrong arguments. */
  RTM_LOAD_WRONG_CONTEXT, /**< Not from here, see the table in docs/load.md. Checked in debug builds. */
  RTM_LOAD_NULL,          /**< A pointer is NULL that must not be. */
  RTM_LOAD_BAD_ID,        /**< No such task, Hwi or Swi in the capacity. */
  RTM_LOAD_BAD_METHOD,    /**< No rtm_load_method. */
  RTM_LOAD_BAD_STAT,      /**< More thread time than total time. */
  RTM_LOAD_TOO_LARGE,     /**< A time does not fit into the 32 bits of an rtm_load_stat32. */
  RTM_LOAD_BAD_MIN_IDLE,  /**< minIdle is longer than half the clock's range, or than the window. */
  /* Refused by start. */
  RTM_LOAD_WINDOW_ZERO,      /**< updateInIdle, but windowInMs or ticksPerMs is 0. */
  RTM_LOAD_WINDOW_TOO_LONG,  /**< windowInMs is longer than half the range of the clock. */
  RTM_LOAD_BAD_HALT_POINT,   /**< idleHalts, but haltPoint is no point of the capacity. */
  RTM_LOAD_BAD_SIZE,         /**< rtm_load has another size in the library: another rtm_config.h. */
  RTM_LOAD_CORE_NOT_STARTED, /**< rtm_start comes first. */
  RTM_LOAD_FIXED_WINDOWS     /**< The core was started with windows of its own, which nobody may cut. */
} rtm_load_status;

/** How a CPU load was found. The numbers are those of TI's manual. */
typedef enum rtm_load_method {
  RTM_LOAD_AUTO = 0,      /**< As an argument: BY_HALT if idleHalts, else BY_LEDGER if taskEnabled, else BY_TRIPS. */
  RTM_LOAD_BY_TRIPS = 1,  /**< 1 - shortest trip through the idle loop * trips / window. Always an estimate. */
  RTM_LOAD_BY_LEDGER = 2, /**< 1 - idle / known time: what the ledger says. Kernel time is load. */
  RTM_LOAD_BY_HALT = 3,   /**< 1 - halted time / window. The code of the idle loop is load. */
  RTM_LOAD_NO_METHOD = 15 /**< None of them: refused with RTM_LOAD_BAD_METHOD, as every other number is. */
} rtm_load_method;

typedef enum rtm_load_quality {
  RTM_LOAD_EXACT = 0, /**< To the tick, for what the flags say is watched. */
  RTM_LOAD_ESTIMATE
} rtm_load_quality;

/* What must be known to read a number: rtm_load_stat::flags. rtm_load_flag_text has the sentences. */
#define RTM_LOAD_HWI_NOT_WATCHED 0x01u  /**< Time of hardware interrupts is inside the row that they interrupted. */
#define RTM_LOAD_SWI_NOT_WATCHED 0x02u  /**< Time of software interrupts is inside the row that they interrupted. */
#define RTM_LOAD_TASK_NOT_WATCHED 0x04u /**< Tasks, kernel and idle are one row: RTM_UNKNOWN. */
#define RTM_LOAD_UNKNOWN_TIME 0x08u     /**< Part of the window has no known owner. */
#define RTM_LOAD_CLAMPED 0x10u          /**< The trips counted took longer than the window: 0 % is not measured. */
#define RTM_LOAD_HALT_ENDED_LATE 0x20u  /**< Nobody reported the end of a halt: halted time is too long. */

/** One load: this many of so many ticks. The raw form; rtm_load_calculate_load makes percent of it. */
typedef struct rtm_load_stat {
  uint64_t thread_ticks;
  uint64_t total_ticks;   /**< The window; for a CPU load by the ledger, the known part of it. */
  uint32_t window;        /**< Number of the window, from 1. Results of the same window add up to its total. */
  uint32_t flags;         /**< RTM_LOAD_HWI_NOT_WATCHED and so on. */
  rtm_load_method method; /**< Never RTM_LOAD_AUTO. */
  rtm_load_quality quality;
} rtm_load_stat;

/** TI's Load_Stat. */
typedef struct rtm_load_stat32 {
  uint32_t threadTime;
  uint32_t totalTime;
} rtm_load_stat32;

/** One closed window: hwis + swis + tasks + idle + kernel + unknown == total_ticks, to the tick, always. */
typedef struct rtm_load_summary {
  uint64_t start_ticks; /**< Extended time of the ledger. */
  uint64_t total_ticks;
  uint64_t hwi_ticks;
  uint64_t swi_ticks;
  uint64_t task_ticks;
  uint64_t idle_ticks;
  uint64_t kernel_ticks;
  uint64_t unknown_ticks;
  uint64_t halted_ticks;        /**< Part of the row that halted, which is idle. */
  uint32_t trips;               /**< Trips through the idle loop that ended in this window. */
  uint32_t shortest_trip_ticks; /**< Since start or reset, at least minIdle; 0: none yet. */
  uint32_t window;
  uint32_t flags;
} rtm_load_summary;

/** Evidence that an interrupt has no hook: the ledger's idle time, and how much of it the idle loop confirms. */
typedef struct rtm_load_coverage {
  uint64_t idle_ticks;        /**< By the ledger. */
  uint64_t confirmed_ticks;   /**< Shortest trip * trips. */
  uint64_t unconfirmed_ticks; /**< Idle by the ledger, but nobody saw the loop run: an interrupt without a hook, or work
                                   in the loop. 0 with RTM_LOAD_CLAMPED if more was confirmed than was idle. */
  uint32_t window;
  uint32_t flags;
} rtm_load_coverage;

typedef enum rtm_load_event_kind {
  RTM_LOAD_LS_CPU = 0, /**< TI: LS_cpuLoad. */
  RTM_LOAD_LS_HWI,     /**< TI: LS_hwiLoad. Only if watched. */
  RTM_LOAD_LS_SWI,     /**< TI: LS_swiLoad. Only if watched. */
  RTM_LOAD_LS_TASK     /**< TI: LS_taskLoad. Tasks that ever ran, and RTM_IDLE. Only if watched. */
} rtm_load_event_kind;

/** What is logged at an update. */
typedef struct rtm_load_event {
  rtm_load_event_kind kind;
  rtm_load_status status; /**< RTM_LOAD_LS_CPU: why there is no number, or RTM_LOAD_OK. Otherwise RTM_LOAD_OK. */
  rtm_load_stat stat;     /**< All 0 if there is no number. */
  uint32_t task;          /**< RTM_LOAD_LS_TASK: its id. */
} rtm_load_event;

/** Who calls, told by the port. */
typedef enum rtm_load_thread {
  RTM_LOAD_IN_ANY = 0, /**< Not told: nothing is checked. */
  RTM_LOAD_IN_TASK,    /**< The idle task too. */
  RTM_LOAD_IN_SWI,
  RTM_LOAD_IN_HWI,
  RTM_LOAD_IN_MAIN,   /**< Before the scheduler runs. */
  RTM_LOAD_IN_STARTUP /**< Before main. Also for NMI and faults, which no mask holds back. */
} rtm_load_thread;

/** Configuration. rtm_load_defaults fills in TI's defaults. Copied by start. */
typedef struct rtm_load_config {
  int hwiEnabled;        /**< Watch hardware interrupts. TI's default: 0. */
  int swiEnabled;        /**< Watch software interrupts. 0. */
  int taskEnabled;       /**< Watch task switches. 1. */
  int updateInIdle;      /**< The idle function closes a window every windowInMs. 1. Otherwise you call update. */
  int enableCPULoadCalc; /**< Count trips, answer CPU loads. 1. */
  uint32_t windowInMs;   /**< 500. At most half the range of the clock. Without updateInIdle not used. */
  uint32_t minIdle;      /**< [ticks] No trip through the idle loop is shorter, whatever is measured. 0. */
  /** Called once for every window that update closed: interrupts on, results published, `closed` valid until it
   *  returns. NULL: not called. */
  void (*postUpdate)(const rtm_load_summary* closed, void* argument);

  /* What TI takes from elsewhere, or does not have. */
  uint32_t ticksPerMs;       /**< Rate of the port's clock. */
  int idleHalts;             /**< The idle loop halts the CPU, and says so by halt_begin and halt_end. 0. */
  uint32_t haltPoint;        /**< Point id of the ledger that keeps halted time. 0. */
  rtm_load_method cpuMethod; /**< What RTM_LOAD_AUTO means. RTM_LOAD_AUTO: as TI chooses. */
  /** Called for each event of an update, before postUpdate. NULL: not called. */
  void (*log)(const rtm_load_event* event, void* argument);
  void* argument; /**< Handed to postUpdate and log. */
} rtm_load_config;

#ifdef __cplusplus
}
#endif

#endif
