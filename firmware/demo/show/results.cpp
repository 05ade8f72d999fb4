// SPDX-License-Identifier: MIT
#include "results.hpp"

#include <sstream>

namespace demo {
namespace {

/// The words of one line, taken from the left; every number must be there and the line must end with the last one.
class words {
 public:
  explicit words(const std::string& line) : in_(line) {}

  template <class... Values>
  bool are(Values&... values) {
    return (... && static_cast<bool>(in_ >> values)) && (in_ >> std::ws).eof();
  }
  bool skip(std::string_view expected) {
    std::string word;
    return (in_ >> word) && word == expected;
  }

 private:
  std::istringstream in_;
};

}  // namespace

std::uint64_t block::isr_ticks() const {
  std::uint64_t sum = 0;
  for (const auto& [id, isr] : isrs) sum += isr.exclusive;
  return sum;
}

std::uint64_t block::owned() const {
  std::uint64_t sum = idle + kernel + unknown + isr_ticks();
  for (const auto& [id, task] : tasks) sum += task.exclusive;
  return sum;
}

std::optional<double> block::load() const {
  const std::uint64_t known = length - unknown;
  if (known == 0 || !valid) return std::nullopt;
  return static_cast<double>(known - idle) / static_cast<double>(known);
}

void result_reader::refuse(const std::string& found, const std::string& expected) const {
  throw bad_output(name_ + ":" + std::to_string(line_number_) + ": found '" + found + "', expected " + expected);
}

std::string result_reader::line() {
  if (held_) {
    std::string text = *held_;
    held_.reset();
    return text;
  }
  ++line_number_;
  std::string text;
  // A last line without its end may be half a line.
  if (!std::getline(in_, text) || in_.eof()) refuse("the end of the text", "more lines, up to 'end'");
  return text;
}

header result_reader::read_header() {
  header h;
  if (std::string text = line(); text != "rtm-demo 1") refuse(text, "'rtm-demo 1'");
  std::string text = line();
  if (words w(text); !w.skip("clock") || !w.are(h.clock_hz, h.clock_bits, h.first_reading)) {
    refuse(text, "'clock HZ BITS FIRST_READING'");
  }
  text = line();
  if (words w(text); !w.skip("window") || !w.are(h.window_ticks, h.windows)) refuse(text, "'window TICKS COUNT'");
  while (true) {
    text = line();
    std::uint32_t id = 0;
    std::string name;
    isr_name isr;
    if (words w(text); w.skip("task") && w.are(id, name)) {
      h.tasks[id] = name;
    } else if (words v(text); v.skip("isr") && v.are(id, isr.exception, isr.name)) {
      h.isrs[id] = isr;
    } else if (words u(text); u.skip("point") && u.are(id, name)) {
      h.points[id] = name;
    } else {
      held_ = text;
      return h;
    }
  }
}

block result_reader::read_block(const std::string& first) {
  block b;
  std::uint32_t from = 0;
  b.is_epoch = first[0] == 'S';
  words w(first.substr(1));
  const bool complete = b.is_epoch ? w.are(from, b.valid, b.start, b.length, b.idle, b.kernel, b.unknown)
                                   : w.are(from, b.index, b.start, b.length, b.idle, b.kernel, b.unknown);
  if (!complete || from > 1) refuse(first, "a window 'W ...' or an epoch 'S ...'");
  b.from = ledger{static_cast<std::uint8_t>(from)};
  for (std::string text = line(); text != "."; text = line()) {
    std::uint32_t id = 0;
    owner_sums task;
    call_sums c;
    const std::string rest = text.substr(text.empty() ? 0 : 1);
    const char kind = text.empty() ? ' ' : text[0];
    const bool is_call = kind == 'I' || kind == 'P';
    if (kind == 'T' && words(rest).are(id, task.exclusive, task.dispatches)) {
      b.tasks[id] = task;
    } else if (is_call && (b.is_epoch ? words(rest).are(id, c.exclusive, c.inclusive, c.calls, c.exclusive_min,
                                                        c.exclusive_max, c.inclusive_min, c.inclusive_max)
                                      : words(rest).are(id, c.exclusive, c.inclusive, c.calls))) {
      (kind == 'I' ? b.isrs : b.points)[id] = c;
    } else {
      refuse(text, "a line 'T ...', 'I ...', 'P ...' or '.'");
    }
  }
  return b;
}

std::optional<block> result_reader::next() {
  const std::string text = line();
  if (!text.empty() && (text[0] == 'W' || text[0] == 'S')) return read_block(text);
  if (words w(text); !w.skip("missed") || !w.are(trailer_.missed_windows)) {
    refuse(text, "a window, an epoch, or 'missed COUNT'");
  }
  const std::string facts = line();
  if (words w(facts); !w.skip("facts") || !w.are(trailer_.facts, trailer_.dropped_facts)) {
    refuse(facts, "'facts COUNT DROPPED'");
  }
  const std::string last = line();
  if (words w(last); !w.skip("end") || !w.are(trailer_.exit_code)) refuse(last, "'end EXIT_CODE'");
  return std::nullopt;
}

}  // namespace demo
