// SPDX-License-Identifier: MIT
// Two cores that read different clocks: how far are these apart, how fast does that change, and how wrong may that be?
// From exchanges of stamps, as NTP does it: the one with the shortest round trip of a batch counts, a straight line
// through the batches gives the drift.
//
//        local    sent ------------------------- returned
//                     \                         /
//        remote        received ---- replied --
//
// The offset of one exchange is known to half its round trip, no better: if one way is longer than the other, nothing
// shows it. That bound, and the one of the drift that follows from it, come with every converted stamp. They hold while
// both clocks run at constant rates; from a whole batch after one was set on they hold again, or the status says so.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/sync/status.hpp"
#include "rtm/sync/window.hpp"

namespace rtm::sync {

/// Four readings, in ticks of clocks of nominally the same rate. (Others: scale one first.)
struct exchange {
  uint64_t sent = 0;      ///< Local clock.
  uint64_t received = 0;  ///< Remote clock.
  uint64_t replied = 0;   ///< Remote clock.
  uint64_t returned = 0;  ///< Local clock.
};

/// Keeps the best exchange of each of the latest `Batches` batches of `BatchSize`.
template <unsigned Batches = 16, unsigned BatchSize = 8>
class alignment {
  static_assert(Batches >= 3 && Batches <= 64 && BatchSize >= 1);

 public:
  constexpr alignment() = default;
  constexpr alignment(uint32_t local_clock, uint32_t remote_clock) : local_(local_clock), remote_(remote_clock) {}

  /// @retval ok
  /// @retval bad_exchange  an answer before its question, or one that took longer there than here
  /// Calibrates after every whole batch, from the third on. Bound: O(Batches) then, O(1) otherwise.
  status add(const exchange& e);

  /// @retval ok            converted stamps are good to the bound that comes with them
  /// @retval uncalibrated  too few batches, or all at one moment
  /// @retval clock_jumped  they do not lie on a straight line
  [[nodiscard]] status state() const { return state_; }

  /// A stamp of the remote clock as one of the local clock, and how far that may be off.
  /// @retval ok, uncalibrated, clock_jumped
  status to_local(uint64_t remote_ticks, uint64_t& local_ticks, uint64_t& bound_ticks) const;
  /// The other way, for a plan that is given to the remote core.
  /// @retval ok, uncalibrated, clock_jumped
  status to_remote(uint64_t local_ticks, uint64_t& remote_ticks, uint64_t& bound_ticks) const;

  /// A window of the remote clock as one of the local clock.
  /// @retval ok
  /// @retval not_synchronous  it is not of the remote clock, or there is no calibration: the window is unchanged
  /// @retval clock_jumped     nor is there one now: the window is unchanged
  template <unsigned Columns>
  status align(core_window<Columns>& w) const {
    uint64_t start = 0, stop = 0, start_bound = 0, stop_bound = 0;
    if (w.clock == remote_ && state_ == status::clock_jumped) return state_;
    if (w.clock != remote_ || to_local(w.start_ticks, start, start_bound) != status::ok ||
        to_local(w.stop_ticks, stop, stop_bound) != status::ok) {
      return status::not_synchronous;
    }
    w.start_ticks = start;
    w.stop_ticks = stop;
    w.clock_bound_ticks += start_bound > stop_bound ? start_bound : stop_bound;
    w.clock = local_;
    return status::ok;
  }

  /// How much faster the remote clock runs, and how far that may be off. In 2^-32.
  [[nodiscard]] int64_t drift_q32() const { return drift_q32_; }
  [[nodiscard]] uint64_t drift_bound_q32() const { return drift_bound_q32_; }
  [[nodiscard]] uint64_t shortest_round_trip() const { return best_.round_trip; }

 private:
  /// Times and offsets relative to the first exchange; offsets doubled, so that no half tick is lost.
  struct batch {
    int64_t middle = 0;
    int64_t offset_2 = 0;
    uint64_t round_trip = ~uint64_t{0};
    uint64_t span = 0;  ///< From sent to returned.
  };

  void calibrate();
  /// Of a conversion so far from the middle of the best exchange.
  [[nodiscard]] uint64_t bound_at(int64_t distance) const;
  [[nodiscard]] bool lies_on_the_line(const batch& b) const;
  /// Doubled, as offsets are: off the line through the best exchange.
  [[nodiscard]] uint64_t off_line_2(const batch& b) const {
    return size(b.offset_2 - best_.offset_2 - 2 * scaled(b.middle - best_.middle, drift_q32_));
  }
  /// What the farthest of the batches is off the line, doubled.
  uint64_t widen_for_a_set_clock();
  [[nodiscard]] static uint64_t size(int64_t v) { return v < 0 ? 0 - uint64_t(v) : uint64_t(v); }
  /// ticks * q32 / 2^32, rounded towards 0.
  [[nodiscard]] static int64_t scaled(int64_t ticks, int64_t q32) {
    const rtm::detail::wide128 p = rtm::detail::full_product(size(ticks), size(q32));
    const auto result = int64_t(p.high << 32 | p.low >> 32);
    return (ticks < 0) == (q32 < 0) ? result : -result;
  }
  [[nodiscard]] static uint64_t scaled_up(uint64_t ticks, uint64_t q32) {
    const rtm::detail::wide128 p = rtm::detail::full_product(ticks, q32);
    if (p.high >> 32 != 0) return ~uint64_t{0};
    return rtm::detail::sum_or_most(p.high << 32 | p.low >> 32, 1);
  }

