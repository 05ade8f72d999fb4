// SPDX-License-Identifier: MIT
// Where does a trace wait until somebody fetches it? In pages of a fixed size, filled by one core. A page begins with
// everything that a reader needs who has seen nothing before it (the time, who owned the core, which frames and points
// were open, how many facts were lost just before), so pages are also what is lost or kept as a whole:
//
//   drop_new      no free page: facts are lost and counted until the reader has released one
//   keep_newest   the oldest page is written over; for reading after a fault or a reset (flight recorder)
//
//   head | page 1: head, state, record, record ... | page 2 ... | page 3 ...
//
// The memory describes itself and can be found by its magic, so a debugger's dump of it is a trace too
// (docs/trace-format.md). It has no constructor and may lie in a section that start-up does not clear.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rtm/detail/atomic.hpp"
#include "rtm/detail/records.hpp"
#include "rtm/types.hpp"

namespace rtm::trace {

enum class mode : uint32_t { drop_new = 0, keep_newest = 1 };

/// What a stream says about where it comes from.
struct about {
  uint32_t core = 0;  ///< 0 .. 255
  uint64_t clock_hz = 0;
  timing how;  ///< As given to the ledger's `start`.
};

/// The capacity of a ledger as numbers; read by tools, which replay with the same limits.
struct limits {
  uint32_t clock_bits;
  uint32_t tasks;
  uint32_t isrs;
  uint32_t swis;
  uint32_t points;
  uint32_t depth;
  uint32_t point_depth;
  uint32_t point_frames;
};

// Kinds of facts and faults are written as their numbers. What is added to the lists goes to their ends.
static_assert(int(fact_kind::task_switch) == 0 && int(fact_kind::isr_enter) == 1 && int(fact_kind::isr_exit) == 2);
static_assert(int(fact_kind::swi_enter) == 3 && int(fact_kind::swi_exit) == 4 && int(fact_kind::point_begin) == 5);
static_assert(int(fact_kind::point_end) == 6 && int(fact_kind::poll) == 7 && int(fact_kind::task_activate) == 8);
static_assert(int(fact_kind::task_wait) == 9 && int(fact_kind::task_release) == 10);
static_assert(int(fact_kind::task_terminate) == 11 && int(fact_kind::reset) == 12);
static_assert(int(status::ignored) == 2 && int(status::gap_exceeded) == 6 && int(status::bad_id) == 8);
static_assert(int(status::switch_in_isr) == 12 && int(status::point_left_open) == 19);

inline constexpr uint32_t magic[2] = {0x206D'7472U, 0x6563'6172U};  // "rtm race" in little-endian memory
inline constexpr uint32_t memory_version = 1;

/// What a record holds beside the kinds of facts. A refused fact takes three records, see `sink::refused`.
inline constexpr uint32_t refused_record = 13;
/// In page_head::opened_by: no fact; the page was begun for a refused one, which follows as records.
inline constexpr uint32_t opened_by_none = 14;

/// The second word of a record: the kind in the top 5 bits, exclusive-or'd with the id below. An id is small, or it is
/// one of idle, kernel and unknown, whose top bits are all set: one instruction packs it, and nothing is lost.
template <class Word>
constexpr Word pack(uint32_t kind, uint32_t id) {
  constexpr unsigned shift = sizeof(Word) * 8 - 5;
  return Word(id) ^ Word(Word(kind) << shift);
}
struct unpacked {
  uint32_t kind;
  uint32_t id;
};
template <class Word>
constexpr unpacked unpack(Word packed) {
  constexpr unsigned shift = sizeof(Word) * 8 - 5;
  const uint32_t top = uint32_t(packed >> shift);
  const bool is_base_owner = sizeof(Word) == 4 && top > 16;
  const uint32_t kind = is_base_owner ? 31 - top : top;
  return {kind, uint32_t(packed ^ Word(Word(kind) << shift))};
}

/// One page. State and records follow it: words that `pack` made, and pairs of {extended time, pack(kind, id)}.
template <class Word>
struct page_head {
  Word fill;                      ///< Bytes in use, this head included. Written last, with release.
  Word room;                      ///< Bytes up to which records may go.
  Word number;                    ///< 1, 2, 3, ...; something else while the page is being begun, and before that.
  detail::wide<Word> ordinal;     ///< Which of all facts, lost ones too, opened the page; from 0.
  Word lost;                      ///< Facts lost just before it. The largest number: that many or more.
  detail::wide<Word> first_lost;  ///< Extended time of the first of them.
  detail::wide<Word> time;  ///< Extended time of the last settled fact: the one that opened the page, unless none did.
  detail::wide<Word> epoch_start;
  Word epoch;
  Word opened_by;  ///< The packed fact that opened the page; it is not among the records.
  Word states;     ///< Words of state: the core after that fact, as `ledger::visit_state` gives it, latest first.

