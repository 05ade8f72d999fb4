// SPDX-License-Identifier: MIT
#include "sources/ctf/walker.hpp"

#include <cstring>

#include "sources/ctf/bits.hpp"

namespace rtm::host::ctf {

/// Place and limit are kept beside the members, which every number that is written could be, for all the compiler
/// knows.
bool walker::walk(const plan& by, std::uint32_t step_at, std::uint32_t end) {
  const step* const steps = by.steps.data();
  std::uint64_t* const numbers = numbers_.data();
  const std::uint64_t limit = limit_;
  std::uint64_t at = at_;
  while (step_at != end) {
    const step& one = steps[step_at++];
    if (one.before_bits > limit - at) return false;
    at += one.before_bits;
    switch (one.kind) {
      case step_kind::skip: break;
      case step_kind::jump: step_at = one.end; break;
      case step_kind::align:
        if (const std::uint64_t bits = (0 - at) & (one.count - 1); bits > limit - at)
          return false;
        else
          at += bits;
        break;
      case step_kind::number: {
        if (one.bits > limit - at) return false;
        const std::uint64_t value = read_bits(packet_, readable_, at, one.bits, one.is_big);
        at += one.bits;
        numbers[one.to] = one.is_signed ? sign_extended(value, one.bits) : value;
        if (one.is_time) clock = extended(clock, value, one.bits);
        break;
      }
      case step_kind::choose:
        if (const choice* const option = chosen(by, one); option != nullptr)
          step_at = option->begin;
        else
          return false;
        break;
      case step_kind::elements:
        if (one.count == 0) break;
        if (numbers[one.from] > (limit - at) / one.count) return false;
        at += numbers[one.from] * one.count;
        break;
      default:
        at_ = at;
        if (!walk_rarer(by, one, step_at)) return false;
        at = at_;
        if (one.kind == step_kind::repeat) step_at = one.end;
        break;
    }
  }
  at_ = at;
  return true;
}

bool walker::walk_rarer(const plan& by, const step& one, std::uint32_t step_at) {
  switch (one.kind) {
    case step_kind::text: return take_text(one.to, one.count);
    case step_kind::string: return take_string(one.to);
    case step_kind::list: return take_text(one.to, numbers_[one.from]);
    default: return repeat(by, one, step_at);
  }
}

/// An array of characters is as long as it is declared, and ends for readers at its first NUL.
bool walker::take_text(std::uint16_t to, std::uint64_t bytes) {
  if (bytes > (limit_ - at_) / 8) return false;
  const auto* const begin = reinterpret_cast<const char*>(packet_ + at_ / 8);
  texts_[to] = std::string_view(begin, bytes);
  at_ += bytes * 8;
  return true;
}

bool walker::take_string(std::uint16_t to) {
  const auto* const begin = reinterpret_cast<const char*>(packet_ + at_ / 8);
  const void* const end = std::memchr(begin, 0, (limit_ - at_) / 8);
  if (end == nullptr) return false;
  const auto length = static_cast<std::size_t>(static_cast<const char*>(end) - begin);
  if (to != nowhere) texts_[to] = std::string_view(begin, length);
  at_ += (length + 1) * 8;
  return true;
}

/// Each element takes at least a bit: the plan sees to that.
bool walker::repeat(const plan& by, const step& one, std::uint32_t step_at) {
  const std::uint64_t times = one.from == nowhere ? one.count : numbers_[one.from];
  if (times > limit_ - at_) return false;
  for (std::uint64_t i = 0; i < times; ++i)
    if (!walk(by, step_at, one.end)) return false;
  return true;
}

const choice* walker::chosen(const plan& by, const step& one) const {
  const std::uint64_t value = numbers_[one.from];
  for (const choice *it = by.choices.data() + one.first, *end = it + one.count; it != end; ++it) {
    const bool is_in = it->is_signed ? static_cast<std::int64_t>(value) >= static_cast<std::int64_t>(it->low) &&
                                           static_cast<std::int64_t>(value) <= static_cast<std::int64_t>(it->high)
                                     : value >= it->low && value <= it->high;
    if (is_in) return it;
  }
  return nullptr;
}

}  // namespace rtm::host::ctf
