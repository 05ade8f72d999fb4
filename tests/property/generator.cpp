// SPDX-License-Identifier: MIT
#include "generator.hpp"

#include <algorithm>

#include "oracle.hpp"
#include "profile.hpp"

namespace rtm::property {
namespace {

/// The facts of one core. An oracle follows what it says, so that it knows the state that the next fact will meet.
class stream {
 public:
  stream(prng& random, const source_info& info, const profile& drawn, const scenario& of, std::uint32_t core)
      : random_(random), info_(info), profile_(drawn), guide_(info, {pace::runs, of.point_frames}), core_(core) {}

  source_fact next() {
    source_fact fact = draw();
    fact.core = core_;
    guide_.tell(fact);
    started_ = true;
    return fact;
  }

 private:
  source_fact draw() {
    if (!started_) return {fact_kind::reset, 0, draw_start(), draw_owner()};
    if (guide_.current().fault) return draw_after_fault();
    if (random_.chance(profile_.illegal_permille * temptation())) return draw_illegal();
    const source_fact fact = draw_legal();  // before the time: the order of arguments is the compiler's choice
    return at(legal_delta(), fact);
  }

  [[nodiscard]] source_fact at(std::uint64_t delta, source_fact fact) const {
    fact.reading_ticks = (guide_.last_reading() + delta) & clock_mask(info_.clock_bits);
    if (fact.kind == fact_kind::poll) fact.id = 0;
    return fact;
  }

  std::uint64_t draw_start() {
    const std::uint64_t mask = clock_mask(info_.clock_bits);
    switch (random_.below(4)) {
      case 0: return 0;
      case 1: return mask - random_.below(100);
      case 2: return mask / 2 - 50 + random_.below(100);
      default: return random_.next() & mask;
    }
  }

  /// A step that the clock allows, with a liking for the steps at which something happens.
  std::uint64_t legal_delta() {
    const std::uint64_t spent = guide_.current().elapsed;
    const std::uint64_t limit = std::min(guide_.max_gap(), longest_epoch - std::min(spent, longest_epoch));
    const std::uint64_t kind = random_.below(100);
    if (kind < 28) return 0;
    if (kind < 42) return std::min<std::uint64_t>(1, limit);
    if (kind < 62) return random_.between(0, std::min<std::uint64_t>(limit, 10));
    if (kind < 72) return random_.between(0, limit);
    if (kind < 77) return limit;
    if (kind < 90 && info_.window_ticks != 0) {
      return near(info_.window_ticks - spent % info_.window_ticks, limit);
    }
    return near(clock_mask(info_.clock_bits) - guide_.last_reading() + 1, limit);
  }

  /// Just before, at, or just after a boundary that is `distance` away.
  std::uint64_t near(std::uint64_t distance, std::uint64_t limit) {
    const std::uint64_t step = distance - 1 + random_.below(3);
    return step <= limit ? step : random_.between(0, std::min<std::uint64_t>(limit, 100));
  }

  std::uint64_t illegal_delta() {
    const std::uint64_t mask = clock_mask(info_.clock_bits);
    const std::uint64_t beyond = guide_.max_gap() + 1;
    switch (random_.below(6)) {
      case 0: return beyond;
      case 1: return random_.between(beyond, mask);
      case 2: return std::max(mask / 2, beyond);
      case 3: return std::max(mask / 2 + 1, beyond);
      case 4: return mask;
      default: return mask - random_.below(std::min<std::uint64_t>(50, mask - beyond + 1));
    }
  }

  source_id draw_id(const id_pool& pool) { return pool.count == 0 ? 0 : pool.id(random_.below(pool.count)); }

  source_id draw_owner() {
    switch (random_.below(5)) {
      case 0: return host::idle_owner;
      case 1: return random_.chance(500) ? host::kernel_owner : host::unknown_owner;
      default: return draw_id(profile_.tasks);
    }
  }

