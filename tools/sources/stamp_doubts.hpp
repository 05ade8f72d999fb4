// SPDX-License-Identifier: MIT
// Stamps of one core that are not believed yet. One that lies far ahead of the one before it may be odd: then those
// behind it lie before it, and the time up to it must be nobody's, not that of whoever ran. So what a core tells from
// such a step on waits until enough of what follows agrees; if it does not, the core is as it was before the step.
//
//   10   20         9000        30   40          9000 is odd: 20 to 30 is unknown
//   10   20         9000        30   9010        nobody knows whether 9000 or 30 is: 20 to 9010 is unknown
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/part_counts.hpp"
#include "sources/source.hpp"

namespace rtm::host {

/// A stamp that does not fit those around it.
struct misfit {
  enum class kind { behind, ahead, beyond_all };  ///< `beyond_all`: the last of its core, long after all other cores.
  kind what = kind::behind;
  std::uint64_t at = 0;
  std::uint64_t before = 0;  ///< Of the event before it.
  std::uint64_t after = 0;   ///< Of the event behind it, if it is ahead.
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
};

/// `shown`: how the input writes a time.
[[nodiscard]] source_problem problem_of(const misfit& of, const std::string& core,
                                        const std::function<std::string(std::uint64_t)>& shown);

/// A piece of a core's time, for `end_of_range`: from its first to its last event.
struct stamped_piece {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool operator<(const stamped_piece& other) const { return first < other.first; }
};

/// Where the range of all cores ends: with the last piece that is not further behind all the others than they are long,
/// nor than `longest_pause`. Without pieces: `first`.
[[nodiscard]] std::uint64_t end_of_range(std::uint64_t first, std::uint64_t longest_pause,
                                         std::vector<stamped_piece> pieces);

/// What every reader of a core believes; it can be copied and set back. Readers add their own.
struct core_belief {
  std::uint64_t last_ = 0;  ///< Time of the latest event.
  source_completeness counts_;
  part_counts part_;
};

/// `Belief`: a core_belief.
template <class Belief>
class stamp_doubts {
 public:
  explicit stamp_doubts(fact_queue& to) : to_(&to) {}

  /// Steps of more than `step` are doubted until `events` events from the one that made it on have come, each not
  /// before the one before it.
  void doubt(std::uint64_t step, std::uint64_t events) {
    step_ = step;
    enough_ = events;
  }
  /// A step of so much needs no `weigh`.
  [[nodiscard]] std::uint64_t free_step() const { return steps_.empty() || enough_ == never ? step_ : 0; }
  static constexpr std::uint64_t never = ~std::uint64_t{0};  ///< Events are never enough; see `trust`.

  void send_to(fact_queue& to) { to_ = &to; }
  /// Where what is told now belongs.
  [[nodiscard]] fact_queue& queue() { return steps_.empty() ? *to_ : steps_.back().told; }
  [[nodiscard]] fact_queue& believed() { return *to_; }

  enum class verdict {
    fits,        ///< Not before the latest event.
    behind,      ///< It is odd itself.
    taken_back,  ///< What came before it is: `now` is as it was before that, and nothing is known from there on.
  };
  /// Of an event at `time`, before it is told.
  [[nodiscard]] verdict weigh(Belief& now, std::uint64_t time) {
    rival_ = {};
    if (time < now.last_) return weigh_behind(now, time);
    for (std::size_t i = 0; contested_ != 0 && i < steps_.size(); ++i) {
      if (!is_undecided(steps_[i], now, time)) continue;
      take_back(now, i);
      return verdict::taken_back;
    }
    while (!steps_.empty() && events_since(steps_.front(), now) >= std::max(enough_, steps_.front().against.events + 1))
      trust_first();
    return verdict::fits;
  }
  /// The event that has been weighed, at `time`, makes a step if it lies far ahead, or if others were taken back for
  /// it.
  void step(const Belief& now, std::uint64_t time, std::uint64_t offset, std::uint64_t line) {
    const bool is_believed = steps_.empty() && time <= believed_;
    if ((time - now.last_ <= step_ || is_believed) && rival_.events == 0) return;
    step_begun& added = steps_.emplace_back();
    added.before = now;
    added.time = time;
    added.offset = offset;
    added.line = line;
    added.against = rival_;
    if (rival_.events != 0) ++contested_;
  }
  /// Whoever knows it otherwise says that nothing at or behind `time`, which is not before the latest event, is odd.
  void trust(const Belief& now, std::uint64_t time) {
    while (!steps_.empty() && !is_undecided(steps_.front(), now, time)) trust_first();
  }
  /// As long as nothing is doubted, steps to no later time than this need no doubt.
  void believe_up_to(std::uint64_t time) { believed_ = time; }
  void trust_steps_up_to(std::uint64_t time) {
    while (!steps_.empty() && steps_.front().time <= time) trust_first();
  }
  void trust_all() {
    while (!steps_.empty()) trust_first();
  }
  /// The range of all cores ends at `time`: what is said to be later is odd. Nothing may follow. True: there was some.
  bool end(Belief& now, std::uint64_t time) {
    const std::size_t first = first_after(time);
    const bool is_beyond = first < steps_.size();
    if (is_beyond) {
      note({misfit::kind::beyond_all, steps_[first].time, steps_[first].before.last_, 0, steps_[first].offset,
            steps_[first].line});
      take_back(now, first);
    }
    trust_all();
    return is_beyond;
  }

