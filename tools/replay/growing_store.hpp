// SPDX-License-Identifier: MIT
// Where a ledger on the host keeps its rows: tables that grow as ids, frames and open points appear. What the ledger
// sees is what it sees of detail::static_store on target, so that both account by the same source.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>

#include "rtm/capacity.hpp"
#include "rtm/detail/records.hpp"

namespace rtm::host {

/// 64-bit words and a clock width that `start` states; the counts only bound what the store may grow to.
struct host_capacity : default_capacity {
  using word = std::uint64_t;
  static constexpr std::uint32_t clock_bits = 0;
  static constexpr std::uint32_t tasks = 1U << 26;
  static constexpr std::uint32_t isrs = tasks;
  static constexpr std::uint32_t swis = tasks;
  static constexpr std::uint32_t points = tasks;
};

class growing_store {
  using word = host_capacity::word;
  using context = detail::context<word>;
  using call_record = detail::call_record<word, host_capacity::extremes>;
  using point_record = detail::point_record<word, host_capacity::extremes>;
  using point_frame = detail::point_frame<word>;

  struct numbered_context : context {
    std::uint32_t index = 0;
  };

 public:
  /// Rows stay where they are while tables grow: the ledger keeps pointers to them.
  struct frame_type : detail::frame<word> {
    frame_type* below = nullptr;
    frame_type* above = nullptr;
  };
  static constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

  growing_store() {
    for (std::uint32_t i = 0; i < 3; ++i) grow_contexts(i);  // idle, kernel, unknown
    pool_.emplace_back();                                    // the sentinel below every point stack
    frames_.emplace_back();                                  // the base owner
  }
  growing_store(const growing_store&) = delete;
  growing_store& operator=(const growing_store&) = delete;

  /// Limits of the target that is replayed. Before the ledger starts.
  void limit(std::uint32_t depth, std::uint32_t point_depth, std::uint32_t point_frames) {
    depth_ = depth;
    point_depth_ = point_depth;
    point_frames_ = point_frames;
  }

  // ---- for the ledger: see detail::static_store
  [[nodiscard]] std::uint32_t context_count() const { return count(contexts_); }
  [[nodiscard]] std::uint32_t isr_count() const { return count(isrs_); }
  [[nodiscard]] std::uint32_t swi_count() const { return count(swis_); }
  [[nodiscard]] std::uint32_t point_count() const { return count(points_); }
  [[nodiscard]] std::uint32_t point_depth() const { return point_depth_; }

  using handle = std::uint32_t;  ///< Of an open point: its index.
  static constexpr handle pool_step = 1;
  static constexpr bool limits_point_depth = true;
  static constexpr bool contiguous = false;
  [[nodiscard]] handle pool_end() const { return count(pool_); }

  [[nodiscard]] context& context_at(std::uint32_t i) { return contexts_[i]; }
  [[nodiscard]] const context& context_at(std::uint32_t i) const { return contexts_[i]; }
  [[nodiscard]] call_record& isr_at(std::uint32_t i) { return isrs_[i]; }
  [[nodiscard]] const call_record& isr_at(std::uint32_t i) const { return isrs_[i]; }
  [[nodiscard]] call_record& swi_at(std::uint32_t i) { return swis_[i]; }
  [[nodiscard]] const call_record& swi_at(std::uint32_t i) const { return swis_[i]; }
  [[nodiscard]] point_record& point_at(std::uint32_t i) { return points_[i]; }
  [[nodiscard]] const point_record& point_at(std::uint32_t i) const { return points_[i]; }
  [[nodiscard]] point_frame& pool_at(std::uint32_t i) { return pool_[i]; }
  [[nodiscard]] const point_frame& pool_at(std::uint32_t i) const { return pool_[i]; }
  [[nodiscard]] std::uint32_t index_of(const context* row) const {
    return static_cast<const numbered_context*>(row)->index;
  }

  [[nodiscard]] frame_type* base_frame() { return &frames_.front(); }
  [[nodiscard]] const frame_type* base_frame() const { return &frames_.front(); }
  [[nodiscard]] static frame_type* below(const frame_type* f) { return f->below; }
  [[nodiscard]] static frame_type* above(const frame_type* f) { return f->above; }

  /// Rows as in a new object; ids that have a row keep it.
  void clear() {
    for (auto& row : contexts_) static_cast<context&>(row) = {};
    for (auto& row : isrs_) row = {};
    for (auto& row : swis_) row = {};
    for (auto& row : points_) row = {};
    pool_.resize(1);
    pool_.front() = {};
  }

  bool grow_contexts(std::uint32_t index) {
    if (index >= host_capacity::tasks) return false;
    for (std::uint32_t next = context_count(); next <= index; ++next) contexts_.emplace_back().index = next;
    return true;
  }
  bool grow_isrs(std::uint32_t id) { return grow(isrs_, id); }
  bool grow_swis(std::uint32_t id) { return grow(swis_, id); }
  bool grow_points(std::uint32_t id) { return grow(points_, id); }
  bool grow_pool() { return count(pool_) <= point_frames_ && grow(pool_, count(pool_)); }
  bool grow_frames() {
    if (frames_.size() > depth_) return false;
    frame_type& outer = frames_.back();
    frame_type& inner = frames_.emplace_back();
    inner.below = &outer;
    outer.above = &inner;
    return true;
  }

 private:
  template <class Table>
  static std::uint32_t count(const Table& rows) {
    return static_cast<std::uint32_t>(rows.size());
  }
  template <class Table>
  static bool grow(Table& rows, std::uint32_t index) {
    if (index >= host_capacity::points) return false;
    while (rows.size() <= index) rows.emplace_back();
    return true;
  }

  std::deque<numbered_context> contexts_;
  std::deque<call_record> isrs_;
  std::deque<call_record> swis_;
  std::deque<point_record> points_;
  std::deque<point_frame> pool_;
  std::deque<frame_type> frames_;
  std::uint32_t depth_ = unlimited;
  std::uint32_t point_depth_ = unlimited;
  std::uint32_t point_frames_ = unlimited;
};

}  // namespace rtm::host
