// SPDX-License-Identifier: MIT
#include "edges.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "diagram.hpp"

namespace rtm::test {
namespace {

using lane_stack = std::vector<std::size_t>;  // Indices of lanes, the outermost first.

class edge_reader {
 public:
  edge_reader(const drawing& of, const core_lanes& core) : drawing_(of), core_(core) {}

  std::vector<host::source_fact> read() {
    for (column_ = 0; column_ <= core_.columns; ++column_) read_instant();
    return std::move(facts_);
  }

 private:
  void read_instant() {
    const bool is_end = column_ == core_.columns;
    const std::size_t facts_before = facts_.size();
    if (column_ == 0) {
      base_ = core_.base.front();
      emit(fact_kind::reset, lane_at(base_).id);
    }
    report_marks({fact_kind::task_wait, fact_kind::task_terminate});
    while (!frames_.empty() && !is_there(frames_.back())) exit_top();
    end_points(context());
    if (!is_end) {
      switch_base();
      begin_points(context());
      enter_frames();
      check();
    }
    report_marks({fact_kind::task_activate, fact_kind::task_release, fact_kind::poll});
    if (is_end && facts_.size() == facts_before) emit(fact_kind::poll, 0);
  }

  void report_marks(std::initializer_list<fact_kind> kinds) {
    for (const lane& l : core_.lanes) {
      if (l.kind != lane_kind::mark || l.at(column_) != '|') continue;
      if (std::find(kinds.begin(), kinds.end(), l.fact) == kinds.end()) continue;
      emit(l.fact, l.id);
      if (l.fact == fact_kind::task_terminate) abandon_points(l.id);
    }
  }

  /// Points that a task leaves open when it terminates are blank from here on, without an end.
  void abandon_points(host::source_id task) {
    for (auto& [context, open] : points_) {
      const lane& of = lane_at(context);
      if (of.kind != lane_kind::base || of.id != task) continue;
      for (const std::size_t i : open)
        if (is_there(i)) refuse(lane_at(i).head + " goes on after its task has terminated");
      open.clear();
    }
  }

  void exit_top() {
    const std::size_t top = frames_.back();
    end_points(top);
    if (!points_[top].empty()) refuse(lane_at(points_[top].back()).head + " is open when its frame ends");
    frames_.pop_back();
    emit(lane_at(top).kind == lane_kind::isr ? fact_kind::isr_exit : fact_kind::swi_exit, lane_at(top).id);
  }

  void end_points(std::size_t context) {
    lane_stack& open = points_[context];
    while (!open.empty() && !is_there(open.back())) {
      emit(fact_kind::point_end, lane_at(open.back()).id);
      open.pop_back();
    }
  }

  void switch_base() {
    if (core_.base[column_] == base_) return;
    if (!frames_.empty()) refuse("the base owner changes under " + lane_at(frames_.back()).head);
    base_ = core_.base[column_];
    emit(fact_kind::task_switch, lane_at(base_).id);
    end_points(base_);  // A section that ends with the dispatch, without running again.
  }

  void begin_points(std::size_t context) {
    lane_stack& open = points_[context];
    const std::vector<std::size_t> added = added_lanes([&](std::size_t i) {
      return lane_at(i).kind == lane_kind::point && lane_at(i).context == context &&
             std::find(open.begin(), open.end(), i) == open.end();
    });
    for (const std::size_t i : added) {
      emit(fact_kind::point_begin, lane_at(i).id);
      open.push_back(i);
    }
  }

  void enter_frames() {
    const std::vector<std::size_t> added = added_lanes([&](std::size_t i) {
      return lane_at(i).is_frame() && std::find(frames_.begin(), frames_.end(), i) == frames_.end();
    });
    for (const std::size_t i : added) {
      const bool is_isr = lane_at(i).kind == lane_kind::isr;
      if (!is_isr && !frames_.empty() && lane_at(frames_.back()).kind == lane_kind::isr)
        refuse(lane_at(i).head + " begins inside " + lane_at(frames_.back()).head);
      emit(is_isr ? fact_kind::isr_enter : fact_kind::swi_enter, lane_at(i).id);
      frames_.push_back(i);
      begin_points(i);
    }
  }

  /// Lanes that are there from this column on: the preempted ones first, for they are further out.
  template <class Wanted>
  std::vector<std::size_t> added_lanes(Wanted wanted) const {
    std::vector<std::size_t> added;
    for (const char mark : {'-', '='})
      for (std::size_t i = 0; i < core_.lanes.size(); ++i)
        if (lane_at(i).at(column_) == mark && wanted(i)) added.push_back(i);
    return added;
  }

  /// Does the state that the facts have led to look like the column?
  void check() {
    for (const std::size_t i : frames_)
      if (!is_there(i)) refuse(lane_at(i).head + " ends under another frame");
    if (!lane_at(context()).owns(column_)) refuse(lane_at(context()).head + " is topmost and does not own the core");
    for (std::size_t i = 0; i < core_.lanes.size(); ++i) {
      const lane& l = lane_at(i);
      if (l.kind != lane_kind::point || !l.is_there(column_)) continue;
      const lane_stack& open = points_[l.context];
      if (std::find(open.begin(), open.end(), i) == open.end())
        refuse(l.head + " begins while its context does not own the core");
      const bool runs = l.context == context() && open.back() == i;
      if (runs != l.owns(column_))
        refuse(l.head + (runs ? " is innermost and not drawn =" : " is drawn = and does not run"));
    }
    for (const auto& [of, open] : points_)
      for (const std::size_t i : open)
        if (!is_there(i))
          refuse(lane_at(i).head + " ends while its context does not own the core, or outside its order");
  }

  void emit(fact_kind kind, host::source_id id) {
    facts_.push_back({kind, core_.core, drawing_.reading(column_), kind == fact_kind::poll ? 0 : id});
  }

  [[nodiscard]] const lane& lane_at(std::size_t i) const { return core_.lanes[i]; }
  [[nodiscard]] bool is_there(std::size_t i) const {
    return column_ == core_.columns ? lane_at(i).open_at_end : lane_at(i).is_there(column_);
  }
  [[nodiscard]] std::size_t context() const { return frames_.empty() ? base_ : frames_.back(); }
  [[noreturn]] void refuse(const std::string& what) const {
    throw diagram_error("column " + std::to_string(column_) + ": " + what);
  }

  const drawing& drawing_;
  const core_lanes& core_;
  std::size_t column_ = 0;
  std::size_t base_ = 0;
  lane_stack frames_;
  std::map<std::size_t, lane_stack> points_;  ///< Open points by the lane of their context.
  std::vector<host::source_fact> facts_;
};

}  // namespace

std::vector<host::source_fact> facts_of(const drawing& of, const core_lanes& core) {
  return edge_reader(of, core).read();
}

}  // namespace rtm::test
