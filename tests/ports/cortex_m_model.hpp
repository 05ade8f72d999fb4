// SPDX-License-Identifier: MIT
// A Cortex-M as far as its port sees it: registers that behave as the architecture manuals say, and a list of what was
// done to them, in order.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cortex_m_test {

struct model {
  static inline std::map<std::uint32_t, std::uint32_t> memory;
  static inline std::uint32_t primask_bit = 0;
  static inline std::uint32_t basepri_level = 0;
  static inline std::uint32_t ipsr_number = 0;
  static inline std::vector<std::string> done;
  /// Which writes have no effect: registers that are not there, or locked.
  static inline std::function<bool(std::uint32_t address)> ignores_write;

  /// Bits of a register that read as 1, whatever was written.
  static inline std::map<std::uint32_t, std::uint32_t> fixed_ones;

  static void begin() {
    memory.clear();
    fixed_ones.clear();
    primask_bit = basepri_level = ipsr_number = 0;
    done.clear();
    ignores_write = [](std::uint32_t) { return false; };
  }

  static void note(const char* format, std::uint32_t a = 0, std::uint32_t b = 0) {
    char text[64];
    std::snprintf(text, sizeof text, format, a, b);
    done.emplace_back(text);
  }

  // ---- The policy `Hardware` ----

  static std::uint32_t read(std::uint32_t address) {
    note("read %08x", address);
    return memory[address] | fixed_ones[address];
  }
  static void write(std::uint32_t address, std::uint32_t value) {
    note("write %08x %08x", address, value);
    if (!ignores_write(address)) memory[address] = value;
  }
  static std::uint32_t primask() {
    note("mrs primask");
    return primask_bit;
  }
  static void mask_interrupts() {
    note("cpsid i");
    primask_bit = 1;
  }
  static void set_primask(std::uint32_t value) {
    note("msr primask %u", value);
    primask_bit = value;
  }
  static std::uint32_t basepri() {
    note("mrs basepri");
    return basepri_level;
  }
  static void raise_basepri(std::uint32_t level) {  // Armv7-M ARM, B5.2.3: BASEPRI_MAX
    note("msr basepri_max %02x", level);
    if (level != 0 && (basepri_level == 0 || level < basepri_level)) basepri_level = level;
  }
  static void set_basepri(std::uint32_t value) {
    note("msr basepri %02x", value);
    basepri_level = value;
  }
  static std::uint32_t ipsr() { return ipsr_number; }
  static void settle() { note("dsb, isb"); }
};

}  // namespace cortex_m_test
