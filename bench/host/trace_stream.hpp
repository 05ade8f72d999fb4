// SPDX-License-Identifier: MIT
// A trace of any length, made while it is read: a ledger is told a stream of facts again and again, and its encoder
// sends them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtm/trace/encoder.hpp"
#include "rtm/trace/sink.hpp"
#include "streams.hpp"

namespace rtm::bench {

class trace_stream {
 public:
  explicit trace_stream(std::vector<timed_fact> facts) : facts_(std::move(facts)) {
    trace::attach(*ledger_, *memory_, trace::mode::drop_new, {0, 100'000'000, {stream_window_ticks, 0, 0}});
    (void)encoder_->begin(*memory_, nullptr, 0, {append, this});
    (void)ledger_->start(0, idle, {stream_window_ticks, 0, 0});
    told_ = 1;
  }

  /// The next bytes: all facts once more. The buffer stays.
  const std::string& more() {
    bytes_.clear();
    for (const timed_fact& fact : facts_) {
      now_ += fact.delta_ticks;
      is_sound_ &= tell(*ledger_, fact, now_);
      if (++told_ % 64 == 0) drain();
    }
    drain();
    return bytes_;
  }
  const std::string& end() {
    bytes_.clear();
    encoder_->finish();
    drain();
    return bytes_;
  }

  [[nodiscard]] std::uint64_t facts() const { return told_; }
  /// No fact was refused.
  [[nodiscard]] bool is_sound() const { return is_sound_; }

 private:
  static std::size_t append(void* self, const std::uint8_t* bytes, std::size_t count) {
    static_cast<trace_stream*>(self)->bytes_.append(reinterpret_cast<const char*>(bytes), count);
    return count;
  }
  void drain() {
    while (encoder_->step(*ledger_)) {
    }
  }

  using core = ledger<default_capacity, trace::sink<>>;
  std::vector<timed_fact> facts_;
  std::unique_ptr<core> ledger_ = std::make_unique<core>();
  std::unique_ptr<trace::memory<8, 1024>> memory_ = std::make_unique<trace::memory<8, 1024>>();
  std::unique_ptr<trace::encoder<>> encoder_ = std::make_unique<trace::encoder<>>();
  std::string bytes_;
  std::uint32_t now_ = 0;
  std::uint64_t told_ = 0;
  bool is_sound_ = true;
};

}  // namespace rtm::bench
