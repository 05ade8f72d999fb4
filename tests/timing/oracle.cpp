// SPDX-License-Identifier: MIT
#include "oracle.hpp"

#include <algorithm>

namespace rtm::test {
namespace {

using host::source_fact;
using host::source_id;

struct instance {
  std::optional<std::uint64_t> activated;
  bool started = false;
  std::uint64_t cet = 0, wt = 0, pre = 0;
  bool waits = false;
  bool wait_unknown = false;
  std::optional<std::uint64_t> dt;
  std::uint64_t start = 0;
};

struct life {
  bool sure = true;
  std::optional<instance> now;
  std::deque<std::optional<std::uint64_t>> early;  ///< Only the first is known, if nothing stood before it.
  std::optional<std::uint64_t> previous_start, end;
  std::uint64_t part = 0;      ///< Own ticks since an instance began, or since nobody knows more.
  std::uint64_t in_a_row = 0;  ///< Those of parts before it that may be the same instance.
};

struct open_point {
  source_id id = 0;
  std::uint64_t cet = 0, self = 0;
  std::optional<std::uint64_t> dt;
  bool sure = true;
};

struct open_frame {
  source_id id = 0;
  bool is_swi = false;
  std::uint64_t cet = 0, pre = 0;
  std::optional<std::uint64_t> dt;
  std::vector<open_point> points;
};

class timing_oracle {
 public:
  timing_oracle(std::uint32_t bits, mistake made) : mask_(~std::uint64_t{0} >> (64 - bits)), made_(made) {}

  void tell(const source_fact& fact) {
    if (!epochs_.empty())
      for (std::uint64_t left = (fact.reading_ticks - reading_) & mask_; left != 0; --left) tick();
    reading_ = fact.reading_ticks;
    apply(fact);
  }

  std::vector<oracle_epoch> result() {
    note_open();
    return epochs_;
  }

 private:
  oracle_epoch& out() { return epochs_.back(); }
  oracle_call& row_of(const open_frame& f) { return (f.is_swi ? out().swis : out().isrs)[f.id]; }
  bool is(mistake one) const { return made_ == one; }

  /// One tick passes for everybody who is there.
  void tick() {
    ++now_;
    const bool is_base = frames_.empty();
    for (auto& [id, of] : lives_) {
      if (id == owner_ && is_base && (!of.sure || (of.now && of.now->started))) ++of.part;
      if (!of.now || !of.now->started) continue;
      instance& i = *of.now;
      const bool runs = id == owner_ && (is_base || is(mistake::nested_not_taken_off));
      const bool counts_as_waiting = i.waits && is(mistake::waiting_runs_on);
      ++(runs && !counts_as_waiting ? i.cet : i.waits ? i.wt : i.pre);
    }
    for (std::size_t n = 0; n < frames_.size(); ++n)
      ++(n + 1 == frames_.size() || is(mistake::nested_not_taken_off) ? frames_[n].cet : frames_[n].pre);
    std::vector<open_point>& points = is_base ? base_points_[owner_] : frames_.back().points;
    for (open_point& p : points) ++p.cet;
    if (!points.empty()) ++points.back().self;
  }

  void apply(const source_fact& fact) {
    switch (fact.kind) {
      case fact_kind::reset: return begin(fact.id);
      case fact_kind::task_switch: return switch_to(fact.id);
      case fact_kind::isr_enter:
      case fact_kind::swi_enter: return enter(fact.id, fact.kind == fact_kind::swi_enter);
      case fact_kind::isr_exit:
      case fact_kind::swi_exit: return leave();
      case fact_kind::point_begin: return begin_point(fact.id);
      case fact_kind::point_end: return end_point();
      case fact_kind::task_activate: return activate(fact.id);
      case fact_kind::task_wait: return wait(fact.id);
      case fact_kind::task_release: return release(fact.id);
      case fact_kind::task_terminate: return terminate(fact.id);
      case fact_kind::poll: return;
    }
  }

  void begin(source_id owner) {
    note_open();
    epochs_.emplace_back();
    lives_.clear();
    frames_.clear();
    base_points_.clear();
    last_enter_.clear();
    last_begin_.clear();
    all_doubted_ = owner == host::unknown_owner || epochs_.size() > 1;
    owner_ = owner;
    if (owner < host::idle_owner && !is(mistake::running_task_has_begun)) lives_[owner].sure = false;
    if (owner < host::idle_owner && is(mistake::running_task_has_begun)) start(lives_[owner]);
  }

  life& life_of(source_id id) {
    const auto [at, is_new] = lives_.try_emplace(id);
    if (is_new && all_doubted_) at->second.sure = false;
    return at->second;
  }

  void doubt() {
    if (is(mistake::unknown_time_believed)) return;
    for (auto& [id, of] : lives_) {
      if (of.now && of.now->started) ++out().tasks[id].cut;
      add_part(id, of, false);
      const std::uint64_t in_a_row = of.in_a_row;
      of = life{};
      of.sure = false;
      of.in_a_row = in_a_row;
    }
    all_doubted_ = true;
    last_enter_.clear();
    last_begin_.clear();
    for (auto& [id, points] : base_points_)
      for (open_point& p : points) p.sure = false;
  }

  void add_part(source_id id, life& of, bool has_ended) {
    if (of.part != 0) {
      oracle_parts& parts = out().unfinished[id];
      parts.longest = std::max(parts.longest, of.part);
      parts.most = std::max(parts.most, of.in_a_row + of.part);
    }
    of.in_a_row = has_ended ? 0 : of.in_a_row + of.part;
    of.part = 0;
  }

