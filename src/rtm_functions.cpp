// SPDX-License-Identifier: MIT
// Functions of the C API: the template of function_points.hpp over the ledger of rtm_config.h and a port of function
// pointers. Only translation; every rule is in function_points.hpp.
#include "rtm/rtm_functions.h"

#include "c_core.hpp"
#include "rtm/function_points.hpp"

namespace {

using rtm::c_library::ledger_of;

struct core_functions {
  rtm_function_port port;
  uintptr_t anchor;
  bool is_started;
  rtm::function_points<rtm::c_library::core_ledger, RTM_FUNCTIONS> points;
};

static_assert(sizeof(core_functions) <= sizeof(rtm_functions), "RTM_FUNCTIONS_BYTES is too small");
static_assert(alignof(core_functions) <= alignof(rtm_functions), "rtm_functions is not aligned enough");
static_assert(sizeof(rtm_functions) - sizeof(core_functions) < 4 * sizeof(void*), "RTM_FUNCTIONS_BYTES wastes memory");
static_assert(RTM_FUNCTION_SLOTS == rtm::function_table<RTM_FUNCTIONS>::slots, "RTM_FUNCTION_SLOTS is another rule");
static_assert(RTM_FUNCTION_NAME_BYTES == rtm::function_name_bytes, "RTM_FUNCTION_NAME_BYTES is another number");

// A zeroed rtm_functions is a table that has not been started.
RTM_NOT_MEASURED inline core_functions& table_of(rtm_functions* functions) {
  return *reinterpret_cast<core_functions*>(functions);
}
inline const core_functions& table_of(const rtm_functions* functions) {
  return *reinterpret_cast<const core_functions*>(functions);
}

}  // namespace

extern "C" {

rtm_status rtm_functions_start_sized(rtm_functions* functions, rtm_core* core, uint32_t first_point, uintptr_t anchor,
                                     const rtm_function_port* port, size_t functions_size) {
  if (functions == nullptr || functions_size != sizeof(rtm_functions) || core == nullptr || port == nullptr)
    return RTM_BAD_CONFIG;
  if (port->now == nullptr || port->lock == nullptr || port->unlock == nullptr) return RTM_BAD_CONFIG;
  if (uint64_t{first_point} + RTM_FUNCTIONS > RTM_POINTS) return RTM_BAD_CONFIG;
  core_functions& table = table_of(functions);
  table.port = *port;
  table.anchor = anchor;
  table.points.begin(ledger_of(core), rtm::point_id{first_point});
  table.is_started = true;
  return RTM_OK;
}

RTM_NOT_MEASURED uint32_t rtm_function_enter(rtm_functions* functions, const void* function) {
  core_functions& table = table_of(functions);
  if (!table.is_started) return RTM_NO_ID;
  const unsigned before = table.port.lock();
  const uint32_t point = table.points.enter(table.port.now(), reinterpret_cast<uintptr_t>(function));
  table.port.unlock(before);
  return point;
}

RTM_NOT_MEASURED uint32_t rtm_function_exit(rtm_functions* functions, const void* function) {
  core_functions& table = table_of(functions);
  if (!table.is_started) return RTM_NO_ID;
  const unsigned before = table.port.lock();
  const uint32_t point = table.points.exit(table.port.now(), reinterpret_cast<uintptr_t>(function));
  table.port.unlock(before);
  return point;
}

void rtm_functions_counts(const rtm_functions* functions, rtm_function_counts* out) {
  const rtm::function_counts counts = table_of(functions).points.counts();
  out->known = counts.known;
  out->unrecorded = counts.unrecorded;
  out->unmatched = counts.unmatched;
}

uint32_t rtm_function_name(const rtm_functions* functions, uint32_t number, char* text) {
  const core_functions& table = table_of(functions);
  text[0] = '\0';
  if (number >= table.points.known()) return RTM_NO_ID;
  rtm::function_name(table.points.address_of(number), table.anchor, text);
  return uint32_t(table.points.point_of(number));
}

}  // extern "C"
