// SPDX-License-Identifier: MIT
// What must a reader find in each closed window? Worked out in the plainest way: every span of time is added to whoever
// is concerned at once, with no laziness, no stamps and no words that could overflow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "told.hpp"

namespace rtm::test {

/// All sums of one window in one row: owners (exclusive, dispatches), interrupts and Swis (exclusive, inclusive,
/// calls), points (exclusive, inclusive, calls, abandoned).
struct sums {
  static constexpr std::size_t first_isr = owners * 2;
  static constexpr std::size_t first_swi = first_isr + isrs * 3;
  static constexpr std::size_t first_point = first_swi + swis * 3;
  static constexpr std::size_t size = first_point + points * 4;

  static constexpr std::size_t of_owner(std::uint32_t index) { return index * 2; }
  static constexpr std::size_t of_isr(std::uint32_t id) { return first_isr + id * 3; }
  static constexpr std::size_t of_swi(std::uint32_t id) { return first_swi + id * 3; }
  static constexpr std::size_t of_point(std::uint32_t id) { return first_point + id * 4; }

  std::array<std::uint32_t, size> values{};

  /// Ticks that have an owner: the length of the window, if the law of conservation holds.
  [[nodiscard]] std::uint64_t owned() const {
    std::uint64_t ticks = 0;
    for (std::size_t i = 0; i < first_isr; i += 2) ticks += values[i];
    for (std::size_t i = first_isr; i < first_point; i += 3) ticks += values[i];
    return ticks;
  }

  friend bool operator==(const sums&, const sums&) = default;
};

/// "isr 2 inclusive" for the place of that value.
inline std::string name_of_sum(std::size_t place) {
  static constexpr std::array<const char*, 4> of_call{" exclusive", " inclusive", " calls", " abandoned"};
  if (place < sums::first_isr) {
    const auto index = static_cast<std::uint32_t>(place / 2);
    static constexpr std::array<const char*, 3> no_task{"idle", "kernel", "unknown"};
    const std::string owner = index < 3 ? no_task[index] : "task " + std::to_string(owner_id(index));
    return owner + (place % 2 == 0 ? " exclusive" : " dispatches");
  }
  const bool is_point = place >= sums::first_point;
  const bool is_swi = !is_point && place >= sums::first_swi;
  const std::size_t first = is_point ? sums::first_point : is_swi ? sums::first_swi : sums::first_isr;
  const std::size_t columns = is_point ? 4 : 3;
  const char* const kind = is_point ? "point " : is_swi ? "swi " : "isr ";
  return kind + std::to_string((place - first) / columns) + of_call.at((place - first) % columns);
}

struct window_record {
  std::uint32_t epoch = 0;
  std::uint64_t index = 0;
  std::uint64_t start = 0;
  std::uint64_t length = 0;
  sums window{};

  /// In the order of time.
  [[nodiscard]] bool is_before(const window_record& other) const {
    return epoch != other.epoch ? epoch < other.epoch : index < other.index;
  }
  friend bool operator==(const window_record&, const window_record&) = default;
};

class window_model {
 public:
  window_model(std::uint64_t start, std::uint32_t base_id, std::uint64_t length) : length_(length), last_(start) {
    state_.base = owner_index(base_id);
    open_.start = start;
    open_.length = length;
  }

  /// `on_closed(const window_record&)` for each window that ends.
  template <class OnClosed>
  void tell(const told& t, OnClosed on_closed) {
    if (t.answer == status::ignored) return;
    if (t.fact != fact_kind::reset && t.answer != status::gap_exceeded && t.answer != status::time_backwards) {
      settle(t.time, on_closed);
    }
    if (t.answer == status::ok) accept(t);
  }

 private:
  template <class OnClosed>
  void settle(std::uint64_t time, OnClosed on_closed) {
    const std::uint64_t end = open_.start + length_;
    if (time >= end) {
      charge(static_cast<std::uint32_t>(end - last_));
      on_closed(open_);
      open_ = {open_.epoch, open_.index + 1, end, length_, {}};
      last_ = end;
    }
    charge(static_cast<std::uint32_t>(time - last_));
    last_ = time;
  }

  void charge(std::uint32_t ticks) {
    auto& v = open_.window.values;
    if (state_.frames.empty()) v[sums::of_owner(state_.base)] += ticks;
    for (const auto& f : state_.frames) v[row_of(f) + 1] += ticks;
    if (!state_.frames.empty()) v[row_of(state_.frames.back())] += ticks;
    const open_points& open = state_.current_points();
    for (const std::uint32_t id : open) v[sums::of_point(id) + 1] += ticks;
    if (!open.empty()) v[sums::of_point(open.back())] += ticks;
  }

  void accept(const told& t) {
    auto& v = open_.window.values;
    switch (t.fact) {
      case fact_kind::task_switch:
        if (owner_index(t.id) != state_.base) ++v[sums::of_owner(owner_index(t.id)) + 1];
        break;
      case fact_kind::isr_exit:
      case fact_kind::swi_exit: ++v[row_of(state_.frames.back()) + 2]; break;
      case fact_kind::point_end: ++v[sums::of_point(t.id) + 2]; break;
      case fact_kind::task_terminate:
        for (const std::uint32_t id : state_.points_of[owner_index(t.id)]) ++v[sums::of_point(id) + 3];
        break;
      case fact_kind::reset:
        last_ = t.time;
        open_ = {open_.epoch + 1, 0, t.time, length_, {}};
        break;
      default: break;
    }
    state_.accept(t);
  }

  static std::size_t row_of(const active_frame& f) { return f.is_swi ? sums::of_swi(f.id) : sums::of_isr(f.id); }

  std::uint64_t length_;
  std::uint64_t last_;
  core_state state_{};
  window_record open_{};
};

}  // namespace rtm::test
