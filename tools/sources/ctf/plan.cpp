// SPDX-License-Identifier: MIT
#include "sources/ctf/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

constexpr std::uint64_t most_bits = std::uint64_t{1} << 50;  ///< Of one part of fixed size: more than any file has.

bool has_clock(const type_ref& of) {
  if (of == nullptr) return false;
  return !of->clock.empty() || has_clock(of->element) ||
         std::any_of(of->fields.begin(), of->fields.end(), [](const field& f) { return has_clock(f.of); });
}

class planner {
 public:
  planner(const wanted_fields& wanted, byte_order of_trace, const std::string& name)
      : wanted_(wanted), of_trace_(of_trace), name_(name) {
    out_.numbers = static_cast<std::uint16_t>(wanted.numbers.size());
    out_.texts = static_cast<std::uint16_t>(wanted.texts.size());
  }

  plan make(const std::vector<type_ref>& parts) {
    any_clock_ = std::any_of(parts.begin(), parts.end(), has_clock);
    for (const type_ref& part : parts)
      if (part != nullptr) add_structure(*part, true);
    if (pending_bits_ != 0) push({});
    return std::move(out_);
  }

 private:
  /// An integer that was read, and may say how long something is or which option of a variant is there.
  struct known_number {
    std::string_view name;
    std::uint16_t number;
    type_ref of;
  };

  [[noreturn]] void refuse(const type& of, std::string_view found, std::string_view expected) const {
    throw source_error(fmt::format("{}:{}: found {}; expected {}", name_, of.line, found, expected));
  }

