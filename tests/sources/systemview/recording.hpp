// SPDX-License-Identifier: MIT
// A recording of SystemView, byte by byte as a target sends it. Nothing of the reader is used.
//
//   a packet      id, what belongs to it, ticks since the packet before
//   from id 24    the length of what belongs to it stands in front of it
//   a number      7 bits a byte, the lowest first; bit 7 is set if another byte follows
//   text          its length in a byte (from 255 on: 255, then the length in two bytes), then the bytes
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace rtm::test {

class recording {
 public:
  /// Ten zero bytes, the start, and the clock: 1 MHz, addresses from 0x20000000 in steps of 4.
  static recording begun(std::uint32_t hz = 1'000'000) {
    recording made;
    made.bytes_.append(10, '\0');
    return made.add(10, 0).clock(hz);
  }
  /// A packet below 24 whose values are numbers.
  recording& add(std::uint8_t id, std::uint32_t ticks, std::initializer_list<std::uint32_t> values = {}) {
    bytes_ += static_cast<char>(id);
    for (const std::uint32_t value : values) number(value);
    return number(ticks);
  }
  /// A packet of any id with bytes that a reader need not know.
  recording& add_with_length(std::uint32_t id, const std::string& inside, std::uint32_t ticks) {
    number(id).number(static_cast<std::uint32_t>(inside.size()));
    bytes_ += inside;
    return number(ticks);
  }
  recording& clock(std::uint32_t hz) {
    recording inside;
    inside.number(hz).number(hz).number(0x2000'0000).number(2);
    return add_with_length(24, inside.bytes_, 0);
  }
  recording& task_info(std::uint32_t id, const std::string& name) {
    bytes_ += '\x09';
    return number(id).number(3).text(name).number(0);
  }
  recording& description(const std::string& what) {
    bytes_ += '\x0e';
    return text(what).number(0);
  }
  recording& name_resource(std::uint32_t id, const std::string& name) {
    recording inside;
    inside.number(id).text(name);
    return add_with_length(25, inside.bytes_, 0);
  }

  // The packets that say who runs.
  recording& isr_enter(std::uint32_t ticks, std::uint32_t isr) { return add(2, ticks, {isr}); }
  recording& isr_exit(std::uint32_t ticks) { return add(3, ticks); }
  recording& isr_to_scheduler(std::uint32_t ticks) { return add(18, ticks); }
  recording& task(std::uint32_t ticks, std::uint32_t id) { return add(4, ticks, {id}); }
  recording& task_stops(std::uint32_t ticks) { return add(5, ticks); }
  recording& idle(std::uint32_t ticks) { return add(17, ticks); }
  recording& nop(std::uint32_t ticks) { return add(0, ticks); }
  recording& overflow(std::uint32_t ticks, std::uint32_t dropped) { return add(1, ticks, {dropped}); }
  recording& timer_enter(std::uint32_t ticks, std::uint32_t id) { return add(19, ticks, {id}); }
  recording& timer_exit(std::uint32_t ticks) { return add(20, ticks); }

  recording& number(std::uint32_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
    return *this;
  }
  recording& text(const std::string& what) {
    if (what.size() < 255) {
      bytes_ += static_cast<char>(what.size());
    } else {
      bytes_ += '\xff';
      bytes_ += static_cast<char>(what.size() & 0xFF);
      bytes_ += static_cast<char>(what.size() >> 8);
    }
    bytes_ += what;
    return *this;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace rtm::test
