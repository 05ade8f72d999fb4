// SPDX-License-Identifier: MIT
// The hook probe: a recorder that drops what has no room, and its records as text. What the words mean to `rtm probe`
// is in tools/probe/transcript.cpp.
#include "rtm/rtm_probe.h"

#include "text_line.hpp"

namespace {

using rtm::c_library::text_line;

const char* const event_words[] = {"step", "at_task", "at_idle", "body", "body_end",   "out",
                                   "in",   "switch",  "enter",   "exit", "exit_to_os", "idle"};
static_assert(sizeof event_words / sizeof event_words[0] == RTM_PROBE_IDLE + 1, "a word for every event");

const char* const step_words[] = {"activate", "chain",  "wait_set", "wait", "isr",
                                  "isr_wake", "nested", "cat1",     "idle", "end"};
static_assert(sizeof step_words / sizeof step_words[0] == RTM_PROBE_END + 1, "a word for every step");

const char* const state_words[] = {"", "running", "ready", "waiting", "suspended"};
static_assert(sizeof state_words / sizeof state_words[0] == RTM_PROBE_SUSPENDED + 1, "a word for every state");

/// The recorder may hold what no enumeration has: `?` is then refused by who reads it, with its line.
template <size_t N>
const char* word_of(const char* const (&words)[N], uint32_t value) {
  return value < N ? words[value] : "?";
}

/// What the OS answered; nothing if it was not asked.
void write_answer(text_line& to, const char* name, uint32_t id) {
  if (id == RTM_PROBE_UNASKED) return;
  to.text(name);
  if (id == RTM_PROBE_NONE) {
    to.text("-");
  } else {
    to.decimal(id);
  }
}

void write_record(text_line& to, const rtm_probe_record& record) {
  to.decimal(record.time).text(" ").text(word_of(event_words, record.event));
  if (record.event == RTM_PROBE_STEP) {
    to.text(" ").text(word_of(step_words, record.id));
    return;
  }
  if (record.id != RTM_PROBE_NONE) to.text(" ").decimal(record.id);
  if (record.event <= RTM_PROBE_BODY_END) return;  // What the OS says is of interest in its hooks.
  write_answer(to, " task=", record.task);
  write_answer(to, " isr=", record.isr);
  if (record.state != RTM_PROBE_NOT_ASKED) to.text(" state=").text(word_of(state_words, record.state));
  if (record.mask != RTM_PROBE_MASK_UNKNOWN) to.text(record.mask == RTM_PROBE_MASKED ? " masked" : " open");
}

}  // namespace

extern "C" {

void rtm_probe_start(rtm_probe* probe, rtm_probe_record* records, uint32_t capacity) {
  *probe = {records, records == nullptr ? 0 : capacity, 0, 0};
}

void rtm_probe_note(rtm_probe* probe, const rtm_probe_record* record) {
  if (probe->count < probe->capacity) {
    probe->records[probe->count] = *record;
    ++probe->count;
  } else if (probe->lost != 0xFFFF'FFFFU) {
    ++probe->lost;
  }
}

size_t rtm_probe_line(const rtm_probe* probe, uint32_t line, char* out, size_t size) {
  text_line to(out, size);
  if (line == 0) {
    to.text("rtm-probe 1");
  } else if (line == 1) {
    to.text("lost ").decimal(probe->lost);
  } else if (line - 2 < probe->count) {
    write_record(to, probe->records[line - 2]);
  }
  return to.end();
}

}  // extern "C"
