// SPDX-License-Identifier: MIT
// Load of the C API: the template of load.hpp over the ledger of rtm_config.h and a port of function pointers. Only
// translation; every rule is in load.hpp.
#include "rtm/rtm_load.h"

#include "c_core.hpp"
#include "rtm/load.hpp"
#include "rtm/load_forms.hpp"

// A wrong context is a bug of who calls, so it is looked for where bugs are: in builds with assertions.
#ifndef RTM_LOAD_CHECK_CONTEXT
#ifdef NDEBUG
#define RTM_LOAD_CHECK_CONTEXT 0
#else
#define RTM_LOAD_CHECK_CONTEXT 1
#endif
#endif

namespace {

using rtm::c_library::c_status;
using rtm::c_library::core_ledger;
using rtm::c_library::ledger_of;

class c_port {
 public:
  c_port() = default;
  explicit c_port(const rtm_load_port& given) : given_(given) {}

  [[nodiscard]] rtm_ticks now() const { return given_.now(); }
  [[nodiscard]] unsigned lock() const { return given_.lock(); }
  void unlock(unsigned before) const { given_.unlock(before); }
  [[nodiscard]] rtm_load_thread thread() const {
    return RTM_LOAD_CHECK_CONTEXT && given_.thread != nullptr ? given_.thread() : RTM_LOAD_IN_ANY;
  }

 private:
  rtm_load_port given_ = {};
};

using core_load = rtm::load<core_ledger, c_port>;

static_assert(sizeof(core_load) <= sizeof(rtm_load), "RTM_LOAD_WORDS is too small");
static_assert(alignof(core_load) <= alignof(rtm_load), "rtm_load is not aligned enough");
static_assert(sizeof(rtm_load) - sizeof(core_load) < 2 * sizeof(uint64_t), "RTM_LOAD_WORDS wastes memory");

// A zeroed rtm_load is a Load that has not been started.
core_load& load_of(rtm_load* load) { return *reinterpret_cast<core_load*>(load); }
const core_load& load_of(const rtm_load* load) { return *reinterpret_cast<const core_load*>(load); }

}  // namespace

extern "C" {

rtm_load_status rtm_load_defaults(rtm_load_config* config) {
  if (config == nullptr) return RTM_LOAD_NULL;
  *config = {};
  config->taskEnabled = 1;
  config->updateInIdle = 1;
  config->enableCPULoadCalc = 1;
  config->windowInMs = 500;
  return RTM_LOAD_OK;
}

rtm_load_status rtm_load_start_sized(rtm_load* load, rtm_core* core, uint32_t base, const rtm_load_config* config,
                                     const rtm_load_port* port, size_t load_size) {
  if (load_size != sizeof(rtm_load)) return RTM_LOAD_BAD_SIZE;
  if (load == nullptr || core == nullptr || config == nullptr || port == nullptr) return RTM_LOAD_NULL;
  if (port->now == nullptr || port->lock == nullptr || port->unlock == nullptr) return RTM_LOAD_NULL;
  return load_of(load).start(ledger_of(core), rtm::task_id{base}, *config, c_port(*port));
}

rtm_load_status rtm_load_update(rtm_load* load) { return load_of(load).update(); }
rtm_load_status rtm_load_reset(rtm_load* load) { return load_of(load).reset(); }
rtm_load_status rtm_load_set_min_idle(rtm_load* load, uint32_t ticks, uint32_t* old) {
  return load_of(load).set_min_idle(ticks, old);
}

rtm_status rtm_load_hwi_begin(rtm_load* load, uint32_t hwi) {
  return c_status(load_of(load).hwi_begin(rtm::isr_id{hwi}));
}
rtm_status rtm_load_hwi_end(rtm_load* load, uint32_t hwi) { return c_status(load_of(load).hwi_end(rtm::isr_id{hwi})); }
rtm_status rtm_load_swi_begin(rtm_load* load, uint32_t swi) {
  return c_status(load_of(load).swi_begin(rtm::swi_id{swi}));
}
rtm_status rtm_load_swi_end(rtm_load* load, uint32_t swi) { return c_status(load_of(load).swi_end(rtm::swi_id{swi})); }
rtm_status rtm_load_task_switch(rtm_load* load, uint32_t task) {
  return c_status(load_of(load).task_switch(rtm::task_id{task}));
}
rtm_status rtm_load_poll(rtm_load* load) { return c_status(load_of(load).poll()); }

rtm_load_status rtm_load_idle(rtm_load* load) { return load_of(load).idle(); }
rtm_load_status rtm_load_halt_begin(rtm_load* load) { return load_of(load).halt_begin(); }
rtm_load_status rtm_load_halt_end(rtm_load* load) { return load_of(load).halt_end(); }

rtm_load_status rtm_load_get_task_load(const rtm_load* load, uint32_t task, rtm_load_stat* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_task_load(rtm::task_id{task}, *out);
}
rtm_load_status rtm_load_get_hwi_load(const rtm_load* load, uint32_t hwi, rtm_load_stat* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_hwi_load(rtm::isr_id{hwi}, *out);
}
rtm_load_status rtm_load_get_swi_load(const rtm_load* load, uint32_t swi, rtm_load_stat* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_swi_load(rtm::swi_id{swi}, *out);
}
rtm_load_status rtm_load_get_global_hwi_load(const rtm_load* load, rtm_load_stat* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_global_hwi_load(*out);
}
rtm_load_status rtm_load_get_global_swi_load(const rtm_load* load, rtm_load_stat* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_global_swi_load(*out);
}
rtm_load_status rtm_load_get_cpu_load(const rtm_load* load, rtm_load_method method, rtm_load_stat* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_cpu_load(method, *out);
}
rtm_load_status rtm_load_get_coverage(const rtm_load* load, rtm_load_coverage* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_coverage(*out);
}
rtm_load_status rtm_load_get_summary(const rtm_load* load, rtm_load_summary* out) {
  return out == nullptr ? RTM_LOAD_NULL : load_of(load).get_summary(*out);
}

rtm_load_status rtm_load_calculate_load(const rtm_load_stat* stat, uint32_t* percent) {
  return stat == nullptr || percent == nullptr ? RTM_LOAD_NULL : rtm::calculate_load(*stat, *percent);
}
rtm_load_status rtm_load_calculate_permille(const rtm_load_stat* stat, uint32_t* permille) {
  return stat == nullptr || permille == nullptr ? RTM_LOAD_NULL : rtm::calculate_permille(*stat, *permille);
}
rtm_load_status rtm_load_calculate_load32(const rtm_load_stat32* stat, uint32_t* percent) {
  if (stat == nullptr || percent == nullptr) return RTM_LOAD_NULL;
  return rtm::load_share(stat->threadTime, stat->totalTime, 100, *percent);
}
rtm_load_status rtm_load_to_stat32(const rtm_load_stat* stat, rtm_load_stat32* out) {
  return stat == nullptr || out == nullptr ? RTM_LOAD_NULL : rtm::to_stat32(*stat, *out);
}

}  // extern "C"
