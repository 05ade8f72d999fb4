// SPDX-License-Identifier: MIT
#include "wire/window_reader.hpp"

#include <algorithm>
#include <utility>

namespace rtm::host::wire {
namespace {

/// Rows of one target; no capacity is larger than a header allows, but repeated packets must not fill the memory.
constexpr std::size_t most_rows = std::size_t{1} << 16;

enum class end_of_part { more, last, bad };

void read_extremes(fields& in, call_row& row) {
  const auto read = [&] {
    extremes of;
    of.min = in.number();
    of.max = of.min + in.number();
    return of;
  };
  const extremes exclusive = read();
  const extremes inclusive = read();
  if (row.calls == 0) return;
  row.exclusive_call = exclusive;
  row.inclusive_call = inclusive;
}

call_row read_call(fields& in, std::uint64_t id, bool is_point, bool has_extremes) {
  call_row row;
  row.id = id;
  row.exclusive = in.number();
  row.inclusive = row.exclusive + in.number();
  row.calls = in.number();
  if (is_point) row.abandoned = in.number();
  if (has_extremes) read_extremes(in, row);
  return row;
}

/// Rows of a window or an epoch, whose lists have the same names.
template <class Part>
end_of_part read_rows(fields& in, Part& into, bool has_extremes) {
  while (!in.at_end()) {
    const std::uint64_t tag = in.number();
    const std::uint64_t id = tag >> 3;
    const auto of = static_cast<format::row_class>(tag & 7);
    if (into.tasks.size() + into.isrs.size() + into.swis.size() + into.points.size() > most_rows)
      return end_of_part::bad;
    switch (of) {
      case format::row_class::base: {
        const std::uint64_t ticks = in.number();
        (id == 0 ? into.base.idle : id == 1 ? into.base.kernel : into.base.unknown) = ticks;
        if (id > 2) return end_of_part::bad;
        break;
      }
      case format::row_class::task: {
        const std::uint64_t exclusive = in.number();
        into.tasks.push_back({id, std::nullopt, exclusive, in.number()});
        break;
      }
      case format::row_class::isr: into.isrs.push_back(read_call(in, id, false, has_extremes)); break;
      case format::row_class::swi: into.swis.push_back(read_call(in, id, false, has_extremes)); break;
      case format::row_class::point: into.points.push_back(read_call(in, id, true, has_extremes)); break;
      case format::row_class::no_more: return in.at_end() && !in.failed() ? end_of_part::last : end_of_part::bad;
      default: return end_of_part::bad;
    }
  }
  return in.failed() ? end_of_part::bad : end_of_part::more;
}

/// Hands out what is whole; keeps what is not.
template <class Told>
std::optional<Told> finish(std::optional<Told>& told, end_of_part end, const packet_view& packet,
                           std::optional<problem>& why) {
  if (end == end_of_part::more) return std::nullopt;
  if (end == end_of_part::bad) {
    why = problem{packet.offset, "a window or snapshot with a row of no known form", "rows as the format has them"};
    told.reset();
    return std::nullopt;
  }
  return std::exchange(told, std::nullopt);
}

}  // namespace

std::optional<told_window> window_reader::window(const packet_view& packet, std::optional<problem>& why) {
  fields in(packet.fields);
  const std::uint64_t flags = in.number();
  const std::uint64_t epoch = in.number();
  const std::uint64_t index = in.number();
  if ((flags & format::first_part) != 0) {
    window_ = told_window{packet.core, packet.offset, epoch, true, {}};
    window_->row.index = index;
    window_->row.start = in.number();
    window_->row.length = in.number();
    window_->row.complete = (flags & format::whole) != 0;
  }
  if (!window_ || window_->target_epoch != epoch || window_->row.index != index) {
    window_.reset();
    return std::nullopt;
  }
  return finish(window_, in.failed() ? end_of_part::bad : read_rows(in, window_->row, false), packet, why);
}

std::optional<told_epoch> window_reader::snapshot(const packet_view& packet, std::optional<problem>& why) {
  fields in(packet.fields);
  const std::uint64_t flags = in.number();
  const std::uint64_t epoch = in.number();
  if ((flags & format::first_part) != 0) {
    epoch_ = told_epoch{packet.core, packet.offset, (flags & format::whole) != 0, true, {}};
    epoch_->row.epoch = epoch;
    epoch_->row.start = in.number();
    epoch_->row.total = in.number();
    epoch_->row.ignored = in.number();
  }
  if (!epoch_ || epoch_->row.epoch != epoch) {
    epoch_.reset();
    return std::nullopt;
  }
  return finish(epoch_, in.failed() ? end_of_part::bad : read_rows(in, epoch_->row, true), packet, why);
}

}  // namespace rtm::host::wire
