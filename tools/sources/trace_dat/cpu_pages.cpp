// SPDX-License-Identifier: MIT
#include "sources/trace_dat/cpu_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "sources/trace_dat/bytes.hpp"

namespace rtm::host::trace_dat {
namespace {

/// trace-cmd makes chunks of 10 pages.
constexpr std::uint32_t most_chunk_bytes = 16U << 20;
constexpr std::uint64_t chunk_head_bytes = 8;

}  // namespace

cpu_pages::cpu_pages(const mapped_bytes& file, bool is_big, const buffer& of, const cpu_data& where,
                     std::shared_ptr<unpacker> by, teller tell)
    : mapped_(&file),
      file_(file.bytes()),
      is_big_(is_big),
      page_bytes_(of.page_bytes),
      cpu_(where.cpu),
      at_(where.offset),
      end_(where.offset + where.size),
      tell_(std::move(tell)),
      unpacker_(std::move(by)),
      is_short_(where.is_cut) {
  if (where.size == 0) {
    at_ = end_ = 0;
    return;
  }
  if (unpacker_ == nullptr) return;
  // The size is that of the chunks, without the word before them that says how many they are.
  end_ = std::min<std::uint64_t>(end_ + sizeof(std::uint32_t), file_.size());
  byte_reader head(file_.substr(static_cast<std::size_t>(at_), static_cast<std::size_t>(end_ - at_)), at_, is_big_);
  if (head.left() >= 4) chunks_left_ = head.u32("");
  at_ = head.place();
}

bool cpu_pages::next(page& to) {
  to.is_unpacked = unpacker_ != nullptr;
  if (unpacker_ == nullptr) {
    if (!next_of_block(to)) return false;
  } else {
    while (unpacked_at_ == unpacked_size_)
      if (!unpack_next()) return false;
    to.bytes = std::string_view(unpacked_.data(), unpacked_size_).substr(unpacked_at_, page_bytes_);
    to.place = chunk_place_;
    unpacked_at_ += to.bytes.size();
  }
  to.next = std::string_view(unpacked_.data(), unpacked_size_).substr(unpacked_at_, page_bytes_);
  to.is_after_gap = std::exchange(is_after_gap_, false);
  return true;
}

/// As they lie in the file; a block of them is copied at a time.
bool cpu_pages::next_of_block(page& to) {
  constexpr std::size_t block_bytes = std::size_t{64} * 1024;
  if (unpacked_at_ == unpacked_size_) {
    if (at_ >= end_) return false;
    const std::size_t pages = std::max<std::size_t>(1, block_bytes / page_bytes_);
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(pages * page_bytes_, end_ - at_));
    if (unpacked_.size() < wanted) unpacked_.resize(wanted);
    unpacked_at_ = 0;
    unpacked_size_ = mapped_->copy(static_cast<std::size_t>(at_), std::span(unpacked_).first(wanted));
    chunk_place_ = at_;
    if (unpacked_size_ < wanted) tell(at_ + unpacked_size_, "the end of the file", "what was there before");
    at_ = unpacked_size_ < wanted ? end_ : at_ + wanted;
    if (unpacked_size_ == 0) return false;
  }
  to.bytes = std::string_view(unpacked_.data(), unpacked_size_).substr(unpacked_at_, page_bytes_);
  to.place = chunk_place_ + unpacked_at_;
  unpacked_at_ += to.bytes.size();
  return true;
}

void cpu_pages::go_to_end() {
  if (unpacker_ == nullptr) {
    // A cut page behind the last whole one may have no event.
    const std::uint64_t pages = (end_ - at_ + page_bytes_ - 1) / page_bytes_;
    if (pages > 2) at_ += (pages - 2) * page_bytes_;
    return;
  }
  std::uint64_t last = at_;
  std::uint32_t left = 0;
  chunk each;
  for (std::uint64_t before = at_; next_chunk(each); before = at_) {
    last = before;
    left = chunks_left_ + 1;
  }
  at_ = last;
  chunks_left_ = left;
}

/// Goes past its head. False: there is none, or it is cut.
bool cpu_pages::next_chunk(chunk& to) {
  if (chunks_left_ == 0) return false;
  const std::uint64_t left = end_ - at_;
  if (left >= chunk_head_bytes) {
    byte_reader head(file_.substr(static_cast<std::size_t>(at_), chunk_head_bytes), at_, is_big_);
    to.packed = head.u32("");
    to.size = head.u32("");
    to.at = at_ + chunk_head_bytes;
    if (to.packed <= left - chunk_head_bytes) {
      at_ = to.at + to.packed;
      --chunks_left_;
      return true;
    }
  }
  tell(at_, fmt::format("{} bytes of a chunk of CPU {}, of which {} should follow", left, cpu_, chunks_left_),
       left < chunk_head_bytes ? "its head" : fmt::format("{}", chunk_head_bytes + to.packed));
  chunks_left_ = 0;
  is_after_gap_ = true;
  return false;
}

/// False: there are no more chunks. One that cannot be unpacked leaves no pages.
bool cpu_pages::unpack_next() {
  unpacked_at_ = unpacked_size_ = 0;
  chunk next;
  if (!next_chunk(next)) return false;
  chunk_place_ = next.at - chunk_head_bytes;
  const std::string_view packed = file_.substr(static_cast<std::size_t>(next.at), next.packed);
  if (next.size > most_chunk_bytes) {
    tell(chunk_place_, fmt::format("a chunk of {} bytes", next.size), fmt::format("at most {}", most_chunk_bytes));
  } else {
    if (unpacked_.size() < next.size) unpacked_.resize(next.size);
    if (unpacker_->unpack(packed, std::span(unpacked_).first(next.size))) {
      unpacked_size_ = next.size;
      return true;
    }
    tell(chunk_place_, fmt::format("a chunk of CPU {} that cannot be unpacked", cpu_),
         fmt::format("{} bytes", next.size));
  }
  is_after_gap_ = true;
  return true;
}

void cpu_pages::tell(std::uint64_t offset, std::string found, std::string expected) {
  if (tell_) tell_({offset, std::move(found), std::move(expected)});
}

}  // namespace rtm::host::trace_dat