  [[nodiscard]] Word first_record() const { return Word(sizeof(page_head) + states * sizeof(Word)); }
  [[nodiscard]] Word* words_at(Word offset) {
    return reinterpret_cast<Word*>(reinterpret_cast<unsigned char*>(this) + offset);
  }
  [[nodiscard]] const Word* words_at(Word offset) const {
    return reinterpret_cast<const Word*>(reinterpret_cast<const unsigned char*>(this) + offset);
  }
};
template <class Word>
inline constexpr Word record_bytes = 2 * sizeof(Word);

/// The head of a trace memory. Everything up to `checksum` is written once, by `attach`.
template <class Word>
struct buffer {
  uint32_t magic[2];
  uint32_t version;
  uint32_t word_bytes;
  uint32_t head_bytes;  ///< Distance from the magic to the first page.
  uint32_t page_bytes;
  uint32_t pages;  ///< A power of two, at least 2. Page n lies at index n % pages.
  uint32_t how;    ///< See `mode`.
  uint32_t core;
  limits capacity;
  uint32_t clock_hz[2];  ///< Low word first, as in the next two.
  uint32_t window_ticks[2];
  uint32_t max_gap_ticks[2];
  uint32_t checksum;  ///< Exclusive-or of all words above.

  uint32_t frozen;  ///< 1: nothing is written into pages any more.
  Word written;     ///< Number of the latest page.
  Word released;    ///< Number of the latest page that the reader is done with. Only the reader writes it.
  Word details;     ///< Records of the latest page that are no facts of their own.
  Word lost;        ///< Facts lost since the latest page; stops at the largest number. Then those since `attach`.
  Word lost_in_all;
  detail::wide<Word> first_lost;    ///< Extended time of the first that was lost since the latest page.
  detail::wide<Word> next_ordinal;  ///< Facts told before the latest page, and those lost since.

  [[nodiscard]] page_head<Word>& page_at(Word number) {
    return *reinterpret_cast<page_head<Word>*>(reinterpret_cast<unsigned char*>(this) + sizeof(buffer) +
                                               (uint32_t(number) & (pages - 1)) * page_bytes);
  }
  [[nodiscard]] const page_head<Word>& page_at(Word number) const { return const_cast<buffer*>(this)->page_at(number); }

  [[nodiscard]] uint32_t sum() const {
    uint32_t all = 0;
    for (const uint32_t* w = magic; w != &checksum; ++w) all ^= *w;
    return all;
  }
  /// Does this memory, of `bytes` bytes, hold a trace? For one in a section that survives a reset: after power-up
  /// anything may be in it. Then `freeze` it and read it (encoder.hpp), before `attach` makes it anew.
  [[nodiscard]] bool holds_trace(size_t bytes) const {
    if (bytes <= sizeof(buffer) || !is_attached()) return false;
    size_t most_page_bytes = bytes - sizeof(buffer);
    for (uint32_t n = pages; n > 1; n >>= 1) most_page_bytes >>= 1;  // a division is a library call on small targets
    return page_bytes <= most_page_bytes;
  }
  /// The same where the size is known to be right.
  [[nodiscard]] bool is_attached() const {
    return magic[0] == trace::magic[0] && magic[1] == trace::magic[1] && version == memory_version &&
           word_bytes == sizeof(Word) && head_bytes == sizeof(buffer) && checksum == sum() && pages >= 2 &&
           (pages & (pages - 1)) == 0 && page_bytes % sizeof(Word) == 0 && page_bytes >= sizeof(page_head<Word>) &&
           frozen <= 1;
  }

  /// Of a memory whose ledger is gone, after a reset that nobody announced: lets a reader take the latest page and the
  /// pages of a trace that keeps the newest. Wrong while a ledger still writes: that is sink::freeze.
  void freeze() { detail::store_release(frozen, uint32_t{1}); }

  /// Facts that could not be recorded since `attach`; stops at the largest number. Context: any core.
  [[nodiscard]] Word facts_lost() const { return detail::load(lost_in_all); }
};

/// Memory for one core's trace: `trace::memory<8, 1024> core0_trace;`, 8 pages of 1 KiB. A record of 32-bit words
/// takes 8 bytes.
template <uint32_t Pages, uint32_t PageBytes, class Word = uint32_t>
struct memory : buffer<Word> {
  static_assert(Pages >= 2 && (Pages & (Pages - 1)) == 0, "trace: the number of pages must be a power of two");
  static_assert(PageBytes % sizeof(Word) == 0, "trace: a page is a whole number of words");
  static_assert(PageBytes >= 128 && PageBytes <= 32768, "trace: a page has 128 to 32768 bytes");
  Word words[Pages * PageBytes / sizeof(Word)];

  /// A trace of an earlier run, which a reset interrupted, is here to be read. Wrong: to ask after a power-up that
  /// found the memory half decayed; the head is checked, the facts in the pages are not.
  [[nodiscard]] bool holds_trace() const { return buffer<Word>::holds_trace(sizeof(memory)); }
};

}  // namespace rtm::trace
