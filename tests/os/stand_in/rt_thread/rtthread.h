/* SPDX-License-Identifier: MIT
 * Stands in for the public header of RT-Thread, as far as the hooks need it.
 */
#ifndef STAND_IN_RTTHREAD_H
#define STAND_IN_RTTHREAD_H

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char rt_uint8_t;
typedef long rt_err_t;

#define RT_NAME_MAX 12

enum rt_object_class_type { RT_Object_Class_Thread = 0x01, RT_Object_Class_Semaphore = 0x02 };

struct rt_object {
  char name[RT_NAME_MAX];
  rt_uint8_t type;
  rt_uint8_t flag;
};
typedef struct rt_object* rt_object_t;

struct rt_thread {
  struct rt_object parent;
};
typedef struct rt_thread* rt_thread_t;

rt_uint8_t rt_object_get_type(rt_object_t object);
rt_thread_t rt_thread_idle_gethandler(void);

void rt_object_detach_sethook(void (*hook)(struct rt_object* object));
void rt_thread_inited_sethook(void (*hook)(rt_thread_t thread));
void rt_scheduler_sethook(void (*hook)(rt_thread_t from, rt_thread_t to));
rt_err_t rt_thread_idle_sethook(void (*hook)(void));
void rt_interrupt_enter_sethook(void (*hook)(void));
void rt_interrupt_leave_sethook(void (*hook)(void));

#ifdef __cplusplus
}
#endif

#endif