  /// Of `now`, for `end_of_range`; `begin`: of the core.
  [[nodiscard]] std::vector<stamped_piece> pieces(const Belief& now, std::uint64_t begin) const {
    std::vector<stamped_piece> all{{begin, steps_.empty() ? now.last_ : steps_.front().before.last_}};
    for (std::size_t i = 0; i < steps_.size(); ++i)
      all.push_back({steps_[i].time, i + 1 < steps_.size() ? steps_[i + 1].before.last_ : now.last_});
    return all;
  }
  /// Calls `change(belief, facts)` for each belief that may come back, and what was told after it.
  template <class Change>
  void for_each(Change&& change) {
    for (step_begun& each : steps_) change(each.before, each.told);
  }

  void note(const misfit& found) {
    if (!std::exchange(has_noted_, true)) noted_ = found;
  }
  /// The first one of the core, once.
  [[nodiscard]] std::optional<misfit> take_misfit() { return std::exchange(noted_, std::nullopt); }

 private:
  /// Events that were taken back: how many, and the time of the latest.
  struct rivals {
    std::uint64_t time = 0;
    std::uint64_t events = 0;
  };
  struct step_begun {
    Belief before;
    std::uint64_t time = 0;
    std::uint64_t offset = 0, line = 0;
    rivals against;
    fact_queue told;
  };

  static std::uint64_t events_since(const step_begun& of, const Belief& now) {
    return now.counts_.events - of.before.counts_.events;
  }
  /// Others were taken back for it, `time` fits them too, and they are not fewer.
  static bool is_undecided(const step_begun& of, const Belief& now, std::uint64_t time) {
    return of.against.events != 0 && time >= of.against.time && events_since(of, now) <= of.against.events;
  }
  [[nodiscard]] std::size_t first_after(std::uint64_t time) const {
    std::size_t first = 0;
    while (first < steps_.size() && steps_[first].time <= time) ++first;
    return first;
  }

  /// A little behind is disorder. Only what lies far ahead of it is odd.
  verdict weigh_behind(Belief& now, std::uint64_t time) {
    const std::size_t first = first_after(time > never - step_ ? never : time + step_);
    if (first == steps_.size() || time < steps_[first].before.last_) return verdict::behind;
    const step_begun& odd = steps_[first];
    note({misfit::kind::ahead, odd.time, odd.before.last_, time, odd.offset, odd.line});
    rival_ = {now.last_, events_since(odd, now)};
    take_back(now, first);
    return verdict::taken_back;
  }
  /// What was lost is lost, and what came has come.
  void take_back(Belief& now, std::size_t first) {
    const source_completeness counted = now.counts_;
    now = steps_[first].before;
    now.counts_.ignored += counted.events - now.counts_.events;
    now.counts_.events = counted.events;
    now.counts_.lost = counted.lost;
    for (; steps_.size() > first; steps_.pop_back()) forget(steps_.back());
  }
  void trust_first() {
    to_->append(steps_.front().told);
    forget(steps_.front());
    steps_.pop_front();
  }
  void forget(const step_begun& gone) {
    if (gone.against.events != 0) --contested_;
  }

  fact_queue* to_;
  std::uint64_t step_ = never / 2;  ///< Not so much that a step back looks like it.
  std::uint64_t enough_ = never;
  std::uint64_t believed_ = 0;
  std::deque<step_begun> steps_;  ///< Where they stand is known: facts go to the latest.
  std::size_t contested_ = 0;     ///< Of steps_, those with others against them.
  rivals rival_;                  ///< Of the event being weighed.
  bool has_noted_ = false;
  std::optional<misfit> noted_;
};

}  // namespace rtm::host
