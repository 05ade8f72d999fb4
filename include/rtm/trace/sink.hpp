// SPDX-License-Identifier: MIT
// How do facts get into the trace? As a sink of the ledger: one record of two words a fact, about a dozen instructions;
// a page that is full is turned in cold code. Whatever becomes of the trace, the ledger's numbers are the same.
//
//   rtm::ledger<capacity, rtm::trace::sink<>> core0;      // without a sink a ledger has no code and no byte of this
//   rtm::trace::memory<8, 1024> core0_trace;
//   rtm::trace::attach(core0, core0_trace, rtm::trace::mode::drop_new, {0, clock_hz, how});    // before start
//   (void)core0.start(now, rtm::kernel, how);
//
// A sink that is not attached records nothing. The reader is encoder.hpp, on any core, or a debugger.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rtm/ledger.hpp"
#include "rtm/trace/memory.hpp"

namespace rtm::trace {

template <class Word = uint32_t>
class sink {
  using page = page_head<Word>;

 public:
  static constexpr bool sees_ledger = true;

  /// Called by the ledger. Always answers ok: what becomes of the trace is not the ledger's business.
  template <class Ledger>
  __attribute__((always_inline)) inline status accepted(const Ledger& of, fact_kind fact, Word time, uint32_t id) {
    const Word packed = pack<Word>(uint32_t(fact), id);
    // A new epoch begins a new page: what a page says of its epoch is true of all its records. `start`, the first fact,
    // comes this way, so that page_ points somewhere from then on.
    if (fact == fact_kind::reset) return turn(*this, of, packed);
    page* const p = page_;
    const Word at = p->fill;
    if (__builtin_expect(at == p->room, 0)) return turn(*this, of, packed);
    Word* record = p->words_at(at);
    asm("" : "+r"(record));  // one address for both words: compilers then store them by one instruction
    record[0] = time;
    record[1] = packed;
    detail::store_release(p->fill, Word(at + record_bytes<Word>));
    return status::ok;
  }

  /// Called by the ledger. Three records, never divided between pages: {reading, refused}, {id, the fact's kind with
  /// the status above}, {expected id, depth}.
  template <class Ledger>
  __attribute__((noinline, cold)) void refused(const Ledger& of, status why, fact_kind fact, Word reading, uint32_t id);

  /// Nothing is recorded from here on; a reader may take all pages. Facts are counted, no more.
  /// Context: as a fact, or with the core at rest. Wrong: from another core.
  void freeze() {
    if (!is_recording()) return;
    is_frozen_ = true;
    page_ = no_page();
    detail::store_release(buffer_->frozen, uint32_t{1});
  }
  /// Recording goes on. The facts since `freeze` are told as lost, so a reader knows what it has not seen.
  /// Context: as freeze. Wrong: while a reader still takes pages of a trace that keeps the newest.
  void thaw();
  [[nodiscard]] bool is_recording() const { return buffer_ != nullptr && !is_frozen_; }
  /// A fault freezes a trace that keeps the newest, so that what led to it stays. On by default.
  void freeze_on_fault(bool on) { keeps_after_fault_ = !on; }

  /// See `attach` below.
  void begin(buffer<Word>& memory) {
    buffer_ = &memory;
    page_ = &memory.page_at(0);
    is_frozen_ = false;
    missed_ = 0;
  }

 private:
  template <class Ledger>
  __attribute__((noinline, cold)) static status turn(sink& self, const Ledger& of, Word opened_by) {
    (void)self.begin_page(of, opened_by);
    return status::ok;
  }
  template <class Ledger>
  bool begin_page(const Ledger& of, Word opened_by);
  void close_page();
  template <class Ledger>
  void miss(const Ledger& of);
  void lose(Word facts);
  template <class Ledger>
  static uint64_t time_of(const Ledger& of) {
    const epoch_header epoch = of.epoch();
    return epoch.start_ticks + epoch.total_ticks;
  }

  static Word sum_or_most(Word a, Word b) { return Word(a + b) < a ? Word(-1) : Word(a + b); }

  /// Full from the beginning, so that whoever does not record needs no test of its own in the hot path.
  static constexpr page full_page{};
  static page* no_page() { return const_cast<page*>(&full_page); }

