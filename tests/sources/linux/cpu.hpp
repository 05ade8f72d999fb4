// SPDX-License-Identifier: MIT
// A CPU whose events are told line by line, and the facts that come of them, as a timeline script writes them.
#pragma once

#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/linux/cpu_state.hpp"
#include "sources/timeline_writer.hpp"

namespace rtm::host::kernel {

inline constexpr context in_task{true, false, false};
inline constexpr context in_hard_irq{true, true, false};
inline constexpr context in_soft_irq{true, false, true};

class cpu {
 public:
  explicit cpu(std::uint64_t begin_ns = 0) { state_.begin(begin_ns); }

  /// Events with what an event of ftrace tells beside its meaning; see `cpu_state`.
  cpu& seen(std::uint64_t t, source_id pid, context in = in_task) {
    if (const event e{t, pid, in}; state_.is_in_order(e)) state_.seen(e);
    return *this;
  }
  cpu& switched(std::uint64_t t, source_id previous, source_id next) {
    if (const event e{t, previous, in_task}; state_.is_in_order(e)) state_.switched(e, previous, next);
    return *this;
  }
  cpu& irq(std::uint64_t t, source_id pid, source_id irq) { return entered(t, pid, frame_kind::hard_irq, irq); }
  cpu& irq_end(std::uint64_t t, source_id pid, source_id irq) { return exited(t, pid, frame_kind::hard_irq, irq); }
  cpu& softirq(std::uint64_t t, source_id pid, source_id v) { return entered(t, pid, frame_kind::soft_irq, v); }
  cpu& softirq_end(std::uint64_t t, source_id pid, source_id v) { return exited(t, pid, frame_kind::soft_irq, v); }
  cpu& lost(std::uint64_t count, std::uint64_t next) {
    state_.lost(count, event{next, no_evidence, {}});
    return *this;
  }
  cpu& passed(std::uint64_t t, source_id pid, source_id id, std::uint64_t length) {
    state_.passed(event{t, pid, in_hard_irq}, frame_kind::hard_irq, id, length);
    return *this;
  }
  cpu& end(std::uint64_t t) {
    state_.end(t);
    return *this;
  }

  /// "0 unknown\n10 task 1\n...": without the header of the script.
  [[nodiscard]] std::string facts() {
    std::ostringstream text;
    timeline_writer to({}, text);
    std::array<source_fact, 16> block;
    text.str({});
    for (std::size_t n = 1; n != 0 || !queue_.empty();) {
      n = queue_.take(block);
      for (source_loss& loss : queue_.take_losses()) losses_.push_back(loss);
      to.facts(std::span(block).first(n));
    }
    return text.str();
  }
  [[nodiscard]] const std::vector<source_loss>& losses() const { return losses_; }
  [[nodiscard]] source_completeness counts() const { return state_.counts(); }
  [[nodiscard]] std::optional<misfit> take_misfit() { return state_.take_misfit(); }

 private:
  cpu& entered(std::uint64_t t, source_id pid, frame_kind kind, source_id id) {
    const event e{t, pid, kind == frame_kind::hard_irq ? in_hard_irq : in_soft_irq};
    if (state_.is_in_order(e)) state_.entered(e, kind, id);
    return *this;
  }
  cpu& exited(std::uint64_t t, source_id pid, frame_kind kind, source_id id) {
    const event e{t, pid, kind == frame_kind::hard_irq ? in_hard_irq : in_soft_irq};
    if (state_.is_in_order(e)) state_.exited(e, kind, id);
    return *this;
  }

  fact_queue queue_;
  cpu_state state_{0, queue_};
  std::vector<source_loss> losses_;
};

}  // namespace rtm::host::kernel
