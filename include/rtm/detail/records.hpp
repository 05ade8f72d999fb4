// SPDX-License-Identifier: MIT
// The rows of the ledger: what is remembered of a base owner, of an interrupt or point id, of an active frame, of an
// open point. Laid out for the hot path: a hook touches one line of a row, a window close rolls it over later.
//
// Every sum exists three times: of the period that the row was last touched in (hot, one word), of the period before
// (the latest closed window, until the next close), and of everything before that (64 bit). The row's stamp says which
// period that was, so closing a window need not visit rows:
//
//   stamp == current period       sums: window in progress   window_sums: latest closed window
//   stamp == current period - 1   sums: latest closed window
//   older                         nothing happened in either
//
// Words that another core may read are written with detail::store.
#pragma once

#include <stdint.h>

#include "rtm/detail/atomic.hpp"

namespace rtm::detail {

template <class Word>
struct word_traits;
template <>
struct word_traits<uint32_t> {
  using half = uint16_t;
};
template <>
struct word_traits<uint64_t> {
  using half = uint32_t;
};
template <class Word>
using half_of = typename word_traits<Word>::half;

/// 64 bits in words, so that no toolchain needs its 64-bit library. With 64-bit words the upper one stays 0.
template <class Word>
struct wide {
  Word low;
  Word high;

  [[nodiscard]] uint64_t value() const {
    if constexpr (sizeof(Word) == 4) return uint64_t(load(high)) << 32 | load(low);
    return load(low);
  }
  void set(uint64_t n) {
    store(low, Word(n));
    if constexpr (sizeof(Word) == 4) store(high, Word(n >> 32));
  }
  /// For words that only their owner reads: may be done in one double-word access.
  void add(Word n) {
    if constexpr (sizeof(Word) == 4) {
      const uint64_t sum = (uint64_t(high) << 32 | low) + n;
      low = Word(sum);
      high = Word(sum >> 32);
    } else {
      low += n;
    }
  }
};

/// Adds to a count whose upper half lives apart, beside a stamp: 48 bits with 32-bit words.
template <class Word>
void add_count(Word& low, half_of<Word>& high, Word n) {
  low += n;
  if (low < n) ++high;
}
template <class Word>
[[nodiscard]] uint64_t count_value(Word low, half_of<Word> high) {
  if constexpr (sizeof(Word) == 4) return uint64_t(high) << 32 | low;
  return low;
}

/// Two halves that are compared and written as one word: `pair.word() == pair.word_of(x)` is one load and one compare.
template <class Word>
struct pair_of_halves {
  half_of<Word> low;
  half_of<Word> high;

  [[nodiscard]] Word word() const {
    Word w;
    __builtin_memcpy(&w, this, sizeof w);
    return w;
  }
  void set(half_of<Word> only_low) {
    const Word w = word_of(only_low);
    __builtin_memcpy(this, &w, sizeof w);
  }
  /// The word of {low, 0}.
  static constexpr Word word_of(half_of<Word> only_low) {
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? Word(only_low) : Word(only_low) << (sizeof(Word) * 4);
  }
};

/// A base owner: idle, kernel, unknown, or a task.
template <class Word>
struct context {
  using half = half_of<Word>;
  Word run;                    ///< Ticks owned in the stamp's period. Stale while this owner is current: see frame 0.
  Word dispatches;             ///< In the stamp's period.
  pair_of_halves<Word> state;  ///< Low: stamp. High: innermost open point (0: none, or this owner is current).
  Word window_run;             ///< In the period before the stamp's.
  Word window_dispatches;
  wide<Word> total_run;  ///< Before the stamp's period.
  Word total_dispatches_low;
  half total_dispatches_high;
  half previous;  ///< While it is suspended with open points: the one before it on their list, as index + 1; 0: none.
};

/// Shortest value and distance to the longest, so that one compare tells whether a new value widens them.
template <class Word>
struct span_of_calls {
  static constexpr Word none = Word(-1);
  Word min;
  Word span;

