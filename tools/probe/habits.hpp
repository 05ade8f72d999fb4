// SPDX-License-Identifier: MIT
// What each profile of an OS (rtm/os/profile.hpp) looks like in the scenario of the probe, and what its port will see
// and not see. Data only: a new OS is a row here, a profile there.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "probe/evidence.hpp"

namespace rtm::host::probe {

/// Any signature: the step says nothing about this profile.
inline constexpr std::string_view anything = "*";

struct habits {
  std::string_view profile;  ///< As rtm::os::profile::name.
  std::string_view what;     ///< In words, with where it was seen.
  /// By rtm_probe_step: the signatures that it has (evidence.hpp), separated by `|`; or `anything`.
  std::array<std::string_view, scenario_steps> seen;
  rtm_probe_state out_state = RTM_PROBE_NOT_ASKED;  ///< Of the task in `out`. RTM_PROBE_NOT_ASKED: this OS has none.
  bool is_silent = false;                           ///< No hook ever comes: there is nothing to build a port on.
  std::vector<std::string_view> sees;
  std::vector<std::string_view> blind;
};

[[nodiscard]] std::span<const habits> all_habits();

/// True if `signature` is one that this profile has in this step.
[[nodiscard]] bool fits(const habits& of, rtm_probe_step step, std::string_view signature);

}  // namespace rtm::host::probe
