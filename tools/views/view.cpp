// SPDX-License-Identifier: MIT
#include "views/view.hpp"

#include <algorithm>
#include <array>

#include "views/json.hpp"
#include "views/load.hpp"
#include "views/text.hpp"

namespace rtm::host {
namespace {

constexpr std::array known_views = {
    view{"text", "tables for a terminal", render_text, most_text_windows},
    view{"load", "CPU load, and the loads of classes, tasks and interrupts", render_load, all_windows, true},
    view{"json", "every number, for programs: schema rtm.report/1", render_json, all_windows},
};

}  // namespace

std::span<const view> views() { return known_views; }

const view* find_view(std::string_view name) {
  const auto* found =
      std::find_if(known_views.begin(), known_views.end(), [&](const view& v) { return v.name == name; });
  return found == known_views.end() ? nullptr : found;
}

std::span<const window_row> last_windows(const epoch_row& epoch, std::uint64_t count) {
  const std::span<const window_row> all = epoch.windows;
  return all.last(static_cast<std::size_t>(std::min<std::uint64_t>(count, all.size())));
}

}  // namespace rtm::host
