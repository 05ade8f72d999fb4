// SPDX-License-Identifier: MIT
// Where the timing parameters of a replay are kept: tables that grow as slots appear, in place of those of fixed size
// that a target has, so that both count by the same source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "rtm/os/timing_book.hpp"

namespace rtm::host {

class timing_rows {
 public:
  // ---- for os::timing_book
  os::detail::task_row& task(std::uint32_t slot) { return at(tasks_, slot); }
  os::detail::call_row& isr(std::uint32_t slot) { return at(isrs_, slot); }
  os::detail::call_row& swi(std::uint32_t slot) { return at(swis_, slot); }
  os::detail::point_row& point(std::uint32_t slot) { return at(points_, slot); }
  os::detail::owner_row& owner(std::uint32_t index) { return at(owners_, index); }
  os::detail::frame_row& frame(std::uint32_t depth) { return at(frames_, depth); }
  os::detail::open_point_row& open_point(std::uint32_t link) { return at(pool_, link); }

  std::uint32_t take_point() {
    const std::uint32_t link = free_;
    if (link == 0) return fresh_++;
    free_ = pool_[link].below;
    return link;
  }
  void give_back(std::uint32_t link) {
    pool_[link].below = free_;
    free_ = link;
  }
  void forget_points() {
    free_ = 0;
    fresh_ = 1;
  }

  // ---- for the report
  [[nodiscard]] std::uint32_t task_count() const { return static_cast<std::uint32_t>(tasks_.size()); }
  [[nodiscard]] std::uint32_t isr_count() const { return static_cast<std::uint32_t>(isrs_.size()); }
  [[nodiscard]] std::uint32_t swi_count() const { return static_cast<std::uint32_t>(swis_.size()); }
  [[nodiscard]] std::uint32_t point_count() const { return static_cast<std::uint32_t>(points_.size()); }

 private:
  /// Rows stay where they are while a deque grows at its end.
  template <class Row>
  static Row& at(std::deque<Row>& rows, std::uint32_t index) {
    if (index >= rows.size()) rows.resize(std::size_t{index} + 1);
    return rows[index];
  }

  std::deque<os::detail::task_row> tasks_;
  std::deque<os::detail::call_row> isrs_, swis_;
  std::deque<os::detail::point_row> points_;
  std::deque<os::detail::owner_row> owners_;
  std::deque<os::detail::frame_row> frames_;
  std::deque<os::detail::open_point_row> pool_;
  std::uint32_t free_ = 0;
  std::uint32_t fresh_ = 1;
};

}  // namespace rtm::host
