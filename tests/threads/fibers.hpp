// SPDX-License-Identifier: MIT
// Two courses of action on one processor, switched by hand: deterministic, so that a test can try every place at which
// a reader can be interrupted by the writer, and the writer by a reader.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace rtm::test {

/// Work that can be left at any atomic access of a ledger and continued later.
class fiber {
 public:
  static constexpr std::uint64_t to_the_end = ~std::uint64_t{0};

  void start(std::function<void()> work) {
    work_ = std::move(work);
    finished_ = false;
    getcontext(&inside_);
    inside_.uc_stack.ss_sp = stack_.data();
    inside_.uc_stack.ss_size = stack_.size();
    inside_.uc_link = &outside_;
    makecontext(&inside_, &fiber::enter, 0);
  }

  /// Continues for `accesses` accesses. Returns how many were made, fewer if the work has ended.
  std::uint64_t go_on(std::uint64_t accesses) {
    if (finished_) return 0;
    budget_ = accesses;
    running_ = this;
    swapcontext(&outside_, &inside_);
    running_ = nullptr;
    return accesses - budget_;
  }

  [[nodiscard]] bool finished() const { return finished_; }

  /// Called before every atomic access of a ledger, see stepping_ledger.hpp; outside of fibers it does nothing.
  static void step() {
    fiber* const self = running_;
    if (self == nullptr) return;
    if (self->budget_ == 0) swapcontext(&self->inside_, &self->outside_);
    --self->budget_;
  }

 private:
  static void enter() {
    fiber* const self = running_;
    self->work_();
    self->finished_ = true;
  }

  static constexpr std::size_t stack_bytes = std::size_t{1} << 18U;
  inline static fiber* running_ = nullptr;

  std::vector<char> stack_ = std::vector<char>(stack_bytes);
  std::function<void()> work_;
  ucontext_t inside_{};
  ucontext_t outside_{};
  std::uint64_t budget_ = 0;
  bool finished_ = true;
};

}  // namespace rtm::test
