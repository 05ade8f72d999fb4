// SPDX-License-Identifier: MIT
#include "facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

#include "property/prng.hpp"
#include "property/scenario.hpp"

namespace rtm::test {
namespace {

using host::source_fact;
using host::source_id;
using property::prng;

class stream {
 public:
  stream(std::uint64_t seed, std::uint32_t bits)
      : random_(seed), mask_(~std::uint64_t{0} >> (64 - bits)), has_unknown_(random_.chance(300)) {
    reading_ = random_.chance(500) ? mask_ - random_.below(60) : random_.below(100);
  }

  source_fact first() { return reset(); }

  source_fact next() {
    if (random_.chance(700)) reading_ = (reading_ + random_.below(random_.chance(100) ? 40 : 5)) & mask_;
    switch (random_.below(12)) {
      case 0:
      case 1: return enter();
      case 2:
      case 3: return leave();
      case 4: return begin_point();
      case 5: return mark(fact_kind::task_activate);
      case 6: return mark(fact_kind::task_wait);
      case 7: return mark(fact_kind::task_release);
      case 8: return terminate();
      case 9: return random_.chance(30) ? reset() : poll();
      default: return frames_.empty() ? dispatch() : leave();
    }
  }

 private:
  struct open_frame {
    source_id id;
    bool is_swi;
    std::vector<source_id> points;
  };

  [[nodiscard]] source_fact fact(fact_kind kind, source_id id) const { return {kind, 0, reading_, id}; }
  [[nodiscard]] source_fact poll() const { return fact(fact_kind::poll, 0); }
  source_fact mark(fact_kind kind) { return fact(kind, random_.below(most_tasks)); }
  std::vector<source_id>& points() { return frames_.empty() ? base_points_[owner_] : frames_.back().points; }

  source_id draw_owner() {
    if (has_unknown_ && random_.chance(60)) return host::unknown_owner;
    if (random_.chance(200)) return random_.chance(500) ? host::idle_owner : host::kernel_owner;
    return random_.below(most_tasks);
  }
  source_fact reset() {
    frames_.clear();
    base_points_.clear();
    open_points_ = 0;
    owner_ = draw_owner();
    return fact(fact_kind::reset, owner_);
  }
  source_fact dispatch() {
    owner_ = draw_owner();
    return fact(fact_kind::task_switch, owner_);
  }
  source_fact enter() {
    const bool may_be_swi = frames_.empty() || frames_.back().is_swi;
    if (frames_.size() == 4) return leave();
    const bool is_swi = may_be_swi && random_.chance(400);
    frames_.push_back({random_.below(is_swi ? 2 : 3), is_swi, {}});
    return fact(is_swi ? fact_kind::swi_enter : fact_kind::isr_enter, frames_.back().id);
  }
  source_fact leave() {
    if (!points().empty()) {
      const source_id id = points().back();
      points().pop_back();
      --open_points_;
      return fact(fact_kind::point_end, id);
    }
    if (frames_.empty()) return poll();
    const open_frame f = frames_.back();
    frames_.pop_back();
    return fact(f.is_swi ? fact_kind::swi_exit : fact_kind::isr_exit, f.id);
  }
  source_fact begin_point() {
    if (points().size() == 3 || open_points_ == 12) return leave();
    ++open_points_;
    points().push_back(random_.below(3));
    return fact(fact_kind::point_begin, points().back());
  }
  source_fact terminate() {
    const source_fact its = mark(fact_kind::task_terminate);
    open_points_ -= base_points_[its.id].size();
    base_points_[its.id].clear();
    return its;
  }