  const id_pool& pool_of(fact_kind kind) const {
    switch (kind) {
      case fact_kind::isr_enter:
      case fact_kind::isr_exit: return profile_.isrs;
      case fact_kind::swi_enter:
      case fact_kind::swi_exit: return profile_.swis;
      case fact_kind::point_begin:
      case fact_kind::point_end: return profile_.points;
      default: return profile_.tasks;
    }
  }

  fact_kind draw_kind() {
    std::uint64_t ticket = random_.below(profile_.weight_sum);
    int kind = 0;
    while (ticket >= profile_.weight[kind]) ticket -= profile_.weight[kind++];
    return static_cast<fact_kind>(kind);
  }

  source_fact draw_legal() {
    const fact_kind kind = draw_kind();
    const epoch_state& now = guide_.current();
    switch (kind) {
      case fact_kind::task_switch: return now.frames.empty() ? source_fact{kind, 0, 0, draw_owner()} : leave();
      case fact_kind::reset: return {kind, 0, 0, draw_owner()};
      case fact_kind::isr_exit:
      case fact_kind::swi_exit: return leave();
      case fact_kind::isr_enter:
      case fact_kind::swi_enter: return draw_enter(kind);
      case fact_kind::point_end: return guide_.running_points().empty() ? poll() : leave_point();
      case fact_kind::point_begin:
        return may_begin_point() ? source_fact{kind, 0, 0, draw_id(profile_.points)} : leave();
      default: return {kind, 0, 0, draw_id(profile_.tasks)};
    }
  }

  static source_fact poll() { return {fact_kind::poll, 0, 0, 0}; }

  source_fact leave_point() { return {fact_kind::point_end, 0, 0, guide_.running_points().back().id}; }

  /// Ends the innermost thing that is open in the running context.
  source_fact leave() {
    const epoch_state& now = guide_.current();
    if (!guide_.running_points().empty()) return leave_point();
    if (now.frames.empty()) return poll();
    return {now.frames.back().is_swi ? fact_kind::swi_exit : fact_kind::isr_exit, 0, 0, now.frames.back().id};
  }

  source_fact draw_enter(fact_kind kind) {
    const auto& frames = guide_.current().frames;
    const bool is_swi = kind == fact_kind::swi_enter;
    const bool fits = frames.size() < profile_.soft_depth && !frames_are_full();
    const bool allowed = !is_swi || frames.empty() || frames.back().is_swi;
    if (!fits || !allowed || pool_of(kind).count == 0) return leave();
    return {kind, 0, 0, draw_id(pool_of(kind))};
  }

  bool may_begin_point() {
    return profile_.points.count != 0 && guide_.running_points().size() < 8 && !points_are_full();
  }

  [[nodiscard]] bool frames_are_full() const {
    return guide_.current().frames.size() >= info_.capacity.depth.value_or(~0ULL);
  }

  [[nodiscard]] bool points_are_full() const {
    return guide_.running_points().size() >= info_.capacity.point_depth.value_or(~0ULL) ||
           guide_.open_points() >= guide_.settings().point_frames.value_or(~0ULL);
  }

  [[nodiscard]] bool at_a_limit() const { return frames_are_full() || points_are_full(); }

  /// Some mistakes need a state that is seldom reached: there they are tried more often.
  [[nodiscard]] std::uint64_t temptation() const {
    if (at_a_limit()) return 12;
    const bool frame_has_points = !guide_.current().frames.empty() && !guide_.running_points().empty();
    return frame_has_points ? 4 : 1;
  }

