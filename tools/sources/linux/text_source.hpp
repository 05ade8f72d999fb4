// SPDX-License-Identifier: MIT
// A trace of Linux as text, a line an event: everything but how a line is taken apart, which differs between recorders.
//
// The time that all cores have in common begins at the first event of any of them, a pid may be used again by a task
// that another CPU tells of, and lines of several CPUs are not always in order. So the beginning of a file is read
// twice, the first time only for that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/linux/cpu_state.hpp"
#include "sources/linux/event_names.hpp"
#include "sources/linux/held_lines.hpp"
#include "sources/linux/interrupts.hpp"
#include "sources/linux/pid_lives.hpp"
#include "sources/linux/pid_stamps.hpp"
#include "sources/linux/tasks.hpp"
#include "sources/linux/text_line.hpp"
#include "sources/source.hpp"

namespace rtm::host::kernel {

class text_source : public source {
 public:
  /// Every line of the input is one of these.
  struct line_counts {
    std::uint64_t events = 0;
    std::uint64_t losses = 0;
    std::uint64_t notes = 0;          ///< Headers, comments, empty lines.
    std::uint64_t continuations = 0;  ///< Call chains.
    std::uint64_t others = 0;         ///< Not understood: the first is a problem of the source.
    bool operator==(const line_counts&) const = default;
  };

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return ready_.take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] std::vector<source_completeness> completeness() const override;
  void count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) override { part_ = {from_ticks, to_ticks}; }
  [[nodiscard]] const source_info& info() const override { return info_; }

  /// After `read` returned 0.
  [[nodiscard]] const line_counts& lines() const { return counts_; }

 protected:
  /// `expected`: what every line should be, for messages.
  text_source(input in, std::string_view expected);

  /// Takes `line` apart. `to` is empty. The same lines come twice, from the first one on.
  virtual void parse(std::string_view line, text_line& to) = 0;
  /// Of a header that tells how many there are.
  void set_cpus(std::uint64_t cpus) { cpu_limit_ = cpus < most_cpus ? cpus : most_cpus; }

 private:
  struct place {
    std::uint64_t offset = 0;
    std::uint64_t line = 0;
  };
  struct unsaid_loss {
    std::uint64_t events = 0;
    place at;
  };
  struct cpu {
    cpu(std::uint32_t number, fact_queue& to) : state(number, to) {}
    cpu_state state;
    std::optional<unsaid_loss> loss;   ///< Told with the event behind it.
    std::uint32_t pid = most_pid + 1;  ///< Of the latest event.
  };
  /// Something wrong that may be so a million times: the first, and how often.
  struct complaint {
    std::uint64_t times = 0;
    place at;
    std::string found, expected;
  };
  struct known_name {
    source_id id = unknown_owner;
    std::string comm;
  };

  /// What tells that a pid is used again.
  struct life {
    meaning means = meaning::nothing;
    std::uint32_t pid = 0;
    std::uint64_t time_ns = 0;
  };

  void find_first_event();
  void learn(const text_event& e, std::vector<life>& lives);
  bool decode_more();
  void decode(std::string_view line);
  void on_event(const text_event& e);
  void on_loss(const text_line& line);
  void tell(cpu& of, const text_event& e, const event& now);
  void tell_switch(cpu& of, const text_event& e, const event& now);
  void tell_irq(cpu& of, const text_event& e, const event& now, bool is_entry);
  void tell_softirq(cpu& of, const text_event& e, const event& now, bool is_entry);
  void tell_ipi(cpu& of, const text_event& e, const event& now, bool is_entry);
  void tell_life(const text_event& e, meaning means);
  void tell_life(const life& each);
  std::optional<std::uint64_t> add(const life& each);
  [[nodiscard]] bool is_used_after(std::uint32_t pid, std::uint64_t time_ns) const;
  void used(std::uint32_t pid, std::uint64_t time_ns);
  void unreadable(cpu& of, const text_event& e, const event& now);
  void tell_loss(cpu& of, event next);
  void begin(cpu& of, std::uint64_t time_ns);
  void tell_misfit(cpu& of);
  [[nodiscard]] std::uint64_t end_of_all();
  [[nodiscard]] cpu* cpu_of(std::uint64_t number);
  void name(source_id id, std::string_view comm);
  void name_beside(std::uint32_t pid, std::string_view comm);
  void complain(const text_event& e);
  void note(complaint& of, std::string found, std::string_view expected) const;
  void add_problem(const complaint& of, std::string_view what);
  void finish();
  [[noreturn]] void refuse_without_events(const complaint& line);

  held_lines lines_;
  std::string_view expected_;
  source_info info_;
  fact_queue ready_;
  std::vector<source_problem> problems_;
  complaint others_, unreadables_, strange_cpus_, late_lives_;
  bool has_begun_ = false;
  bool has_switch_ = false;  ///< Without, an event that names a task does not say how long that one runs.
  bool is_finished_ = false;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> part_;  ///< Of time, that is counted.

  place at_;  ///< Of the line being decoded.
  text_line line_;
  line_counts counts_;
  std::uint64_t cpu_limit_ = most_cpus;
  std::vector<std::unique_ptr<cpu>> cpus_;      ///< By number; null: no line names it.
  std::uint64_t first_ns_ = ~std::uint64_t{0};  ///< Where the range of all cores begins.
  std::size_t stamp_digits_ = 9;                ///< Behind the point, of the latest event.

  tasks tasks_;  ///< Their names; ids are those of lives_.
  pid_lives lives_;
  pid_stamps used_until_;  ///< The latest event of one that has left its CPU.
  interrupts interrupts_;
  event_names names_;
  seen_classes seen_;
  std::array<known_name, 256> known_names_;
};

/// Does an event stand in `prefix`, as `parse` sees it? Lines without meaning may stand before it.
template <class Parse>
[[nodiscard]] bool holds_event(std::string_view prefix, Parse&& parse) {
  while (!prefix.empty()) {
    const std::string_view line = prefix.substr(0, prefix.find('\n'));
    prefix.remove_prefix(line.size() < prefix.size() ? line.size() + 1 : line.size());
    if (parse(line)) return true;
  }
  return false;
}

}  // namespace rtm::host::kernel