  void start(life& of) {
    of.part = 0;
    if (!of.now) of.now.emplace();
    of.now->started = true;
    of.now->start = now_;
    const auto& from = is(mistake::dt_from_end) ? of.end : of.previous_start;
    if (from) of.now->dt = now_ - *from;
    of.previous_start = now_;
    if (!is(mistake::dt_from_end)) of.end.reset();
  }

  void switch_to(source_id id) {
    const bool again = id == owner_;
    if (!again && is(mistake::slice_is_instance) && owner_ < host::idle_owner) terminate(owner_);
    if (!again && (id == host::unknown_owner || owner_ == host::unknown_owner)) doubt();
    owner_ = id;
    if (id >= host::idle_owner) return;
    life& of = life_of(id);
    if (!of.sure) return;
    if (of.now && of.now->started) {
      if (again || !of.now->waits) return;
      of.now->waits = false;
      of.now->wait_unknown = !is(mistake::release_not_needed);
      return;
    }
    if (again && !of.now && !is(mistake::announced_again_begins)) return;
    start(of);
  }

  void activate(source_id id) {
    life& of = life_of(id);
    if (!of.sure) {
      of.early.emplace_back();
      return;
    }
    if (!of.now) {
      if (of.end) out().tasks[id].st.push_back(now_ - *of.end);
      of.end.reset();
      of.now.emplace();
      of.now->activated = now_;
      return;
    }
    ++out().tasks[id].early;
    if (is(mistake::early_forgotten)) return;
    if (is(mistake::early_overwrites)) of.early.clear();
    of.early.push_back(of.early.empty() ? std::optional(now_) : std::nullopt);
  }

  void wait(source_id id) {
    life& of = life_of(id);
    if (of.now && of.now->started) of.now->waits = true;
  }

  void release(source_id id) {
    life& of = life_of(id);
    if (of.now) of.now->waits = false;
  }

  void terminate(source_id id) {
    for (const open_point& p : base_points_[id]) {
      ++out().points[p.id].cut;
      if (is(mistake::abandoned_points_count)) out().points[p.id].cet.push_back(p.cet);
    }
    base_points_[id].clear();
    life& of = life_of(id);
    if (!of.sure) {
      of.sure = true;
      add_part(id, of, true);
      return open_next(of, false);
    }
    if (!of.now) return;
    const instance ended = *of.now;
    of.now.reset();
    of.part = 0;
    if (ended.started) count(out().tasks[id], ended);
    open_next(of, ended.started);
  }

  void open_next(life& of, bool was_whole) {
    of.end.reset();
    if (!of.early.empty()) {
      of.now.emplace();
      of.now->activated = of.early.front();
      of.early.pop_front();
    } else if (was_whole) {
      of.end = now_;
    }
  }

  void count(oracle_task& to, const instance& of) const {
    to.cet.push_back(of.cet);
    to.get.push_back(now_ - of.start);
    if (!of.wait_unknown) {
      to.wt.push_back(of.wt);
      to.pre.push_back(of.pre);
    }
    if (of.activated) {
      to.ipt.push_back(of.start - *of.activated);
      to.rt.push_back(now_ - *of.activated);
    }
    if (of.dt) to.dt.push_back(*of.dt);
  }

  void enter(source_id id, bool is_swi) {
    open_frame f{id, is_swi, 0, 0, {}, {}};
    auto& last = last_enter_[{is_swi, id}];
    if (last) f.dt = now_ - *last;
    last = now_;
    frames_.push_back(f);
  }

  void leave() {
    const open_frame f = frames_.back();
    frames_.pop_back();
    oracle_call& row = row_of(f);
    row.cet.push_back(f.cet);
    row.get.push_back(f.cet + f.pre);
    row.pre.push_back(f.pre);
    if (f.dt) row.dt.push_back(*f.dt);
  }

  std::vector<open_point>& running() { return frames_.empty() ? base_points_[owner_] : frames_.back().points; }

  void begin_point(source_id id) {
    open_point p{id, 0, 0, {}, true};
    auto& last = last_begin_[id];
    if (last) p.dt = now_ - *last;
    last = now_;
    running().push_back(p);
  }

  void end_point() {
    const open_point p = running().back();
    running().pop_back();
    oracle_point& row = out().points[p.id];
    if (!p.sure) {
      ++row.cut;
      return;
    }
    row.cet.push_back(p.cet);
    row.self.push_back(p.self);
    if (p.dt) row.dt.push_back(*p.dt);
  }

  /// At the end of an epoch.
  void note_open() {
    if (epochs_.empty()) return;
    for (auto& [id, of] : lives_) {
      if (of.now && of.now->started) ++out().tasks[id].open;
      add_part(id, of, false);
    }
    for (const open_frame& f : frames_) {
      ++row_of(f).open;
      for (const open_point& p : f.points) ++out().points[p.id].open;
    }
    for (const auto& [id, points] : base_points_)
      for (const open_point& p : points) ++out().points[p.id].open;
  }

  std::uint64_t mask_;
  mistake made_;
  std::uint64_t reading_ = 0;
  std::uint64_t now_ = 0;
  source_id owner_ = 0;
  bool all_doubted_ = false;
  std::map<source_id, life> lives_;
  std::vector<open_frame> frames_;
  std::map<source_id, std::vector<open_point>> base_points_;
  std::map<std::pair<bool, source_id>, std::optional<std::uint64_t>> last_enter_;
  std::map<source_id, std::optional<std::uint64_t>> last_begin_;
  std::vector<oracle_epoch> epochs_;
};

}  // namespace

std::vector<oracle_epoch> oracle_timing(std::span<const source_fact> facts, std::uint32_t clock_bits, mistake made) {
  timing_oracle judge(clock_bits, made);
  for (const source_fact& fact : facts) judge.tell(fact);
  return judge.result();
}

}  // namespace rtm::test
