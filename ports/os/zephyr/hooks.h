/* SPDX-License-Identifier: MIT
 * What the hooks of Zephyr's user tracing (CONFIG_TRACING_USER) call. RTM_ZEPHYR_HOOKS(object), in hooks.hpp, defines
 * both these and the hooks. If the hooks are taken already, use RTM_ZEPHYR_FUNCTIONS(object) and call these from them:
 *
 *   void sys_trace_isr_enter_user(void) {
 *     other_tracer_isr_enter();
 *     rtm_zephyr_isr_enter();         // last at an enter, first at an exit: what the other one takes is not ours
 *   }
 */
#ifndef RTM_PORTS_OS_ZEPHYR_HOOKS_H
#define RTM_PORTS_OS_ZEPHYR_HOOKS_H

#ifdef __cplusplus
extern "C" {
#endif

struct k_thread;

/* Context of all: the kernel, where it calls the hook of that name. */
void rtm_zephyr_thread_create(struct k_thread* thread);
void rtm_zephyr_thread_abort(struct k_thread* thread);
void rtm_zephyr_thread_name_set(struct k_thread* thread);
void rtm_zephyr_thread_switched_in(void);
void rtm_zephyr_thread_switched_out(void);
void rtm_zephyr_isr_enter(void);
void rtm_zephyr_isr_exit(void);
void rtm_zephyr_idle(void);
/* Only where timing parameters are wanted: RTM_ZEPHYR_LIFE_HOOKS. */
void rtm_zephyr_thread_sched_ready(struct k_thread* thread);
void rtm_zephyr_thread_pend(struct k_thread* thread);

#ifdef __cplusplus
}
#endif

#endif
