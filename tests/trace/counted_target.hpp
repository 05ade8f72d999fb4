// SPDX-License-Identifier: MIT
// A target on the host with counters as columns of its ledger, and a trace beside them: what it sends beside facts.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "replay/replay.hpp"
#include "rtm/pmu/columns.hpp"
#include "rtm/sink_chain.hpp"
#include "rtm/trace/extra_packets.hpp"
#include "simulated_target.hpp"
#include "sources/trace.hpp"

namespace rtm::test {

/// A few rows, all in one packet.
struct counted_capacity : default_capacity {
  static constexpr std::uint32_t tasks = 2, isrs = 3, points = 1, depth = 2;
};

/// Instructions and cycles, as a test says.
struct set_counters {
  std::uint64_t instructions = 0, cycles = 0;
  void read(std::uint64_t (&raw)[2]) const {
    raw[0] = instructions;
    raw[1] = cycles;
  }
  static std::uint32_t bits(unsigned) { return 64; }
};

inline constexpr const char* counted_names[2] = {"instructions", "cycles"};
inline constexpr std::uint32_t counted_window = 100;

/// A target with columns and trace on one ledger.
template <class Capacity = counted_capacity, std::uint32_t PacketBytes = 512>
class counted_target_of {
 public:
  using columns = pmu::columns<Capacity, 2, set_counters>;
  using ledger_type = ledger<Capacity, sink_chain<columns, trace::sink<>>>;

  explicit counted_target_of(std::uint32_t core = 0) {
    ledger_->sink().attach(counters);
    trace::attach(*ledger_, *memory_, trace::mode::drop_new, {core, 1'000'000, fixed_timing<counted_window>()});
    encoder_->begin(*memory_, nullptr, 0, {sent_bytes::write, &sent_});
    encoder_->extras().describe(counted_names, 7);
  }

  /// The counters stand so at the next fact.
  ledger_type& at(std::uint64_t instructions, std::uint64_t cycles) {
    counters.instructions = instructions;
    counters.cycles = cycles;
    return *ledger_;
  }
  void drain() {
    while (encoder_->step(*ledger_)) {
    }
  }
  void finish(std::uint32_t now) {
    (void)ledger_->snapshot(now);
    encoder_->send_snapshot();
    encoder_->finish();
    drain();
  }
  [[nodiscard]] auto& encoder() { return *encoder_; }
  [[nodiscard]] auto& extras() { return encoder_->extras(); }
  [[nodiscard]] columns& of_columns() { return ledger_->sink(); }
  [[nodiscard]] std::string& bytes() { return sent_.bytes; }

  set_counters counters;

 private:
  std::unique_ptr<ledger_type> ledger_ = std::make_unique<ledger_type>();
  std::unique_ptr<trace::memory<4, 1024>> memory_ = std::make_unique<trace::memory<4, 1024>>();
  using encoder_type = trace::encoder<std::uint32_t, PacketBytes, trace::extra_packets<2>>;
  std::unique_ptr<encoder_type> encoder_ = std::make_unique<encoder_type>();
  sent_bytes sent_;
};

using counted_target = counted_target_of<>;

inline host::report report_of(const std::string& bytes) {
  host::trace_source from(host::input("a stream", bytes));
  return host::make_report(from);
}

//          0    20             60     80   100    120            200
//   owner  | idle |  task 1     | isr 2 |  task 1  |   idle        |
//   instr. 0     10            110     140        230             250
//   cycles 0     20             60      80        120             200
//   window |------------- 0 ----------------|------- 1 -----------|
// The events between 80 and 120 are all of window 0: they end with the fact that closes it.
inline void tell_two_windows(counted_target& target) {
  ASSERT_EQ(target.at(0, 0).start(0, idle, fixed_timing<counted_window>()), status::ok);
  ASSERT_EQ(target.at(10, 20).task_switch(20, task_id{1}), status::ok);
  ASSERT_EQ(target.at(110, 60).isr_enter(60, isr_id{2}), status::ok);
  ASSERT_EQ(target.at(140, 80).isr_exit(80, isr_id{2}), status::ok);
  ASSERT_EQ(target.at(230, 120).task_switch(120, idle), status::ok);
  target.drain();
  ASSERT_EQ(target.at(250, 200).poll(200), status::ok);
  target.drain();
  target.finish(200);
}

}  // namespace rtm::test
