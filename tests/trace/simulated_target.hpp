// SPDX-License-Identifier: MIT
// A target on the host: a ledger with a trace as it would stand in the memory of a target, told the facts of a source,
// and the bytes that its encoder sends.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtm/trace/encoder.hpp"
#include "rtm/trace/sink.hpp"
#include "sources/source.hpp"

namespace rtm::test {

using host::source_fact;
using host::source_info;

/// What the byte sink of a target was given. It takes at most `per_call` bytes a call.
struct sent_bytes {
  std::string bytes;
  std::size_t per_call = ~std::size_t{0};

  static size_t write(void* context, const uint8_t* bytes, size_t count) {
    auto& self = *static_cast<sent_bytes*>(context);
    const std::size_t taken = count < self.per_call ? count : self.per_call;
    self.bytes.append(reinterpret_cast<const char*>(bytes), taken);
    return taken;
  }
};

inline task_id to_task(host::source_id id) { return task_id{static_cast<std::uint32_t>(id)}; }  // idle and so on too

/// Hands one fact of a source to a ledger.
template <class Ledger>
status tell(Ledger& ledger, const source_fact& fact) {
  const auto now = static_cast<typename Ledger::word>(fact.reading_ticks);
  const auto id = static_cast<std::uint32_t>(fact.id);
  switch (fact.kind) {
    case fact_kind::task_switch: return ledger.task_switch(now, to_task(fact.id));
    case fact_kind::isr_enter: return ledger.isr_enter(now, isr_id{id});
    case fact_kind::isr_exit: return ledger.isr_exit(now, isr_id{id});
    case fact_kind::swi_enter: return ledger.swi_enter(now, swi_id{id});
    case fact_kind::swi_exit: return ledger.swi_exit(now, swi_id{id});
    case fact_kind::point_begin: return ledger.point_begin(now, point_id{id});
    case fact_kind::point_end: return ledger.point_end(now, point_id{id});
    case fact_kind::poll: return ledger.poll(now);
    case fact_kind::task_activate: return ledger.task_activate(now, to_task(fact.id));
    case fact_kind::task_wait: return ledger.task_wait(now, to_task(fact.id));
    case fact_kind::task_release: return ledger.task_release(now, to_task(fact.id));
    case fact_kind::task_terminate: return ledger.task_terminate(now, to_task(fact.id));
    case fact_kind::reset: return ledger.reset(now, to_task(fact.id));
  }
  throw std::invalid_argument("no such fact");
}

template <class Capacity, std::uint32_t Pages = 4, std::uint32_t PageBytes = 1024, std::uint32_t PacketBytes = 512>
class simulated_target {
 public:
  using word = typename Capacity::word;
  using ledger_type = ledger<Capacity, trace::sink<word>>;

  /// `info` says how the ledger is started.
  explicit simulated_target(const source_info& info, std::uint32_t core = 0, trace::mode how = trace::mode::drop_new)
      : info_(info) {
    about_.core = core;
    about_.clock_hz = info.clock_hz;
    about_.how = {info.window_ticks, info.max_gap_ticks, Capacity::clock_bits == 0 ? info.clock_bits : 0};
    trace::attach(*ledger_, *memory_, how, about_);
    set_names();
    encoder_->begin(*memory_, names_.data(), names_.size(), {sent_bytes::write, &sent_});
  }

  status tell(const source_fact& fact) {
    last_reading_ = static_cast<word>(fact.reading_ticks);
    if (std::exchange(started_, true)) return test::tell(*ledger_, fact);
    const status result = ledger_->start(last_reading_, to_task(fact.id), about_.how);
    if (result != status::ok) throw std::runtime_error("start was refused");
    return result;
  }

  /// As a task of low urgency would, now and then.
  void drain() {
    while (encoder_->step(*ledger_)) {
    }
  }
  void flush() {
    encoder_->flush();
    drain();
  }
  /// Everything that is left, with the final sums and the end.
  void finish(bool with_snapshot = true) {
    if (with_snapshot) {
      (void)ledger_->snapshot(last_reading_);
      encoder_->send_snapshot();
    }
    encoder_->finish();
    drain();
  }

  [[nodiscard]] ledger_type& core() { return *ledger_; }
  [[nodiscard]] auto& memory() { return *memory_; }
  [[nodiscard]] auto& encoder() { return *encoder_; }
  [[nodiscard]] sent_bytes& sent() { return sent_; }

 private:
  void set_names() {
    const auto add = [&](trace::name_class of, const auto& names, std::uint32_t count) {
      for (const auto& [id, text] : names)
        if (id < count) names_.push_back({of, static_cast<std::uint32_t>(id), text.c_str()});
    };
    add(trace::name_class::task, info_.tasks, Capacity::tasks);
    add(trace::name_class::isr, info_.isrs, Capacity::isrs);
    add(trace::name_class::swi, info_.swis, Capacity::swis);
    add(trace::name_class::point, info_.points, Capacity::points);
  }

  source_info info_;
  trace::about about_;
  std::unique_ptr<ledger_type> ledger_ = std::make_unique<ledger_type>();
  std::unique_ptr<trace::memory<Pages, PageBytes, word>> memory_ =
      std::make_unique<trace::memory<Pages, PageBytes, word>>();
  std::unique_ptr<trace::encoder<word, PacketBytes>> encoder_ = std::make_unique<trace::encoder<word, PacketBytes>>();
  std::vector<trace::name> names_;
  sent_bytes sent_;
  word last_reading_ = 0;
  bool started_ = false;
};

}  // namespace rtm::test
