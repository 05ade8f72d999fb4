// SPDX-License-Identifier: MIT
#include "recorder.hpp"

namespace rtm::property {
namespace {

std::string owner_head(source_id id) { return to_text({fact_kind::task_switch, 0, 0, id}); }

std::string frame_head(const open_frame& frame) { return (frame.is_swi ? "swi " : "isr ") + std::to_string(frame.id); }

void add_points(std::vector<presence>& to, const presence& context, const point_stack& points) {
  for (const open_point& point : points) {
    const bool innermost = context.owns && &point == &points.back();
    to.push_back({"point " + std::to_string(point.id) + " @ " + context.head, point.call, context.head, context.call,
                  innermost});
  }
}

void add_open(std::vector<std::uint64_t>& to, const point_stack& points) {
  for (const open_point& point : points) to.push_back(point.call);
}

}  // namespace

void recorder::tell(const source_fact& fact) {
  const std::size_t epochs = epochs_.size();
  const bool was_frozen = epochs != 0 && epoch().fault;
  if (epochs != 0) tapes_.back().facts.push_back({0, fact, false, false});
  oracle::tell(fact);
  if (epochs_.size() != epochs) return;
  tapes_.back().facts.back() = {epoch().elapsed, fact, epoch().fault && !was_frozen, was_frozen};
}

void recorder::begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) {
  if (!epochs_.empty()) {  // The reset ends the old epoch, too.
    tapes_.back().facts.back().elapsed = epoch().elapsed;
  }
  oracle::begin_epoch(start, reading, owner);
  tapes_.emplace_back();
  tapes_.back().reading = reading;
  tapes_.back().facts.push_back({0, {fact_kind::reset, 0, reading, owner}, false, false});
}

void recorder::pass(std::uint64_t ticks) {
  tapes_.back().stretches.push_back({ticks, there()});
  oracle::pass(ticks);
}

/// Contexts before their points. A base owner that does not run is there if it has open points.
std::vector<presence> recorder::there() const {
  const auto& frames = epoch().frames;
  std::vector<presence> all{{owner_head(epoch().owner), 0, "", 0, frames.empty()}};
  for (const auto& [owner, points] : epoch().suspended) {
    const presence context{owner_head(owner), 0, "", 0, frames.empty() && owner == epoch().owner};
    if (owner != epoch().owner && !points.empty()) all.push_back(context);
    add_points(all, context, points);
  }
  for (const open_frame& frame : frames) {
    const presence context{frame_head(frame), frame.call, "", 0, &frame == &frames.back()};
    all.push_back(context);
    add_points(all, context, frame.points);
  }
  return all;
}

std::vector<epoch_tape> recorder::tapes() const {
  std::vector<epoch_tape> finished = tapes_;
  for (std::size_t i = 0; i < finished.size(); ++i) {
    for (const auto& [owner, points] : epochs_[i].suspended) add_open(finished[i].open_calls, points);
    for (const open_frame& frame : epochs_[i].frames) {
      finished[i].open_calls.push_back(frame.call);
      add_open(finished[i].open_calls, frame.points);
    }
  }
  return finished;
}

}  // namespace rtm::property
