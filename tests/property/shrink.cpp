// SPDX-License-Identifier: MIT
// Facts are held with the time since the fact before them on the same core instead of a clock reading: then a fact can
// go with its time (later facts move up) or without it (the next fact takes it over).
#include "shrink.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "oracle.hpp"

namespace rtm::property {
namespace {

struct step {
  source_fact fact;
  std::uint64_t delta = 0;  ///< For the first fact of a core: its reading.
};

std::vector<step> to_steps(const scenario& of) {
  std::map<std::uint32_t, std::uint64_t> last;
  std::vector<step> steps;
  for (const source_fact& fact : of.facts) {
    steps.push_back({fact, (fact.reading_ticks - last[fact.core]) & clock_mask(of.info.clock_bits)});
    last[fact.core] = fact.reading_ticks;
  }
  return steps;
}

class shrinker {
 public:
  shrinker(const scenario& from, const engine_traits& traits, const predicate& still_fails, std::size_t attempts)
      : best_(from), steps_(to_steps(from)), traits_(traits), still_fails_(still_fails), attempts_(attempts) {}

  scenario run() {
    bool progress = true;
    while (progress && attempts_ > 0) {
      progress = remove_facts();
      progress = remove_pairs() || progress;
      progress = simplify_settings() || progress;
      progress = shorten_window() || progress;
      progress = simplify_facts() || progress;
      progress = renumber() || progress;
    }
    return best_;
  }

 private:
  /// Takes the candidate over if it still fails.
  bool adopt(const source_info& info, const std::vector<step>& steps) {
    if (attempts_ == 0) return false;
    --attempts_;
    scenario candidate = best_;
    candidate.info = info;
    candidate.facts.clear();
    std::map<std::uint32_t, std::uint64_t> reading;
    for (const step& next : steps) {
      source_fact fact = next.fact;
      if (!reading.contains(fact.core) && fact.kind != fact_kind::reset) return false;
      reading[fact.core] = fact.reading_ticks = (reading[fact.core] + next.delta) & clock_mask(info.clock_bits);
      candidate.facts.push_back(fact);
    }
    if (!still_fails_(candidate)) return false;
    best_ = candidate;
    steps_ = steps;
    return true;
  }

  [[nodiscard]] std::vector<step> without(std::size_t begin, std::size_t end, bool keep_time) const {
    std::map<std::uint32_t, std::uint64_t> owed;
    std::vector<step> rest;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      step next = steps_[i];
      if (i >= begin && i < end) {
        if (keep_time) owed[next.fact.core] += next.delta;
        continue;
      }
      next.delta += owed[next.fact.core];
      owed[next.fact.core] = 0;
      rest.push_back(next);
    }
    return rest;
  }

  bool remove_facts() {
    bool progress = false;
    for (std::size_t size = std::max<std::size_t>(steps_.size() / 2, 1); size > 0; size /= 2) {
      for (std::size_t end = steps_.size(); end > 0;) {
        const std::size_t begin = end > size ? end - size : 0;
        const bool removed =
            adopt(best_.info, without(begin, end, false)) || adopt(best_.info, without(begin, end, true));
        progress = progress || removed;
        end = std::min(begin, steps_.size());
      }
    }
    return progress;
  }