  uint32_t local_ = 0;
  uint32_t remote_ = 1;
  status state_ = status::uncalibrated;
  uint64_t first_local_ = 0;
  uint64_t first_offset_ = 0;
  bool has_first_ = false;
  batch current_ = {};
  unsigned in_batch_ = 0;
  batch batches_[Batches] = {};
  unsigned used_ = 0;
  unsigned next_ = 0;
  batch best_ = {};
  int64_t drift_q32_ = 0;
  uint64_t drift_bound_q32_ = 0;
  uint64_t half_width_ = 0;  // of the line, in ticks
};

template <unsigned Batches, unsigned BatchSize>
status alignment<Batches, BatchSize>::add(const exchange& e) {
  const uint64_t away = e.returned - e.sent;
  const uint64_t there = e.replied - e.received;
  if (away >> 62 != 0 || there > away) return status::bad_exchange;
  if (!has_first_) {
    has_first_ = true;
    first_local_ = e.sent;
    first_offset_ = e.received - e.sent;
  }
  batch b = {};
  b.middle = int64_t(e.sent - first_local_ + away / 2);
  b.offset_2 = int64_t(e.received - e.sent - first_offset_) + int64_t(e.replied - e.returned - first_offset_);
  b.round_trip = away - there;
  b.span = away;
  if (b.round_trip < current_.round_trip) current_ = b;
  if (++in_batch_ < BatchSize) return status::ok;
  batches_[next_] = current_;
  next_ = next_ + 1 == Batches ? 0 : next_ + 1;
  if (used_ < Batches) ++used_;
  current_ = {};
  in_batch_ = 0;
  calibrate();
  return status::ok;
}

template <unsigned Batches, unsigned BatchSize>
void alignment<Batches, BatchSize>::calibrate() {
  state_ = status::uncalibrated;
  if (used_ < 3) return;
  int64_t sum_x = 0, sum_y = 0;
  best_ = batches_[0];
  for (unsigned i = 0; i < used_; ++i) {
    // Relative to one of them, so that the sums stay small.
    sum_x += batches_[i].middle - batches_[0].middle;
    sum_y += batches_[i].offset_2 - batches_[0].offset_2;
    if (batches_[i].round_trip < best_.round_trip) best_ = batches_[i];
  }
  const auto n = int64_t(used_);
  const auto mean = [&](int64_t sum) {
    const auto m = int64_t(rtm::detail::divide(size(sum), uint64_t(n)).whole);
    return sum < 0 ? -m : m;
  };
  const int64_t mean_x = batches_[0].middle + mean(sum_x);
  const int64_t mean_y = batches_[0].offset_2 + mean(sum_y);

  // Distances are cut to 25 bits, so that sums of products fit.
  uint64_t widest = 0;
  for (unsigned i = 0; i < used_; ++i) {
    const uint64_t x = size(batches_[i].middle - mean_x);
    if (x > widest) widest = x;
    if (batches_[i].round_trip >> 31 != 0) return;
    // Too far apart for these sums: not to be told from a clock that was set.
    if (size(batches_[i].offset_2 - mean_y) >> 31 != 0) {
      state_ = status::clock_jumped;
      return;
    }
  }
  uint32_t cut = 0;
  for (uint64_t w = widest; w >> 25 != 0; w >>= 1) ++cut;
  int64_t xy = 0;
  uint64_t xx = 0, errors = 0, areas = 0;
  for (unsigned i = 0; i < used_; ++i) {
    const int64_t distance = batches_[i].middle - mean_x;
    uint64_t x = size(distance);
    for (uint32_t k = 0; k < cut; ++k) x >>= 1;
    xx += rtm::detail::product(uint32_t(x), uint32_t(x));
    const int64_t y = batches_[i].offset_2 - mean_y;
    const auto area = int64_t(rtm::detail::product(uint32_t(x), uint32_t(size(y))));
    xy += (distance < 0) == (y < 0) ? area : -area;
    errors += rtm::detail::product(uint32_t(x), uint32_t(batches_[i].round_trip + 2));
    areas += x;
  }
  if (xx == 0 || cut > 31) return;
  // Doubled offsets over cut distances: 2^32 / 2 / 2^cut.
  const auto per_tick_q32 = [&](uint64_t sum) {
    return rtm::detail::scale_up(sum, rtm::detail::shifted_up(1, 31 - cut), xx);
  };
  const uint64_t drift = per_tick_q32(size(xy));
  if (drift >> 31 != 0) return;
  drift_q32_ = xy < 0 ? -int64_t(drift) : int64_t(drift);
  drift_bound_q32_ = per_tick_q32(errors) + 2;
  state_ = status::ok;
  for (unsigned i = 0; i < used_; ++i) {
    if (!lies_on_the_line(batches_[i])) state_ = status::clock_jumped;
  }
  if (state_ != status::ok) return;
  const uint64_t off_2 = widen_for_a_set_clock();
  // A step of that size tilts the line by no more than this. (64 distances of 25 bits, and less than 32 bits: they lie
  // on the line within two round trips and the bound of its drift.)
  const uint64_t most_off = off_2 >> 32 == 0 ? off_2 : ~uint32_t{0};
  const uint64_t tilt = rtm::detail::product(uint32_t(areas), uint32_t(most_off));
  drift_bound_q32_ = rtm::detail::sum_or_most(drift_bound_q32_, rtm::detail::sum_or_most(per_tick_q32(tilt), 1));
}

/// Within what its own round trip and the bounds of the line allow.
template <unsigned Batches, unsigned BatchSize>
bool alignment<Batches, BatchSize>::lies_on_the_line(const batch& b) const {
  const int64_t distance = b.middle - best_.middle;
  const uint64_t allowed =
      rtm::detail::sum_or_most(b.round_trip + best_.round_trip + 8, 2 * scaled_up(size(distance), drift_bound_q32_));
  return off_line_2(b) <= allowed;
}

/// A clock that was set by a few round trips, some batches ago, may still lie on the line: queues explain it too. What
/// holds all the same: the offset of a batch is known to half its own round trip. So of the latest batches, however
/// few came since, the one that pins the line best must lie within the bound; and of the oldest, for stamps of then.
template <unsigned Batches, unsigned BatchSize>
uint64_t alignment<Batches, BatchSize>::widen_for_a_set_clock() {
  const unsigned oldest = used_ < Batches ? 0 : next_;
  uint64_t widest_2 = best_.round_trip, off_2 = 0;
  for (int end = 0; end < 2; ++end) {  // from the latest, then from the oldest
    uint64_t pinned_2 = ~uint64_t{0};
    for (unsigned i = 0; i < used_; ++i) {
      unsigned at = oldest + (end == 0 ? used_ - 1 - i : i);
      if (at >= Batches) at -= Batches;
      const uint64_t off = off_line_2(batches_[at]);
      const uint64_t reach = rtm::detail::sum_or_most(off, batches_[at].round_trip);
      if (reach < pinned_2) pinned_2 = reach;
      if (pinned_2 > widest_2) widest_2 = pinned_2;
      if (off > off_2) off_2 = off;
    }
  }
  half_width_ = widest_2 / 2 + 4;
  return off_2;
}

template <unsigned Batches, unsigned BatchSize>
status alignment<Batches, BatchSize>::to_local(uint64_t remote_ticks, uint64_t& local_ticks,
                                               uint64_t& bound_ticks) const {
  if (state_ != status::ok) return state_;
  // Remote time since the middle of the best exchange, were there no drift.
  const auto since = int64_t(remote_ticks - first_offset_ - first_local_ - uint64_t(best_.middle)) - best_.offset_2 / 2;
  // Each round leaves the drift's share of the error before it: 4 at 1 %, and 64 at the largest drift there is.
  int64_t local = since;
  for (int round = 0; round < 64; ++round) {
    const int64_t nearer = since - scaled(local, drift_q32_);
    if (nearer == local) break;
    local = nearer;
  }
  local_ticks = first_local_ + uint64_t(best_.middle) + uint64_t(local);
  bound_ticks = bound_at(local);
  return status::ok;
}

template <unsigned Batches, unsigned BatchSize>
status alignment<Batches, BatchSize>::to_remote(uint64_t local_ticks, uint64_t& remote_ticks,
                                                uint64_t& bound_ticks) const {
  if (state_ != status::ok) return state_;
  const auto since = int64_t(local_ticks - first_local_ - uint64_t(best_.middle));
  remote_ticks = local_ticks + first_offset_ + uint64_t(best_.offset_2 / 2) + uint64_t(scaled(since, drift_q32_));
  bound_ticks = bound_at(since);
  return status::ok;
}

template <unsigned Batches, unsigned BatchSize>
uint64_t alignment<Batches, BatchSize>::bound_at(int64_t distance) const {
  uint64_t bound = half_width_;
  bound = rtm::detail::sum_or_most(bound, scaled_up(size(distance), drift_bound_q32_));
  return rtm::detail::sum_or_most(bound, scaled_up(best_.span, size(drift_q32_) + drift_bound_q32_));
}

}  // namespace rtm::sync