  // Position. It is known modulo `modulus_`.
  void align(std::uint64_t bits) {
    if (bits <= modulus_) {
      pass((bits - rest_ % bits) % bits);
      return;
    }
    step one;
    one.kind = step_kind::align;
    one.count = bits;
    push(one);
    modulus_ = bits;
    rest_ = 0;
  }
  void pass(std::uint64_t bits) {
    pending_bits_ += bits;
    rest_ = (rest_ + bits) % modulus_;
  }
  void forget_position(std::uint64_t modulus) {
    modulus_ = modulus;
    rest_ = 0;
  }
  step& push(step one) {
    one.before_bits = std::exchange(pending_bits_, 0);
    out_.steps.push_back(one);
    return out_.steps.back();
  }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(out_.steps.size()); }

  void add(const type_ref& of, std::string_view name, bool is_outer) {
    switch (of->kind) {
      case type_kind::integer: return add_integer(of, name, is_outer);
      case type_kind::floating: align(of->align_bits); return pass(of->size_bits);
      case type_kind::string: return add_string(name, is_outer);
      case type_kind::structure: return add_structure(*of, false);
      case type_kind::variant: return add_variant(*of);
      case type_kind::array: return add_array(*of, name, is_outer);
      case type_kind::sequence: return add_sequence(*of, name, is_outer);
    }
  }

  void add_structure(const type& of, bool is_outer) {
    const std::size_t before = known_.size();
    align(of.align_bits);
    for (const field& f : of.fields) add(f.of, f.name, is_outer);
    if (!is_outer) known_.resize(before);
  }

  [[nodiscard]] static std::uint16_t place_of(const std::vector<std::string_view>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? nowhere : static_cast<std::uint16_t>(found - names.begin());
  }
  [[nodiscard]] std::uint16_t text_place(std::string_view name, bool is_outer) const {
    return is_outer || wanted_.is_deep ? place_of(wanted_.texts, name) : nowhere;
  }

  void add_integer(const type_ref& of, std::string_view name, bool is_outer) {
    align(of->align_bits);
    const bool is_time = any_clock_ ? !of->clock.empty() : name == "timestamp";
    std::uint16_t to = is_outer || wanted_.is_deep ? place_of(wanted_.numbers, name) : nowhere;
    if (to == nowhere && (is_time || is_referred_to(name))) to = new_number(*of);
    if (to == nowhere) return pass(of->size_bits);
    known_.push_back({name, to, of});
    step one;
    one.kind = step_kind::number;
    one.bits = static_cast<std::uint8_t>(of->size_bits);
    one.is_big = (of->order == byte_order::of_trace ? of_trace_ : of->order) == byte_order::big;
    one.is_signed = of->is_signed;
    one.is_time = is_time;
    one.to = to;
    push(one);
    rest_ = (rest_ + of->size_bits) % modulus_;
  }

  std::uint16_t new_number(const type& of) {
    if (out_.numbers == nowhere - 1) refuse(of, "too many lengths", fmt::format("fewer than {}", nowhere));
    return out_.numbers++;
  }

  /// Selectors are collected before: an integer that nobody refers to need not be read.
  [[nodiscard]] bool is_referred_to(std::string_view name) const {
    return std::find(selectors_.begin(), selectors_.end(), name) != selectors_.end();
  }

  void add_string(std::string_view name, bool is_outer) {
    align(8);
    step one;
    one.kind = step_kind::string;
    one.to = text_place(name, is_outer);
    push(one);
    forget_position(8);
  }

  void add_array(const type& of, std::string_view name, bool is_outer) {
    align(of.align_bits);
    const auto to = text_place(name, is_outer);
    if (const auto size = fixed_bits(of.element)) {
      if (*size != 0 && of.length > most_bits / *size) refuse(of, "an array too large", "one that fits into a file");
      if (to != nowhere && is_byte(*of.element)) {
        step one;
        one.kind = step_kind::text;
        one.to = to;
        one.count = of.length;
        push(one);
        rest_ = (rest_ + *size * of.length) % modulus_;
      } else {
        pass(*size * of.length);
      }
      if (pending_bits_ > most_bits) refuse(of, "a structure too large", "one that fits into a file");
      return;
    }
    step one;
    one.kind = step_kind::repeat;
    one.from = nowhere;
    one.count = of.length;
    repeat(of, one);
  }

  void add_sequence(const type& of, std::string_view name, bool is_outer) {
    const std::uint16_t length = selector_of(of).number;
    align(of.align_bits);
    const auto to = text_place(name, is_outer);
    step one;
    one.from = length;
    if (const auto size = fixed_bits(of.element)) {
      one.kind = to != nowhere && is_byte(*of.element) ? step_kind::list : step_kind::elements;
      one.to = to;
      one.count = *size;
      push(one);
      forget_position(1);
      return;
    }
    one.kind = step_kind::repeat;
    repeat(of, one);
  }

  /// Elements that may take no bits at all could be repeated for ever.
  void repeat(const type& of, const step& head) {
    if (least_bits(*of.element) == 0) refuse(of, "a list of elements that may be empty", "elements of at least a bit");
    const std::size_t at = here();
    push(head);
    forget_position(1);
    add(of.element, "", false);
    if (pending_bits_ != 0) push({});
    out_.steps[at].end = here();
    forget_position(1);
  }

  void add_variant(const type& of) {
    const known_number selector = selector_of(of);
    const type& labels = *selector.of;
    const std::size_t at = here();
    step one;
    one.kind = step_kind::choose;
    one.from = selector.number;
    push(one);
    std::vector<choice> all;
    std::vector<std::size_t> jumps;
    for (const field& option : of.fields) {
      const std::uint32_t begin = here();
      forget_position(1);
      add(option.of, option.name, false);
      jumps.push_back(out_.steps.size());
      step over_others;
      over_others.kind = step_kind::jump;
      push(over_others);
      for (const labelled_range& range : labels.labels)
        if (range.label == option.name || range.label == "_" + option.name)
          all.push_back({range.low, range.high, labels.is_signed, begin});
    }
    for (const std::size_t jump : jumps) out_.steps[jump].end = here();
    out_.steps[at].first = static_cast<std::uint32_t>(out_.choices.size());
    out_.steps[at].count = all.size();
    out_.choices.insert(out_.choices.end(), all.begin(), all.end());
    forget_position(1);
  }

  /// The latest integer of that name, whatever path leads to it.
  [[nodiscard]] const known_number& selector_of(const type& of) const {
    const std::string_view name = last_of(of.selector);
    const auto found =
        std::find_if(known_.rbegin(), known_.rend(), [&](const known_number& k) { return k.name == name; });
    if (found == known_.rend())
      refuse(
          of,
          of.selector.empty() ? "a variant without a selector" : "the selector or length " + host::quoted(of.selector),
          "the name of an integer before it");
    return *found;
  }

  static std::string_view last_of(std::string_view path) {
    path = path.substr(path.rfind('.') + 1);
    return path.size() > 1 && path.front() == '_' ? path.substr(1) : path;
  }

  static bool is_byte(const type& of) {
    return of.kind == type_kind::integer && of.size_bits == 8 && of.align_bits == 8;
  }

  /// If every element has the same size and so follows the one before without a gap.
  static std::optional<std::uint64_t> fixed_bits(const type_ref& of) {
    std::optional<std::uint64_t> size;
    if (of->kind == type_kind::integer || of->kind == type_kind::floating) {
      size = of->size_bits;
    } else if (of->kind == type_kind::array) {
      const auto element = fixed_bits(of->element);
      if (element && (*element == 0 || of->length <= most_bits / *element)) size = *element * of->length;
    }
    return size && *size % of->align_bits == 0 ? size : std::nullopt;
  }

  /// At least so many, or 1 for many.
  static std::uint64_t least_bits(const type& of) {
    switch (of.kind) {
      case type_kind::integer:
      case type_kind::floating:
      case type_kind::string: return 1;
      case type_kind::sequence: return 0;
      case type_kind::array: return of.length == 0 ? 0 : least_bits(*of.element);
      case type_kind::structure:
        return std::any_of(of.fields.begin(), of.fields.end(), [](const field& f) { return least_bits(*f.of) != 0; });
      case type_kind::variant:
        return std::all_of(of.fields.begin(), of.fields.end(), [](const field& f) { return least_bits(*f.of) != 0; });
    }
    return 0;
  }

 public:
  /// The names of all integers that select or count something.
  void collect_selectors(const type_ref& of) {
    if (of == nullptr) return;
    if (!of->selector.empty()) selectors_.push_back(last_of(of->selector));
    collect_selectors(of->element);
    for (const field& f : of->fields) collect_selectors(f.of);
  }

 private:
  const wanted_fields& wanted_;
  byte_order of_trace_;
  const std::string& name_;
  plan out_;
  bool any_clock_ = false;
  std::uint64_t pending_bits_ = 0;
  std::uint64_t modulus_ = 1;
  std::uint64_t rest_ = 0;
  std::vector<known_number> known_;
  std::vector<std::string_view> selectors_;
};

}  // namespace

const field* find_field(const type_ref& in, std::string_view name) {
  if (in == nullptr) return nullptr;
  const auto found =
      std::find_if(in->fields.begin(), in->fields.end(), [name](const field& f) { return f.name == name; });
  return found == in->fields.end() ? nullptr : &*found;
}

plan make_plan(const std::vector<type_ref>& parts, const wanted_fields& wanted, byte_order of_trace,
               const std::string& name) {
  planner one(wanted, of_trace, name);
  for (const type_ref& part : parts) one.collect_selectors(part);
  return one.make(parts);
}

}  // namespace rtm::host::ctf