  /// A begin and its end, with anything in between.
  bool remove_pairs() {
    constexpr std::size_t few = 40;
    bool progress = false;
    for (std::size_t first = 0; first < steps_.size() && steps_.size() <= few; ++first) {
      for (std::size_t second = first + 1; second < steps_.size(); ++second) {
        std::vector<step> rest = without(second, second + 1, true);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first));
        if (first < rest.size()) rest[first].delta += steps_[first].delta;
        progress = adopt(best_.info, rest) || progress;
      }
    }
    return progress;
  }

  /// A window and the time that reaches its end, by the same number of ticks.
  bool shorten_window() {
    bool progress = false;
    for (std::uint64_t less = best_.info.window_ticks / 2; less > 0; less /= 2) {
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        source_info info = best_.info;
        std::vector<step> steps = steps_;
        if (info.window_ticks <= less || steps[i].delta < less) continue;
        info.window_ticks -= less;
        info.max_gap_ticks = 0;
        steps[i].delta -= less;
        progress = (accepts(traits_, info) && adopt(info, steps)) || progress;
      }
    }
    return progress;
  }

  bool try_info(const std::function<void(source_info&)>& change) {
    source_info info = best_.info;
    change(info);
    if (!accepts(traits_, info)) return false;
    return to_script({0, info, {}, {}}) != to_script({0, best_.info, {}, {}}) && adopt(info, steps_);
  }

  bool simplify_settings() {
    bool progress = false;
    const auto attempt = [&](const std::function<void(source_info&)>& change) {
      progress = try_info(change) || progress;
    };
    attempt([](source_info& i) { i.tasks.clear(), i.isrs.clear(), i.swis.clear(), i.points.clear(); });
    attempt([](source_info& i) { i.clock_hz = 1000; });
    attempt([](source_info& i) { i.max_gap_ticks = 0; });
    attempt([](source_info& i) { i.window_ticks = 0, i.max_gap_ticks = 0; });
    if (!traits_.clock_bits) attempt([](source_info& i) { i.clock_bits = 64; });
    if (!traits_.capacity) {
      attempt([](source_info& i) { i.capacity = {}; });
      attempt([](source_info& i) { i.capacity.tasks = i.capacity.isrs = i.capacity.swis = i.capacity.points = {}; });
      attempt([](source_info& i) { i.capacity.depth = {}; });
      attempt([](source_info& i) { i.capacity.point_depth = {}; });
    }
    for (const std::uint64_t round : {100, 10, 5, 2, 1}) {
      if (round < best_.info.window_ticks) {
        attempt([&](source_info& i) { i.window_ticks = round, i.max_gap_ticks = std::min(i.max_gap_ticks, round); });
      }
    }
    return progress;
  }

  bool try_step(std::size_t index, const step& instead) {
    std::vector<step> steps = steps_;
    steps[index] = instead;
    return adopt(best_.info, steps);
  }

  bool simplify_facts() {
    bool progress = false;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const step now = steps_[i];
      if (now.fact.kind != fact_kind::poll && now.fact.kind != fact_kind::reset) {
        progress = try_step(i, {{fact_kind::poll, now.fact.core, 0, 0}, now.delta}) || progress;
      }
      for (const std::uint64_t shorter :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{10}, now.delta / 2, now.delta - 1}) {
        if (shorter >= now.delta) continue;
        if (!try_step(i, {steps_[i].fact, shorter})) continue;
        progress = true;
        break;
      }
    }
    return progress;
  }

  static int family(fact_kind kind) {
    switch (kind) {
      case fact_kind::isr_enter:
      case fact_kind::isr_exit: return 1;
      case fact_kind::swi_enter:
      case fact_kind::swi_exit: return 2;
      case fact_kind::point_begin:
      case fact_kind::point_end: return 3;
      case fact_kind::poll: return 4;
      default: return 0;
    }
  }

  bool renumber() {
    bool progress = false;
    for (int which = 0; which < 4; ++which) {
      std::set<source_id> used;
      for (const step& next : steps_) {
        if (family(next.fact.kind) == which && next.fact.id < host::idle_owner) used.insert(next.fact.id);
      }
      source_id free = 0;
      for (const source_id id : used) {
        std::vector<step> steps = steps_;
        for (step& next : steps) {
          if (family(next.fact.kind) == which && next.fact.id == id) next.fact.id = free;
        }
        if (id != free) progress = adopt(best_.info, steps) || progress;
        ++free;
      }
    }
    return progress;
  }

  scenario best_;
  std::vector<step> steps_;
  const engine_traits& traits_;
  const predicate& still_fails_;
  std::size_t attempts_;
};

}  // namespace

scenario shrink(const scenario& from, const engine_traits& traits, const predicate& still_fails, std::size_t attempts) {
  return shrinker(from, traits, still_fails, attempts).run();
}

}  // namespace rtm::property
