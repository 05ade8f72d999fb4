// SPDX-License-Identifier: MIT
// Who else sees the facts of a ledger? A sink: a template parameter of the ledger, called in the same call, so it must
// be short and must not call back. There are two kinds, and the compiler tells them apart:
//
//   a plain sink     accepted(fact, extended_time, id)                what the ledger has accounted
//   a tracing sink   has `static constexpr bool sees_ledger = true`
//                    accepted(ledger, fact, extended_time, id)        the same, and answers status::ok; `ledger` is
//                                                                     const and in its new state
//                    refused(ledger, why, fact, extended_time, id)    what it has not: the fault, and facts ignored
//                                                                     since. Only in cold code.
//
// A sink hears of a `start` as a reset, and of a `snapshot` as a poll.
#pragma once

#include <stdint.h>

#include "rtm/types.hpp"

namespace rtm {

/// For ledgers without a trace. Costs nothing.
struct no_sink {
  template <class Word>
  void accepted(fact_kind, Word /*extended_time*/, uint32_t /*id*/) {}
};

namespace detail {
template <class Sink, class = void>
inline constexpr bool sees_ledger = false;
template <class Sink>
inline constexpr bool sees_ledger<Sink, decltype(void(Sink::sees_ledger))> = Sink::sees_ledger;
}  // namespace detail

}  // namespace rtm
