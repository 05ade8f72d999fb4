// SPDX-License-Identifier: MIT
// What goes with a trace beside facts and windows: who caused the events of counters, what start-up and checks have
// found, and which clock a core reads. A part of the encoder that is there only if it is asked for:
//
//   rtm::trace::encoder<uint32_t, 512, rtm::trace::extra_packets<2>> out;
//   out.begin(core0_trace, names, {uart_write, nullptr});
//   static constexpr const char* columns[] = {"instructions", "cycles"};
//   out.extras().describe(columns, group);  // of the ledger's rtm::pmu::columns
//   out.extras().clock(0);                  // every core that reads the same clock says the same
//   out.extras().find(rtm::trace::wire::finder::pmu, uint32_t(rtm::pmu::status::no_counter), event);
//
// Findings come again after every header, so that a reader who comes later has them too. A reader of an older version
// names these packets and skips them.
// Context: as the encoder, one caller at a time. Nothing here waits; nothing is kept of what finds no room but a count.
#pragma once

#include <stdint.h>

#include "rtm/sync/alignment.hpp"
#include "rtm/trace/count_packets.hpp"
#include "rtm/trace/wire.hpp"

namespace rtm::trace {

/// Something that is not as it must be, or that was looked for and found well.
struct finding {
  wire::finder of = wire::finder::clock;
  uint32_t status = 0;  ///< A number of that one's list, see wire::finders.
  uint32_t subject = 0;
  uint64_t detail = 0;
};

/// `Columns`: counters of the ledger's columns, 0 if it has none. `Findings`, `Exchanges`: so many are kept.
template <uint32_t Columns, uint32_t Findings = 8, uint32_t Exchanges = 8>
class extra_packets {
  static_assert(Columns <= 8 && Findings >= 1 && Exchanges >= 1, "extra_packets: at most 8 columns");

 public:
  /// Of a packet: a head with its totals, and one row.
  static constexpr uint32_t most_bytes = 96 + 30 * Columns;

  // ---- For the application ----

  /// Names of the columns, zero-terminated, at most 16 bytes each are sent; they must stay where they are.
  /// "instructions" and "cycles" are what a reader divides. `group`: not 0 if one counter_group has them all, so that
  /// their ratio means something; the same on cores whose groups count the same events. `bits`: of the counters.
  void describe(const char* const (&names)[Columns == 0 ? 1 : Columns], uint32_t group, uint32_t bits = 64) {
    names_ = names;
    group_ = group;
    bits_ = bits;
    must_describe_ = true;
  }
  /// Names that are gone with the statement.
  void describe(const char* const (&&names)[Columns == 0 ? 1 : Columns], uint32_t group, uint32_t bits = 64) = delete;
  /// Which clock this core's times are of. Cores say the same number only if they read the same clock.
  void clock(uint32_t number) {
    clock_ = number;
    has_clock_ = must_tell_clock_ = true;
  }
  /// One exchange of stamps with a core that reads clock `other`: this one sent and returned. False: no room, drain
  /// the stream first; it is not told.
  bool exchanged(uint32_t other, const rtm::sync::exchange& e) {
    if (exchanges_ == Exchanges) return false;
    exchange_[exchanges_++] = {other, e};
    return true;
  }
  /// False: as many are kept as there is room for; it is not told. The first ones stay.
  bool find(wire::finder of, uint32_t status, uint32_t subject = 0, uint64_t detail = 0) {
    if (findings_ == Findings) return false;
    finding_[findings_++] = {of, status, subject, detail};
    return true;
  }

  // ---- For the encoder ----

  void begin(const limits& capacity) {
    findings_ = findings_sent_ = exchanges_ = 0;
    has_clock_ = must_tell_clock_ = must_describe_ = false;
    names_ = nullptr;
    counts_.begin(capacity);
  }
  void repeat() {
    findings_sent_ = 0;
    must_tell_clock_ = has_clock_;
    must_describe_ = names_ != nullptr;
  }
  void want_epoch() {
    if (names_ != nullptr) counts_.want_epoch();
  }

  template <class Ledger>
  bool next(const Ledger& of, wire::packet& type) {
    if (must_tell_clock_ || exchanges_ != 0) return type = wire::packet::clock, true;
    if (findings_sent_ != findings_) return type = wire::packet::finding, true;
    if (must_describe_) return type = wire::packet::columns, true;
    type = wire::packet::counts;
    if constexpr (columns_of_ledger<Ledger> != 0) {
      static_assert(Columns == columns_of_ledger<Ledger>, "extra_packets: as many columns as the ledger's sink has");
      return names_ != nullptr && counts_.next(of);
    }
    return false;
  }

  /// In the order of `next`.
  template <class Ledger>
  bool put(wire::packet_writer& to, const Ledger& of) {
    if (must_tell_clock_ || exchanges_ != 0) return put_clock(to);
    if (findings_sent_ != findings_) return put_findings(to);
    if (must_describe_) return put_columns(to);
    if constexpr (columns_of_ledger<Ledger> != 0) return counts_.template put<Columns>(to, of);
    return false;
  }

 private:
  struct exchange_with {
    uint32_t other = 0;
    rtm::sync::exchange stamps = {};
  };
  static constexpr uint32_t most_number_bytes = 10;

  bool put_clock(wire::packet_writer& to) {
    must_tell_clock_ = false;
    to.number(clock_);
    uint32_t sent = 0;
    for (; sent != exchanges_ && to.room() >= 5 * most_number_bytes; ++sent) {
      const exchange_with& e = exchange_[sent];
      to.number(e.other);
      to.number(e.stamps.sent);
      to.number(e.stamps.received);
      to.number(e.stamps.replied);
      to.number(e.stamps.returned);
    }
    for (uint32_t i = sent; i != exchanges_; ++i) exchange_[i - sent] = exchange_[i];
    exchanges_ -= sent;
    return true;
  }
  bool put_findings(wire::packet_writer& to) {
    for (; findings_sent_ != findings_ && to.room() >= 4 * most_number_bytes; ++findings_sent_) {
      const finding& each = finding_[findings_sent_];
      to.number(uint32_t(each.of));
      to.number(each.status);
      to.number(each.subject);
      to.number(each.detail);
    }
    return true;
  }
  bool put_columns(wire::packet_writer& to) {
    constexpr uint32_t most_name = Columns == 0 ? 0 : 128 / Columns;
    must_describe_ = false;
    to.number(group_);
    for (uint32_t i = 0; i < Columns; ++i) {
      uint32_t length = 0;
      while (length < most_name && names_[i][length] != '\0') ++length;
      to.number(bits_);
      to.number(length);
      for (uint32_t c = 0; c < length; ++c) to.put(uint8_t(names_[i][c]));
    }
    return true;
  }

  const char* const* names_ = nullptr;
  uint32_t group_ = 0;
  uint32_t bits_ = 0;
  uint32_t clock_ = 0;
  uint32_t findings_ = 0;
  uint32_t findings_sent_ = 0;
  uint32_t exchanges_ = 0;
  bool has_clock_ = false;
  bool must_tell_clock_ = false;
  bool must_describe_ = false;
  finding finding_[Findings] = {};
  exchange_with exchange_[Exchanges] = {};
  count_packets counts_ = {};
};

}  // namespace rtm::trace
