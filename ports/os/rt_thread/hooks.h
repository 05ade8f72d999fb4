/* SPDX-License-Identifier: MIT
 * The hook functions for RT-Thread, which RTM_RT_THREAD_HOOKS(object) in hooks.hpp defines. RT-Thread keeps one
 * function for each hook. If one of yours is there already, do not install ours but call it from yours:
 *
 *   static void on_switch(rt_thread_t from, rt_thread_t to) {
 *     rtm_rt_thread_switch(from, to);
 *     ...
 *   }
 *
 * Include <rtthread.h> before this header.
 */
#ifndef RTM_PORTS_OS_RT_THREAD_HOOKS_H
#define RTM_PORTS_OS_RT_THREAD_HOOKS_H

#ifdef __cplusplus
extern "C" {
#endif

/** Sets all of the hooks below. Once, before the scheduler starts; needs RT_USING_HOOK and RT_USING_IDLE_HOOK. */
void rtm_rt_thread_install(void);

/* Context: the kernel, where it calls the hook. */
void rtm_rt_thread_switch(rt_thread_t from, rt_thread_t to); /**< rt_scheduler_sethook */
void rtm_rt_thread_interrupt_enter(void);                    /**< rt_interrupt_enter_sethook */
void rtm_rt_thread_interrupt_leave(void);                    /**< rt_interrupt_leave_sethook */
void rtm_rt_thread_inited(rt_thread_t thread);               /**< rt_thread_inited_sethook */
void rtm_rt_thread_detached(struct rt_object* object);       /**< rt_object_detach_sethook */
void rtm_rt_thread_idle(void);                               /**< rt_thread_idle_sethook */

#ifdef __cplusplus
}
#endif

#endif