  void clear() {
    min = none;
    span = 0;
  }
  [[nodiscard]] bool empty() const { return min == none; }
  [[nodiscard]] bool holds(Word value) const { return Word(value - min) <= span; }
  void widen(Word value) {
    if (empty()) {
      min = value;
    } else if (value < min) {
      span += min - value;
      min = value;
    } else if (value - min > span) {
      span = value - min;
    }
  }
};

/// The sum, or the longest call that a word can keep: one less than `span_of_calls::none`.
template <class Word>
constexpr Word saturate(Word a, Word b) {
  constexpr Word most = span_of_calls<Word>::none - 1;
  const Word sum = a + b;
  return sum < a || sum > most ? most : sum;
}

/// Sums of the calls of one id.
template <class Word>
struct call_words {
  Word exclusive;
  Word inclusive;
  Word calls;
};

template <class Word>
inline void store_words(call_words<Word>& where, const call_words<Word>& words) {
  store(where.exclusive, words.exclusive);
  store(where.inclusive, words.inclusive);
  store(where.calls, words.calls);
}

template <class Word, bool Extremes>
struct extremes_words {
  span_of_calls<Word> exclusive_span;
  span_of_calls<Word> inclusive_span;
};
template <class Word>
struct extremes_words<Word, false> {};

/// An interrupt id, a Swi id or a point id.
template <class Word, bool Extremes>
struct call_record : extremes_words<Word, Extremes> {
  using half = half_of<Word>;
  call_words<Word> sums;         ///< In the stamp's period.
  call_words<Word> window_sums;  ///< In the period before the stamp's.
  wide<Word> total_exclusive;    ///< Before the stamp's period.
  wide<Word> total_inclusive;
  Word total_calls_low;
  half total_calls_high;
  half stamp;
};

/// Points that a terminating task left open. Saturates at what the fields hold instead of wrapping.
template <class Word>
struct abandoned_words {
  Word total;          ///< Before the stamp's period.
  half_of<Word> sums;  ///< In the stamp's period.
  half_of<Word> window_sums;
};

template <class Word, bool Extremes>
struct point_record : call_record<Word, Extremes> {
  abandoned_words<Word> abandoned;
};

template <class Row>
inline constexpr bool is_point = false;
template <class Word, bool Extremes>
inline constexpr bool is_point<point_record<Word, Extremes>> = true;

/// A call that has not ended: an active frame, or an open point. Two subtractions at its end tell all about it; while
/// it is open, whatever happens inside it costs one addition, at the end of a nested call.
///
///   outer   --====      ========    inclusive = clock - start
///   nested        ======            exclusive = clock - zero, with `zero` moved on by the nested call's inclusive time
///
/// The clock is time for a frame, and the own clock of its context for a point.
template <class Word>
struct open_call {
  Word start;  ///< When it began or was last credited. Not used in frame 0.
  Word zero;   ///< When its own clock would have started had it never been interrupted. Stands while a call is nested.
  pair_of_halves<Word>
      key;               ///< Low: id and flags, see frame_flag. High: innermost open point (0: none); next outer one.
  Word whole_exclusive;  ///< Of this call, already credited to earlier windows. Valid if `crossed` is set.
  Word whole_inclusive;
};

/// An active interrupt frame; frame 0 stands for the current base owner and never leaves.
template <class Word>
struct frame : open_call<Word> {};

/// Flags beside the id in open_call::key.low, so that one compare at an exit covers id, kind, open
/// points and credited parts. No id within a capacity reaches them.
template <class Word>
struct frame_flag {
  using half = half_of<Word>;
  static constexpr unsigned half_bits = sizeof(half) * 8;
  static constexpr half crossed = half(half{1} << (half_bits - 1));  ///< Part of the call was credited already.
  static constexpr half swi = half(half{1} << (half_bits - 2));
  static constexpr half base = half(half{1} << (half_bits - 3));  ///< Frame 0, and the sentinel of the pool.
  static constexpr half id_mask = half(base - 1);
};

/// An open point. The first of the pool is a sentinel below every stack. key.high: next outer open point of the
/// context; next free one in the free list.
template <class Word>
struct point_frame : open_call<Word> {
  using half = half_of<Word>;
  half depth;  ///< 1 for the outermost. Kept only if the store limits it.
  half next;   ///< Only while it is the innermost point of a suspended context: the next one, as index + 1; 0: none.
};

}  // namespace rtm::detail