  prng random_;
  std::uint64_t mask_;
  bool has_unknown_;
  std::uint64_t reading_ = 0;
  source_id owner_ = 0;
  std::vector<open_frame> frames_;
  std::map<source_id, std::vector<source_id>> base_points_;
  std::size_t open_points_ = 0;
};

/// Collects the first thing that is not as expected.
class comparison {
 public:
  void of(const std::string& who) { who_ = who; }
  void check(std::string_view what, const values& expected, const os::spread& found) {
    os::spread wanted;
    wanted.count = expected.size();
    if (!expected.empty()) {
      wanted.min = *std::min_element(expected.begin(), expected.end());
      wanted.max = *std::max_element(expected.begin(), expected.end());
      wanted.sum = std::accumulate(expected.begin(), expected.end(), std::uint64_t{0});
    }
    if (text(wanted) != text(found)) note(what, text(wanted), text(found));
  }
  void check(std::string_view what, std::uint64_t expected, std::uint64_t found) {
    if (expected != found) note(what, std::to_string(expected), std::to_string(found));
  }
  [[nodiscard]] const std::string& first() const { return first_; }

 private:
  static std::string text(const os::spread& of) {
    return of.count == 0 ? "none" : fmt::format("{} from {} to {}, sum {}", of.count, of.min, of.max, of.sum);
  }
  void note(std::string_view what, const std::string& expected, const std::string& found) {
    if (first_.empty()) first_ = fmt::format("{} {}: expected {}, found {}", who_, what, expected, found);
  }
  std::string who_, first_;
};

void compare(comparison& to, const oracle_task& e, const os::task_times& f) {
  to.check("CET", e.cet, f.cet);
  to.check("GET", e.get, f.get);
  to.check("IPT", e.ipt, f.ipt);
  to.check("RT", e.rt, f.rt);
  to.check("WT", e.wt, f.wt);
  to.check("PRE", e.pre, f.pre);
  to.check("DT", e.dt, f.dt);
  to.check("ST", e.st, f.st);
  to.check("early", e.early, f.early);
  to.check("cut", e.cut, f.cut);
  to.check("open", e.open, f.open);
}

void compare(comparison& to, const oracle_call& e, const os::call_times& f) {
  to.check("CET", e.cet, f.cet);
  to.check("GET", e.get, f.get);
  to.check("PRE", e.pre, f.pre);
  to.check("DT", e.dt, f.dt);
  to.check("cut", e.cut, f.cut);
  to.check("open", e.open, f.open);
}

void compare(comparison& to, const oracle_point& e, const os::point_times& f) {
  to.check("CET", e.cet, f.cet);
  to.check("self", e.self, f.self);
  to.check("DT", e.dt, f.dt);
  to.check("cut", e.cut, f.cut);
  to.check("open", e.open, f.open);
}

/// An id without a row has counted nothing.
template <class Expected, class Times>
void compare(comparison& to, std::string_view kind, const std::map<source_id, Expected>& expected,
             const std::vector<host::timing_row<Times>>& found) {
  for (source_id id = 0; id < most_tasks; ++id) {
    to.of(fmt::format("{} {}", kind, id));
    const auto wanted = expected.find(id);
    const auto row = std::find_if(found.begin(), found.end(), [id](const auto& r) { return r.id == id; });
    compare(to, wanted == expected.end() ? Expected{} : wanted->second, row == found.end() ? Times{} : row->times);
  }
}

}  // namespace

std::vector<source_fact> random_facts(std::uint64_t seed, std::size_t count, std::uint32_t clock_bits) {
  stream from(seed, clock_bits);
  std::vector<source_fact> facts = {from.first()};
  while (facts.size() < count) facts.push_back(from.next());
  return facts;
}

std::string difference(const oracle_epoch& expected, const host::epoch_timing& found) {
  comparison all;
  compare(all, "task", expected.tasks, found.tasks);
  compare(all, "isr", expected.isrs, found.isrs);
  compare(all, "swi", expected.swis, found.swis);
  compare(all, "point", expected.points, found.points);
  return all.first();
}

std::string script_of(const std::vector<source_fact>& facts, std::uint32_t clock_bits) {
  property::scenario all;
  all.info.clock_bits = clock_bits;
  all.facts = facts;
  return property::to_script(all);
}

}  // namespace rtm::test
