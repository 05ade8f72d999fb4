// SPDX-License-Identifier: MIT
// The facts of one core, out of its `page` and `more` packets. In order and unharmed they are handed on as they are.
// After something was lost, on the target or on the way, the time until the next page belongs to nobody: frames are
// closed and `unknown` owns the core from the first lost fact on; at the next page the state that it tells is built up
// again. So windows that the loss does not touch stay exact, in the same epoch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/core_state.hpp"
#include "wire/fields.hpp"
#include "wire/header.hpp"
#include "wire/listener.hpp"
#include "wire/packet_splitter.hpp"

namespace rtm::host::wire {

class core_decoder {
 public:
  /// A gap of more than so many times max_gap is not filled: a new epoch begins after it.
  static constexpr std::uint64_t most_fill_polls = 4096;

  core_decoder(std::uint32_t core, const stream_header& header, listener& to);

  /// Packets are missing before byte `offset`: facts mean nothing until the next page.
  void lose_track(std::uint64_t offset);
  /// The target has begun again before byte `offset`: nothing that comes belongs to what was before.
  void begin_again(std::uint64_t offset);
  [[nodiscard]] bool is_in_step() const { return in_step_; }
  void page(const packet_view& packet);
  void more(const packet_view& packet);
  void end(const packet_view& packet);
  /// The stream stops; `has_ended`: after an `end`.
  void finish(bool has_ended);

 private:
  /// The head of a page, and the state that it tells.
  struct page_start {
    std::uint64_t ordinal = 0;
    std::uint64_t lost = 0;
    std::uint64_t first_lost = 0;
    std::uint64_t epoch = 0;
    std::uint64_t time = 0;
    std::uint64_t epoch_start = 0;
    core_state state;
    bool has_opening = false;  ///< False: a refused fact follows.
    target_fact opening;       ///< Kind only, if its id is not on the wire.

    [[nodiscard]] bool is_reset() const { return has_opening && opening.kind == fact_kind::reset; }
  };
  struct refusal {
    target_fact fact;
    fault_row row;
    bool is_fault = false;  ///< False: ignored, because of an earlier fault.
  };
  /// What one packet of facts may change, so that it can be undone.
  struct progress {
    core_state state;
    std::uint64_t time = 0;
    std::uint64_t ordinal = 0;
    bool is_frozen = false;
  };

  std::optional<page_start> read_page(fields& in);
  bool read_state(fields& in, page_start& page);
  bool read_opening(fields& in, page_start& page);
  [[nodiscard]] bool name(std::uint64_t number, target_fact& fact, std::uint64_t& ticks) const;
  [[nodiscard]] bool name_frame(std::uint64_t id, target_fact& fact) const;
  [[nodiscard]] bool name_owner(std::uint64_t id, target_fact& fact) const;
  bool apply(target_fact& fact);

  void begin(const page_start& page);
  [[nodiscard]] bool goes_on(const page_start& page);
  void begin_next_epoch(const page_start& page);
  void resume(const page_start& page);
  void emit_piece(const target_fact& fact, std::uint64_t time);
  void leave(std::uint64_t time);
  [[nodiscard]] bool can_fill(std::uint64_t from, std::uint64_t to) const;
  void fill(std::uint64_t to);
  [[nodiscard]] std::uint64_t start_of_epoch_at(const page_start& page) const;
  void tell_loss(const source_loss& loss);
  void return_to(const page_start& page);
  void rebuild(const core_state& wanted);
  void exchange_points(std::uint32_t owner, const std::vector<std::uint32_t>& have,
                       const std::vector<std::uint32_t>& wanted);
  void settle_pending(fields in);
  void decode_or_undo(fields& in);

  bool decode(fields& in);
  bool decode_other(fields& in, std::uint64_t number, std::uint64_t& later);
  bool read_refusal(fields& in, refusal& what) const;
  void emit(const target_fact& fact, std::uint64_t time);
  void emit_reset(std::uint32_t owner, std::uint64_t time, bool after_break, const page_start& page);
  void hand_on();
  void refuse(std::string found, std::string expected);
  bool wrong(std::string found, std::string expected);

  listener& to_;
  stream_header header_;
  format::id_widths widths_;
  std::uint64_t clock_mask_;
  std::uint32_t core_;

  bool in_step_ = false;    ///< Nothing is missing between the facts so far and the packet that comes next.
  bool has_begun_ = false;  ///< The tools have an epoch.
  bool is_muted_ = false;   ///< The target's epoch is invalid, and its fault was lost: it ends with what is known.
  core_state state_;
  std::uint64_t time_ = 0;     ///< Extended, of the last accepted fact, or up to which a gap is filled.
  std::uint64_t ordinal_ = 0;  ///< Of the fact that comes next.
  bool is_frozen_ = false;     ///< The target's epoch is invalid; so is that of the tools, unless muted.
  std::uint64_t epoch_ = 0;    ///< Of the target.
  std::uint64_t epoch_start_ = 0;
  std::uint64_t epochs_ = 0;           ///< Of the tools, begun.
  std::uint64_t begun_at_ = 0;         ///< Extended; the latest epoch of the tools.
  std::optional<page_start> pending_;  ///< To be returned to when it is known which refused fact opened it.
  progress before_packet_;

  std::uint64_t offset_ = 0;   ///< Of the packet in hand.
  std::uint64_t lost_at_ = 0;  ///< Unless in step: where that was noticed.
  bool is_unread_ = false;     ///< Facts were sent before the first page that arrived.
  bool is_new_run_ = false;    ///< The target has begun again, and no page of that has come yet.
  std::uint8_t check_ = 0;
  problem wrong_;
  std::optional<told_fault> fault_;  ///< In the packet in hand.
  std::vector<source_fact> facts_;   ///< Not handed on yet.
};

}  // namespace rtm::host::wire
