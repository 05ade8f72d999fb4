// SPDX-License-Identifier: MIT
#include "probe/evidence.hpp"

#include <fmt/format.h>

#include <utility>

namespace rtm::host::probe {
namespace {

bool is_hook(rtm_probe_event event) { return event >= RTM_PROBE_OUT; }

/// Hooks as words. Knows who was announced last, which goes on from step to step.
class speller {
 public:
  std::string word(const record& of) {
    switch (of.event) {
      case RTM_PROBE_IN: return in(of);
      case RTM_PROBE_OUT: return out(of);
      case RTM_PROBE_SWITCH: return both(of);
      case RTM_PROBE_ENTER: ++entered_; return "enter";
      case RTM_PROBE_EXIT: return exit("exit");
      case RTM_PROBE_EXIT_TO_OS: return exit("to_os");
      case RTM_PROBE_IDLE: return "idle";
      case RTM_PROBE_BODY: return "[";
      case RTM_PROBE_BODY_END: return "]";
      case RTM_PROBE_STEP:
      case RTM_PROBE_AT_TASK:
      case RTM_PROBE_AT_IDLE: break;
    }
    return {};
  }
  /// A task or idle runs: whatever is said, no interrupt does.
  void at_task_level() { entered_ = 0; }
  /// The last word was an `out` of somebody else than was announced.
  [[nodiscard]] bool was_wrong_out() const { return was_wrong_out_; }

 private:
  std::string in(const record& of) {
    was_wrong_out_ = false;
    if (!of.task.was_asked) return "in?";
    const bool is_same = is_known_ && of.task.id && of.task.id == announced_;
    const char* const spelt = !of.task.id ? "in-" : !is_same ? "in" : is_out_ ? "same" : "again";
    announced_ = of.task.id;
    is_known_ = true;
    is_out_ = false;
    return spelt;
  }

  std::string out(const record& of) {
    is_out_ = true;
    was_wrong_out_ = of.task.was_asked && is_known_ && of.task.id != announced_;
    if (!of.task.was_asked) return "out";
    return !of.task.id ? "out-" : was_wrong_out_ ? "out*" : "out";
  }

  std::string both(const record& of) {
    was_wrong_out_ = false;
    const bool is_same = is_known_ && of.id == announced_;
    announced_ = of.id;
    is_known_ = true;
    return is_same ? "switch=" : "switch";
  }

  std::string exit(std::string spelt) {
    if (entered_ == 0) return spelt + '!';
    --entered_;
    return spelt;
  }

  std::optional<std::uint32_t> announced_;
  bool is_known_ = false;  ///< Somebody has been announced.
  bool is_out_ = false;    ///< And left.
  bool was_wrong_out_ = false;
  unsigned entered_ = 0;
};

class observer {
 public:
  explicit observer(const transcript& of) : of_(of) {
    for (std::size_t i = 0; i < scenario_steps; ++i) found_.steps[i].step = static_cast<rtm_probe_step>(i);
  }

  evidence look() {
    for (const record& r : of_.records) take(r);
    cut();
    return std::move(found_);
  }

 private:
  enum class part : unsigned char { none, header, body };

  void take(const record& r) {
    check_time(r);
    found_.events[static_cast<std::size_t>(r.event)].add(r.line);
    if (r.event == RTM_PROBE_STEP) return begin_step(r);
    const bool is_place = r.event == RTM_PROBE_AT_TASK || r.event == RTM_PROBE_AT_IDLE;
    if (is_place) speller_.at_task_level();
    if (is_place && part_ == part::header && !has_place_) {
      has_place_ = true;
      return;
    }
    if (is_place) return end_step();
    if (is_interrupt_in_idle(r)) end_step();
    check_bodies(r);
    add_word(r);
    if (is_hook(r.event)) note_hook(r);
  }

  /// Idle code that cannot be marked ends with what interrupts it.
  [[nodiscard]] bool is_interrupt_in_idle(const record& r) const {
    return part_ != part::none && step_ == RTM_PROBE_IDLE_STEP &&
           (r.event == RTM_PROBE_BODY || r.event == RTM_PROBE_ENTER);
  }

  void begin_step(const record& r) {
    cut();
    if (*r.id == RTM_PROBE_END) {
      found_.is_finished = true;
      return;
    }
    step_ = static_cast<rtm_probe_step>(*r.id);
    step_line_ = r.line;
    part_ = part::header;
    has_place_ = false;
    seen_.clear();
  }

  void end_step() {
    if (part_ == part::none) return;
    found_.steps[static_cast<std::size_t>(step_)].seen.push_back({std::move(seen_), step_line_});
    seen_.clear();
    part_ = part::none;
  }

  void cut() {
    if (part_ != part::none) found_.steps[static_cast<std::size_t>(step_)].cut_line = step_line_;
    part_ = part::none;
  }

  void add_word(const record& r) {
    const std::string word = speller_.word(r);
    if (part_ == part::none) return;
    part_ = part::body;
    if (word == "idle" && seen_.ends_with("idle")) return;  // An idle loop goes round.
    if (!seen_.empty()) seen_ += ' ';
    seen_ += word;
  }

  void note_hook(const record& r) {
    if (r.mask == RTM_PROBE_OPEN) found_.hooks_open.add(r.line);
    if (r.mask == RTM_PROBE_MASKED) found_.hooks_masked.add(r.line);
    if (r.event == RTM_PROBE_ENTER && r.id) found_.enter_with_id.add(r.line);
    if (r.event != RTM_PROBE_OUT) return;
    found_.out_states[static_cast<std::size_t>(r.state)].add(r.line);
    if (speller_.was_wrong_out()) found_.wrong_out.add(r.line);
  }

  void contradict(std::uint64_t line, std::string what) {
    if (found_.contradictions.size() < evidence::most_contradictions)
      found_.contradictions.push_back({line, std::move(what)});
  }

  /// A later event with an earlier time: the clock was read before interrupts were masked.
  void check_time(const record& r) {
    const std::uint64_t range = std::uint64_t{1} << of_.clock_bits;
    const std::uint64_t step = (r.time - last_time_) & (range - 1);
    if (has_time_ && step >= range / 2)
      contradict(r.line, fmt::format("time {} comes after {}: the clock was read before interrupts were masked", r.time,
                                     last_time_));
    last_time_ = r.time;
    has_time_ = true;
  }

  void check_bodies(const record& r) {
    if (r.event == RTM_PROBE_BODY) bodies_.push_back(*r.id);
    if (r.event != RTM_PROBE_BODY_END) return;
    if (bodies_.empty() || bodies_.back() != *r.id) {
      contradict(r.line,
                 fmt::format("the body of interrupt {} ends, but {}", *r.id,
                             bodies_.empty() ? "none has begun" : fmt::format("{} began last", bodies_.back())));
      return;
    }
    bodies_.pop_back();
  }

  const transcript& of_;
  evidence found_;
  speller speller_;
  part part_ = part::none;
  rtm_probe_step step_ = RTM_PROBE_ACTIVATE;
  std::uint64_t step_line_ = 0;
  bool has_place_ = false;
  std::string seen_;
  std::vector<std::uint32_t> bodies_;
  std::uint64_t last_time_ = 0;
  bool has_time_ = false;
};

}  // namespace

evidence look_at(const transcript& of) { return observer(of).look(); }

}  // namespace rtm::host::probe
