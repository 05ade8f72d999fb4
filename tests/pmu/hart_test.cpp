// SPDX-License-Identifier: MIT
// Sscofpmf on a simulated hart: its interrupt is no level. A flag that is set silences its counter, and what is pending
// is cleared by itself. So there is one order in which no overflow is lost, and it is not the obvious one.
#include <gtest/gtest.h>

#include <functional>

#include "rtm/pmu/backends/riscv_hpm.hpp"
#include "rtm/pmu/overflow.hpp"
#include "rtm/pmu/unit.hpp"

namespace rtm::test {
namespace {

namespace csr = pmu::csr;
constexpr std::uint64_t of = std::uint64_t{1} << 63;

/// Counters 3 and 4 of 16 bits count cycles.
struct simulated_hart {
  std::uint64_t counter[32] = {}, event[32] = {}, counted[32] = {};
  std::uint64_t inhibit = ~std::uint64_t{0}, mip = 0, mie = 0;
  bool masked = false, in_isr = false;
  std::uint64_t handled = 0;
  std::function<void()> isr;

  void cycle() {
    for (unsigned n = 3; n <= 4; ++n) {
      if ((inhibit >> n & 1U) != 0) continue;
      ++counted[n];
      counter[n] = (counter[n] + 1) & 0xFFFFU;
      if (counter[n] != 0 || (event[n] & of) != 0) continue;
      event[n] |= of;
      mip |= csr::lcofi;
    }
  }
  void let_interrupts_in() {
    while ((mip & mie & csr::lcofi) != 0 && !masked && !in_isr && handled < 5000) {
      in_isr = true;
      ++handled;
      isr();
      in_isr = false;
    }
  }
  void work(unsigned cycles) {
    for (; cycles != 0; --cycles) {
      cycle();
      let_interrupts_in();
    }
  }
  std::uint64_t* at(std::uint32_t which) {
    static std::uint64_t nothing;
    nothing = 0;
    if (which == csr::mip) return &mip;
    if (which == csr::mie) return &mie;
    if (which == csr::mcountinhibit) return &inhibit;
    for (unsigned n = 3; n <= 4; ++n) {
      if (which == csr::mhpmcounter(n)) return &counter[n];
      if (which == csr::mhpmevent(n)) return &event[n];
    }
    return &nothing;
  }
  std::uint64_t read(std::uint32_t which) {
    cycle();
    std::uint64_t value = *at(which);
    if (which == csr::scountovf) value = ((event[3] & of) != 0 ? 8U : 0U) | ((event[4] & of) != 0 ? 16U : 0U);
    let_interrupts_in();
    return value;
  }
  void change(std::uint32_t which, std::uint64_t set, std::uint64_t clear) {
    cycle();
    auto* where = at(which);
    *where = (*where & ~clear) | set;
    for (auto& c : counter) c &= 0xFFFFU;
    let_interrupts_in();
  }
};

struct hart_access {
  using word = std::uint64_t;
  simulated_hart* hart = nullptr;
  template <std::uint32_t Csr>
  word read() {
    return hart->read(Csr);
  }
  template <std::uint32_t Csr>
  void write(word v) {
    hart->change(Csr, v, ~word{0});
  }
  template <std::uint32_t Csr>
  void set(word bits) {
    hart->change(Csr, bits, 0);
  }
  template <std::uint32_t Csr>
  void clear(word bits) {
    hart->change(Csr, 0, bits);
  }
  void sync() {}
  std::uint32_t lock() {
    const bool before = hart->masked;
    hart->masked = true;
    return before ? 1 : 0;
  }
  void unlock(std::uint32_t before) {
    hart->masked = before != 0;
    hart->let_interrupts_in();
  }
};

using backend = pmu::riscv_hpm<hart_access, pmu::sscofpmf::present>;

TEST(riscv_hpm, samples_without_losing_an_overflow_of_two_counters) {
  for (unsigned first = 20; first < 60; ++first) {
    for (unsigned second = 20; second < 60; ++second) {
      simulated_hart hart;
      backend b{hart_access{&hart}};
      ASSERT_EQ(b.start_up(), pmu::status::ok);
      ASSERT_EQ(b.counters(), 0b11101U);
      pmu::sampling_counter<backend> s[2];
      pmu::overflow_handler<backend, 4> handler;
      handler.start(b);
      hart.isr = [&] { (void)handler.handle(0); };
      ASSERT_EQ(s[0].start(b, 3, first), pmu::status::ok);
      ASSERT_EQ(s[1].start(b, 4, second), pmu::status::ok);
      for (auto& each : s) ASSERT_EQ(handler.attach(each), pmu::status::ok);
      b.irq_enable(0b11000);
      b.enable(0b11000);
      hart.work(2000);
      hart.masked = true;
      b.disable(0b11000);
      ASSERT_EQ(s[0].total(), hart.counted[3]);
      ASSERT_EQ(s[1].total(), hart.counted[4]);
      ASSERT_GE(s[0].periods() + 2, hart.counted[3] / first) << first << " " << second;
      ASSERT_GE(s[1].periods() + 2, hart.counted[4] / second) << first << " " << second;
    }
  }
}

TEST(riscv_hpm, notices_who_switches_its_interrupt_off_or_writes_a_counter) {
  simulated_hart hart;
  pmu::unit<backend> pmu(backend{hart_access{&hart}});
  pmu::overflow_handler<backend, 4> handler;
  pmu::extended_counter<backend, pmu::extend::by_overflow_flag> counter;
  unsigned n = 0;
  const auto begin = [&] {
    hart.isr = [&] { (void)handler.handle(0); };
    EXPECT_EQ(pmu.start(), pmu::status::ok);
    handler.start(pmu.backend());
    handler.detach(n);
    EXPECT_EQ(pmu.take(pmu::event{1}, {}, n), pmu::status::ok);
    EXPECT_EQ(counter.start(pmu.backend(), n), pmu::status::ok);
    EXPECT_EQ(handler.attach(counter), pmu::status::ok);
    EXPECT_EQ(pmu.count(1U << n, 1U << n), pmu::status::ok);
    hart.work(70'000);
    EXPECT_EQ(pmu.check(), pmu::status::ok);
  };
  begin();
  hart.change(csr::mie, 0, csr::lcofi);
  EXPECT_EQ(pmu.check(), pmu::status::interrupt_off);
  begin();
  hart.change(csr::mhpmcounter(n), 5, ~std::uint64_t{0});
  EXPECT_EQ(pmu.check(), pmu::status::counter_written);
  begin();
  hart.isr = [&] { hart.mip = 0; };  // somebody else's handler
  hart.work(70'000);
  EXPECT_EQ(pmu.check(), pmu::status::ok);
  EXPECT_EQ(pmu.check(), pmu::status::no_interrupt);
}

TEST(riscv_hpm, starts_again_with_nothing_counting) {
  simulated_hart hart;
  pmu::unit<backend> pmu(backend{hart_access{&hart}});
  unsigned n = 0;
  ASSERT_EQ(pmu.start(), pmu::status::ok);
  ASSERT_EQ(pmu.take(pmu::event{1}, {}, n), pmu::status::ok);
  ASSERT_EQ(pmu.count(1U << n), pmu::status::ok);
  ASSERT_EQ(pmu.start(), pmu::status::ok);
  EXPECT_EQ(hart.inhibit & 0b11000U, 0b11000U);
}

// cycle and instret are never stopped, whoever rests them.
TEST(riscv_hpm, owns_a_cycle_counter_that_rests) {
  simulated_hart hart;
  hart.inhibit = 0;
  pmu::unit<backend> pmu(backend{hart_access{&hart}});
  unsigned n = 9;
  ASSERT_EQ(pmu.start(), pmu::status::ok);
  ASSERT_EQ(pmu.take(pmu::riscv::cycles, {}, n), pmu::status::ok);
  ASSERT_EQ(n, 0U);
  EXPECT_EQ(pmu.check(), pmu::status::ok);
  ASSERT_EQ(pmu.count(1), pmu::status::ok);
  EXPECT_EQ(pmu.check(), pmu::status::ok);
  hart.inhibit |= 1;
  EXPECT_EQ(pmu.check(), pmu::status::ownership_lost);
  hart.inhibit &= ~std::uint64_t{1};
  pmu.rest(1);
  EXPECT_EQ(pmu.check(), pmu::status::ok);
}

TEST(wrong_handler, that_clears_what_is_pending_after_the_flags_silences_a_counter_for_ever) {
  std::uint64_t stuck = 0;
  for (unsigned distance = 0; distance < 20; ++distance) {
    simulated_hart hart;
    hart.inhibit = 0;
    hart.mie = csr::lcofi;
    const auto reload = [&](unsigned n) { hart.counter[n] = 0x10000U - 50; };
    hart.isr = [&] {
      const std::uint64_t flags = hart.read(csr::scountovf);
      hart.change(csr::mip, 0, csr::lcofi);
      for (unsigned n = 3; n <= 4; ++n) {
        if ((flags >> n & 1U) == 0) continue;
        hart.change(csr::mhpmevent(n), 0, of);
        reload(n);
      }
    };
    hart.counter[3] = 0x10000U - 50;
    hart.counter[4] = 0x10000U - 50 - distance;
    hart.work(4000);
    const std::uint64_t then = hart.handled;
    hart.work(4000);
    if (hart.handled - then < 100) ++stuck;
  }
  EXPECT_GT(stuck, 0U);
}

}  // namespace
}  // namespace rtm::test
