// SPDX-License-Identifier: MIT
// A clock that stands where the test puts it and goes on when it is read, and a counter whose rate comes in bursts.
#pragma once

#include <cstdint>
#include <vector>

#include "property/prng.hpp"
#include "rtm/sync/sampler.hpp"

namespace rtm::test {

struct simulated_port {
  static constexpr bool runs_in_idle = true;
  std::uint64_t time = 0;
  std::uint64_t per_reading = 1;
  std::uint32_t clock = 0;
  unsigned locks = 0;
  bool locked = false;

  std::uint64_t now() { return time += per_reading; }
  [[nodiscard]] std::uint32_t id() const { return clock; }
  std::uint32_t lock() {
    ++locks;
    const bool before = locked;
    locked = true;
    return before ? 1 : 0;
  }
  void unlock(std::uint32_t before) { locked = before != 0; }
};

/// Events in bursts: a rate in events per 1000 ticks that changes from time to time. What was counted up to any moment
/// is known exactly.
class bursty_counter {
 public:
  /// A counter that never changes its rate.
  explicit bursty_counter(std::uint64_t rate) : pieces_{{0, 0, rate}} {}
  bursty_counter(property::prng& random, std::uint64_t until, std::uint64_t slow, std::uint64_t fast,
                 std::uint64_t mean_length) {
    std::uint64_t at = 0, milli = 0;
    while (at < until) {
      const std::uint64_t rate = random.chance(500) ? slow : fast;
      pieces_.push_back({at, milli, rate});
      const std::uint64_t length = random.between(1, 2 * mean_length);
      at += length;
      milli += length * rate;
    }
  }
  /// Thousandths of events up to `time`.
  [[nodiscard]] std::uint64_t milli_events(std::uint64_t time) const {
    std::size_t low = 0, high = pieces_.size();
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (pieces_[middle].begin <= time ? low : high) = middle;
    }
    return pieces_[low].milli + (time - pieces_[low].begin) * pieces_[low].rate;
  }
  [[nodiscard]] std::uint64_t at(std::uint64_t time) const { return milli_events(time) / 1000; }

 private:
  struct piece {
    std::uint64_t begin, milli, rate;
  };
  std::vector<piece> pieces_;
};

/// Two columns: bursts, and cycles of a constant rate.
struct simulated_source {
  simulated_port* port = nullptr;
  bursty_counter events{1000};
  bursty_counter cycles{2000};
  bool sound = true;
  std::uint32_t of_group = 1, of_epoch = 0;

  bool read(std::uint64_t (&count)[2]) {
    count[0] = events.at(port->time);
    count[1] = cycles.at(port->time);
    return sound;
  }
  [[nodiscard]] std::uint32_t group() const { return of_group; }
  [[nodiscard]] std::uint32_t epoch() const { return of_epoch; }
};

using simulated_sampler = sync::sampler<simulated_port, simulated_source, 2>;

struct simulated_member {
  explicit simulated_member(std::uint32_t index) : windows(index) { source.port = &port; }
  simulated_member(const simulated_member&) = delete;

  sync::status poll_at(std::uint64_t time) {
    port.time = time - port.per_reading;
    return windows.poll(port, source);
  }

  simulated_port port;
  simulated_source source;
  simulated_sampler windows;
};

}  // namespace rtm::test
