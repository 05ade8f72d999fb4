// SPDX-License-Identifier: MIT
#include "cli/period_option.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sources/selection.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

struct period {
  std::string_view kind, who;
  std::uint64_t ticks = 0;
};

period parsed(const std::string& text, std::uint64_t hz) {
  const std::string_view all = text;
  const std::size_t colon = all.find(':');
  const std::size_t equals = all.rfind('=');
  if (colon == all.npos || equals == all.npos || equals <= colon + 1)
    throw source_error(fmt::format("--period: found {}; expected task:3=10ms, with a name or an id", quoted(text)));
  period p{all.substr(0, colon), all.substr(colon + 1, equals - colon - 1), 0};
  p.ticks = parse_ticks(text.substr(equals + 1), hz, "--period");
  if (p.ticks == 0) throw source_error("--period: found 0; expected a time that is not 0");
  return p;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Several cores and epochs have a row each; one that has a period already was named before, by its id or name.
template <class Rows>
bool set(Rows& rows, const period& p) {
  bool found = false;
  for (auto& row : rows) {
    if (row.name != p.who && row.id != number(p.who)) continue;
    if (row.period)
      throw source_error(fmt::format("--period: found {} {} twice; expected one period of each", p.kind,
                                     row.name.value_or(std::string(p.who))));
    row.period = p.ticks;
    found = true;
  }
  return found;
}

bool set(epoch_timing& timing, const period& p) {
  if (p.kind == "task") return set(timing.tasks, p);
  if (p.kind == "isr") return set(timing.isrs, p);
  if (p.kind == "swi") return set(timing.swis, p);
  if (p.kind == "point") return set(timing.points, p);
  throw source_error(fmt::format("--period: found {}; expected task, isr, swi or point", quoted(p.kind)));
}

}  // namespace

void set_periods(report& of, const std::vector<std::string>& periods) {
  for (const std::string& text : periods) {
    const period p = parsed(text, of.clock_hz);
    bool found = false;
    for (core_report& core : of.cores)
      for (epoch_row& epoch : core.epochs)
        if (epoch.timing && set(*epoch.timing, p)) found = true;
    if (!found)
      throw source_error(fmt::format("--period: found {}; expected a {} with a start in the input",
                                     quoted(std::string(p.kind) + ' ' + std::string(p.who)), p.kind));
  }
}

}  // namespace rtm::host
