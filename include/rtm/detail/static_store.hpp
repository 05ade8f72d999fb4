// SPDX-License-Identifier: MIT
// Where a ledger on target keeps its rows: arrays in the object itself, sized by the capacity. Host tools use a store
// that grows (tools/replay); the ledger is the same source over both.
#pragma once

#include <stdint.h>

#include "rtm/detail/records.hpp"

namespace rtm::detail {

/// An array that takes no room when it has no elements. The tag keeps two empty tables from being one base class.
template <class Row, uint32_t Size, int Tag>
struct table {
  Row rows[Size] = {};
};
template <class Row, int Tag>
struct table<Row, 0, Tag> {
  static constexpr Row* rows = nullptr;
};

template <class C, class Word = typename C::word>
class static_store : table<point_frame<Word>, C::points == 0 ? 0 : C::point_frames + 1, 0>,  // first: see pool_at
                     table<context<Word>, C::tasks + 3, 1>,
                     table<call_record<Word, C::extremes>, C::isrs, 2>,
                     table<call_record<Word, C::extremes>, C::swis, 3>,
                     table<point_record<Word, C::extremes>, C::points, 4> {
  using pool = table<point_frame<Word>, C::points == 0 ? 0 : C::point_frames + 1, 0>;
  using contexts = table<context<Word>, C::tasks + 3, 1>;
  using isrs = table<call_record<Word, C::extremes>, C::isrs, 2>;
  using swis = table<call_record<Word, C::extremes>, C::swis, 3>;
  using points = table<point_record<Word, C::extremes>, C::points, 4>;

 public:
  using frame_type = frame<Word>;
  /// Rows of one kind lie side by side, in the ledger itself.
  static constexpr bool contiguous = true;

  [[nodiscard]] static constexpr uint32_t context_count() { return C::tasks + 3; }
  [[nodiscard]] static constexpr uint32_t isr_count() { return C::isrs; }
  [[nodiscard]] static constexpr uint32_t swi_count() { return C::swis; }
  [[nodiscard]] static constexpr uint32_t point_count() { return C::points; }
  [[nodiscard]] static constexpr uint32_t point_depth() { return C::point_depth; }

  [[nodiscard]] context<Word>& context_at(uint32_t index) { return contexts::rows[index]; }
  [[nodiscard]] const context<Word>& context_at(uint32_t index) const { return contexts::rows[index]; }
  [[nodiscard]] call_record<Word, C::extremes>& isr_at(uint32_t id) { return isrs::rows[id]; }
  [[nodiscard]] const call_record<Word, C::extremes>& isr_at(uint32_t id) const { return isrs::rows[id]; }
  [[nodiscard]] call_record<Word, C::extremes>& swi_at(uint32_t id) { return swis::rows[id]; }
  [[nodiscard]] const call_record<Word, C::extremes>& swi_at(uint32_t id) const { return swis::rows[id]; }
  [[nodiscard]] point_record<Word, C::extremes>& point_at(uint32_t id) { return points::rows[id]; }
  [[nodiscard]] const point_record<Word, C::extremes>& point_at(uint32_t id) const { return points::rows[id]; }
  /// Open points are named by handles; here their distance from the store in bytes: one addition makes an address.
  using handle = half_of<Word>;
  static constexpr handle pool_step = sizeof(point_frame<Word>);
  [[nodiscard]] point_frame<Word>& pool_at(handle h) {
    return *reinterpret_cast<point_frame<Word>*>(reinterpret_cast<unsigned char*>(pool::rows) + h);
  }
  [[nodiscard]] const point_frame<Word>& pool_at(handle h) const {
    return *reinterpret_cast<const point_frame<Word>*>(reinterpret_cast<const unsigned char*>(pool::rows) + h);
  }

  [[nodiscard]] static constexpr uint32_t pool_end() { return (C::point_frames + 1) * pool_step; }
  /// A context cannot have more open points than there are in all, so then nothing need be counted.
  static constexpr bool limits_point_depth = C::point_depth < C::point_frames;

  [[nodiscard]] uint32_t index_of(const context<Word>* row) const { return uint32_t(row - contexts::rows); }

  [[nodiscard]] frame_type* base_frame() { return &frames_[0]; }
  [[nodiscard]] const frame_type* base_frame() const { return &frames_[0]; }
  [[nodiscard]] static frame_type* below(frame_type* f) { return f - 1; }
  [[nodiscard]] static const frame_type* below(const frame_type* f) { return f - 1; }
  /// Null when the stack is full.
  [[nodiscard]] frame_type* above(frame_type* f) { return f == &frames_[C::depth] ? nullptr : f + 1; }
  [[nodiscard]] const frame_type* above(const frame_type* f) const { return f == &frames_[C::depth] ? nullptr : f + 1; }

  /// Forgets everything: all rows as in a new object.
  void clear() { __builtin_memset(static_cast<void*>(this), 0, sizeof(*this)); }

  /// A store that cannot grow answers no; the fact becomes a fault.
  static constexpr bool grow_contexts(uint32_t) { return false; }
  static constexpr bool grow_isrs(uint32_t) { return false; }
  static constexpr bool grow_swis(uint32_t) { return false; }
  static constexpr bool grow_points(uint32_t) { return false; }
  static constexpr bool grow_frames() { return false; }
  static constexpr bool grow_pool() { return false; }

 private:
  frame_type frames_[C::depth + 1] = {};
};

}  // namespace rtm::detail
