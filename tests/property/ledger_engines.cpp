// SPDX-License-Identifier: MIT
// The static ledgers under test: each word, each way to cut the clock, features on and off, and capacities so small
// that every limit is met.
#include "ledger_engine.hpp"

namespace rtm::property {
namespace {

struct small_32 : default_capacity {
  static constexpr uint32_t tasks = 5, isrs = 4, swis = 3, points = 4;
  static constexpr uint32_t depth = 4, point_depth = 3, point_frames = 7;
};

struct narrow_16 : small_32 {
  static constexpr uint32_t clock_bits = 16;
};

struct narrow_24 : small_32 {
  static constexpr uint32_t clock_bits = 24;
  static constexpr uint32_t depth = 1, point_depth = 2, point_frames = 3;
};

/// No room for anything that can be left out.
struct least : default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 0, swis = 0, points = 0, depth = 1;
};

struct without_extremes : small_32 {
  static constexpr bool extremes = false;
};

struct without_points : small_32 {
  static constexpr uint32_t points = 0;
};

struct wide_64 : small_32 {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 64;
};

/// 64-bit words for a clock of any width.
struct any_clock : small_32 {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 0;
  static constexpr uint32_t depth = 6, point_depth = 4, point_frames = 30;
};

/// For all sequences: every limit is two facts away.
struct tiny_32 : default_capacity {
  static constexpr uint32_t tasks = 2, isrs = 2, swis = 1, points = 2;
  static constexpr uint32_t depth = 2, point_depth = 2, point_frames = 3;
};

struct tiny_64 : tiny_32 {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 0;
};

}  // namespace

std::vector<std::unique_ptr<engine>> make_ledger_engines() {
  std::vector<std::unique_ptr<engine>> engines;
  engines.push_back(std::make_unique<ledger_engine<small_32>>("ledger_32"));
  engines.push_back(std::make_unique<ledger_engine<narrow_16>>("ledger_32_clock_16"));
  engines.push_back(std::make_unique<ledger_engine<narrow_24>>("ledger_32_clock_24_one_frame"));
  engines.push_back(std::make_unique<ledger_engine<least>>("ledger_32_least"));
  engines.push_back(std::make_unique<ledger_engine<without_extremes>>("ledger_32_without_extremes"));
  engines.push_back(std::make_unique<ledger_engine<without_points>>("ledger_32_without_points"));
  engines.push_back(std::make_unique<ledger_engine<default_capacity>>("ledger_default"));
  engines.push_back(std::make_unique<ledger_engine<wide_64>>("ledger_64"));
  engines.push_back(std::make_unique<ledger_engine<any_clock>>("ledger_64_any_clock"));
  engines.push_back(std::make_unique<ledger_engine<tiny_32>>("ledger_32_tiny"));
  engines.push_back(std::make_unique<ledger_engine<tiny_64>>("ledger_64_tiny"));
  return engines;
}

}  // namespace rtm::property
