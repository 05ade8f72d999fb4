// SPDX-License-Identifier: MIT
// A start signal that no interrupt controller queues: the cross trigger interface of Arm (CTI, Armv8-A). One pulse on a
// channel raises the CTI interrupt of every core that listens, within cycles of each other; what remains is the time to
// enter the interrupt. A register sequence, checked on the host against a model; QEMU has no CTI.
#pragma once

#include <stdint.h>

namespace rtm::sync {

namespace cti_register {
inline constexpr uint32_t control = 0x000;
inline constexpr uint32_t intack = 0x010;
inline constexpr uint32_t apppulse = 0x01C;
constexpr uint32_t inen(uint32_t trigger) { return 0x020 + 4 * trigger; }
constexpr uint32_t outen(uint32_t trigger) { return 0x0A0 + 4 * trigger; }
inline constexpr uint32_t trigoutstatus = 0x134;
inline constexpr uint32_t gate = 0x140;
inline constexpr uint32_t lar = 0xFB0;
inline constexpr uint32_t unlock_key = 0xC5AC'CE55U;
/// Of an Armv8-A core: input 1 is the overflow of its PMU, output 2 its CTI interrupt.
inline constexpr uint32_t pmu_overflow_input = 1;
inline constexpr uint32_t interrupt_output = 2;
}  // namespace cti_register

/// The CTI of one core. `Access`: read(offset), write(offset, v) of 32 bits.
template <class Access>
class cti {
 public:
  constexpr cti() = default;
  explicit constexpr cti(const Access& access) : access_(access) {}

  /// Lets `channel` (0 .. 3) raise this core's CTI interrupt, and pass to the other cores.
  void listen(uint32_t channel) {
    namespace r = cti_register;
    access_.write(r::lar, r::unlock_key);
    access_.write(r::control, 0);
    access_.write(r::outen(r::interrupt_output), uint32_t{1} << channel);
    access_.write(r::gate, access_.read(r::gate) | uint32_t{1} << channel);
    access_.write(r::control, 1);
  }

  /// An overflow of this core's PMU signals `channel`: it can stop or mark other cores.
  void forward_overflow(uint32_t channel) {
    namespace r = cti_register;
    access_.write(r::inen(r::pmu_overflow_input), uint32_t{1} << channel);
  }

  /// The start signal, by one core.
  void pulse(uint32_t channel) { access_.write(cti_register::apppulse, uint32_t{1} << channel); }

  /// In the CTI interrupt: takes the signal away. False if it stays up after so many readings.
  bool acknowledge(unsigned most_readings = 64) {
    namespace r = cti_register;
    access_.write(r::intack, uint32_t{1} << r::interrupt_output);
    for (unsigned i = 0; i < most_readings; ++i) {
      if ((access_.read(r::trigoutstatus) >> r::interrupt_output & 1U) == 0) return true;
    }
    return false;
  }

 private:
  Access access_ = {};
};

}  // namespace rtm::sync
