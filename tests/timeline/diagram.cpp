// SPDX-License-Identifier: MIT
// Counting characters. Nothing here looks at facts.
#include "diagram.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "edges.hpp"
#include "lanes.hpp"

namespace rtm::test {
namespace {

using host::call_row;
using host::extremes;
using host::source_id;
using host::task_row;

/// Part of a diagram: all columns, or those of one window. Instants are numbered like the columns that they begin.
struct span_of_columns {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t last_instant = 0;  ///< The end itself belongs to what follows, but for the end of the diagram.

  [[nodiscard]] bool has_instant(std::size_t column) const { return column >= begin && column <= last_instant; }
};

struct counts {
  std::map<source_id, task_row> tasks;
  std::map<source_id, call_row> isrs, swis, points;
  host::base_ticks base;
};

/// A stretch of a lane without blanks.
struct stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::vector<stretch> stretches_of(const lane& of) {
  std::vector<stretch> found;
  for (std::size_t c = 0; c < of.track.size(); ++c) {
    if (!of.is_there(c)) continue;
    if (found.empty() || found.back().end != c) found.push_back({c, c});
    found.back().end = c + 1;
  }
  return found;
}

void widen(std::optional<extremes>& of, std::uint64_t value) {
  if (!of) of = extremes{value, value};
  of->min = std::min(of->min, value);
  of->max = std::max(of->max, value);
}

template <class Row>
std::vector<Row> listed(const std::map<source_id, Row>& rows) {
  std::vector<Row> out;
  for (const auto& [id, row] : rows) {
    out.push_back(row);
    out.back().id = id;
  }
  return out;
}

class counter {
 public:
  counter(const drawing& of, const core_lanes& core) : drawing_(of), core_(core) {}

  host::epoch_row epoch() const {
    const counts all = count({0, core_.columns, core_.columns});
    host::epoch_row row;
    row.start = drawing_.start;
    row.total = ticks(core_.columns);
    row.base = all.base;
    row.tasks = listed(all.tasks);
    row.isrs = listed(all.isrs);
    row.swis = listed(all.swis);
    row.points = listed(all.points);
    add_windows(row);
    return row;
  }

 private:
  [[nodiscard]] std::uint64_t ticks(std::size_t columns) const { return columns * drawing_.column_ticks; }

  void add_windows(host::epoch_row& row) const {
    const std::uint64_t window = drawing_.info.window_ticks;
    if (window == 0) return;
    if (window % drawing_.column_ticks != 0) throw diagram_error("window: expected a whole number of columns");
    const auto width = static_cast<std::size_t>(window / drawing_.column_ticks);
    for (std::size_t begin = 0; begin < core_.columns; begin += width)
      row.windows.push_back(window_row(row.windows.size(), begin, std::min(begin + width, core_.columns), width));
  }

  [[nodiscard]] host::window_row window_row(std::size_t index, std::size_t begin, std::size_t end,
                                            std::size_t width) const {
    const bool is_complete = end - begin == width;
    counts part = count({begin, end, is_complete ? end - 1 : end});
    std::erase_if(part.tasks, [](const auto& of) { return of.second.exclusive == 0 && of.second.dispatches == 0; });
    for (auto* calls : {&part.isrs, &part.swis, &part.points})
      std::erase_if(*calls, [](const auto& of) {
        return of.second.inclusive == 0 && of.second.calls == 0 && of.second.abandoned == 0;
      });
    host::window_row row;
    row.index = index;
    row.start = drawing_.start + ticks(begin);
    row.length = ticks(end - begin);
    row.complete = is_complete;
    row.base = part.base;
    row.tasks = listed(part.tasks);
    row.isrs = listed(part.isrs);
    row.swis = listed(part.swis);
    row.points = listed(part.points);
    return row;
  }

  [[nodiscard]] counts count(span_of_columns in) const {
    counts out;
    for (const lane& l : core_.lanes) {
      switch (l.kind) {
        case lane_kind::base: count_base(out, l, in); break;
        case lane_kind::isr: count_calls(out.isrs[l.id], l, nullptr, in); break;
        case lane_kind::swi: count_calls(out.swis[l.id], l, nullptr, in); break;
        case lane_kind::point: count_calls(out.points[l.id], l, &core_.lanes[l.context], in); break;
        case lane_kind::mark:
          if (l.fact != fact_kind::poll) out.tasks[l.id];
          break;
      }
    }
    return out;
  }

  void count_base(counts& out, const lane& of, span_of_columns in) const {
    std::uint64_t owned = 0;
    for (std::size_t c = in.begin; c < in.end; ++c) owned += of.owns(c) ? ticks(1) : 0;
    if (of.id == host::idle_owner) {
      out.base.idle += owned;
    } else if (of.id == host::kernel_owner) {
      out.base.kernel += owned;
    } else if (of.id == host::unknown_owner) {
      out.base.unknown += owned;
    } else {
      task_row& row = out.tasks[of.id];
      row.exclusive += owned;
      for (std::size_t c = std::max<std::size_t>(in.begin, 1); c < in.end; ++c)
        if (core_.base[c] != core_.base[c - 1] && &core_.lanes[core_.base[c]] == &of) ++row.dispatches;
    }
  }

  /// The clock of a frame always runs; that of a point runs with its context.
  void count_calls(call_row& row, const lane& of, const lane* context, span_of_columns in) const {
    const auto count_between = [&](std::size_t begin, std::size_t end, bool own) {
      std::uint64_t sum = 0;
      for (std::size_t c = begin; c < end; ++c) {
        const bool counts = own ? of.owns(c) : of.is_there(c) && (context == nullptr || context->owns(c));
        sum += counts ? ticks(1) : 0;
      }
      return sum;
    };
    row.exclusive += count_between(in.begin, in.end, true);
    row.inclusive += count_between(in.begin, in.end, false);
    for (const stretch& call : stretches_of(of)) {
      if (!in.has_instant(call.end) || (of.open_at_end && call.end == core_.columns)) continue;
      if (context != nullptr && is_abandoned(*context, call.end)) {
        ++row.abandoned;
        continue;
      }
      ++row.calls;
      widen(row.exclusive_call, count_between(call.begin, call.end, true));
      widen(row.inclusive_call, count_between(call.begin, call.end, false));
    }
  }

  [[nodiscard]] bool is_abandoned(const lane& context, std::size_t column) const {
    if (context.kind != lane_kind::base) return false;
    return std::any_of(core_.lanes.begin(), core_.lanes.end(), [&](const lane& l) {
      return l.kind == lane_kind::mark && l.fact == fact_kind::task_terminate && l.id == context.id &&
             l.at(column) == '|';
    });
  }

  const drawing& drawing_;
  const core_lanes& core_;
};

}  // namespace

diagram read_diagram(std::string_view text) {
  const drawing drawn = read_lanes(text);
  diagram out;
  out.info = drawn.info;
  out.expected.clock_hz = drawn.info.clock_hz;
  for (const core_lanes& core : drawn.cores) {
    const auto facts = facts_of(drawn, core);
    out.facts.insert(out.facts.end(), facts.begin(), facts.end());
    out.expected.cores.push_back({core.core, {counter(drawn, core).epoch()}});
  }
  return out;
}

}  // namespace rtm::test
