// SPDX-License-Identifier: MIT
#include "probe/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "sources/line_reader.hpp"
#include "sources/words.hpp"
#include "text/text.hpp"

namespace rtm::host::probe {
namespace {

constexpr std::array event_words = {"step", "at_task", "at_idle", "body", "body_end",   "out",
                                    "in",   "switch",  "enter",   "exit", "exit_to_os", "idle"};
constexpr std::array step_words = {"activate", "chain",  "wait_set", "wait", "isr",
                                   "isr_wake", "nested", "cat1",     "idle", "end"};
constexpr std::array state_words = {"not asked", "running", "ready", "waiting", "suspended"};

/// A target has room for some hundred; this many were not recorded by one.
constexpr std::size_t most_records = 100'000;

/// The place of a word among others.
template <std::size_t N>
std::optional<unsigned> place_of(const std::array<const char*, N>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<unsigned>(found - words.begin());
}

template <std::size_t N>
std::string list_of(const std::array<const char*, N>& words, std::size_t from = 0) {
  std::string list;
  for (std::size_t i = from; i < N; ++i)
    list += fmt::format("{}{}", i == from ? "" : i + 1 == N ? " or " : ", ", words[i]);
  return list;
}

class reader {
 public:
  explicit reader(input in) : lines_(std::move(in)) { out_.name = lines_.name(); }

  transcript read() {
    read_version();
    for (std::string_view line; lines_.next(line);) {
      words_ = words(line);
      if (words_.at_end()) continue;
      const std::string_view first = words_.next();
      if (first.front() >= '0' && first.front() <= '9')
        read_record(first);
      else
        read_header(first);
    }
    refuse_empty();
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(std::string_view found, std::string_view expected) const {
    lines_.refuse(found.empty() ? std::string("the end of the line") : quoted(found), expected);
  }

  std::uint64_t number(std::string_view word, std::uint64_t most, std::string_view expected) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value > most) refuse(word, expected);
    return value;
  }

  std::uint32_t id(std::string_view word) const {
    return static_cast<std::uint32_t>(number(word, RTM_PROBE_UNASKED - 1, "an id, 0..4294967293"));
  }

  void end_line() {
    if (!words_.at_end()) refuse(words_.next(), "the end of the line");
  }

  void read_version() {
    std::string_view line;
    do {
      if (!lines_.next(line)) lines_.refuse("no line", "\"rtm-probe 1\"");
      words_ = words(line);
    } while (words_.at_end());
    if (const auto word = words_.next(); word != "rtm-probe") refuse(word, "\"rtm-probe 1\"");
    if (const auto word = words_.next(); word != "1") refuse(word, "version 1");
    end_line();
  }

  void read_header(std::string_view word) {
    if (word == "os") {
      out_.os = printable(words_.rest());
      return;
    }
    if (word == "lost") {
      out_.lost = number(words_.next(), 0xFFFF'FFFFU, "a number of lost events");
    } else if (word == "clock" && !words_.at_end()) {
      const std::string_view bits = words_.next();
      if (!bits.starts_with("bits=")) refuse(bits, "bits=N, 16..32");
      out_.clock_bits = static_cast<unsigned>(number(bits.substr(5), 32, "bits=N, 16..32"));
      if (out_.clock_bits < 16) refuse(bits, "bits=N, 16..32");
    } else {
      refuse(word, "os, clock bits=N, lost, or an event that begins with its time");
    }
    end_line();
  }

  void read_record(std::string_view time) {
    record made;
    made.line = lines_.line_number();
    const std::uint64_t most = (std::uint64_t{1} << out_.clock_bits) - 1;
    made.time = number(time, most, fmt::format("a reading of the {}-bit clock, 0..{}", out_.clock_bits, most));
    const std::string_view word = words_.next();
    const auto event = place_of(event_words, word);
    if (!event) refuse(word, "an event: " + list_of(event_words));
    made.event = static_cast<rtm_probe_event>(*event);
    if (made.event == RTM_PROBE_STEP)
      read_step(made);
    else
      read_fields(made);
    if (out_.records.size() == most_records) lines_.refuse("more than 100000 events", "the record of one run");
    out_.records.push_back(made);
  }

  void read_step(record& to) {
    const std::string_view word = words_.next();
    const auto step = place_of(step_words, word);
    if (!step) refuse(word, "a step: " + list_of(step_words));
    to.id = *step;
    has_step_ = true;
    end_line();
  }

  void read_fields(record& to) {
    const bool needs_id = to.event == RTM_PROBE_AT_TASK || to.event == RTM_PROBE_BODY ||
                          to.event == RTM_PROBE_BODY_END || to.event == RTM_PROBE_SWITCH;
    std::string_view word = words_.next();
    if (needs_id || (!word.empty() && word.front() >= '0' && word.front() <= '9')) {
      to.id = id(word);
      word = words_.next();
    }
    for (; !word.empty(); word = words_.next()) read_field(to, word);
  }

  void read_field(record& to, std::string_view word) {
    const auto given = [this](std::string_view value) {
      return answer{true, value == "-" ? std::nullopt : std::optional(id(value))};
    };
    if (word == "masked" || word == "open") {
      to.mask = word == "open" ? RTM_PROBE_OPEN : RTM_PROBE_MASKED;
    } else if (word.starts_with("task=")) {
      to.task = given(word.substr(5));
    } else if (word.starts_with("isr=")) {
      to.isr = given(word.substr(4));
    } else if (word.starts_with("state=")) {
      const auto state = place_of(state_words, word.substr(6));
      if (!state || *state == 0) refuse(word, "state=" + list_of(state_words, 1));
      to.state = static_cast<rtm_probe_state>(*state);
    } else {
      refuse(word, "task=N, isr=N, state=WORD, open or masked");
    }
  }

  void refuse_empty() const {
    if (out_.records.empty()) lines_.refuse("no event", "the events of a run of the scenario");
    if (!has_step_)
      lines_.refuse("no step", "\"TIME step activate\" and so on, without which no hook can be told from another");
  }

  line_reader lines_;
  words words_;
  transcript out_;
  bool has_step_ = false;
};

}  // namespace

const char* word_of(rtm_probe_event event) { return event_words[static_cast<std::size_t>(event)]; }
const char* word_of(rtm_probe_step step) { return step_words[static_cast<std::size_t>(step)]; }
const char* word_of(rtm_probe_state state) { return state_words[static_cast<std::size_t>(state)]; }

transcript read_transcript(input in) { return reader(std::move(in)).read(); }

}  // namespace rtm::host::probe
