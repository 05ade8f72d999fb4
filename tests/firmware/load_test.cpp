// SPDX-License-Identifier: MIT
// Load on target, in QEMU: what the image firmware/load says of its windows, beside the facts that its ledger was told
// and beside what QEMU saw. Three idle loops: one that spins, the same under an interrupt without hooks, one that
// halts.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "facts.hpp"
#include "qemu_log.hpp"

namespace truth {
namespace {

/// A load, or why there is none.
struct told_load {
  std::optional<std::uint64_t> ticks;
  std::string quality;  // "exact", "estimate", or the status
};

struct told_window {
  std::uint64_t start = 0, total = 0, task = 0, isrs = 0, kernel = 0, idle = 0, halted = 0, trips = 0, shortest = 0;
  told_load by[4];  // by method
  std::optional<std::uint64_t> confirmed, unconfirmed;
};

struct load_run {
  std::map<std::string, std::vector<told_window>> windows;  // by idle loop
  std::uint64_t readings = 0, wrong = 0;
  script told;
  std::vector<event> seen;
};

std::string path_of(const std::string& file) { return std::string(RTM_FIRMWARE_RUNS_DIR) + "/load/" + file; }

std::uint64_t number(const std::ssub_match& text) { return std::strtoull(text.str().c_str(), nullptr, 10); }

/// The lines of the output of the image (print_window in firmware/load/output.cpp), and where each goes.
class output_reader {
 public:
  load_run read(const std::string& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) take(line);
    return std::move(run_);
  }

 private:
  void take(const std::string& line) {
    static const std::vector<std::pair<std::regex, void (output_reader::*)(const std::smatch&)>> lines = {
        {std::regex("idle loop: (\\w+)"), &output_reader::take_loop},
        {std::regex("window \\d+: (\\d+) ticks from (\\d+)"), &output_reader::take_window},
        {std::regex("  = task (\\d+) \\+ interrupts (\\d+) \\+ kernel (\\d+) \\+ idle (\\d+)"),
         &output_reader::take_owners},
        {std::regex("  halted (\\d+), trips (\\d+) of at least (\\d+)"), &output_reader::take_idle},
        {std::regex("  ([123]) \\w+: +(?:n/a: (\\w+)|[0-9.]+ % (\\w+), (\\d+) ticks)"), &output_reader::take_load},
        {std::regex("  coverage:  idle \\d+, seen (\\d+), not seen (\\d+)"), &output_reader::take_coverage},
        {std::regex("read in interrupts: (\\d+), wrong: (\\d+)"), &output_reader::take_readings},
    };
    for (const auto& [form, take_it] : lines)
      if (std::smatch found; std::regex_match(line, found, form)) (this->*take_it)(found);
  }

  void take_loop(const std::smatch& m) { loop_ = m[1].str(); }
  void take_window(const std::smatch& m) {
    run_.windows[loop_].emplace_back();
    window().total = number(m[1]);
    window().start = number(m[2]);
  }
  void take_owners(const std::smatch& m) {
    window().task = number(m[1]);
    window().isrs = number(m[2]);
    window().kernel = number(m[3]);
    window().idle = number(m[4]);
  }
  void take_idle(const std::smatch& m) {
    window().halted = number(m[1]);
    window().trips = number(m[2]);
    window().shortest = number(m[3]);
  }
  void take_load(const std::smatch& m) {
    told_load& load = window().by[number(m[1])];
    load.quality = m[2].matched ? m[2].str() : m[3].str();
    if (m[4].matched) load.ticks = number(m[4]);
  }
  void take_coverage(const std::smatch& m) {
    window().confirmed = number(m[1]);
    window().unconfirmed = number(m[2]);
  }
  void take_readings(const std::smatch& m) {
    run_.readings = number(m[1]);
    run_.wrong = number(m[2]);
  }
  told_window& window() { return run_.windows[loop_].back(); }

