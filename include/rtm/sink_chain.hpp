// SPDX-License-Identifier: MIT
// Several sinks of one ledger, told of every fact in this order.
//
//   using counted = rtm::pmu::columns<capacity, 2, counters>;
//   rtm::ledger<capacity, rtm::sink_chain<counted, rtm::trace::sink<>>> core0;
//   core0.sink().attach(counters);                                    // each is there by its own names
//   rtm::trace::attach(core0, core0_trace, ...);
//
// Context and bound: those of its sinks together. The natural wrong use is a sink that reads something that moves (a
// counter) behind others that take their time: put it first.
#pragma once

#include "rtm/sink.hpp"

namespace rtm {

template <class... Sinks>
class sink_chain : public Sinks... {
  static_assert(sizeof...(Sinks) >= 1, "sink_chain: at least one sink");

 public:
  static constexpr bool sees_ledger = true;

  /// Called by the ledger.
  template <class Ledger, class Word>
  __attribute__((always_inline)) inline status accepted(const Ledger& of, fact_kind fact, Word time, uint32_t id) {
    (tell<Sinks>(of, fact, time, id), ...);
    return status::ok;
  }
  template <class Ledger, class Word>
  void refused(const Ledger& of, status why, fact_kind fact, Word reading, uint32_t id) {
    (tell_refused<Sinks>(of, why, fact, reading, id), ...);
  }

 private:
  template <class Sink, class Ledger, class Word>
  __attribute__((always_inline)) inline void tell(const Ledger& of, fact_kind fact, Word time, uint32_t id) {
    if constexpr (detail::sees_ledger<Sink>) {
      (void)Sink::accepted(of, fact, time, id);
    } else {
      Sink::accepted(fact, time, id);
    }
  }
  template <class Sink, class Ledger, class Word>
  void tell_refused(const Ledger& of, status why, fact_kind fact, Word reading, uint32_t id) {
    if constexpr (detail::sees_ledger<Sink>) Sink::refused(of, why, fact, reading, id);
  }
};

}  // namespace rtm
