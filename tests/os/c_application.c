/* SPDX-License-Identifier: MIT */
#include "c_application.h"

#include <string.h>

static size_t take(void* context, const uint8_t* bytes, size_t count) {
  c_application* const self = (c_application*)context;
  if (self->sent + count > sizeof self->stream) return 0;
  memcpy(self->stream + self->sent, bytes, count);
  self->sent += count;
  return count;
}

static void keep(const rtm_os_breach* found, void* user) {
  c_application* const self = (c_application*)user;
  if (self->breaches < C_APPLICATION_BREACHES) self->found[self->breaches] = *found;
  ++self->breaches;
}

uint32_t c_application_set_up(c_application* self) {
  const rtm_os_budget of_task = {20, 0, 1};
  const rtm_os_budget of_isr = {0, rtm_os_share_of(100, 150), 1};
  const uint32_t first = rtm_os_set_budget(RTM_OS_BUDGET_OF_TASK, 0, &of_task);
  memset(self, 0, sizeof *self);
  return first != 0 ? first : rtm_os_set_budget(RTM_OS_BUDGET_OF_ISR, 3, &of_isr);
}

uint32_t c_application_send(c_application* self) { return rtm_os_trace_begin(0, take, self); }

void c_application_step(void) {
  rtm_os_trace_flush(0);
  while (rtm_os_trace_step(0) != 0) {
  }
}

uint32_t c_application_drain(c_application* self) { return rtm_os_drain_budgets(keep, self); }
