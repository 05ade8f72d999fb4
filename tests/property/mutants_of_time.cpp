// SPDX-License-Identifier: MIT
// Mistakes with clocks, owners and windows.
#include <utility>

#include "mutants.hpp"

namespace rtm::property {
namespace {

/// The task hooks of a kernel see no interrupts.
struct interrupted_pays : oracle {
  using oracle::oracle;
  void charge_owner(account& to, std::uint64_t ticks) override {
    auto frames = std::exchange(epoch().frames, {});
    oracle::charge_owner(to, ticks);
    epoch().frames = std::move(frames);
  }
};

struct unknown_is_idle : oracle {
  using oracle::oracle;
  void charge_owner(account& to, std::uint64_t ticks) override {
    oracle::charge_owner(to, ticks);
    to.base.idle += std::exchange(to.base.unknown, 0);
  }
};

struct wrap_is_one_tick_short : oracle {
  using oracle::oracle;
  std::uint64_t delta_to(std::uint64_t reading) const override {
    return oracle::delta_to(reading) - (reading < last_reading_ ? 1 : 0);
  }
};

struct slice_across_the_wrap_is_dropped : oracle {
  using oracle::oracle;
  std::uint64_t delta_to(std::uint64_t reading) const override {
    return reading < last_reading_ ? reading : reading - last_reading_;
  }
};

struct gap_of_max_gap_is_refused : oracle {
  using oracle::oracle;
  std::optional<status> clock_fault(std::uint64_t delta) const override {
    return delta == max_gap_ ? std::optional(status::gap_exceeded) : oracle::clock_fault(delta);
  }
};

struct gap_one_beyond_is_accepted : oracle {
  using oracle::oracle;
  std::optional<status> clock_fault(std::uint64_t delta) const override {
    return delta == max_gap_ + 1 ? std::nullopt : oracle::clock_fault(delta);
  }
};

struct half_the_range_is_a_gap : oracle {
  using oracle::oracle;
  std::optional<status> clock_fault(std::uint64_t delta) const override {
    return delta == mask_ / 2 + 1 ? std::optional(status::gap_exceeded) : oracle::clock_fault(delta);
  }
};

struct clock_fault_settles_up_to_now : oracle {
  using oracle::oracle;
  void freeze(status kind, const source_fact& fact) override {
    if (kind == status::gap_exceeded) settle(max_gap_, fact.reading_ticks);
    oracle::freeze(kind, fact);
  }
};

struct totals_have_32_bits : oracle {
  using oracle::oracle;
  void charge_owner(account& to, std::uint64_t ticks) override {
    oracle::charge_owner(to, ticks);
    to.base.idle &= 0xFFFF'FFFF;
  }
};

/// A window that is only closed by the next fact gets all the time up to it.
struct window_closes_late : oracle {
  using oracle::oracle;
  void settle(std::uint64_t delta, std::uint64_t reading) override {
    if (info_.window_ticks != 0) held_ = oracle::window_of_instant();
    oracle::settle(delta, reading);
    held_.reset();
  }
  std::uint64_t window_of_instant() const override { return held_.value_or(oracle::window_of_instant()); }
  std::optional<std::uint64_t> held_;
};

/// What happens at the end of a window still counts in it.
struct boundary_belongs_to_the_old_window : oracle {
  using oracle::oracle;
  void pass(std::uint64_t ticks) override {
    passing_ = true;
    oracle::pass(ticks);
    passing_ = false;
  }
  std::uint64_t window_of_instant() const override {
    return passing_ || epoch().elapsed == 0 ? oracle::window_of_instant() : (epoch().elapsed - 1) / info_.window_ticks;
  }
  bool passing_ = false;
};

/// Windows on a grid of the clock instead of the epoch's own.
struct windows_ignore_the_start : oracle {
  using oracle::oracle;
  std::uint64_t window_of_instant() const override {
    return (epoch().start % info_.window_ticks + epoch().elapsed) / info_.window_ticks;
  }
};

/// Exclusive and inclusive time of a call that began in an earlier window.
struct extremes_cover_the_last_window_only : oracle {
  using oracle::oracle;
  void pass(std::uint64_t ticks) override {
    oracle::pass(ticks);
    if (info_.window_ticks == 0 || epoch().elapsed % info_.window_ticks != 0) return;
    for (open_frame& frame : epoch().frames) frame.exclusive = frame.inclusive = 0;
  }
};

struct call_counts_where_it_began : oracle {
  using oracle::oracle;
  void enter(bool is_swi, source_id id) override {
    if (info_.window_ticks != 0) began_.push_back(oracle::window_of_instant());
    oracle::enter(is_swi, id);
  }
  void exit() override {
    if (!began_.empty()) held_ = began_.back();
    oracle::exit();
    held_.reset();
    if (!began_.empty()) began_.pop_back();
  }
  void begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) override {
    began_.clear();
    oracle::begin_epoch(start, reading, owner);
  }
  std::uint64_t window_of_instant() const override { return held_.value_or(oracle::window_of_instant()); }
  std::vector<std::uint64_t> began_;
  std::optional<std::uint64_t> held_;
};

struct reset_starts_at_its_raw_reading : oracle {
  using oracle::oracle;
  void begin_epoch(std::uint64_t /*start*/, std::uint64_t reading, source_id owner) override {
    oracle::begin_epoch(reading, reading, owner);
  }
};

}  // namespace

std::vector<mutant> mutants_of_time() {
  return {make_mutant<interrupted_pays>("interrupted_pays"),
          make_mutant<unknown_is_idle>("unknown_is_idle"),
          make_mutant<wrap_is_one_tick_short>("wrap_is_one_tick_short"),
          make_mutant<slice_across_the_wrap_is_dropped>("slice_across_the_wrap_is_dropped"),
          make_mutant<gap_of_max_gap_is_refused>("gap_of_max_gap_is_refused"),
          make_mutant<gap_one_beyond_is_accepted>("gap_one_beyond_is_accepted"),
          make_mutant<half_the_range_is_a_gap>("half_the_range_is_a_gap"),
          make_mutant<clock_fault_settles_up_to_now>("clock_fault_settles_up_to_now"),
          make_mutant<totals_have_32_bits>("totals_have_32_bits"),
          make_mutant<window_closes_late>("window_closes_late"),
          make_mutant<boundary_belongs_to_the_old_window>("boundary_belongs_to_the_old_window"),
          make_mutant<windows_ignore_the_start>("windows_ignore_the_start"),
          make_mutant<extremes_cover_the_last_window_only>("extremes_cover_the_last_window_only"),
          make_mutant<call_counts_where_it_began>("call_counts_where_it_began"),
          make_mutant<reset_starts_at_its_raw_reading>("reset_starts_at_its_raw_reading")};
}

}  // namespace rtm::property
