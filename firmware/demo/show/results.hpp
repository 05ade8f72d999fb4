// SPDX-License-Identifier: MIT
// What did the demo send over its first UART? This reads the lines that ../README.md specifies into plain values, one
// block at a time, so that a viewer can show a window as soon as it arrives. For the viewer and for the tests.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace demo {

struct owner_sums {
  std::uint64_t exclusive = 0;
  std::uint64_t dispatches = 0;
};

struct call_sums {
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
  std::uint64_t calls = 0;
  // Of one call; only in the sums of an epoch.
  std::uint64_t exclusive_min = 0;
  std::uint64_t exclusive_max = 0;
  std::uint64_t inclusive_min = 0;
  std::uint64_t inclusive_max = 0;
};

/// Which ledger is speaking: both see the same run.
enum class ledger : std::uint8_t { all_hooks = 0, task_hooks = 1 };

/// A closed window, or the whole epoch. Times in ticks.
struct block {
  bool is_epoch = false;
  ledger from = ledger::all_hooks;
  std::uint64_t index = 0;  // of a window
  bool valid = true;        // of an epoch
  std::uint64_t start = 0;
  std::uint64_t length = 0;
  std::uint64_t idle = 0;
  std::uint64_t kernel = 0;
  std::uint64_t unknown = 0;
  std::map<std::uint32_t, owner_sums> tasks;
  std::map<std::uint32_t, call_sums> isrs;
  std::map<std::uint32_t, call_sums> points;

  [[nodiscard]] std::uint64_t isr_ticks() const;
  /// Sum over all owners: `length` in a ledger that keeps its promise.
  [[nodiscard]] std::uint64_t owned() const;
  /// Busy share of the time whose owner is known; nothing where there is no such time.
  [[nodiscard]] std::optional<double> load() const;
};

struct isr_name {
  std::uint32_t exception = 0;
  std::string name;
};

struct header {
  std::uint64_t clock_hz = 0;
  std::uint32_t clock_bits = 0;
  std::uint64_t first_reading = 0;
  std::uint64_t window_ticks = 0;
  std::uint32_t windows = 0;  // that the demo will send
  std::map<std::uint32_t, std::string> tasks;
  std::map<std::uint32_t, isr_name> isrs;
  std::map<std::uint32_t, std::string> points;
};

struct trailer {
  std::uint64_t missed_windows = 0;
  std::uint64_t facts = 0;
  std::uint64_t dropped_facts = 0;
  std::uint32_t exit_code = 0;
};

/// One line: what was found where, and what was expected.
struct bad_output : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class result_reader {
 public:
  /// `name` stands in error messages.
  result_reader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// First, once.
  header read_header();
  /// The next window or epoch; nothing after the last one, and then `end` has the trailer. Throws `bad_output`, also
  /// where the text stops without its trailer: such a run did not end well.
  std::optional<block> next();
  [[nodiscard]] const trailer& end() const { return trailer_; }

 private:
  std::string line();
  block read_block(const std::string& first);
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const;

  std::istream& in_;
  std::string name_;
  std::size_t line_number_ = 0;
  std::optional<std::string> held_;
  trailer trailer_;
};

}  // namespace demo