  /// An id outside of the capacity, of the kinds that are taken for a good one by code that cuts off its upper bits.
  source_id draw_bad_id(const id_pool& pool) {
    static constexpr std::uint64_t bits[] = {0x80, 0x100, 0x4000, 0x8000, 0x1'0000, 0x4000'0000, 0x8000'0000};
    const std::uint64_t limit = pool.limit.value_or(0);
    if (random_.chance(400)) return limit + random_.below(3);
    const source_id good = draw_id(pool);
    return std::max(limit, good | random_.pick(bits));
  }

  /// Any fact, whatever the state is. Often it is wrong in more than one way.
  source_fact draw_any() {
    const auto kind = static_cast<fact_kind>(random_.below(13));
    const id_pool& pool = pool_of(kind);
    const bool has_owner = kind == fact_kind::task_switch || kind == fact_kind::reset;
    if (pool.limit && (pool.count == 0 || random_.chance(150))) return {kind, 0, 0, draw_bad_id(pool)};
    return {kind, 0, 0, has_owner ? draw_owner() : draw_id(pool)};
  }

  /// Everything that the state of this moment makes wrong, with ids of the capacity.
  std::vector<source_fact> wrong_now() {
    const auto& frames = guide_.current().frames;
    const auto& points = guide_.running_points();
    std::vector<source_fact> wrong;
    const auto add = [&](fact_kind kind, const id_pool& pool) {
      if (pool.count != 0) wrong.push_back({kind, 0, 0, draw_id(pool)});
    };
    if (at_a_limit()) {
      if (frames_are_full()) add(fact_kind::isr_enter, profile_.isrs);
      if (frames_are_full()) add(fact_kind::swi_enter, profile_.swis);
      if (points_are_full()) add(fact_kind::point_begin, profile_.points);
      return wrong;
    }
    if (points.empty()) add(fact_kind::point_end, profile_.points);
    if (!points.empty()) wrong.push_back({fact_kind::point_end, 0, 0, draw_id(profile_.points)});
    if (frames.empty()) {
      add(fact_kind::isr_exit, profile_.isrs);
      add(fact_kind::swi_exit, profile_.swis);
      return wrong;
    }
    const open_frame& top = frames.back();
    const source_fact exit_of_top{top.is_swi ? fact_kind::swi_exit : fact_kind::isr_exit, 0, 0, top.id};
    if (!top.points.empty()) return {exit_of_top, wrong.back()};
    if (!top.is_swi) add(fact_kind::swi_enter, profile_.swis);
    add(fact_kind::isr_exit, profile_.isrs);
    add(fact_kind::swi_exit, profile_.swis);
    wrong.push_back({fact_kind::task_switch, 0, 0, draw_owner()});
    return wrong;
  }

  source_fact draw_illegal() {
    source_fact fact = random_.chance(700) ? draw_any() : draw_legal();
    if (random_.chance(600)) {
      const std::vector<source_fact> wrong = wrong_now();
      if (!wrong.empty()) fact = wrong[random_.below(wrong.size())];
      const id_pool& pool = pool_of(fact.kind);
      if (pool.limit && random_.chance(150)) fact.id = draw_bad_id(pool);
    }
    return at(random_.chance(250) ? illegal_delta() : legal_delta(), fact);
  }

  source_fact draw_after_fault() {
    const bool ends = random_.chance(350);
    const source_fact fact = ends ? source_fact{fact_kind::reset, 0, 0, draw_owner()} : draw_any();
    return at(random_.chance(500) ? random_.next() : legal_delta(), fact);
  }

  prng& random_;
  const source_info& info_;
  const profile& profile_;
  oracle guide_;
  std::uint32_t core_;
  bool started_ = false;
};

}  // namespace

scenario generate(std::uint64_t seed, std::size_t facts, const generator_settings& settings) {
  prng random(seed);
  scenario result;
  result.seed = seed;
  result.point_frames = settings.traits.point_frames;
  result.info = draw_info(random, settings);
  const profile drawn = draw_profile(random, result.info, settings);
  if (!settings.plain && !settings.traits.is_static && random.chance(300)) draw_names(random, result.info, drawn);

  std::vector<stream> streams;
  streams.reserve(drawn.cores);
  for (std::uint64_t core = 0; core < drawn.cores; ++core) {
    streams.emplace_back(random, result.info, drawn, result, static_cast<std::uint32_t>(core * core));
  }
  result.facts.reserve(facts);
  while (result.facts.size() < facts) result.facts.push_back(streams[random.below(streams.size())].next());
  return result;
}

}  // namespace rtm::property
