// SPDX-License-Identifier: MIT
#include "streams.hpp"

#include <array>
#include <random>

namespace rtm::bench {
namespace {

/// Adds facts, and knows what is open, so that what it adds is legal. At the end nothing is open and idle runs, so that
/// the stream can be told again.
class stream_writer {
 public:
  explicit stream_writer(std::size_t facts) { facts_.reserve(facts + 200); }

  [[nodiscard]] std::size_t size() const { return facts_.size(); }
  [[nodiscard]] bool in_frame() const { return !frames_.empty(); }
  [[nodiscard]] std::size_t depth() const { return frames_.size(); }
  [[nodiscard]] std::size_t open_points() const { return points().size(); }
  [[nodiscard]] std::size_t all_open_points() const { return all_points_; }

  void add(fact_kind kind, std::uint32_t id, std::uint32_t delta) { facts_.push_back({kind, id, delta}); }
  void switch_to(std::uint32_t owner, std::uint32_t delta) {
    add(fact_kind::task_switch, owner < stream_tasks ? owner : static_cast<std::uint32_t>(idle), delta);
    owner_ = owner;
  }
  void enter(std::uint32_t isr, std::uint32_t delta) {
    add(fact_kind::isr_enter, isr, delta);
    frames_.push_back({isr, {}});
  }
  void exit(std::uint32_t delta) {
    add(fact_kind::isr_exit, frames_.back().isr, delta);
    frames_.pop_back();
  }
  void begin_point(std::uint32_t point, std::uint32_t delta) {
    add(fact_kind::point_begin, point, delta);
    points().push_back(point);
    ++all_points_;
  }
  void end_point(std::uint32_t delta) {
    add(fact_kind::point_end, points().back(), delta);
    points().pop_back();
    --all_points_;
  }

  std::vector<timed_fact> finish() {
    for (; in_frame(); exit(5)) {
      while (open_points() != 0) end_point(5);
    }
    for (std::uint32_t owner = 0; owner <= stream_tasks; ++owner) {
      switch_to(owner, 5);
      while (open_points() != 0) end_point(5);
    }
    return std::move(facts_);
  }

 private:
  struct frame {
    std::uint32_t isr;
    std::vector<std::uint32_t> points;
  };

  [[nodiscard]] std::vector<std::uint32_t>& points() { return in_frame() ? frames_.back().points : owners_[owner_]; }
  [[nodiscard]] const std::vector<std::uint32_t>& points() const {
    return in_frame() ? frames_.back().points : owners_[owner_];
  }

  std::vector<timed_fact> facts_;
  std::vector<frame> frames_;
  std::array<std::vector<std::uint32_t>, stream_tasks + 1> owners_;  // the last is idle
  std::uint32_t owner_ = stream_tasks;
  std::size_t all_points_ = 0;
};

}  // namespace

std::vector<timed_fact> interrupt_heavy_stream(std::size_t facts) {
  stream_writer out(facts);
  for (std::uint32_t round = 0; out.size() < facts; ++round) {
    out.enter(0, 200);  // the fast one
    out.exit(30);
    if (round % 4 == 0) {
      out.enter(1, 100);
      out.begin_point(0, 10);
      out.end_point(40);
      if (round % 8 == 0) {
        out.enter(0, 20);  // preempts the slower one
        out.exit(30);
      }
      out.exit(15);
    }
    if (round % 10 == 0) {
      out.enter(2, 60);  // the tick
      out.exit(50);
      out.switch_to(round / 10 % 3, 10);
      out.begin_point(1, 20);
      out.end_point(300);
      out.switch_to(stream_tasks, 30);
    }
  }
  return out.finish();
}

std::vector<timed_fact> random_stream(std::size_t facts) {
  stream_writer out(facts);
  std::minstd_rand random(1);  // its numbers are laid down by the standard, unlike those of distributions
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() >> 8) % limit; };
  while (out.size() < facts) {
    const std::uint32_t delta = below(100);
    const bool room_for_point = out.all_open_points() < 8 && out.open_points() < 4;
    switch (below(6)) {
      case 0:
        if (!out.in_frame()) out.switch_to(below(stream_tasks + 1), delta);
        break;
      case 1:
        if (out.depth() < 6) out.enter(below(stream_ids), delta);
        break;
      case 2:
        if (out.in_frame() && out.open_points() == 0) out.exit(delta);
        break;
      case 3:
        if (room_for_point) out.begin_point(below(stream_ids), delta);
        break;
      case 4:
        if (out.open_points() != 0) out.end_point(delta);
        break;
      default: out.add(fact_kind::poll, 0, delta); break;
    }
  }
  return out.finish();
}

}  // namespace rtm::bench