  load_run run_;
  std::string loop_;
};

const load_run& run() {
  static const load_run read = [] {
    load_run r = output_reader().read(path_of("uart.txt"));
    r.told = read_script(path_of("facts.timeline"));
    r.seen = read_qemu_log(path_of("truth.log"));
    return r;
  }();
  return read;
}

/// From one fact to the next: who owned it, whether the core was halted, how long, and how many instructions ran.
struct stretch {
  std::uint64_t start = 0;  // extended time
  std::uint64_t ticks = 0;
  std::uint64_t instructions = 0;
  owner who;
  bool halted = false;
};

/// The instructions that had been executed before each reading of the clock.
std::vector<std::uint64_t> executed_before_readings() {
  std::vector<std::uint64_t> all;
  for (const event& e : run().seen)
    if (e.kind == event_kind::clock) all.push_back(e.instructions);
  return all;
}

/// Two readings are at least an instruction apart, so facts with the same time share one: the hook of the first
/// interrupt ends a halt and enters.
bool is_of_the_same_reading(const fact& before, const fact& f) { return before.now == f.now; }

/// Every other fact is one reading of the clock.
std::vector<stretch> stretches() {
  const std::vector<std::uint64_t> executed = executed_before_readings();
  const std::vector<fact>& facts = run().told.facts;
  std::vector<stretch> all;
  owner base = facts.front().who;
  std::vector<owner> frames;
  bool halted = false;
  std::uint64_t time = facts.front().now;
  std::size_t reading = 0;
  for (std::size_t i = 0; i + 1 < facts.size(); ++i) {
    const fact& f = facts[i];
    if (f.kind == fact_kind::base) base = f.who;
    if (f.kind == fact_kind::isr_enter) frames.push_back(f.who);
    if (f.kind == fact_kind::isr_exit) frames.pop_back();
    if (f.kind == fact_kind::point_begin) halted = true;
    if (f.kind == fact_kind::point_end) halted = false;
    if (is_of_the_same_reading(f, facts[i + 1])) continue;
    const std::uint64_t ticks = facts[i + 1].now - f.now;
    all.push_back(
        {time, ticks, executed.at(reading + 1) - executed.at(reading), frames.empty() ? base : frames.back(), halted});
    time += ticks;
    ++reading;
  }
  EXPECT_EQ(reading + 1, executed.size());
  return all;
}

struct window_sums {
  std::uint64_t task = 0, isrs = 0, idle = 0, halted = 0, idle_instructions = 0, idle_stretches = 0;
};

/// What the facts say of one window. Windows end at facts, so no stretch lies in two.
window_sums sums_of(const told_window& window) {
  static const std::vector<stretch> all = stretches();
  window_sums s;
  for (const stretch& each : all) {
    if (each.start < window.start || each.start >= window.start + window.total) continue;
    EXPECT_LE(each.start + each.ticks, window.start + window.total);
    switch (each.who.kind) {
      case owner_kind::task: s.task += each.ticks; break;
      case owner_kind::isr: s.isrs += each.ticks; break;
      default: s.idle += each.ticks; break;
    }
    if (each.who.kind != owner_kind::idle) continue;
    if (each.halted) {
      s.halted += each.ticks;
    } else {
      s.idle_instructions += each.instructions;
      ++s.idle_stretches;
    }
  }
  return s;
}

class firmware_load : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static const std::vector<told_window>& windows() { return run().windows.at(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(idle_loops, firmware_load, testing::Values("spins", "blind", "halts"),
                         [](const auto& of) { return std::string(of.param); });

TEST_P(firmware_load, windows_add_up_and_are_what_the_facts_say_to_the_tick) {
  ASSERT_EQ(windows().size(), 4U);
  for (const told_window& w : windows()) {
    const window_sums s = sums_of(w);
    EXPECT_EQ(w.task + w.isrs + w.kernel + w.idle, w.total);
    EXPECT_EQ(w.task, s.task);
    EXPECT_EQ(w.isrs, s.isrs);
    EXPECT_EQ(w.kernel, 0U) << "this image has no scheduler";
    EXPECT_EQ(w.idle, s.idle);
    EXPECT_EQ(w.halted, s.halted);
    EXPECT_GE(w.total, 250'000U) << "10 ms";
  }
}

TEST_P(firmware_load, ledger_method_is_what_was_not_idle) {
  for (const told_window& w : windows()) {
    EXPECT_EQ(w.by[2].quality, "exact");
    EXPECT_EQ(w.by[2].ticks, w.total - w.idle);
  }
}

TEST(firmware_load_methods, halted_and_ledger_differ_by_the_code_of_the_idle_loop_as_qemu_counts_it) {
  constexpr std::uint64_t ns_per_instruction = 128, ns_per_tick = 40;
  for (const told_window& w : run().windows.at("halts")) {
    const window_sums s = sums_of(w);
    ASSERT_TRUE(w.by[3].ticks);
    EXPECT_EQ(w.by[3].quality, "exact");
    const std::uint64_t difference = *w.by[3].ticks - *w.by[2].ticks;
    EXPECT_EQ(difference, s.idle - s.halted) << "exactly the idle stretches outside halts";
    // Each such stretch is a whole number of instructions, read off in whole ticks at both ends.
    const auto distance_ns = static_cast<std::int64_t>(difference * ns_per_tick) -
                             static_cast<std::int64_t>(s.idle_instructions * ns_per_instruction);
    EXPECT_LT(std::abs(distance_ns), static_cast<std::int64_t>(ns_per_tick * s.idle_stretches));
    EXPECT_GT(s.halted, w.idle / 2) << "the core did halt";
  }
}

TEST(firmware_load_methods, every_idle_stretch_outside_halts_is_its_instructions_to_the_tick) {
  for (const stretch& each : stretches()) {
    if (each.who.kind != owner_kind::idle || each.halted) continue;
    const std::uint64_t ns = each.instructions * 128;
    EXPECT_GE(each.ticks, ns / 40);
    EXPECT_LE(each.ticks, ns / 40 + 1);
  }
}

TEST(firmware_load_methods, halts_end_by_their_hook_and_by_that_of_the_first_interrupt) {
  std::size_t by_hook = 0;
  std::size_t by_interrupt = 0;
  const std::vector<fact>& facts = run().told.facts;
  for (std::size_t i = 0; i + 1 < facts.size(); ++i) {
    if (facts[i].kind != fact_kind::point_end) continue;
    const bool shares = is_of_the_same_reading(facts[i], facts[i + 1]);
    EXPECT_TRUE(!shares || facts[i + 1].kind == fact_kind::isr_enter);
    ++(shares ? by_interrupt : by_hook);
  }
  EXPECT_GT(by_hook, 10U);
  EXPECT_GT(by_interrupt, 10U);
}

TEST(firmware_load_methods, trips_refuse_when_idle_halts_and_halted_when_it_does_not) {
  for (const told_window& w : run().windows.at("halts")) EXPECT_EQ(w.by[1].quality, "idle_halts");
  for (const char* loop : {"spins", "blind"})
    for (const told_window& w : run().windows.at(loop)) EXPECT_EQ(w.by[3].quality, "no_halt");
}

/// One trip through the idle loop: from one poll to the next.
struct trip {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  bool plain = true;  // no other fact in it, and no update
};

/// All trips of the windows of one idle loop. An update ends a period by a poll too, which ends no trip.
std::vector<trip> trips_of(const std::vector<told_window>& windows) {
  std::set<std::uint64_t> updates;
  for (const told_window& w : windows) updates.insert({w.start, w.start + w.total});
  const std::vector<fact>& facts = run().told.facts;
  std::vector<trip> all;
  std::optional<trip> open;  // the first poll after the start begins a trip and ends none
  std::uint64_t time = facts.front().now;
  for (std::size_t i = 1; i < facts.size(); ++i) {
    time += static_cast<std::uint32_t>(facts[i].now - facts[i - 1].now);
    if (time <= windows.front().start || time > windows.back().start + windows.back().total) continue;
    if (facts[i].kind != fact_kind::poll || updates.count(time) != 0) {
      if (open) open->plain = false;
      continue;
    }
    if (open) all.push_back({open->start, time, open->plain});
    open = trip{time, 0, true};
  }
  return all;
}

TEST(firmware_load_methods, trips_are_those_of_the_facts_and_the_shortest_is_the_shortest_of_them) {
  for (const char* loop : {"spins", "blind"}) {
    const std::vector<told_window>& windows = run().windows.at(loop);
    const std::vector<trip> trips = trips_of(windows);
    std::uint64_t shortest = ~std::uint64_t{0};
    auto next = trips.begin();
    for (const told_window& w : windows) {
      std::uint64_t count = 0;
      for (; next != trips.end() && next->end < w.start + w.total; ++next, ++count)
        shortest = std::min(shortest, next->end - next->start);
      EXPECT_EQ(w.trips, count);
      EXPECT_EQ(w.shortest, shortest);
      EXPECT_EQ(w.by[1].quality, "estimate");
      EXPECT_EQ(w.by[1].ticks, w.total - count * shortest);
    }
  }
}

TEST(firmware_load_methods, trips_have_the_same_shortest_whatever_interrupts_the_loop) {
  const std::uint64_t spins = run().windows.at("spins").back().shortest;
  for (const told_window& w : run().windows.at("blind")) {
    EXPECT_LE(w.shortest, spins + 1) << "a tick for the rounding of readings";
    EXPECT_GE(w.shortest + 1, spins);
  }
}

TEST(firmware_load_methods, trips_are_higher_than_the_ledger_only_by_trips_that_something_interrupted) {
  const std::vector<told_window>& windows = run().windows.at("spins");
  for (const told_window& w : windows) EXPECT_GE(*w.by[1].ticks, *w.by[2].ticks);
  std::uint64_t plain = 0;
  std::uint64_t beyond_the_shortest = 0;
  for (const trip& each : trips_of(windows)) {
    if (!each.plain) continue;
    ++plain;
    beyond_the_shortest += each.end - each.start - windows.back().shortest;
  }
  EXPECT_GT(plain, 1000U);
  EXPECT_LT(beyond_the_shortest, plain) << "a tick each: readings are whole ticks, an instruction is 3.2";
}

/// Ticks of the interrupt without hooks in this window, by the instructions that QEMU saw.
struct blind_time {
  std::uint64_t all = 0;
  std::uint64_t in_idle = 0;  // that came while the ledger said idle
};

blind_time blind_ticks(const told_window& w) {
  constexpr std::uint32_t blind = 26;
  static const std::vector<stretch> between_readings = stretches();
  blind_time instructions;
  std::uint64_t before = 0;
  std::vector<std::uint32_t> active;
  std::size_t readings = 0;
  for (const event& e : run().seen) {
    if (!active.empty() && active.back() == blind && readings != 0 && readings <= between_readings.size()) {
      const stretch& during = between_readings[readings - 1];
      if (during.start >= w.start && during.start < w.start + w.total) {
        instructions.all += e.instructions - before;
        if (during.who.kind == owner_kind::idle) instructions.in_idle += e.instructions - before;
      }
    }
    before = e.instructions;
    if (e.kind == event_kind::enter) active.push_back(e.exception);
    if (e.kind == event_kind::leave) active.pop_back();
    if (e.kind == event_kind::clock) ++readings;
  }
  return {instructions.all * 128 / 40, instructions.in_idle * 128 / 40};
}

TEST(firmware_load_methods, interrupt_without_hooks_is_found_by_the_idle_loop_and_not_by_the_ledger) {
  std::uint64_t usual = 0;
  for (const told_window& w : run().windows.at("spins")) {
    usual = std::max(usual, *w.unconfirmed);
    EXPECT_EQ(blind_ticks(w).all, 0U);
  }
  for (const told_window& w : run().windows.at("blind")) {
    const blind_time blind = blind_ticks(w);
    EXPECT_GT(blind.all, w.total / 10) << "QEMU saw it";
    EXPECT_GE(*w.unconfirmed + w.shortest, blind.in_idle)
        << "of the time of a trip at the edge, part is in another window";
    EXPECT_GT(*w.unconfirmed, usual) << "more than work in the loop explains";
    EXPECT_LT(*w.unconfirmed, blind.all + usual) << "and no more than QEMU saw";
    EXPECT_EQ(*w.by[2].ticks, w.task + w.isrs) << "the ledger cannot see it";
  }
}

TEST(firmware_load_methods, getters_in_an_interrupt_were_always_answered_with_a_window_that_adds_up) {
  EXPECT_GT(run().readings, 50U);
  EXPECT_EQ(run().wrong, 0U);
}

}  // namespace
}  // namespace truth
