// SPDX-License-Identifier: MIT
#include "draw.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "recorder.hpp"

namespace rtm::property {
namespace {

constexpr std::uint64_t widest = 100;

struct drawn_lane {
  std::string head;
  std::uint64_t call = 0;  ///< The latest.
  std::size_t context = 0;
  std::string track;
};

std::uint64_t ticks_of(const epoch_tape& tape) {
  std::uint64_t ticks = 0;
  for (const stretch& next : tape.stretches) ticks += next.ticks;
  return ticks;
}

/// The longest character at whose edges everything happens.
std::uint64_t ticks_of_column(const epoch_tape& tape) {
  std::uint64_t col = 0;
  for (const stretch& next : tape.stretches) col = std::gcd(col, next.ticks);
  for (const noted_fact& next : tape.facts) col = std::gcd(col, next.elapsed);
  return std::max<std::uint64_t>(col, 1);
}

/// The lanes of one epoch. A call goes into a lane of its head that is free, with a blank in between: calls that touch,
/// or are open at the same time, must be told apart.
class drawer {
 public:
  explicit drawer(const epoch_tape& tape) : tape_(tape), col_(ticks_of_column(tape)), columns_(ticks_of(tape) / col_) {
    if (columns_ > widest) return;
    std::uint64_t column = 0;
    for (const stretch& next : tape.stretches) {
      for (const presence& there : next.there) draw_presence(there, column, next.ticks / col_);
      column += next.ticks / col_;
    }
    for (const std::uint64_t call : tape.open_calls) mark_open(call);
  }

  [[nodiscard]] bool fits() const { return columns_ <= widest; }

  void write(std::ostream& out, std::uint32_t core, const source_info& info) const {
    std::size_t width = 4;
    for (const drawn_lane& lane : lanes_) width = std::max(width, lane.head.size());
    for (const auto& [head, track] : marks()) width = std::max(width, head.size());
    const auto row = [&](std::string head, const std::string& track) {
      head.resize(width, ' ');
      out << head << ": " << track << '\n';
    };
    if (core != 0) row("core", std::to_string(core));
    if (info.clock_bits != 64) row("bits", std::to_string(info.clock_bits));
    if (tape_.reading != 0) row("start", std::to_string(tape_.reading));
    if (info.window_ticks != 0) row("window", std::to_string(info.window_ticks));
    if (info.max_gap_ticks != 0) row("max_gap", std::to_string(info.max_gap_ticks));
    row("col", std::to_string(col_));
    row("t", ruler());
    for (int rank = 0; rank < 3; ++rank) {
      for (std::size_t i = 0; i < lanes_.size(); ++i) {
        if (rank_of(lanes_[i].head) != rank) continue;
        row(lanes_[i].head, lanes_[i].track);
        for (const drawn_lane& inner : lanes_) {
          if (rank_of(inner.head) == points && inner.context == i) row(inner.head, inner.track);
        }
      }
    }
    for (const auto& [head, track] : marks()) row(head, track);
  }

 private:
  static constexpr int points = 3;

  static int rank_of(const std::string& head) {
    if (head.starts_with("point")) return points;
    if (head.starts_with("isr")) return 2;
    return head.starts_with("swi") ? 1 : 0;
  }

  drawn_lane& lane_for(const presence& there, std::uint64_t column) {
    const std::size_t context = rank_of(there.head) == points ? index_of(there.context_head, there.context_call) : 0;
    for (drawn_lane& lane : lanes_) {
      if (lane.head != there.head || lane.context != context) continue;
      if (lane.call == there.call) return lane;
      if (lane.track.size() < column) return lane.call = there.call, lane;
    }
    return lanes_.emplace_back(drawn_lane{there.head, there.call, context, ""});
  }

  [[nodiscard]] std::size_t index_of(const std::string& head, std::uint64_t call) const {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      if (lanes_[i].head == head && lanes_[i].call == call) return i;
    }
    return 0;
  }

  void draw_presence(const presence& there, std::uint64_t column, std::uint64_t columns) {
    std::string& track = lane_for(there, column).track;
    track.resize(column, ' ');
    track.append(columns, there.owns ? '=' : '-');
  }

  void mark_open(std::uint64_t call) {
    for (drawn_lane& lane : lanes_) {
      if (lane.call == call && lane.track.size() == columns_) lane.track += '>';
    }
  }

  /// Lanes of the facts that change nothing which could be seen.
  [[nodiscard]] std::map<std::string, std::string> marks() const {
    std::map<std::string, std::string> lanes;
    for (const noted_fact& next : tape_.facts) {
      const auto kind = next.fact.kind;
      const bool is_mark = kind == fact_kind::poll || kind == fact_kind::task_activate ||
                           kind == fact_kind::task_wait || kind == fact_kind::task_release ||
                           kind == fact_kind::task_terminate;
      if (!is_mark || next.refused || next.ignored) continue;
      std::string& track = lanes[to_text(next.fact)];
      track.resize(std::max<std::size_t>(track.size(), next.elapsed / col_ + 1), ' ');
      track[next.elapsed / col_] = '|';
    }
    return lanes;
  }

  [[nodiscard]] std::string ruler() const {
    std::string line;
    for (std::uint64_t column = 0; column <= columns_; column += 5) {
      line.resize(column, ' ');
      line += std::to_string(column);
    }
    return line;
  }

  const epoch_tape& tape_;
  std::uint64_t col_;
  std::uint64_t columns_;
  std::vector<drawn_lane> lanes_;
};

void write_facts(std::ostream& out, const epoch_tape& tape) {
  std::string line = "#";
  for (const noted_fact& next : tape.facts) {
    std::string text = ' ' + std::to_string(next.elapsed) + ' ' + to_text(next.fact);
    text += next.refused ? " (refused);" : next.ignored ? " (ignored);" : ";";
    if (line.size() + text.size() > 110) {
      out << line << '\n';
      line = "#";
    }
    line += text;
  }
  line.pop_back();
  out << line << '\n';
}

}  // namespace

std::optional<std::string> draw(const scenario& of) {
  std::map<std::uint32_t, recorder> cores;
  try {
    for (const source_fact& fact : of.facts) {
      cores.try_emplace(fact.core, of.info, oracle_settings{pace::runs, of.point_frames}).first->second.tell(fact);
    }
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  std::ostringstream out;
  for (const auto& [core, record] : cores) {
    const std::vector<epoch_tape> tapes = record.tapes();
    for (std::size_t number = 0; number < tapes.size(); ++number) {
      const drawer drawing(tapes[number]);
      if (!drawing.fits()) return std::nullopt;
      out << "# core " << core << ", epoch " << number << '\n';
      drawing.write(out, core, of.info);
      write_facts(out, tapes[number]);
    }
  }
  return out.str();
}

}  // namespace rtm::property
