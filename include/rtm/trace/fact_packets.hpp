// SPDX-License-Identifier: MIT
// Records become packets of facts: `page` at the beginning of a page of the memory, with all that a reader needs who
// begins there, `more` for what does not fit. Part of encoder.hpp.
#pragma once

#include <stdint.h>

#include "rtm/trace/reader.hpp"
#include "rtm/trace/wire.hpp"
#include "rtm/types.hpp"

namespace rtm::trace {

template <class Word>
class fact_packets {
 public:
  void begin(buffer<Word>& from) {
    in_.begin(from);
    widths_ = wire::widths_of(from.capacity);
    next_ordinal_ = 0;
  }

  /// Is there a packet to be made, and of which type? `all`: also of a page that is still being filled.
  bool next(bool all, wire::packet& type) {
    while (true) {
      if (in_.page() == nullptr) {
        if (!in_.next_page()) return false;
        is_begun_ = false;
      }
      const bool is_complete = in_.page_is_complete();  // before looking for records: see there
      const bool has_some = !is_begun_ || in_.has_records();
      type = is_begun_ ? wire::packet::more : wire::packet::page;
      if (has_some) return is_complete || all;
      if (!is_complete) return false;
      in_.finish_page();
    }
  }

  /// As many facts as fit.
  void put(wire::packet_writer& to) {
    uint8_t check = 0;
    if (!is_begun_) put_page(to);
    is_begun_ = true;
    while (to.room() >= most_fact_bytes) {
      const Word* const record = in_.take(2);
      if (record == nullptr) break;
      const unpacked what = unpack(record[1]);
      if (what.kind >= uint32_t(fact_kind::reset) && what.kind != refused_record) {
        in_.skip_rest();  // memory that has decayed; the next page's ordinal tells what is missing
        break;
      }
      if (what.kind == refused_record) {
        const Word* const details = in_.take(4);
        if (details == nullptr) {
          in_.skip_rest();
          break;
        }
        put_refused(to, Word(record[0] - last_time_), details);
      } else {
        put_fact(to, what, Word(record[0] - last_time_), &check);
        last_time_ = record[0];
      }
      ++next_ordinal_;
    }
    to.put(check);
  }

  /// The last packet of a stream, once `next` has nothing more: what could not be told otherwise.
  void put_end(wire::packet_writer& to) {
    const Word lost = detail::load_acquire(in_.memory().lost);
    to.number(next_ordinal_);
    to.number(lost);
    if (lost != 0) to.number(in_.memory().first_lost.value());
  }

 private:
  /// One fact with all that may come before and after it.
  static constexpr uint32_t most_fact_bytes = 48;

  void put_page(wire::packet_writer& to) {
    const page_head<Word>& page = *in_.page();
    const uint64_t time = page.time.value();
    to.number(page.ordinal.value());
    to.number(page.lost);
    if (page.lost != 0) to.number(time - page.first_lost.value());
    to.number(page.epoch);
    to.number(time);
    to.number(time - page.epoch_start.value());
    to.number(page.states);
    const Word* const states = page.words_at(sizeof page);
    for (Word i = page.states; i != 0; --i) put_fact(to, unpack(states[i - 1]), 0, nullptr);
    const unpacked opening = unpack(page.opened_by);
    put_fact(to, opening, 0, nullptr);
    next_ordinal_ = page.ordinal.value() + (opening.kind == opened_by_none ? 0 : 1);
    last_time_ = page.time.low;
  }

  /// `check`: null for what is not in the order of the facts, the state and the opening fact.
  void put_fact(wire::packet_writer& to, unpacked what, Word ticks, uint8_t* check) {
    const auto kind = fact_kind(what.kind);
    switch (kind) {
      case fact_kind::isr_enter: return put_coded<fact_kind::isr_enter>(to, what.id, widths_.frame, ticks);
      case fact_kind::swi_enter: {
        const uint32_t frame = what.id + in_.memory().capacity.isrs;
        return put_coded<fact_kind::isr_enter>(to, frame, widths_.frame, ticks);
      }
      case fact_kind::task_switch: return put_coded<fact_kind::task_switch>(to, what.id + 3, widths_.owner, ticks);
      case fact_kind::point_begin: return put_coded<fact_kind::point_begin>(to, what.id, widths_.point, ticks);
      case fact_kind::poll: return put_coded<fact_kind::poll>(to, 0, 0, ticks);
      case fact_kind::isr_exit:
      case fact_kind::swi_exit:
      case fact_kind::point_end:
        if (check != nullptr) *check = wire::check_step(*check, kind, what.id);
        if (kind == fact_kind::point_end) return put_coded<fact_kind::point_end>(to, 0, 0, ticks);
        return put_coded<fact_kind::isr_exit>(to, 0, 0, ticks);
      default: return put_other(to, what, ticks);
    }
  }

  template <fact_kind Kind>
  static void put_coded(wire::packet_writer& to, uint32_t id, uint32_t id_bits, Word ticks) {
    constexpr wire::fact_row row = wire::row_of(Kind);
    to.fact(row.code | id << row.bits, row.bits + id_bits, ticks);
  }

  void put_other(wire::packet_writer& to, unpacked what, Word ticks) {
    if (what.kind == opened_by_none) return to.fact(wire::escaped(wire::other::none), 8, ticks);
    for (const wire::other_row& row : wire::others) {
      if (row.kind != fact_kind(what.kind)) continue;
      to.fact(wire::escaped(row.code), 8, ticks);
      return to.number(row.code == wire::other::reset ? what.id + 3 : what.id);
    }
  }

  /// See sink::refused for the details.
  void put_refused(wire::packet_writer& to, Word ticks, const Word* details) {
    to.fact(wire::escaped(wire::other::refused), 8, ticks);
    const auto kind_and_status = uint32_t(details[1]);
    const auto expected = uint32_t(details[2]);
    to.number(kind_and_status & 0xFF);
    to.number(uint32_t(details[0]));
    to.number(kind_and_status >> 8 & 0xFF);
    to.number(uint32_t(expected + 1));
    to.number(details[3]);
  }

  reader<Word> in_ = {};
  wire::id_widths widths_ = {};
  uint64_t next_ordinal_ = 0;  // of the fact that comes next, in the page in hand
  Word last_time_ = 0;         // of the last accepted fact of that page
  bool is_begun_ = false;      // the head of the page in hand has been sent
};

}  // namespace rtm::trace