  // All zero in a new object, so that a ledger with a sink lies in .bss.
  page* page_ = nullptr;
  buffer<Word>* buffer_ = nullptr;  // null: not attached
  Word missed_ = 0;                 // facts since the freeze
  detail::wide<Word> first_missed_ = {};
  bool is_frozen_ = false;
  bool keeps_after_fault_ = false;
};

/// Nothing more goes into the latest page; its facts are counted. Nothing changes if it is closed already.
template <class Word>
void sink<Word>::close_page() {
  buffer<Word>& b = *buffer_;
  page& last = b.page_at(b.written);
  if (last.fill == 0 || b.lost != 0) return;  // before the first page; closed
  last.room = last.fill;
  const Word records = Word((last.fill - last.first_record()) / record_bytes<Word>);
  const Word opened = unpack(last.opened_by).kind == opened_by_none ? 0 : 1;
  b.next_ordinal.set(last.ordinal.value() + opened + records - b.details);
}

/// A fact that comes while nothing is recorded.
template <class Word>
template <class Ledger>
void sink<Word>::miss(const Ledger& of) {
  page_ = no_page();
  if (buffer_ == nullptr) return;
  if (missed_ == 0) first_missed_.set(time_of(of));
  missed_ = sum_or_most(missed_, 1);
}

/// Facts find no page. The caller has noted when the first of them since the latest page came.
template <class Word>
void sink<Word>::lose(Word facts) {
  buffer<Word>& b = *buffer_;
  b.next_ordinal.add(facts);
  detail::store(b.lost_in_all, sum_or_most(b.lost_in_all, facts));
  detail::store_release(b.lost, sum_or_most(b.lost, facts));
}

template <class Word>
void sink<Word>::thaw() {
  if (buffer_ == nullptr || !is_frozen_) return;
  close_page();
  if (missed_ != 0 && buffer_->lost == 0) buffer_->first_lost = first_missed_;
  if (missed_ != 0) lose(missed_);
  missed_ = 0;
  is_frozen_ = false;
  page_ = &buffer_->page_at(buffer_->written);  // closed, so the next fact begins another
  detail::store_release(buffer_->frozen, uint32_t{0});
}

/// The fact that could not go into the latest page opens a new one. False: there is none; the fact is lost, and so is
/// every later one until the reader has released a page.
template <class Word>
template <class Ledger>
bool sink<Word>::begin_page(const Ledger& of, Word opened_by) {
  if (!is_recording()) {
    miss(of);
    return false;
  }
  buffer<Word>& b = *buffer_;
  close_page();
  const Word number = Word(b.written + 1);
  if (b.how == uint32_t(mode::drop_new) && Word(number - detail::load_acquire(b.released)) > b.pages) {
    if (b.lost == 0) b.first_lost.set(time_of(of));
    lose(1);
    return false;
  }

  const epoch_header epoch = of.epoch();
  const uint64_t time = epoch.start_ticks + epoch.total_ticks;
  page& p = b.page_at(number);
  detail::store(p.number, Word(~number));
  detail::fence_release();  // whoever finds the new contents finds that it is being begun too
  p.ordinal = b.next_ordinal;
  p.lost = b.lost;
  p.first_lost = b.first_lost;
  p.time.set(time);
  p.epoch_start.set(epoch.start_ticks);
  p.epoch = Word(epoch.epoch);
  p.opened_by = opened_by;
  Word* const states = p.words_at(sizeof(page));
  Word count = 0;
  of.visit_state([&](fact_kind fact, uint32_t id) { states[count++] = pack<Word>(uint32_t(fact), id); });
  p.states = count;
  const Word first = p.first_record();
  p.room = Word(first + (b.page_bytes - first) / record_bytes<Word> * record_bytes<Word>);
  detail::store(p.fill, first);
  b.details = 0;
  detail::store(b.lost, Word(0));
  detail::store_release(p.number, number);
  detail::store_release(b.written, number);
  page_ = &p;
  return true;
}

template <class Word>
template <class Ledger>
void sink<Word>::refused(const Ledger& of, status why, fact_kind fact, Word reading, uint32_t id) {
  constexpr Word needed = 3 * record_bytes<Word>;
  if (page_ == nullptr) return;  // before `start`
  if (Word(page_->room - page_->fill) < needed && !begin_page(of, pack<Word>(opened_by_none, 0))) return;
  rtm::fault first;
  (void)of.first_fault(first);  // nobody but this core writes it
  const bool is_fault_itself = is_fault(why);
  Word* const record = page_->words_at(page_->fill);
  record[0] = reading;
  record[1] = pack<Word>(refused_record, 0);
  record[2] = id;
  record[3] = Word(uint32_t(fact) | uint32_t(why) << 8);
  record[4] = is_fault_itself ? Word(first.expected) : Word(no_id);
  record[5] = is_fault_itself ? Word(first.depth) : Word(0);
  buffer_->details += 2;
  detail::store_release(page_->fill, Word(page_->fill + needed));
  if (is_fault_itself && buffer_->how == uint32_t(mode::keep_newest) && !keeps_after_fault_) freeze();
}

/// Words of state that a page may need: every frame, every open point, and the owner of each.
template <class Capacity>
inline constexpr uint32_t most_states = Capacity::depth + 1 + (Capacity::points == 0 ? 0 : 2 * Capacity::point_frames);

template <class Capacity>
inline constexpr uint32_t least_page_bytes = uint32_t(sizeof(page_head<typename Capacity::word>) +
                                                      most_states<Capacity> * sizeof(typename Capacity::word) +
                                                      4 * record_bytes<typename Capacity::word>);

template <class Capacity, class Sink, class Store, class Word>
status attach(ledger<Capacity, Sink, Store>& from, buffer<Word>& into, uint32_t pages, uint32_t page_bytes, mode how,
              const about& stream);

/// Prepares `into` and lets the ledger's facts go there, from its `start` on. Before `start`; again for a new trace,
/// with the facts masked. What was in the memory is gone: read a trace that survived a reset before.
/// `Sink` is a trace::sink, or a class of your own derived from one, which then hears every fact too.
template <class Capacity, class Sink, class Store, uint32_t Pages, uint32_t PageBytes, class Word>
void attach(ledger<Capacity, Sink, Store>& from, memory<Pages, PageBytes, Word>& into, mode how, const about& stream) {
  static_assert(sizeof(Word) == sizeof(typename Capacity::word), "trace: the sink's word must be the ledger's");
  static_assert(least_page_bytes<Capacity> <= PageBytes,
                "trace: a page must hold its head, the state and some records");
  static_assert(sizeof(into.words) + sizeof(buffer<Word>) == sizeof(into), "trace: pages follow the head");
  (void)attach(from, static_cast<buffer<Word>&>(into), Pages, PageBytes, how, stream);
}

/// The same for memory whose size the compiler does not know: `into` is followed by `pages` times `page_bytes` bytes.
/// @retval bad_config  pages: not a power of 2, or fewer than 2; page_bytes: not whole words, more than 32768, or too
///                     few for the state of such a ledger; a core above 255. Nothing changed.
template <class Capacity, class Sink, class Store, class Word>
status attach(ledger<Capacity, Sink, Store>& from, buffer<Word>& into, uint32_t pages, uint32_t page_bytes, mode how,
              const about& stream) {
  if (pages < 2 || (pages & (pages - 1)) != 0 || page_bytes % sizeof(Word) != 0 || page_bytes > 32768 ||
      page_bytes < least_page_bytes<Capacity> || stream.core > 255)
    return status::bad_config;
  const uint32_t bits = stream.how.clock_bits != 0 ? stream.how.clock_bits : Capacity::clock_bits;
  buffer<Word>& b = into;
  b.checksum = ~b.sum();  // not a trace until all is written
  detail::fence_release();
  b.version = memory_version;
  b.word_bytes = sizeof(Word);
  b.head_bytes = sizeof b;
  b.page_bytes = page_bytes;
  b.pages = pages;
  b.how = uint32_t(how);
  b.core = stream.core;
  b.capacity = {bits,
                Capacity::tasks,
                Capacity::isrs,
                Capacity::swis,
                Capacity::points,
                Capacity::depth,
                Capacity::point_depth,
                Capacity::point_frames};
  const auto split = [](uint32_t(&to)[2], uint64_t value) {
    to[0] = uint32_t(value);
    to[1] = uint32_t(value >> 32);
  };
  using ledger_type = ledger<Capacity, Sink, Store>;
  const uint64_t half_range = Word(Word(-1) >> (sizeof(Word) * 8 - bits)) >> 1;
  const uint64_t period = stream.how.window_ticks != 0 ? stream.how.window_ticks : ledger_type::max_window_ticks;
  const uint64_t longest_gap = period < half_range ? period : half_range;
  split(b.clock_hz, stream.clock_hz);
  split(b.window_ticks, stream.how.window_ticks);
  split(b.max_gap_ticks, stream.how.max_gap_ticks != 0 ? stream.how.max_gap_ticks : longest_gap);
  b.frozen = 0;
  b.written = b.released = b.details = b.lost = b.lost_in_all = 0;
  b.first_lost.set(0);
  b.next_ordinal.set(0);
  for (uint32_t i = 0; i < pages; ++i) {
    page_head<Word>& p = b.page_at(Word(i));
    p.number = p.fill = p.room = 0;
  }
  b.magic[0] = trace::magic[0];
  b.magic[1] = trace::magic[1];
  b.checksum = b.sum();
  static_cast<sink<Word>&>(from.sink()).begin(b);
  return status::ok;
}

}  // namespace rtm::trace
