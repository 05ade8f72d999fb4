// SPDX-License-Identifier: MIT
// Takes the records of a trace memory in order, page by page, from any core, while the writer goes on. Of a memory that
// keeps the newest it takes the pages that are left, once that is frozen.
#pragma once

#include <stdint.h>

#include "rtm/trace/memory.hpp"

namespace rtm::trace {

template <class Word = uint32_t>
class reader {
 public:
  /// From the oldest page that `from` holds; numbers before the first page's are of no page (is_sane). It may be a
  /// memory that survived a reset.
  void begin(buffer<Word>& from) {
    from_ = &from;
    page_ = nullptr;
    number_ = from.how == uint32_t(mode::drop_new) ? detail::load(from.released)
                                                   : Word(detail::load_acquire(from.written) - Word(from.pages));
  }

  /// Is there a page after the one in hand? It is then that one.
  bool next_page() {
    if (page_ != nullptr) return false;
    const bool is_readable = from_->how == uint32_t(mode::drop_new) || detail::load_acquire(from_->frozen) != 0;
    const Word latest = detail::load_acquire(from_->written);
    // More pages than there are: the newest were kept, or a memory that survived a reset has decayed.
    if (Word(latest - number_) > from_->pages) number_ = Word(latest - Word(from_->pages));
    while (is_readable && number_ != latest) {
      ++number_;
      page_head<Word>& p = from_->page_at(number_);
      if (is_sane(p)) {
        page_ = &p;
        at_ = p.first_record();
        return true;
      }
      release();  // a reset came while it was begun, or its memory has decayed
    }
    return false;
  }

  /// The page in hand, null if there is none.
  [[nodiscard]] const page_head<Word>* page() const { return page_; }

  /// The next `count` words of the page in hand, null if they are not there yet.
  const Word* take(uint32_t count) {
    const Word bytes = Word(count * sizeof(Word));
    if (page_ == nullptr || detail::load_acquire(page_->fill) - at_ < bytes) return nullptr;
    const Word* const words = page_->words_at(at_);
    at_ += bytes;
    return words;
  }
  /// Nothing more of the page in hand can be used.
  void skip_rest() { at_ = detail::load_acquire(page_->fill); }
  [[nodiscard]] bool has_records() const { return page_ != nullptr && detail::load_acquire(page_->fill) != at_; }

  /// Nothing will be added to the page in hand: it is full, or the writer is at a later one, or will write no more.
  [[nodiscard]] bool page_is_complete() const {
    // Asked before the fill: if the writer had left the page then, the fill seen after is final.
    const bool was_left = detail::load_acquire(from_->written) != number_ || detail::load_acquire(from_->frozen) != 0;
    return was_left || from_->page_bytes - detail::load_acquire(page_->fill) < record_bytes<Word>;
  }
  /// The page in hand has been taken and may be written over.
  void finish_page() {
    page_ = nullptr;
    release();
  }

  [[nodiscard]] const buffer<Word>& memory() const { return *from_; }

 private:
  void release() {
    if (from_->how == uint32_t(mode::drop_new)) detail::store_release(from_->released, number_);
  }
  [[nodiscard]] bool is_sane(const page_head<Word>& p) const {
    const Word fill = detail::load_acquire(p.fill);
    const Word most_states = Word((from_->page_bytes - sizeof p) / sizeof(Word));
    return detail::load_acquire(p.number) == number_ && fill != 0 && p.states != 0 && p.states <= most_states &&
           fill <= from_->page_bytes && fill >= p.first_record() && (fill - p.first_record()) % record_bytes<Word> == 0;
  }

  buffer<Word>* from_ = nullptr;
  page_head<Word>* page_ = nullptr;
  Word number_ = 0;  // of the page in hand, or of the last one that was
  Word at_ = 0;      // bytes of it that were taken
};

}  // namespace rtm::trace
