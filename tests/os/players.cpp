// SPDX-License-Identifier: MIT
#include "players.hpp"

#include <functional>
#include <map>

namespace rtm::test {
namespace {

using maker = std::function<std::unique_ptr<player>()>;

std::map<std::string, maker> all_makers() {
  std::map<std::string, maker> makers = {
      {"freertos", [] { return make_freertos(os::freertos); }},
      {"freertos_switch_in_isr", [] { return make_freertos(os::freertos_switch_in_isr); }},
      {"freertos_no_isr_hooks", [] { return make_freertos(os::freertos_no_isr_hooks); }},
      {"freertos_by_handle", make_freertos_by_handle},
      {"freertos_in_tls", make_freertos_in_tls},
      {"threadx_cortex_m", [] { return make_threadx(os::threadx_cortex_m); }},
      {"threadx_arm", [] { return make_threadx(os::threadx_arm); }},
      {"zephyr", [] { return make_zephyr(os::zephyr); }},
      {"zephyr_switch_in_isr", [] { return make_zephyr(os::zephyr_switch_in_isr); }},
      {"nuttx", make_nuttx},
      {"rt_thread", make_rt_thread},
      {"sysbios", make_sysbios},
      {"autosar_p1", [] { return make_autosar(os::autosar_p1); }},
      {"autosar_p2", [] { return make_autosar(os::autosar_p2); }},
      {"autosar_p3", [] { return make_autosar(os::autosar_p3); }},
      {"autosar_p4", [] { return make_autosar(os::autosar_p4); }},
      {"autosar_p5", [] { return make_autosar(os::autosar_p5); }},
      {"autosar_arti", make_arti},
  };
  for (const os::profile& how : every_profile())
    makers[std::string("plain_") + how.name] = [how] { return make_plain(how); };
  return makers;
}

}  // namespace

std::vector<os::profile> every_profile() {
  return {os::freertos,
          os::freertos_switch_in_isr,
          os::freertos_no_isr_hooks,
          os::threadx_cortex_m,
          os::threadx_arm,
          os::zephyr,
          os::zephyr_switch_in_isr,
          os::nuttx,
          os::rt_thread,
          os::sysbios,
          os::autosar_p1,
          os::autosar_p2,
          os::autosar_p3,
          os::autosar_p4,
          os::autosar_p5,
          os::autosar_arti};
}

std::unique_ptr<player> make_player(const std::string& os) {
  const auto makers = all_makers();
  const auto found = makers.find(os);
  if (found != makers.end()) return found->second();
  std::string names;
  for (const auto& [name, make] : makers) names += ' ' + name;
  throw std::runtime_error("found os '" + os + "', expected one of" + names);
}

}  // namespace rtm::test
