// SPDX-License-Identifier: MIT
#include "fact_stream.hpp"

namespace rtm::test {

told fact_stream::next() {
  if (frozen_) return after_fault();
  const std::uint64_t span = random_.below(64);
  if (span == 0) {
    time_ += random_.below(max_gap_ticks + 1);
  } else if (span >= 12) {  // otherwise at the same instant
    time_ += random_.between(1, 20);
  }
  const told t = choose();
  if (t.answer == status::ok) {
    state_.accept(t);
  } else {
    frozen_ = true;
    ignored_left_ = some(4);
  }
  return t;
}

told fact_stream::choose() {
  const std::uint64_t event = random_.below(4096);
  if (event == 0) return misuse();
  if (event == 1) return reset_to_some_owner();
  for (told t{fact_kind::poll, 0, time_};;) {
    if (find_legal(t)) return t;
  }
}

/// Picks a kind of fact; false if the state does not allow it.
bool fact_stream::find_legal(told& t) {
  const bool room_for_a_frame = state_.frames.size() < depth;
  switch (random_.below(16)) {
    case 0:
    case 1:
    case 2:
      t.fact = fact_kind::task_switch;
      t.id = owner_id(some(owners));
      return state_.frames.empty();
    case 3:
    case 4:
      t.fact = fact_kind::isr_enter;
      t.id = some(isrs);
      return room_for_a_frame;
    case 5:
      t.fact = fact_kind::swi_enter;
      t.id = some(swis);
      return room_for_a_frame && (state_.frames.empty() || state_.frames.back().is_swi);
    case 6:
    case 7:
    case 8: return find_exit(t);
    case 9:
    case 10:
      t.fact = fact_kind::point_begin;
      t.id = some(points);
      return state_.current_points().size() < point_depth && state_.all_open_points() < point_frames;
    case 11:
    case 12:
      if (state_.current_points().empty()) return false;
      t.fact = fact_kind::point_end;
      t.id = state_.current_points().back();
      return true;
    case 13:
      t.fact = fact_kind{static_cast<std::uint8_t>(static_cast<unsigned>(fact_kind::task_activate) + some(3))};
      t.id = some(tasks);
      return true;
    case 14:
      t.fact = fact_kind::task_terminate;
      t.id = some(tasks);
      return random_.chance(250);
    default: t = {fact_kind::poll, 0, time_}; return true;
  }
}

bool fact_stream::find_exit(told& t) {
  if (state_.frames.empty() || !state_.current_points().empty()) return false;
  const active_frame& top = state_.frames.back();
  t.fact = top.is_swi ? fact_kind::swi_exit : fact_kind::isr_exit;
  t.id = top.id;
  return true;
}

told fact_stream::misuse() {
  switch (random_.below(4)) {
    case 0: return {fact_kind::isr_enter, isrs + some(1000), time_, status::bad_id};
    case 1: {  // the time of a fact that comes too late is kept: the reset that follows is not far from it
      time_ += max_gap_ticks + 1 + some(1000);
      return {fact_kind::poll, 0, time_, status::gap_exceeded};
    }
    case 2: return {fact_kind::point_end, 0, time_ - 1 - max_gap_ticks - some(1000), status::time_backwards};
    default:
      if (state_.frames.empty()) return {fact_kind::isr_exit, some(isrs), time_, status::isr_underflow};
      return {fact_kind::task_switch, owner_id(some(owners)), time_, status::switch_in_isr};
  }
}

told fact_stream::after_fault() {
  time_ += random_.below(50);
  if (ignored_left_ == 0) return reset_to_some_owner();
  --ignored_left_;
  return {fact_kind::isr_enter, some(isrs), time_, status::ignored};
}

told fact_stream::reset_to_some_owner() {
  const told t{fact_kind::reset, owner_id(some(owners)), time_};
  state_.accept(t);
  frozen_ = false;
  return t;
}

}  // namespace rtm::test
